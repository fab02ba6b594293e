/** The built program keeps what it was compiled to, and takes it at its next start. Needs a build. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

let root: string;
let cache: string;

beforeEach(() => {
  root = temporaryFolder();
  cache = path.join(root, 'out', 'code-cache');
  fs.cpSync(path.join(checkout, 'out', 'main'), path.join(root, 'out', 'main'), {
    recursive: true,
    filter: (name) => !name.endsWith('.map'),
  });
  fs.symlinkSync(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  fs.writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
});

function start(more: NodeJS.ProcessEnv = {}): string {
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env } = process.env;
  const program = path.join(root, 'out', 'main', 'cli.js');
  const options = { env: { ...env, ...more }, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, [program, 'guide'], options);
}

/** An entry that Node does not take is written again, as another file. */
function kept(): ReadonlyMap<string, bigint> {
  const names = fs.readdirSync(cache, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => [name, fs.statSync(path.join(cache, name), { bigint: true })]);
  return new Map(
    (stats as [string, fs.BigIntStats][])
      .filter(([, stat]) => stat.isFile())
      .map(([name, { ino }]) => [name, ino]),
  );
}

test('what the first start kept is taken by the second', () => {
  const said = start();
  const first = kept();
  expect(first.size).toBeGreaterThan(3);
  expect(start()).toBe(said);
  expect(kept()).toEqual(first);
});

test('a damaged entry is compiled anew', () => {
  const said = start();
  const entry = [...kept().keys()].toSorted()[0] ?? '';
  const file = path.join(cache, entry);
  fs.truncateSync(file, 100);
  expect(start()).toBe(said);
  expect(fs.statSync(file).size).toBeGreaterThan(100);
});

test('nothing is kept for a person who does not want it', () => {
  start({ NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(kept().size).toBe(0);
});
