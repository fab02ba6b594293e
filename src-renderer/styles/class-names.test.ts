/** Nobody checks the names of classes: one that no sheet has draws nothing, and a rule that nobody asks for stays for ever. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = path.join(import.meta.dirname, '..');
const files = fs.readdirSync(page, { recursive: true, encoding: 'utf8' });
const read = (file: string) => fs.readFileSync(path.join(page, file), 'utf8');

/** By the file of a sheet: the classes that it has. Those of a library are quoted or global there. */
const sheets = new Map(
  files
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => {
      const rules = read(file).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|'[^']*'/gs, '');
      const names = [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
      return [file, new Set(names)] as const;
    }),
);

/** Every place that names a class: of which sheet, and which; null where the name is computed. */
const asked = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const code = read(file);
    return [...code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(
      ([, alias = '', from = '']) => {
        const sheet = path.join(path.dirname(file), from);
        const uses = code.matchAll(new RegExp(`\\b${alias}\\[(?:'([\\w-]+)'\\]|)`, 'g'));
        return [...uses].map(([, name = null]) => ({ file, sheet, name }));
      },
    );
  });

test('every class that a component asks for is in the sheet', () => {
  const missing = asked.filter(
    ({ sheet, name }) => name !== null && sheets.get(sheet)?.has(name) !== true,
  );
  expect(missing).toEqual([]);
  expect(asked.length).toBeGreaterThan(500);
});

test('every class of a sheet is asked for', () => {
  const computed = new Set(asked.flatMap(({ sheet, name }) => (name === null ? [sheet] : [])));
  const used = new Set(asked.map(({ sheet, name }) => `${sheet} ${name}`));
  const unused = [...sheets].flatMap(([sheet, names]) =>
    computed.has(sheet) ? [] : [...names].filter((name) => !used.has(`${sheet} ${name}`)),
  );
  expect(unused).toEqual([]);
});
