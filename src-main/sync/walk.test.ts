import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { DirectoryReading, FileTree } from './file-tree.ts';
import { readIgnoreFile } from './ignore-file.ts';
import { makeIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { listingOf } from './test-support/listing-of.ts';
import { bulkFolder, temporaryFolder } from './test-support/temporary-folder.ts';
import { walk, type WalkStep } from './walk.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

const tree = makeWorkerFileTree({ workers: 2 });
afterAll(() => tree.close());
const unhurried = new AbortController().signal;

/** Nothing here takes so long that a limit could end. */
const clock: Clock = {
  nowMs: () => 0,
  monotonicMs: () => 0,
  sleep: (_ms, signal) => untilAborted(signal),
};

async function untilAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

function rulesWith(...globs: readonly string[]): IgnoreRules {
  const rules = makeIgnoreRules(globs);
  if (!rules.ok) throw new Error(JSON.stringify(rules.fault));
  return rules.value;
}

function options(over: { tree?: FileTree; rules?: IgnoreRules; clock?: Clock } = {}) {
  return { tree, rules: rulesWith(), readIgnoreFile, clock, ...over };
}

/** All directories that were visited, and the files the rules keep. */
async function walkAll(root: string, over: Parameters<typeof options>[0] = {}) {
  const steps = new Map<string, WalkStep>();
  const files: string[] = [];
  for await (const step of walk(root, options(over), unhurried)) {
    expect(steps.has(step.relativePath)).toBe(false);
    steps.set(step.relativePath, step);
    if (step.reading.kind !== 'read') continue;
    for (const { name, kind } of step.reading.entries) {
      const path = step.relativePath === '' ? name : `${step.relativePath}/${name}`;
      if (kind === 'file' && !step.rules.matches(path, false).ignored) files.push(path);
    }
  }
  return { steps, files: files.toSorted(), directories: [...steps.keys()].toSorted() };
}

const unreadable = (errno: string): DirectoryReading => ({ kind: 'unreadable', errno });

test('every directory is visited once, parents first, links not at all', async () => {
  const folder = temporaryFolder();
  for (const path of ['a/b/c/file', 'a/file', 'd/file', 'file']) folder.write(path);
  folder.makeFolder('empty');
  symlinkSync('.', folder.at('loop'));
  symlinkSync('..', folder.at('a/up'));
  symlinkSync('nowhere', folder.at('dangling'));
  const { steps, files, directories } = await walkAll(folder.path);
  expect(directories).toEqual(['', 'a', 'a/b', 'a/b/c', 'd', 'empty']);
  expect(files).toEqual(['a/b/c/file', 'a/file', 'd/file', 'file']);
  const order = [...steps.keys()];
  for (const path of order.filter((each) => each.includes('/'))) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    expect(order.indexOf(parent)).toBeLessThan(order.indexOf(path));
  }
});

test('ignored folders are not entered, and a .labsealignore counts from its folder down', async () => {
  const folder = temporaryFolder();
  for (const path of ['out/a.raw', 'raw/out/b.raw', 'raw/c.log', 'raw/d.raw', 'e.log', 'skip/f']) {
    folder.write(path);
  }
  folder.write('.labsealignore', '*.log\nout/\n');
  folder.write('raw/.labsealignore', '!out/\n!*.log\n');
  const { files, directories } = await walkAll(folder.path, { rules: rulesWith('skip/') });
  expect(directories).toEqual(['', 'raw', 'raw/out']);
  expect(files).toEqual(['raw/c.log', 'raw/d.raw', 'raw/out/b.raw']);
});

test.each<readonly [string, (path: string) => void]>([
  ['is not UTF-8', (path) => writeFileSync(path, Uint8Array.of(0x61, 0xff))],
  ['is endless', (path) => writeFileSync(path, 'x\n'.repeat(200_000))],
  ['is a link', (path) => symlinkSync('/etc/hosts', path)],
  ['is a FIFO', (path) => void execFileSync('mkfifo', [path])],
  ['holds a rule that cannot be used', (path) => writeFileSync(path, '**/a/**/b/**/c')],
])('a folder whose .labsealignore %s is unreadable: nothing in it is sent', async (_what, make) => {
  const folder = temporaryFolder();
  folder.write('secret/inner/file');
  folder.write('other/file');
  make(folder.at('secret/.labsealignore'));
  const { steps, directories } = await walkAll(folder.path);
  expect(steps.get('secret')?.reading).toEqual(unreadable('EIGNORE'));
  expect(directories).toEqual(['', 'other', 'secret']);
});

test('a folder named like the file is no rule', async () => {
  const folder = temporaryFolder();
  folder.write('.labsealignore/file');
  expect((await walkAll(folder.path)).steps.get('')?.reading.kind).toBe('read');
});

test('a missing root is one step that says so', async () => {
  const folder = temporaryFolder();
  const { steps } = await walkAll(folder.at('nothing'));
  expect([...steps.values()].map((step) => step.reading)).toEqual([{ kind: 'absent' }]);
});

