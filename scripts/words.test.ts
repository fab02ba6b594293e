/** `npm run words` prints what every face says, as it is read, with where it is said. */
import { describe, expect, test } from 'vitest';
import { sayingsIn, sheetOf } from './words.ts';

const said = (code: string) =>
  sayingsIn(code, 'words.ts').map(({ name, text }) => `${name}: ${text}`);

describe('a file of words', () => {
  test('is read with what is filled in, by the names that lead there', () => {
    const code = `
      import { plural } from './figures.ts';
      export const files = {
        count: (files: number) => \`\${plural(files, 'file', 'files')} more\`,
        state: { lost: 'Not here' } as Readonly<Record<'lost', string>>,
        many: (n: number) => plural(n, 'entry', 'entries'),
        is: (n: number) => (n === 1 ? 'One is left.' : \`\${n} are left, \${n > 5 ? 'many' : 'few'}.\`),
      };`;
    expect(said(code)).toEqual([
      'files.count: ‹files› file / files more',
      'files.state.lost: Not here',
      'files.many: ‹n› entry / entries',
      'files.is: One is left.',
      'files.is: ‹n› are left, (many / few).',
    ]);
  });

  test('says nothing with its types, what it compares, looks for, or imports', () => {
    const code = `
      type Kind = 'a kind' | 'another kind';
      function sentence(kind: Kind, text: string): string {
        if (kind === 'a kind' || text.startsWith('a text')) return 'This is said.';
        switch (kind) {
          case 'another kind':
            return 'This too.';
        }
      }`;
    expect(said(code)).toEqual(['sentence: This is said.', 'sentence.another kind: This too.']);
  });
});

/** The lines of a file's part of a sheet, with its head. */
function partOf(sheet: readonly string[], file: string): readonly string[] {
  const first = sheet.findIndex((line) => line.startsWith(`## ${file}`));
  const length = sheet.slice(first + 1).findIndex((line) => line.startsWith('#'));
  return sheet.slice(first, length < 0 ? undefined : first + 1 + length);
}

test('the English sheet has sentences of each face, and the screens that say them', () => {
  const sheet = sheetOf('en');
  const page = partOf(sheet, 'src-renderer/words/en/activity.ts');
  const at = page.indexOf('activity.idle: features/activity');
  expect(page[at + 1]).toBe('    Nothing is running.');
  const shared = partOf(sheet, 'src-shared/model/words/en/story.ts');
  expect(shared[0]).toMatch(/\(.*page.*\)/);
  expect(shared[0]).toContain('terminal');
  expect(shared).toContain('    ‹name› was changed; its certificate holds for the old bytes');
  expect(partOf(sheet, 'src-main/hosts/cli/history/history-command.ts')).toContain(
    '    Nothing here yet.',
  );
  expect(partOf(sheet, 'src-shared/model/words/en/desktop.ts').length).toBeGreaterThan(10);
});

test('the Italian sheet has the page and what is shared, and no English terminal', () => {
  const sheet = sheetOf('it');
  expect(partOf(sheet, 'src-renderer/words/it/activity.ts')).toContain('    Ancora niente');
  expect(partOf(sheet, 'src-shared/model/words/it/story.ts')).toContain(
    '    ‹name› non è più qui; il suo certificato resta',
  );
  expect(sheet.filter((line) => line.startsWith('# '))).toEqual([
    '# The page, it',
    '# Shared by all faces, it',
  ]);
});
