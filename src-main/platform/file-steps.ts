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
import { realPath, realPathNow } from './real-path.ts';

type Call =
  | { readonly kind: 'open'; readonly path: string; readonly flags: number }
  | { readonly kind: 'look' | 'names' | 'real'; readonly path: string }
  | { readonly kind: 'facts'; readonly handle: number };
type Answer = number | BigIntStats | readonly string[] | string | undefined;
export type Steps<Result> = Generator<Call, Result, Answer>;

/** That a name is not there is no error: making one takes longer than asking. */
const FACTS = { bigint: true, throwIfNoEntry: false } as const;

const openSoon = promisify(
  (path: string, flags: number, done: (error: Error | null, handle: number) => void) =>
    open(path, flags, done),
);
const lookSoon = promisify(
  (path: string, done: (error: Error | null, found?: BigIntStats) => void) =>
    lstat(path, { bigint: true }, (error, found) => {
      if (error?.code === 'ENOENT') done(null);
      else done(error, found);
    }),
);
const namesSoon = promisify(readdir);
const factsSoon = promisify(
  (handle: number, done: (error: Error | null, stats: BigIntStats) => void) =>
    fstat(handle, { bigint: true }, done),
);

function now(call: Call): Answer {
  switch (call.kind) {
    case 'open':
      return openSync(call.path, call.flags);
    case 'look':
      return lstatSync(call.path, FACTS);
    case 'names':
      return readdirSync(call.path);
    case 'real':
      return realPathNow(call.path);
    case 'facts':
      return fstatSync(call.handle, { bigint: true });
    default:
      return call satisfies never;
  }
}

function soon(call: Call): Promise<Answer> {
  switch (call.kind) {
    case 'open':
      return openSoon(call.path, call.flags);
    case 'look':
      return lookSoon(call.path);
    case 'names':
      return namesSoon(call.path);
    case 'real':
      return realPath(call.path);
    case 'facts':
      return factsSoon(call.handle);
    default:
      return call satisfies never;
  }
}

export function runNow<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    let answer: Answer;
    try {
      answer = now(step.value);
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
    let answer: Answer;
    try {
      answer = await soon(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

export function* opened(path: string, flags: number): Steps<number> {
  const answer = yield { kind: 'open', path, flags };
  if (typeof answer !== 'number') throw new TypeError('a handle was asked for');
  return answer;
}

/** Like `lstat`. */
export function* seen(path: string): Steps<BigIntStats> {
  const found = yield* glimpsed(path);
  if (found !== null) return found;
  throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT', syscall: 'lstat' });
}

/** The same; null when the name is not there. */
export function* glimpsed(path: string): Steps<BigIntStats | null> {
  const answer = yield { kind: 'look', path };
  return answer === undefined ? null : stats(answer);
}

export function* namesIn(path: string): Steps<readonly string[]> {
  const answer = yield { kind: 'names', path };
  if (!Array.isArray(answer)) throw new TypeError('names were asked for');
  return answer as readonly string[];
}

export function* realPathOf(path: string): Steps<string> {
  const answer = yield { kind: 'real', path };
  if (typeof answer !== 'string') throw new TypeError('a path was asked for');
  return answer;
}

export function* factsOf(handle: number): Steps<BigIntStats> {
  return stats(yield { kind: 'facts', handle });
}

function stats(answer: Answer): BigIntStats {
  if (typeof answer === 'object' && 'ino' in answer) return answer;
  throw new TypeError('facts were asked for');
}
