/** Runs a program to its end and tells what that took. Processor time and memory are known on Linux only. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './contest.ts';

const LOOK_EVERY_MS = 10;
const TICK_MS = 10; // the system counts a process's time in hundredths of a second

/**
 * Runs a program and says on its third way out what the program and all that it started took of the processors. By Bash, which
 * tells thousandths of a second: a shorter shell counts hundredths, of which a start of Node has two or three.
 */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Throws when the program ends with another code than 0, or than those that are expected. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly codes?: readonly number[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Figures> {
  const isLinux = process.platform === 'linux';
  const startedMs = performance.now();
  const child = spawn(
    isLinux ? 'bash' : command,
    isLinux ? ['-c', TIMED, 'bash', command, ...args] : args,
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  );
  const [stderr, times] = [2, 3].map((way) => collect(child.stdio[way] as Readable));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const watching = new AbortController();
  const seen = watchMemory(child.pid ?? 0, watching.signal);
  const code = await ended;
  const wallMs = performance.now() - startedMs;
  watching.abort();
  if (!(options.codes ?? [0]).some((expected) => expected === code)) {
    throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}\n${stderr?.text()}`);
  }
  return { wallMs, cpuMs: childrenMs(times?.text() ?? ''), peakBytes: await seen };
}

function collect(stream: Readable): { text(): string } {
  let all = '';
  stream.setEncoding('utf8').on('data', (text: string) => (all += text));
  return { text: () => all };
}

/** The second line of the shell's `times`: user and system time of its children. */
function childrenMs(times: string): number | null {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
}

/** The largest that it or anything it started has been; what grew after the last look is missing. */
async function watchMemory(pid: number, signal: AbortSignal): Promise<number | null> {
  let peakBytes: number | null = null;
  while (!signal.aborted) {
    const peaks = withDescendants(pid).map((each) => peakMemory(each) ?? 0);
    const most = Math.max(...peaks);
    if (most > 0) peakBytes = Math.max(peakBytes ?? 0, most);
    await sleep(LOOK_EVERY_MS, null, { signal }).catch(() => null); // its end ends the wait
  }
  return peakBytes;
}

function withDescendants(pid: number): readonly number[] {
  const children = readOrNull(`/proc/${pid}/task/${pid}/children`)?.trim() ?? '';
  const below = children === '' ? [] : children.split(' ').map(Number);
  return [pid, ...below.flatMap(withDescendants)];
}

/** Looks at one process from time to time; what it did after the last look is missing. */
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

/**
 * The same in millionths, of the threads that it has now: for a process that does next to nothing. A thread that ended in
 * between makes it too little.
 */
export function threadsMs(pid: number): number | null {
  const tasks = fs.globSync(`/proc/${pid}/task/*/schedstat`);
  const nanoseconds = tasks.map((file) => Number(readOrNull(file)?.split(' ')[0] ?? 0));
  return tasks.length === 0 ? null : nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
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
