/**
 * What is asked of a file system, as steps that either block (`runNow`, for worker threads) or do not (`runSoon`, for the
 * main thread): a disk may hang.
 */
import {
  fstat,
  fstatSync,
  lstat,
  lstatSync,
  open,
  openSync,
  readdir,
  readdirSync,
  type BigIntStats,
} from 'node:fs';
import { promisify } from 'node:util';
import { realPath, realPathNow } from './paths.ts';

/** One question, asked in either way. */
interface Call {
  now(): unknown;
  soon(): Promise<unknown>;
}
export type Steps<Result> = Generator<Call, Result, unknown>;

/** That a name is not there is no error: making one takes longer than asking. */
const FACTS = { bigint: true, throwIfNoEntry: false } as const;

const openSoon = promisify(
  (path: string, flags: number, done: (error: Error | null, handle: number) => void) =>
    open(path, flags, done),
);
const lookSoon = promisify(
  (path: string, done: (error: Error | null, found?: BigIntStats) => void) =>
    lstat(path, { bigint: true }, (error, found) =>
      error?.code === 'ENOENT' ? done(null) : done(error, found),
    ),
);
const namesSoon = promisify(readdir);
const factsSoon = promisify(
  (handle: number, done: (error: Error | null, stats: BigIntStats) => void) =>
    fstat(handle, { bigint: true }, done),
);

/** Whoever runs the steps hands in what one of the two gave, and nothing else. */
function* asked<Answer>(now: () => Answer, soon: () => Promise<Answer>): Steps<Answer> {
  return (yield { now, soon }) as Answer;
}

export function runNow<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = step.value.now();
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

export async function runSoon<Result>(steps: Steps<Result>): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = await step.value.soon();
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

export function opened(path: string, flags: number): Steps<number> {
  return asked(
    () => openSync(path, flags),
    () => openSoon(path, flags),
  );
}

/** Like `lstat`. */
export function* seen(path: string): Steps<BigIntStats> {
  const found = yield* glimpsed(path);
  if (found !== null) return found;
  throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT', syscall: 'lstat' });
}

/** The same; null when the name is not there. */
export function* glimpsed(path: string): Steps<BigIntStats | null> {
  const found = yield* asked(
    () => lstatSync(path, FACTS),
    () => lookSoon(path),
  );
  return found ?? null;
}

export function namesIn(path: string): Steps<readonly string[]> {
  return asked(
    () => readdirSync(path),
    () => namesSoon(path),
  );
}

export function realPathOf(path: string): Steps<string> {
  return asked(
    () => realPathNow(path),
    () => realPath(path),
  );
}

export function factsOf(handle: number): Steps<BigIntStats> {
  return asked(
    () => fstatSync(handle, { bigint: true }),
    () => factsSoon(handle),
  );
}
