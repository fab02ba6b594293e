import { expect, test } from 'vitest';
import { desktopWords as words } from '../../../src-shared/model/words/en/desktop.ts';
import { type ClickedText, contextEntries } from './context-menu.ts';

const PLAIN: ClickedText = {
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canCut: false, canCopy: true, canPaste: true, canSelectAll: true },
};

function menu(clicked: Partial<ClickedText>, platform: NodeJS.Platform = 'linux') {
  const done: string[] = [];
  const entries = contextEntries(
    { ...PLAIN, ...clicked },
    {
      words,
      platform,
      replace: (text) => done.push(text),
      lookUp: () => done.push('look up'),
    },
  );
  const shown = entries.map(({ label, enabled }) => (enabled === false ? `(${label})` : label));
  return { entries, shown, done };
}

test('a field can be edited, a selection copied, and elsewhere there is no menu', () => {
  expect(menu({ isEditable: true }).shown).toEqual([
    '(Cut)',
    'Copy',
    'Paste',
    undefined,
    'Select all',
  ]);
  expect(menu({ selectionText: 'peaks' }).shown).toEqual(['Copy']);
  expect(menu({}).shown).toEqual([]);
  expect(menu({ selectionText: ' \n' }, 'darwin').shown).toEqual([]);
});

test('a word that the system finds misspelled has its suggestions, five at most', () => {
  const dictionarySuggestions = ['assay', 'essay', 'assays', 'a', 'b', 'c'];
  const { entries, shown, done } = menu({
    isEditable: true,
    misspelledWord: 'asay',
    dictionarySuggestions,
  });
  expect(shown.slice(0, 6)).toEqual(['assay', 'essay', 'assays', 'a', 'b', undefined]);
  entries[1]?.click?.();
  expect(done).toEqual(['essay']);
});

test('macOS looks a selection up, by a name of bounded length', () => {
  const { entries, shown, done } = menu({ selectionText: ' mitochondrion '.repeat(9) }, 'darwin');
  expect(shown).toEqual(['Look up “mitochondrion  mitochondrion …”', undefined, 'Copy']);
  entries[0]?.click?.();
  expect(done).toEqual(['look up']);
});
