/** Screens have two widths: that of the window, for lists, and one for texts and forms. A third would make the page jump. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = path.join(import.meta.dirname, '..');
/** What opens over a screen has a size of its own. */
const OVER_SCREENS = path.join('ui', 'overlay');
/** What is narrower is a control or a part, and no column of a screen. */
const COLUMN_REM = 30;
const LIMIT = /(?:max-width|flex):[^;]*?\b([\d.]+)rem/g;

const sheets = fs
  .readdirSync(page, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !file.startsWith(OVER_SCREENS))
  .map((file) => [file, fs.readFileSync(path.join(page, file), 'utf8')] as const);

test('no sheet gives a column a width of its own', () => {
  const own = sheets.flatMap(([file, rules]) =>
    [...rules.replaceAll(/@media[^{]*/g, '').matchAll(LIMIT)]
      .filter(([, rem]) => Number(rem) >= COLUMN_REM)
      .map(([rule]) => `${file}: ${rule}`),
  );
  expect(own).toEqual([]);
});

test('the one for texts and forms is written once', () => {
  const asked = sheets.filter(([, rules]) => rules.includes('var(--text-width)'));
  expect(asked.length).toBeGreaterThan(5);
  const said = sheets.flatMap(([file, rules]) => (rules.includes('--text-width:') ? [file] : []));
  expect(said).toEqual([path.join('styles', 'tokens.css')]);
});
