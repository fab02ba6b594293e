import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { citableFiles, findCitable, type CitableFile, type CitableHere } from './citable-file.ts';
import type { FileHere } from './lineage.ts';
import {
  checkRule,
  citableByName,
  citationsBy,
  citationsByRules,
  compileRule,
  type CitationRule,
  type Completion,
} from './complete-provenance.ts';
import { fileHere, recorded } from './test-support/lineage.ts';

const RULE: CitationRule = {
  pattern: 'peaks_{run}.csv',
  primaries: ['{run}.raw'],
  procedures: ['sop'],
  description: 'Peaks were picked.',
  labels: '',
};

const ruleOf = (pattern: string, primary: string): CitationRule => ({
  ...RULE,
  pattern,
  primaries: [primary],
});

function citable(id: string, name: string, over: Partial<CitableFile> = {}): CitableFile {
  return {
    id,
    name,
    projectId: 'project-1',
    visibility: 'private',
    fileType: 'primary',
    labels: '',
    state: 'notarized',
    hold: null,
    status: 'Available',
    place: null,
    ...over,
  };
}

function complete(rule: CitationRule, name: string, files: readonly CitableFile[]): Completion {
  const compiled = compileRule(rule);
  if (compiled === null) throw new Error('the rule is at fault');
  return compiled(name, citableByName(files));
}

function here(row: string, over: Partial<FileHere> = {}): CitableHere {
  const facts = { fileType: 'primary', state: 'ready', hold: null, ...over } as const;
  return { ...fileHere(row, facts), place: '/data' };
}

const projectNamed = (projectId: string) => (projectId === 'p2' ? 'Lipids' : 'Cells');

describe('a rule', () => {
  test.each<[Partial<CitationRule>, string | null]>([
    [{}, null],
    [{ pattern: ' ' }, 'no-pattern'],
    [{ pattern: 'peaks_{' }, 'bad-pattern'],
    [{ primaries: [] }, 'no-primary'],
    [{ primaries: ['*.raw'] }, 'bad-primary'],
    [{ primaries: [''] }, 'bad-primary'],
    [{ primaries: ['{other}.raw'] }, 'unknown-part'],
    [{ primaries: ['always.raw'] }, null],
    [{ procedures: [] }, 'no-procedure'],
    [{ description: ' ' }, 'no-description'],
  ])('%j: %s', (over, fault) => {
    expect(checkRule({ ...RULE, ...over })).toBe(fault);
  });

  test('gives a file the one primary file that fits, with procedure, description and labels', () => {
    const found = complete(RULE, 'peaks_07.csv', [citable('a', '07.raw'), citable('b', '08.raw')]);
    expect(found.verdict).toBe('complete');
    expect(citationsBy({ ...RULE, labels: ' ms2, peaks ,' }, found)).toEqual({
      primaries: ['a'],
      procedures: ['sop'],
      description: 'Peaks were picked.',
      labels: 'ms2,peaks',
    });
  });

  test('with several primary files needs each of them', () => {
    const rule = { ...RULE, primaries: ['{run}.raw', '{run}.log'] };
    const raw = citable('a', '07.raw');
    const half = complete(rule, 'peaks_07.csv', [raw]);
    const slots = [{ found: [raw] }, { names: ['07.log'], found: [] }];
    expect(half).toMatchObject({ verdict: 'none', slots });
    expect(citationsBy(rule, half)).toBeNull();
    const whole = complete(rule, 'peaks_07.csv', [raw, citable('b', '07.log')]);
    expect(citationsBy(rule, whole)?.primaries).toEqual(['a', 'b']);
  });

  test('leaves the choice between several to a person, and takes no choice that is not among them', () => {
    const files = ['a', 'b'].map((id) => citable(id, '07.raw', { place: id }));
    const found = complete(RULE, 'peaks_07.csv', files);
    expect(found.verdict).toBe('several');
    expect(citationsBy(RULE, found)).toBeNull();
    expect(citationsBy(RULE, found, ['b'])?.primaries).toEqual(['b']);
    expect(citationsBy(RULE, found, ['c'])).toBeNull();
  });

  test('a name that can be read in two ways has the files of both to choose from', () => {
    const rule = ruleOf('{a}_{b}.csv', '{a}.raw');
    const found = complete(rule, 'x_y_z.csv', [citable('1', 'x.raw'), citable('2', 'x_y.raw')]);
    expect(found).toMatchObject({ verdict: 'several', slots: [{ names: ['x.raw', 'x_y.raw'] }] });
    expect(complete(rule, 'x_y_z.csv', [citable('2', 'x_y.raw')]).verdict).toBe('complete');
  });

  test('neither a secondary file nor the file itself is its primary file', () => {
    const rule = ruleOf('{run}.csv', '{run}.csv');
    expect(complete(rule, '07.csv', [citable('a', '07.csv')]).verdict).toBe('none');
    const secondary = citable('b', '07.raw', { fileType: 'secondary' });
    expect(complete(RULE, 'peaks_07.csv', [secondary]).verdict).toBe('none');
  });

  test('a name that does not fit, and a pattern that fits in too many ways, are given nothing', () => {
    expect(complete(RULE, 'notes.txt', []).verdict).toBe('no-match');
    const vague = ruleOf('{a}{b}{c}{d}', '{a}');
    const found = complete(vague, 'a'.repeat(200), []);
    expect(found.verdict).toBe('vague');
    expect(citationsBy(vague, found)).toBeNull();
  });
});

