import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { readingOf } from './test-support/listing-of.ts';
import { onThreadTree as tree } from './test-support/on-thread.ts';
import { rulesWith } from './test-support/rules-with.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { walk, type WalkOptions, type WalkStep } from './walk.ts';
import type { DirectoryReading, FileTree } from './file-tree.ts';
import { hasLinks } from '../../test-support/this-system.ts';

async function untilAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

const treeThat = (readDirectory: FileTree['readDirectory']) => ({ ...tree, readDirectory });

const fromRoot = (...exclude: string[]) => [{ relativePath: '', rules: rulesWith(exclude) }];

function start(root: string, over: Partial<WalkOptions> = {}, { signal } = new AbortController()) {
  const clock = makeFakeClock();
  return walk(root, { tree, starts: fromRoot(), clock, ...over }, signal);
}

/** All directories that were visited, in this order, and the files the rules keep. */
async function walkAll(root: string, over: Partial<WalkOptions> = {}) {
  const steps = new Map<string, WalkStep>();
  const files: string[] = [];
  for await (const step of start(root, over)) {
    const { relativePath, reading } = step;
    expect(steps.has(relativePath)).toBe(false);
    steps.set(relativePath, step);
    for (const { name, kind, rule } of reading.kind === 'read' ? reading.entries : []) {
      const path = relativePath === '' ? name : `${relativePath}/${name}`;
      if (kind === 'file' && rule === undefined) files.push(path);
    }
  }
  return { steps, files: files.toSorted(), directories: [...steps.keys()] };
}

const unreadable = (errno: string): DirectoryReading => ({ kind: 'unreadable', errno });

test('every directory is visited once, parents first, links not at all', async () => {
  const folder = temporaryFolder();
  for (const path of ['a/b/c/file', 'a/file', 'd/file', 'file']) folder.write(path);
  folder.makeFolder('empty');
  symlinkSync('.', folder.at('loop'));
  symlinkSync('..', folder.at('a/up'));
  symlinkSync('nowhere', folder.at('dangling'));
  const { files, directories } = await walkAll(folder.path);
  expect(directories.toSorted()).toEqual(['', 'a', 'a/b', 'a/b/c', 'd', 'empty']);
  expect(files).toEqual(['a/b/c/file', 'a/file', 'd/file', 'file']);
  expect(directories[0]).toBe('');
  const nested = directories.filter((path) => path.startsWith('a'));
  expect(nested).toEqual(['a', 'a/b', 'a/b/c']);
});

test('ignored folders are not entered, and a .labsealignore counts from its folder down', async () => {
  const folder = temporaryFolder();
  for (const path of ['out/a.raw', 'raw/out/b.raw', 'raw/c.log', 'raw/d.raw', 'e.log', 'skip/f']) {
    folder.write(path);
  }
  folder.write('.labsealignore', '*.log\nout/\n');
  folder.write('raw/.labsealignore', '!out/\n!*.log\n');
  const { files, directories } = await walkAll(folder.path, { starts: fromRoot('skip/') });
  expect(directories.toSorted()).toEqual(['', 'raw', 'raw/out']);
  expect(files).toEqual(['raw/c.log', 'raw/d.raw', 'raw/out/b.raw']);
});

const BY_LINK: readonly [string, (path: string) => void] = [
  'is a link',
  (path) => symlinkSync('/etc/hosts', path),
];

test.each<readonly [string, (path: string) => void]>([
  ...(hasLinks ? [BY_LINK] : []),
  ['is endless', (path) => writeFileSync(path, 'x\n'.repeat(200_000))],
  ['holds a rule that cannot be used', (path) => writeFileSync(path, '**/a/**/b/**/c')],
])('a folder whose .labsealignore %s is unreadable: nothing in it is sent', async (_what, make) => {
  const folder = temporaryFolder();
  folder.write('secret/inner/file');
  folder.write('other/file');
  make(folder.at('secret/.labsealignore'));
  const { steps, directories } = await walkAll(folder.path);
  expect(steps.get('secret')?.reading).toEqual(unreadable('EIGNORE'));
  expect(directories.toSorted()).toEqual(['', 'other', 'secret']);
});

test('a folder named like the file is no rule', async () => {
  const folder = temporaryFolder();
  folder.write('.labsealignore/file');
  expect((await walkAll(folder.path)).steps.get('')?.reading.kind).toBe('read');
});

