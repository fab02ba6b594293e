import { expect, onTestFinished, test } from 'vitest';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import { realClock } from '../../platform/real-ports.ts';
import { bulkFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { previewFolder } from './preview-folder.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

const patterns = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('\n');
const twoStars = (count: number) => patterns(count, (index) => `a*/**/*/**/*p${index}`);
const numbers = (count: number) => [...Array(count).keys()];

/** Too many for one file. */
function wide({ write }: TemporaryFolder): void {
  for (const index of numbers(120)) {
    write(`d${index}/.labsealignore`, twoStars(1_000));
    write(`d${index}/f`);
  }
}

/** As many as a path may have, above files that lie deep. */
function wideAndDeep({ write }: TemporaryFolder): void {
  for (const index of numbers(120)) {
    write(`d${index}/.labsealignore`, twoStars(20));
    for (const file of numbers(5)) write(`d${index}/${'a/'.repeat(100)}f${file}`);
  }
}

function oneALevel({ write }: TemporaryFolder): void {
  for (const depth of numbers(120)) {
    write(`${'a/'.repeat(depth)}.labsealignore`, depth < 20 ? twoStars(1) : '');
    for (const file of numbers(20)) write(`${'a/'.repeat(depth)}f${file}`);
  }
}

function oneAboveMany({ write }: TemporaryFolder): void {
  write('.labsealignore', twoStars(20));
  for (const index of numbers(100)) {
    for (const file of numbers(250)) write(`${'a/'.repeat(110)}d${index}/f${file}`);
  }
}

const TOO_MUCH = /^(EIGNORE|EMANYRULES|ESLOWRULES:.*\.labsealignore)$/;

test.each([
  ['1,000 patterns of two ** in each of 120 folders', wide, /^EIGNORE$/],
  ['20 such patterns in each, above files that lie deep', wideAndDeep, TOO_MUCH],
  ['one more file a level', oneALevel, null],
  [
    '20 such patterns above 25,000 files that lie deep',
    oneAboveMany,
    /^ESLOWRULES:\.labsealignore$/,
  ],
])(
  '%s neither stall the program nor take minutes',
  async (_what, plant, closed) => {
    const folder = bulkFolder();
    plant(folder);
    const tree = makeWorkerFileTree();
    onTestFinished(() => tree.close());
    let [longestMs, lastMs] = [0, performance.now()];
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    onTestFinished(() => clearInterval(timer));
    const codes = new Set<string>();
    const options = { fileTree: tree, clock: realClock, exclude: [], onlyNew: false } as const;
    const cpu = process.cpuUsage();
    await previewFolder(
      folder.path,
      { ...options, visibility: 'private' },
      ({ reason }) => {
        if (reason?.kind === 'unreadable') codes.add(reason.errno);
      },
      new AbortController().signal,
    );
    const { user, system } = process.cpuUsage(cpu);
    const processorMs = (user + system) / 1_000;
    console.log(`${Math.round(processorMs)} ms of processor, ${Math.round(longestMs)} ms at once`);
    expect(longestMs).toBeLessThan(250);
    expect(processorMs).toBeLessThan(30_000);
    expect(codes.size > 0).toBe(closed !== null);
    for (const code of codes) {
      expect(code).toMatch(closed ?? '');
      expect(unreadableSentence(code)).toContain('.labsealignore');
    }
  },
  300_000,
);
