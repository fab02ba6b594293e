/** What a program takes while nothing happens. Known on Linux only. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_FIGURES, type Figures } from './contest.ts';
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
    ...NO_FIGURES,
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

/** A new data folder. */
export async function signInAnew(lab: Lab): Promise<void> {
  fs.rmSync(lab.at('labseal'), { recursive: true, force: true });
  await lab.signIn();
}

/** A new data folder, which watches the lab's `tree`. */
export async function watchAnew(lab: Lab, ...options: readonly string[]): Promise<void> {
  await signInAnew(lab);
  await lab.watch('tree', ...options);
}

/** A lab with so many files in its `tree`, all of them known. */
export async function openIndexedLab(after: AsyncDisposableStack, files: number): Promise<Lab> {
  const { lab, close } = await openLab();
  after.defer(close);
  writeTree(lab.at('tree'), files, SMALL_BYTES);
  await watchAnew(lab, '--check', 'never');
  const { code, stderr } = await lab.run(['sync', '--max-credits', '0', '--json']);
  if (code !== ALL_HELD) throw new Error(`sync ended with ${code}\n${stderr}`);
  return lab;
}
