import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

let root = '';
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-diagnostics-'));
});
afterEach(() => fs.rm(root, { recursive: true }));

async function save(target: string) {
  const env = { LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' };
  const { written, ...terminal } = playedTerminal({ env });
  const code = await runProgram(['diagnostics', '--to', target, '--json'], terminal);
  return { code, said: written.stdout() + written.stderr() };
}

test('the report is saved for its owner alone, and never over another file', async () => {
  const target = path.join(root, 'report.json');
  expect(await save(target)).toMatchObject({ code: 0 });
  const report = JSON.parse(await fs.readFile(target, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(report)).toContain('mistakes');
  expect((await fs.stat(target)).mode % 0o1000).toBe(0o600);
  const again = await save(target);
  expect(again.code).toBe(2);
  expect(again.said).toContain('exists already');
  const nowhere = await save(path.join(root, 'absent', 'report.json'));
  expect(nowhere).toMatchObject({ code: 2 });
  expect(nowhere.said).toContain('ENOENT');
});
