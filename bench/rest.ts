/** What a program takes while nothing happens. Known on Linux only. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './contest.ts';
import { threadsMs } from './process-figures.ts';
import { type Lab, openLab } from '../e2e/support/lab.ts';
import { writeTree } from './sample-tree.ts';

const UNTIL_REST_MS = 25_000; // threads at rest end after 10 s, and their memory is given back 8 s later

export const REST_MS = 30_000;
export const PROCESSOR_AT_REST = 'processor at rest';
export const MEMORY_AT_REST = 'memory at rest';

/** Waits until it has come to rest, then watches it for `REST_MS`. */
export async function rest(pid: number): Promise<Figures> {
  await sleep(UNTIL_REST_MS);
  const before = threadsMs(pid);
  const startedMs = performance.now();
  await sleep(REST_MS);
  const after = threadsMs(pid);
  const restedMs = performance.now() - startedMs;
  const residentBytes = holdingsOf(pid)?.residentBytes ?? null;
  const share = before === null || after === null ? null : ((after - before) / restedMs) * 100;
  return {
    wallMs: null,
    cpuMs: null,
    peakBytes: null,
    others: {
      ...(share === null ? {} : { [PROCESSOR_AT_REST]: { value: share, unit: '%' } }),
      ...(residentBytes === null
        ? {}
        : { [MEMORY_AT_REST]: { value: residentBytes, unit: 'bytes' } }),
    },
  };
}

interface Holdings {
  readonly residentBytes: number;
  readonly openFiles: number;
  readonly threads: number;
}

export function holdingsOf(pid: number): Holdings | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return {
      residentBytes: number('VmRSS') * 1_024,
      openFiles: fs.readdirSync(`/proc/${pid}/fd`).length,
      threads: number('Threads'),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

const SMALL_BYTES = 1_024;
const ALL_HELD = 1;

interface IndexedLab {
  readonly lab: Lab;
  readonly home: string;
  readonly tree: string;
  readonly close: () => Promise<void>;
}

export async function openIndexedLab(folder: string, files: number): Promise<IndexedLab> {
  const { lab, close } = await openLab();
  const tree = path.join(folder, 'tree');
  const home = lab.at('labseal');
  writeTree(tree, files, SMALL_BYTES);
  await lab.signIn();
  const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'raw'];
  await run(lab, ['folder', 'add', tree, ...place, '--settle', '0', '--check', 'never'], 0);
  await run(lab, ['sync', '--max-credits', '0', '--json'], ALL_HELD);
  return { lab, home, tree, close };
}

async function run(lab: Lab, args: readonly string[], expected: number): Promise<void> {
  const { code, stderr } = await lab.run(args);
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${code}\n${stderr}`);
}
