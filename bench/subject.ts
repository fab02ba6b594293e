/**
 * Runs a part of Labseal in a process of its own, as a peer is. It does its work as often as it is asked to and times
 * itself, so that the start of Node is not in the figures: a program that watches folders has been running for weeks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Figures } from './contest.ts';
import { peakMemory, processorMs } from './process-figures.ts';

export interface Subject {
  /** Does the work once more. */
  readonly run: () => Promise<Figures>;
  readonly close: () => Promise<void>;
}

/** `module`: a file of `subjects/`, without its ending. */
export async function startSubject(module: string, args: readonly string[]): Promise<Subject> {
  const child = fork(new URL(`./subjects/${module}.ts`, import.meta.url), args);
  await answer(child);
  return {
    run: async () => {
      const pid = child.pid ?? 0;
      const before = processorMs(pid);
      child.send('run');
      const wallMs = Number(await answer(child));
      const after = processorMs(pid);
      const cpuMs = before === null || after === null ? null : after - before;
      return { wallMs, cpuMs, peakBytes: peakMemory(pid) };
    },
    close: async () => {
      if (!child.connected) return; // it failed, and said so
      const gone = once(child, 'exit');
      child.send('end');
      await gone;
    },
  };
}

async function answer(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', { signal: gone.signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal: gone.signal }).then(([code]) => {
        throw new Error(`the part that is measured ended with ${String(code)}`);
      }),
    ]);
  } finally {
    gone.abort();
  }
}

/** To be called by the module: says that it is ready, then does `work` each time it is asked to. */
export function serveSubject(work: () => Promise<void>, close: () => Promise<void>): void {
  process.on('message', (message) => {
    void (message === 'end' ? end(close) : timed(work));
  });
  process.send?.('ready');
}

async function timed(work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  await work();
  process.send?.(performance.now() - startedMs);
}

async function end(close: () => Promise<void>): Promise<void> {
  await close();
  process.disconnect();
}
