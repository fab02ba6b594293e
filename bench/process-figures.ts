/** Runs a program to its end and tells what that took. Processor time and memory are known on Linux only. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './contest.ts';

const LOOK_EVERY_MS = 10;
const TICK_MS = 10; // the system counts a process's time in hundredths of a second

/** Throws when the program ends with another code than 0, or than those that are expected. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly codes?: readonly number[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Figures> {
  const startedMs = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const watching = new AbortController();
  const seen = watch(child.pid ?? 0, watching.signal);
  const code = await ended;
  const wallMs = performance.now() - startedMs;
  watching.abort();
  if (!(options.codes ?? [0]).some((expected) => expected === code)) {
    throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}\n${stderr}`);
  }
  return { wallMs, ...(await seen) };
}

/** Looks at the process from time to time; what it did after the last look is missing. */
export async function watch(
  pid: number,
  signal: AbortSignal,
): Promise<{ readonly cpuMs: number | null; readonly peakBytes: number | null }> {
  let cpuMs: number | null = null;
  let peakBytes: number | null = null;
  while (!signal.aborted) {
    cpuMs = processorMs(pid) ?? cpuMs;
    peakBytes = peakMemory(pid) ?? peakBytes;
    await sleep(LOOK_EVERY_MS, null, { signal }).catch(() => null); // its end ends the wait
  }
  return { cpuMs, peakBytes };
}

/** Null when the process is gone, or the system does not tell. */
export function processorMs(pid: number): number | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  // The name in brackets may hold blanks; after it come the state, and as fields 14 and 15 the two times.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return null;
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Largest resident memory so far, in bytes. */
export function peakMemory(pid: number): number | null {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/status`) ?? '')?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1_024;
}

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null; // ended meanwhile, or not Linux
    throw error;
  }
}
