import { describe, expect, test } from 'vitest';
import type { FolderDefaults } from '../../../src-shared/model/folders/folder-rules.ts';
import { folderView } from '../../test-support/builders.ts';
import { wordsOf } from '../../words/words-context.ts';
import { reasonText } from './dry-run.tsx';
import {
  draftOfFolder,
  folderProblems,
  newFolderDraft,
  patternsOf,
  rulesOf,
} from './folder-draft.ts';

const DEFAULTS: FolderDefaults = {
  settleSeconds: 30,
  exclude: ['*.log', 'scratch/'],
  watching: { mode: 'poll', pollSeconds: 45 },
};

describe('rules while they are written', () => {
  test.each([
    [5, false],
    [5, true],
    [null, true],
    [null, false],
  ])(
    'rules of a folder survive being written down and read back: %o %o',
    (budgetCredits, approveEach) => {
      const folder = folderView({
        exclude: ['*.bak', ' x '],
        settleSeconds: 30,
        budgetCredits,
        approveEach,
        watching: { mode: 'poll', pollSeconds: 20 },
      });
      const { assignment, exclude, settleSeconds, watching } = folder;
      const limits = { settleSeconds, budgetCredits, approveEach };
      expect(rulesOf(draftOfFolder(folder))).toEqual({ assignment, exclude, ...limits, watching });
    },
  );

  test('a new folder asks before anything is paid', () => {
    expect(rulesOf(newFolderDraft('p1'))).toMatchObject({ budgetCredits: null, exclude: [] });
    const budget = { ...newFolderDraft('p1'), spending: 'ask', budget: '500' } as const;
    expect(rulesOf(budget).budgetCredits).toBeNull();
  });

  test('a new folder begins with what was laid down for new folders', () => {
    const begun = newFolderDraft('p1', DEFAULTS);
    expect(rulesOf(begun)).toMatchObject(DEFAULTS);
  });

  test('numbers are whole numbers, and blanks at the end of a pattern are not lost', () => {
    const draft = newFolderDraft('p1');
    const assignment = { ...draft.assignment, labels: 'x' };
    const labelled = { ...draft, assignment };
    expect(folderProblems(labelled)).toEqual([]);
    const both = { ...labelled, settleSeconds: '1.5', spending: 'budget', budget: '' } as const;
    expect(folderProblems(both)).toEqual(['settle', 'budget']);
    const settled = (seconds: string) =>
      folderProblems({ ...labelled, settleSeconds: seconds })[0] ?? null;
    expect(['', '0', '604800', '604801', '-1'].map(settled)).toEqual([
      null,
      null,
      null,
      'settle',
      'settle',
    ]);
    const polled = (seconds: string) =>
      folderProblems({ ...labelled, watching: { mode: 'poll', pollSeconds: seconds } })[0] ?? null;
    expect(['4', '5', '600', '601', '', '30.5'].map(polled)).toEqual([
      'watching',
      null,
      null,
      'watching',
      'watching',
      'watching',
    ]);
    expect(patternsOf('a\\ \r\n\n  \n!b\n')).toEqual(['a\\ ', '!b']);
  });

  test('every reason to leave a file out has its words', () => {
    const words = wordsOf('en');
    expect(reasonText({ kind: 'ignored', rule: '~$*' }, words)).toBe('Left out by ~$*');
    for (const reason of [
      { kind: 'too-large' },
      { kind: 'not-a-file', what: 'symlink' },
      { kind: 'unreadable', errno: 'EACCES' },
    ] as const) {
      expect(reasonText(reason, words)).toMatch(/^\p{Lu}/u);
    }
  });
});
