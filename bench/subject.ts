/**
 * Runs a part of Labseal in a process of its own, as a peer is. It does its work as often as it is asked to and times
 * itself, so that the start of Node is not in the figures: a program that watches folders has been running for weeks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Contestant, Figures, Part, Quantity } from './contest.ts';
import { peakMemory, processorMs } from './process-figures.ts';

const AS_LABSEAL = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=30',
  '--initial-heap-size=32',
]; // see bin/labseal

/** What the subject says of one run. */
type Done = Pick<Figures, 'wallMs' | 'others'>;

export type Others = Readonly<Record<string, Quantity>>;

/** `module`: a file of `subjects/`, without its ending. `hear` hears what it says beside its answers. */
export async function startSubject(
  module: string,
  args: readonly string[],
  hear: (message: unknown) => void = () => undefined,
) {
  const url = new URL(`./subjects/${module}.ts`, import.meta.url);
  const child = fork(url, args, { execArgv: [...AS_LABSEAL] });
  await answer(child);
  child.on('message', hear);
  return {
    /** Does the work once more. */
    run: async (): Promise<Figures> => {
      const pid = child.pid ?? 0;
      const before = processorMs(pid);
      child.send('run');
      const done = (await answer(child)) as Done;
      const after = processorMs(pid);
      const cpuMs = before === null || after === null ? null : after - before;
      return { ...done, cpuMs, peakBytes: peakMemory(pid) };
    },
    close: async (): Promise<void> => {
      if (!child.connected) return; // it failed, and said so
      const gone = once(child, 'exit');
      child.send('end');
      await gone;
    },
  };
}

/** A part of Labseal, or what it is compared with, in one process for all its runs, which ends with `after`. */
export async function subject(
  after: AsyncDisposableStack,
  name: string,
  part: Part,
  module: string,
  args: readonly string[],
): Promise<Contestant> {
  const started = await startSubject(module, args);
  after.defer(started.close);
  return { name, part, run: started.run };
}

/** One run in a process of its own: what it keeps or has grown to is gone with it. */
export async function runSubject(module: string, args: readonly string[]): Promise<Figures> {
  const started = await startSubject(module, args);
  try {
    return await started.run();
  } finally {
    await started.close();
  }
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

/**
 * To be called by the module: says that it is ready, then does `work` each time it is asked to. What it returns was
 * measured beside the time.
 */
export function serveSubject(work: () => Promise<Others | void>, close: () => Promise<void>): void {
  process.on('message', (message) => {
    void (message === 'end' ? end(close) : timed(work));
  });
  process.once('disconnect', () => process.exit()); // whoever asked has gone, and nobody else would end it
  process.send?.('ready');
}

async function timed(work: () => Promise<Others | void>): Promise<void> {
  const startedMs = performance.now();
  const others = await work();
  const wallMs = performance.now() - startedMs;
  const done: Done = others === undefined ? { wallMs } : { wallMs, others };
  process.send?.(done);
}

async function end(close: () => Promise<void>): Promise<void> {
  await close();
  process.disconnect();
}
