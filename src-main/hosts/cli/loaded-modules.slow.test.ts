/** A command loads what it uses: what it does not need costs its start, and every start after it. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const UNUSED_BY_PROOFS =
  /^src-main\/(app\/account\.ts|features\/(downloads|people\/people)|pipeline\/(certify|upload\/wire|run\/sync-run))/;

/** A status, a list: of the account what they show, of the commands their own, and to ask for a balance no axios. */
const UNUSED_BY_READING =
  /^src-main\/(app\/account\.ts|features\/(audit\/audits|downloads|people\/people)|pipeline\/(certify|run\/sync-run|scan\/scanner|upload\/wire))|(?<!\/(status|file-list|answering))-commands?\.ts$|^node_modules\/axios\//;

test.each([
  [
    '--version',
    /^src-main\/(?!hosts\/cli\/|platform\/)|^src-shared\/(bridge|service)\/|(?<!\/answering)-commands?\.ts$/,
  ],
  ['tag --help', /^src-main\/(?!hosts\/cli\/|platform\/)|(?<!\/tag|\/answering)-commands?\.ts$/],
  ['status', UNUSED_BY_READING],
  ['file list', UNUSED_BY_READING],
  ['certificate verify NOTES', UNUSED_BY_PROOFS],
  ['audit list', UNUSED_BY_PROOFS],
  ['evidence check NOTES', UNUSED_BY_PROOFS],
])('%s', async (command, unused) => {
  const notes = lab.write('notes.txt');
  const words = command.split(' ').map((word) => (word === 'NOTES' ? notes : word));
  const modules = await modulesOf(words);
  expect(modules).toContain('src-main/hosts/cli/program.ts');
  expect(modules.filter((each) => unused.test(each))).toEqual([]);
});

/** Our modules that the process itself loaded, relative to the project: Node names them in its coverage. */
async function modulesOf(words: readonly string[]): Promise<readonly string[]> {
  const folder = lab.at('coverage');
  const env = { ...process.env, LABSEAL_HOME: lab.home, LABSEAL_TOKEN_STORE: 'file' };
  await new Promise((resolve) => {
    const options = { env: { ...env, NODE_V8_COVERAGE: folder } };
    execFile(process.execPath, [PROGRAM, ...words], options, resolve);
  });
  const modules = new Set<string>();
  for (const name of fs.readdirSync(folder)) {
    const coverage = fs.readFileSync(path.join(folder, name), 'utf8');
    const { result } = JSON.parse(coverage) as { result: readonly { url: string }[] };
    for (const { url } of result) {
      if (url.startsWith('file:')) modules.add(path.relative(ROOT, fileURLToPath(url)));
    }
  }
  return [...modules].filter((each) => /^(src-|node_modules\/axios\/)/.test(each)).toSorted();
}
