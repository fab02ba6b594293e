import { describe, expect, test } from 'vitest';
import { folderView } from '../../test-support/builders.ts';
import { wordsOf } from '../../words/words-context.ts';
import { reasonText } from './dry-run.tsx';
import {
  draftOfFolder,
  folderProblem,
  newFolderDraft,
  patternsOf,
  rulesOf,
} from './folder-draft.ts';

describe('rules while they are written', () => {
  test('rules of a folder survive being written down and read back', () => {
    const folder = folderView({ exclude: ['*.bak', ' x '], settleSeconds: 30, budgetCredits: 5 });
    const { assignment, exclude, settleSeconds, budgetCredits } = folder;
    const rules = { assignment, exclude, settleSeconds, budgetCredits, approveEach: true };
    expect(rulesOf(draftOfFolder(folder), true)).toEqual(rules);
  });

  test('a new folder asks before anything is paid', () => {
    expect(rulesOf(newFolderDraft('p1'))).toMatchObject({ budgetCredits: null, exclude: [] });
    const budget = { ...newFolderDraft('p1'), spending: 'ask', budget: '500' } as const;
    expect(rulesOf(budget).budgetCredits).toBeNull();
  });

  test('a new folder begins with what was laid down for new folders', () => {
    const begun = newFolderDraft('p1', { settleSeconds: 30, exclude: ['*.log', 'scratch/'] });
    expect(rulesOf(begun)).toMatchObject({ settleSeconds: 30, exclude: ['*.log', 'scratch/'] });
  });

  test('numbers are whole numbers, and blanks at the end of a pattern are not lost', () => {
    const draft = newFolderDraft('p1');
    const labelled = { ...draft, assignment: { ...draft.assignment, labels: 'x' } };
    expect(folderProblem(labelled)).toBeNull();
    expect(folderProblem({ ...labelled, settleSeconds: '1.5' })).toBe('settle');
    expect(folderProblem({ ...labelled, spending: 'budget', budget: '' })).toBe('budget');
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