test('a folder that contains itself, or lies too deep, is told and not entered', async () => {
  const endless: FileTree = {
    ...tree,
    readDirectory: (path) => {
      const depth = path.split('/').length;
      const ino = path.includes('bound') ? '1' : String(depth);
      const entries = [
        {
          name: path.includes('deep') ? 'deep' : 'bound',
          kind: 'directory' as const,
          identity: '',
        },
      ];
      return Promise.resolve({
        kind: 'read',
        dev: '1',
        ino,
        identity: ino,
        entries: listingOf(entries),
      });
    },
  };
  const bound = await walkAll('/root-bound', { tree: endless });
  expect(bound.steps.get('bound')?.reading).toEqual(unreadable('ELOOP'));
  expect(bound.steps.size).toBe(2);
  const deep = await walkAll('/deep', { tree: endless });
  expect(deep.steps.size).toBe(130);
  expect([...deep.steps.values()].at(-1)?.reading).toEqual(unreadable('ENAMETOOLONG'));
});

test('a directory that never answers is told after ten minutes; the others go on meanwhile', async () => {
  const folder = temporaryFolder();
  for (const name of ['hangs', 'one', 'two']) folder.write(`${name}/file`);
  let isGivenUp = false;
  const hanging: FileTree = {
    ...tree,
    readDirectory: async (path, signal) => {
      if (!path.endsWith('/hangs')) return tree.readDirectory(path, signal);
      return untilAborted(signal).finally(() => {
        isGivenUp = true;
      });
    },
  };
  const limitsMs = new Set<number>();
  const limit = Promise.withResolvers<void>();
  let nowMs = 0;
  const patient: Clock = {
    ...clock,
    monotonicMs: () => nowMs,
    sleep: async (ms, signal) => {
      limitsMs.add(ms);
      await Promise.race([limit.promise, untilAborted(signal)]);
      nowMs += ms;
    },
  };
  const seen: string[] = [];
  const walking = walk(folder.path, options({ tree: hanging, clock: patient }), unhurried);
  for await (const { relativePath, reading } of walking) {
    seen.push(`${relativePath} ${'errno' in reading ? reading.errno : reading.kind}`);
    if (seen.length === 3) limit.resolve();
  }
  expect(seen.slice(0, 3).toSorted()).toEqual([' read', 'one read', 'two read']);
  expect(seen.slice(3)).toEqual(['hangs ETIMEDOUT']);
  expect(isGivenUp).toBe(true);
  expect(limitsMs).toEqual(new Set([600_000]));
});

test('the tree may change under the walk', async () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 40; index += 1) folder.write(`d${index}/file`);
  const kinds = new Set<string>();
  for await (const step of walk(folder.path, options(), unhurried)) {
    if (step.relativePath === '') {
      for (let index = 0; index < 40; index += 1) {
        renameSync(folder.at(`d${index}`), folder.at(`moved-${index}`));
      }
    }
    kinds.add(step.reading.kind);
  }
  expect(kinds).toEqual(new Set(['read', 'absent']));
});

test('abort rejects with its reason; leaving the loop stops the readings under way', async () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 40; index += 1) folder.makeFolder(`d${index}`);
  const leaving = new AbortController();
  const walking = (async () => {
    for await (const step of walk(folder.path, options(), leaving.signal)) {
      if (step.relativePath !== '') leaving.abort(new Error('the folder was removed'));
    }
  })();
  await expect(walking).rejects.toThrow('the folder was removed');

  let underWay = 0;
  const counting: FileTree = {
    ...tree,
    readDirectory: async (path, signal) => {
      underWay += 1;
      try {
        return await tree.readDirectory(path, signal);
      } finally {
        underWay -= 1;
      }
    },
  };
  for await (const step of walk(folder.path, options({ tree: counting }), unhurried)) {
    if (step.relativePath !== '') break;
  }
  expect(underWay).toBe(0);
});

test('20,000 files in 400 folders are walked with few readings in memory', async () => {
  const folder = bulkFolder();
  for (let index = 0; index < 400; index += 1) {
    const name = `group-${index % 20}/d${index}`;
    folder.makeFolder(name);
    for (let file = 0; file < 50; file += 1) writeFileSync(`${folder.at(name)}/${file}`, '');
  }
  let held = 0;
  let mostHeld = 0;
  const counting: FileTree = {
    ...tree,
    readDirectory: async (path, signal) => {
      held += 1;
      mostHeld = Math.max(mostHeld, held);
      return tree.readDirectory(path, signal);
    },
  };
  let files = 0;
  for await (const { reading } of walk(folder.path, options({ tree: counting }), unhurried)) {
    held -= 1;
    if (reading.kind === 'read')
      files += [...reading.entries].filter(({ kind }) => kind === 'file').length;
    // A slow consumer must not let readings pile up.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(files).toBe(20_000);
  expect(mostHeld).toBeLessThanOrEqual(8);
});
