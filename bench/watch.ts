/**
 * Measures both folder watchers on the same folders: until every watch stands, the memory that takes, how soon a change
 * is told, and until all watches are given back. Each measurement is a process of its own; rounds are interleaved, and
 * medians are printed.
 * Usage: node bench/watch.ts [rounds = 5] [directories = 100,2000]
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeChokidarWatcher } from '../src-main/sync/chokidar-watcher.ts';
import type { FolderWatcher } from '../src-main/sync/folder-watcher.ts';
import { makeNativeWatcher } from '../src-main/sync/native-watcher.ts';

const MIB = 1_048_576;
const FILES_IN_EACH = 20;
const CHANGES = 50;
const WATCHERS = { chokidar: makeChokidarWatcher, native: makeNativeWatcher };
type Name = keyof typeof WATCHERS;

interface Figures {
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly grownMib: number;
  readonly toldMs: number;
  readonly closedMs: number;
}

const [, , first = '5', second = '100,2000', root] = process.argv;
if (root === undefined) await compare(Number(first), second.split(',').map(Number));
else process.send?.(await measure(first as Name, root));

async function compare(rounds: number, sizes: readonly number[]): Promise<void> {
  const cpu = os.cpus()[0]?.model ?? 'unknown processor';
  const { node } = process.versions;
  console.log(`${rounds} rounds, Node ${node}, ${os.cpus().length} × ${cpu}, ${os.type()}`);
  console.log('directories  watcher     ready  per dir       CPU   memory  told in   closed');
  for (const size of sizes) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-bench-'));
    try {
      fill(folder, size);
      const results: Record<Name, Figures[]> = { chokidar: [], native: [] };
      for (let round = 0; round < rounds; round += 1) {
        results.chokidar.push(await inOwnProcess('chokidar', folder));
        results.native.push(await inOwnProcess('native', folder));
      }
      print(size, 'chokidar', results.chokidar);
      print(size, 'native', results.native);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

function fill(folder: string, size: number): void {
  for (let index = 0; index < size; index += 1) {
    const directory = path.join(folder, String(index));
    fs.mkdirSync(directory);
    for (let file = 0; file < FILES_IN_EACH; file += 1) {
      fs.writeFileSync(path.join(directory, `${file}.raw`), '');
    }
  }
}

function inOwnProcess(name: Name, folder: string): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [name, '-', folder]);
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`${name} ended with ${String(code)}`));
    });
  });
}

async function measure(name: Name, folder: string): Promise<Figures> {
  const directories = fs.readdirSync(folder).map((entry) => path.join(folder, entry));
  const before = process.memoryUsage().rss;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const watcher = WATCHERS[name]();
  await standing(watcher, directories);
  const readyMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  const grownMib = (process.memoryUsage().rss - before) / MIB;
  const toldMs = await untilTold(watcher, directories);
  const closingMs = performance.now();
  await watcher.close();
  const closedMs = performance.now() - closingMs;
  return { readyMs, cpuMs: (user + system) / 1e3, grownMib, toldMs, closedMs };
}

function standing(watcher: FolderWatcher, directories: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new Set(directories);
    const stop = watcher.onHint((hint) => {
      if (hint.kind !== 'dirty') return reject(new Error(JSON.stringify(hint)));
      waiting.delete(hint.directory);
      if (waiting.size > 0) return;
      stop();
      resolve();
    });
    for (const directory of directories) watcher.watch(directory);
  });
}

async function untilTold(watcher: FolderWatcher, directories: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const directory = directories[(change * 7) % directories.length] ?? '';
    const told = Promise.withResolvers<void>();
    const stop = watcher.onHint((hint) => {
      if (hint.kind === 'dirty' && hint.directory === directory) told.resolve();
    });
    const changedMs = performance.now();
    fs.appendFileSync(path.join(directory, '0.raw'), 'x');
    await told.promise;
    times.push(performance.now() - changedMs);
    stop();
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(size: number, name: Name, all: readonly Figures[]): void {
  const of = (pick: (figures: Figures) => number) => median(all.map(pick));
  const readyMs = of((figures) => figures.readyMs);
  const cells = [
    String(size).padStart(11),
    ` ${name.padEnd(8)}`,
    `${readyMs.toFixed(0)} ms`.padStart(8),
    `${(readyMs / size).toFixed(2)} ms`.padStart(8),
    `${of((figures) => figures.cpuMs).toFixed(0)} ms`.padStart(9),
    `${of((figures) => figures.grownMib).toFixed(0)} MiB`.padStart(8),
    `${of((figures) => figures.toldMs).toFixed(1)} ms`.padStart(8),
    `${of((figures) => figures.closedMs).toFixed(0)} ms`.padStart(8),
  ];
  console.log(cells.join(' '));
}
