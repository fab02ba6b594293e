/** Runs the real `bin/labseal` the way a shell or a script does, and keeps everything it said. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/labseal', import.meta.url));
const SPOKEN_LIMIT_MS = 90_000;

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Written to stdin, which is then closed. */
  readonly input?: string;
  readonly cwd?: string;
  /** Another user of this computer; only root may choose one. */
  readonly uid?: number;
  /** How many files the system lets it have open; as many as everybody when absent. */
  readonly mostOpenFiles?: number;
  /** Which rights new files do not have, in octal; as here when absent. */
  readonly umask?: string;
}

export type Running = ReturnType<typeof startProgram>;

export function startProgram(args: readonly string[], options: ProgramOptions) {
  const { env, input = '', cwd, uid, mostOpenFiles, umask } = options;
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const how = { env, cwd, stdio: 'pipe', ...identity } as const;
  const wishes = [
    ...(mostOpenFiles === undefined ? [] : [`ulimit -n ${mostOpenFiles}`]),
    ...(umask === undefined ? [] : [`umask ${umask}`]),
  ];
  const child =
    wishes.length === 0
      ? spawn(PROGRAM, [...args], how)
      : spawn('/bin/sh', ['-c', `${wishes.join(' && ')} && exec "$0" "$@"`, PROGRAM, ...args], how);
  const spoken = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      spoken[stream] += text;
    });
  }
  child.stdin.on('error', () => undefined); // it may end before it has read everything
  child.stdin.end(input);
  const ended = endOf(child, spoken);
  return {
    /** Undefined when it could not be started. */
    pid: child.pid,
    ended,
    /** Resolves when stdout or stderr holds the text; rejects when the program ends without it. */
    said: (text: string) => untilSaid(child, spoken, text, ended),
    /** Everything said so far: stdout, then stderr. */
    spoken: () => spoken.stdout + spoken.stderr,
    send: (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => void child.kill(signal),
  };
}

function endOf(child: ChildProcess, spoken: Omit<Ended, 'code'>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...spoken }));
  });
}

async function untilSaid(
  { stdout, stderr }: ChildProcess,
  spoken: Omit<Ended, 'code'>,
  text: string,
  ended: Promise<Ended>,
): Promise<void> {
  const isSaid = () => spoken.stdout.includes(text) || spoken.stderr.includes(text);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => isSaid() && resolve();
  const report = () => new Error(`never said "${text}", but:\n${spoken.stdout}${spoken.stderr}`);
  const timer = setTimeout(() => reject(report()), SPOKEN_LIMIT_MS);
  stdout?.on('data', look);
  stderr?.on('data', look);
  void ended.then(() => (isSaid() ? resolve() : reject(report())), reject);
  look();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    stdout?.off('data', look);
    stderr?.off('data', look);
  }
}