describe('the rules of a folder', () => {
  const raw = citable('a', '07.raw');
  const files = [raw, citable('b', '07.log')];
  const other = { ...RULE, primaries: ['{run}.log'] };
  const given = (rules: readonly CitationRule[], name = 'peaks_07.csv', there = files) =>
    citationsByRules(name, rules, citableByName(there))?.primaries;

  test('complete a file when they say one thing', () => {
    expect(given([RULE, RULE])).toEqual(['a']);
    expect(given([{ ...RULE, pattern: 'plot_{run}.png' }, RULE])).toEqual(['a']);
  });

  test('say nothing when they contradict each other, or one of them has nothing or too much', () => {
    expect(given([RULE, other])).toBeUndefined();
    expect(given([])).toBeUndefined();
    expect(given([RULE], 'notes.txt')).toBeUndefined();
    expect(given([RULE, { ...RULE, primaries: ['{run}.txt'] }])).toBeUndefined();
    expect(given([RULE], 'peaks_07.csv', [raw, citable('c', '07.raw')])).toBeUndefined();
    expect(given([{ ...RULE, procedures: [] }])).toBeUndefined();
  });

  test('what they give is always one of what is there, and never a guess', () => {
    const name = fc.constantFrom('07.raw', '07.log', '08.raw', 'peaks_07.csv');
    const somewhere = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), name), {
      selector: ([id]) => id,
    });
    const rule = fc.record({
      pattern: fc.constantFrom('peaks_{run}.csv', '{run}.csv', '*_{run}.csv', '{a}_{run}.csv'),
      primary: fc.constantFrom('{run}.raw', '{run}.log'),
    });
    fc.assert(
      fc.property(somewhere, fc.array(rule, { maxLength: 3 }), (there, wished) => {
        const listed = there.map(([id, each]) => citable(id, each));
        const rules = wished.map((each) => ruleOf(each.pattern, each.primary));
        const cited = given(rules, 'peaks_07.csv', listed) ?? [];
        const found = listed.filter(({ id }) => cited.includes(id));
        expect(found).toHaveLength(cited.length);
        for (const file of found) {
          expect(listed.filter((each) => each.name === file.name)).toHaveLength(1);
        }
      }),
    );
  });
});

describe('files that can be cited', () => {
  test('each is there once: by the service’s id, or by a stand-in while it has none', () => {
    const files = citableFiles(
      'project-1',
      [recorded('a'), recorded('b', { status: 'Frozen' })],
      [
        here('1', { name: 'new.raw' }),
        here('2', { state: 'notarized', fileId: 'a' }),
        here('3', { state: 'recording', fileId: 'just-sent' }),
      ],
    );
    expect(files.map(({ id, state, place }) => [id, state, place])).toEqual([
      ['a', 'notarized', '/data'],
      ['b', null, null],
      ['labseal:file:1', 'ready', '/data'],
      ['just-sent', 'recording', '/data'],
    ]);
  });

  test('nothing that is deleted, not recorded, left out or a copy is offered', () => {
    const statuses = ['Deleted', 'PendingDeletion', 'NotarizationError'];
    const gone = statuses.map((status) => recorded(status, { status }));
    const states = ['ignored', 'missing', 'duplicate', 'unreadable', 'record_error'] as const;
    const rows = states.map((state, row) => here(String(row), { state, fileId: 'x' }));
    expect(citableFiles('project-1', gone, rows)).toEqual([]);
  });

  test('it is found by name, label, id and project, all words of the text', () => {
    const files = [
      citable('id-1', 'Run 07.raw', { labels: 'ms2,brain' }),
      citable('id-2', 'Run 08.raw', { projectId: 'p2' }),
    ];
    const ids = (text: string) => findCitable(files, text, projectNamed).map(({ id }) => id);
    expect(ids('')).toEqual(['id-1', 'id-2']);
    for (const text of ['RUN 07', 'brain']) expect(ids(text)).toEqual(['id-1']);
    for (const text of ['lipids run', 'id-2']) expect(ids(text)).toEqual(['id-2']);
    expect(ids('cells 08')).toEqual([]);
  });
});
