import { expect, test } from 'vitest';
import type { LackingFiles } from '../../../src-shared/bridge/lineage-calls.ts';
import { fileRow } from '../../test-support/builders.ts';
import { citable } from '../../test-support/lineage.ts';
import {
  NEW_COMPLETION,
  choose,
  commonFolder,
  draftFault,
  inOrder,
  namesOf,
  planOf,
  ruleOf,
} from './completion-draft.ts';

const DRAFT = {
  ...NEW_COMPLETION,
  pattern: ' peaks_{run}.csv ',
  primaries: '{run}.raw\n\n {run}.log ',
  procedures: 'sop, sop',
  description: ' Peaks. ',
};

/** Two slots: one file for the first, one or two for the second. */
function lacking(second: readonly string[], names = namesOf(DRAFT)): LackingFiles {
  const slots = [
    { names: ['a'], found: [citable('a')] },
    { names: ['b'], found: second.map((id) => citable(id)) },
  ];
  const verdict = second.length === 1 ? 'complete' : 'several';
  return {
    names,
    isCut: false,
    files: [{ file: fileRow({ id: '1' }), completion: { verdict, slots } }],
  };
}

test('what was typed becomes a rule: lines without blanks, ids once', () => {
  expect(ruleOf(DRAFT)).toEqual({
    pattern: 'peaks_{run}.csv',
    primaries: ['{run}.raw', '{run}.log'],
    procedures: ['sop'],
    description: 'Peaks.',
    labels: '',
  });
  const { pattern, primaries } = ruleOf(DRAFT);
  expect(namesOf(DRAFT)).toEqual({ pattern, primaries });
  expect(namesOf({ ...DRAFT, pattern: '{' })).toBeNull();
  expect(draftFault({ ...DRAFT, procedures: ' ' })).toBe('no-procedure');
});

test('a file is complete once each of its slots has one file, chosen or alone', () => {
  expect(planOf(DRAFT, lacking(['b'])).files).toEqual([{ fileId: '1', primaries: ['a', 'b'] }]);
  expect(planOf(DRAFT, lacking(['b', 'c'])).files).toEqual([]);
  const chosen = choose(DRAFT, '1', 1, 'c');
  expect(planOf(chosen, lacking(['b', 'c']))).toEqual({
    files: [{ fileId: '1', primaries: ['a', 'c'] }],
    credits: 1,
  });
  expect(choose(chosen, '1', 0, 'x').choices['1']).toEqual(['x', 'c']);
});

test('nothing is complete by what was found for other names', () => {
  const earlier = { pattern: 'peaks_{run}.csv', primaries: ['{run}.txt'] };
  expect(planOf(DRAFT, lacking(['b'], earlier)).files).toEqual([]);
});

test('what asks somebody stands first; a rule is kept where all files lie in one folder', () => {
  const verdicts = ['complete', 'no-match', 'several', 'none'] as const;
  const files = verdicts.map((verdict, index) => ({
    file: { ...fileRow(), id: String(index), folderId: index === 0 ? '2' : '1' },
    completion: { verdict, slots: [] },
  }));
  expect(inOrder(files).map(({ completion }) => completion?.verdict)).toEqual([
    'several',
    'none',
    'complete',
    'no-match',
  ]);
  expect(commonFolder(files)).toBeNull();
  expect(commonFolder(files.slice(1))).toBe('1');
  expect(commonFolder([])).toBeNull();
});
