/** The manual as programs read it that show manuals. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runnableCommands, wholeProgram } from '../test-support/whole-program.ts';
import { manualPage } from './manual-page.ts';

const program = await wholeProgram();
const page = manualPage(program);

/** As it is read: without the marks of roff. */
const text = page
  .replaceAll(/^\.(SH|SS|B|TP|PP) ?/gm, '')
  .replaceAll('\\-', '-')
  .replaceAll('\\(dq', '"')
  .replaceAll(/\\\[u([0-9A-F]+)\]/g, (_name, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  )
  .replaceAll('\\e', '\\');

test('every command and every option is in it, with what the help says of it', async () => {
  const commands = await runnableCommands();
  expect(commands.length).toBeGreaterThan(50);
  for (const { path: command, options, description } of commands) {
    expect(text).toContain(`labseal ${command}`);
    for (const paragraph of description.split('\n\n')) expect(text).toContain(paragraph);
    for (const option of options) {
      expect(text).toContain(option.names.join(', '));
      expect(text).toContain(option.description);
    }
  }
  for (const section of ['EXIT STATUS', 'ENVIRONMENT', 'NO_COLOR', '130', '--quiet']) {
    expect(text).toContain(section);
  }
});

test('no line of text is a command of roff, and a minus can be copied', () => {
  const lines = page.split('\n').filter((line) => line !== '');
  const known = /^\.(TH LABSEAL|SH |SS |TP$|PP$|B )/;
  expect(lines.filter((line) => /^[.']/.test(line) && !known.test(line))).toEqual([]);
  expect(lines.filter((line) => /(?<!\\)--/.test(line))).toEqual([]);
});

const READERS = [
  ['man', ['--warnings', '-Tutf8', '-l'], 'Interrupted.'],
  ['groff', ['-ww', '-man', '-Tutf8'], 'Interrupted.'],
  ['mandoc', ['-Tlint', '-Werror'], ''],
] as const;
const installed = READERS.filter(
  ([name]) => spawnSync(name, ['--version']).error === undefined, // mandoc knows no --version, and starts
);

describe('for a program that is installed', () => {
  let folder = '';
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-man-'));
    fs.writeFileSync(path.join(folder, 'labseal.1'), page);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test.each(installed)('%s reads it without a warning', (name, options, shown) => {
    const ended = spawnSync(name, [...options, path.join(folder, 'labseal.1')], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '80' },
    });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toContain(shown);
  });
});