test('a missing root is one step that says so', async () => {
  const { steps } = await walkAll(temporaryFolder().at('nothing'));
  expect([...steps.values()].map((step) => step.reading)).toEqual([{ kind: 'absent' }]);
});

test.each([
  ['contains itself', 'same', 2, 'ELOOP'],
  ['lies too deep', 'deep', 130, 'ENAMETOOLONG'],
])('a folder that %s is told and not entered', async (_what, name, completions, errno) => {
  const entries = [{ name, kind: 'directory', identity: '' }] as const;
  const endless = treeThat(async (path, _signal, question) => {
    const ino = name === 'same' ? '1' : String(path.length);
    return readingOf({ dev: '1', ino, identity: ino }, entries, question);
  });
  const { steps } = await walkAll('/root', { tree: endless });
  expect(steps.size).toBe(completions);
  expect([...steps.values()].at(-1)?.reading).toEqual(unreadable(errno));
});

test('a directory that never answers is told after ten minutes; the others go on meanwhile', async () => {
  const folder = temporaryFolder();
  for (const name of ['hangs', 'one', 'two']) folder.write(`${name}/file`);
  let isGivenUp = false;
  const hanging = treeThat((path, signal, question) =>
    path.endsWith('/hangs')
      ? untilAborted(signal).finally(() => (isGivenUp = true))
      : tree.readDirectory(path, signal, question),
  );
  const clock = makeFakeClock();
  const walking = walkAll(folder.path, { tree: hanging, clock });
  const { steps, directories } = await clock.play(walking);
  expect(directories.toSorted()).toEqual(['', 'hangs', 'one', 'two']);
  expect(directories.at(-1)).toBe('hangs');
  expect(steps.get('hangs')?.reading).toEqual(unreadable('ETIMEDOUT'));
  expect(isGivenUp).toBe(true);
  expect(clock.monotonicMs()).toBe(10 * MINUTE_MS);
});

/** A folder of 40 directories. */
function fortyDirectories() {
  const folder = temporaryFolder();
  const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
  for (const name of names) folder.makeFolder(name);
  return { ...folder, names };
}

test('the tree may change under the walk', async () => {
  const { path, at, names } = fortyDirectories();
  const kinds = new Set<string>();
  for await (const { relativePath, reading } of start(path)) {
    if (relativePath === '') for (const name of names) renameSync(at(name), at(`moved-${name}`));
    kinds.add(reading.kind);
  }
  expect(kinds).toEqual(new Set(['read', 'absent']));
});

test('abort rejects with its reason; leaving the loop stops the readings under way', async () => {
  const { path } = fortyDirectories();
  const log = { begun: 0, stopped: 0 };
  /** Of the eight directories that are read at once only the first answers. */
  const hanging = treeThat((directory, signal, question) => {
    if (directory === path) return tree.readDirectory(directory, signal, question);
    log.begun += 1;
    if (log.begun % 8 === 1) return tree.readDirectory(directory, signal, question);
    return untilAborted(signal).finally(() => (log.stopped += 1));
  });
  const leaving = new AbortController();
  const aborted = async () => {
    for await (const { relativePath } of start(path, { tree: hanging }, leaving)) {
      if (relativePath !== '') leaving.abort(new Error('the folder was removed'));
    }
  };
  await expect(aborted()).rejects.toThrow('the folder was removed');
  expect(log).toEqual({ begun: 8, stopped: 7 });
  for await (const { relativePath } of start(path, { tree: hanging })) {
    if (relativePath !== '') break;
  }
  expect(log).toEqual({ begun: 16, stopped: 14 });
});

test('however many directories there are, few readings are in memory', async () => {
  const { path, names } = fortyDirectories();
  let held = 0;
  let mostHeld = 0;
  const counting = treeThat((directory, signal, question) => {
    held += 1;
    mostHeld = Math.max(mostHeld, held);
    return tree.readDirectory(directory, signal, question);
  });
  let completions = 0;
  for await (const { reading } of start(path, { tree: counting })) {
    expect(reading.kind).toBe('read');
    held -= 1;
    completions += 1;
    // A slow consumer must not let readings pile up.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(completions).toBe(names.length + 1);
  expect(mostHeld).toBe(8);
});
