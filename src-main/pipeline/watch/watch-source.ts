/** Where change notices come from: one subscription per directory. The watching thread adds everything else. */
import { codeOf, errnoOf, meansAbsent } from '../../platform/errno.ts';
import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { hash } from 'node:crypto';
import { clearTimeout, setTimeout } from 'node:timers';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { directoryIdentity } from '../../platform/disk/file-identity.ts';

export type SourceEvent =
  | { readonly kind: 'changed' }
  /** The directory is gone or was replaced: this subscription reports nothing more and must be renewed. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly errno: string; readonly message: string };

export interface Subscription {
  close(): Promise<void>;
}

/**
 * Resolves when the subscription is active. A directory that cannot be watched is reported through `tell`, at once or
 * later. `pollSeconds` is used only by a source that polls.
 */
export type WatchSource = (
  directory: string,
  tell: (event: SourceEvent) => void,
  pollSeconds: number,
) => Promise<Subscription>;

export function failureOf(error: unknown): SourceEvent {
  const errno = codeOf(error) ?? 'UNKNOWN';
  if (meansAbsent(errno)) return { kind: 'gone' };
  return { kind: 'failed', errno, message: error instanceof Error ? error.message : String(error) };
}

/**
 * Linux reports a directory's own end under its own name, and nothing after it. A child may have the same name; then
 * the subscription is renewed needlessly.
 */
export function isOwnEnd(directory: string, event: string, name: unknown): boolean {
  return event === 'rename' && name === basename(directory);
}

/** Notices straight from the system through Node: a tenth of a millisecond and a kilobyte per directory. */
export const nativeSource: WatchSource = (directory, tell) => {
  let watcher: FSWatcher;
  try {
    watcher = watch(directory, { persistent: true });
  } catch (error) {
    tell(failureOf(error));
    return Promise.resolve({ close: () => Promise.resolve() });
  }
  watcher.on('change', (event, name) => {
    tell({ kind: isOwnEnd(directory, event, name) ? 'gone' : 'changed' });
  });
  watcher.on('error', (error) => {
    // Windows reports the end of a watched directory as denied access.
    tell(process.platform === 'win32' ? { kind: 'gone' } : failureOf(error));
  });
  return Promise.resolve({
    close: () => {
      watcher.close();
      return Promise.resolve();
    },
  });
};

/** After a slice of work the thread handles commands and pauses as long, so it works half of the time at most. */
const SLICE_MS = 20;

interface Polled {
  readonly directory: string;
  readonly everyMs: number;
  readonly tell: (event: SourceEvent) => void;
  /** Called after the first listing, which the next is compared with. */
  readonly begin: () => void;
  /** Of the last listing; null: there was no such directory; undefined: not listed yet. */
  digest: string | null | undefined;
  dueAtMs: number;
}

/** By interval; new ones under 0. Each queue is in the order of `dueAtMs`. */
const queues = new Map<number, Set<Polled>>();
let timer: NodeJS.Timeout | null = null;
let restsUntilMs = 0;

/**
 * Polls directories where the system reports no changes: each is listed once per interval and compared with its last
 * listing. One thread does this with blocking calls and one digest per directory; chokidar's own polling keeps objects for
 * every file and takes seven times the processor (docs/design.md, files on disk).
 */
export const pollSource: WatchSource = (directory, tell, pollSeconds) =>
  new Promise((resolve) => {
    const begin = () => {
      resolve({ close: () => Promise.resolve(leave(polled, polled.everyMs)) });
    };
    const everyMs = pollSeconds * SECOND_MS;
    const polled: Polled = { directory, everyMs, tell, begin, digest: undefined, dueAtMs: 0 };
    join(polled, 0);
    schedule();
  });

function join(polled: Polled, key: number): void {
  queues.set(key, (queues.get(key) ?? new Set()).add(polled));
}

function leave(polled: Polled, key: number): void {
  const queue = queues.get(key);
  queue?.delete(polled);
  if (queue?.size === 0) queues.delete(key);
  if (queues.size === 0) schedule();
}

/** The first one due; undefined when there are none. */
function first(): Polled | undefined {
  let soonest: Polled | undefined;
  for (const [polled] of queues.values()) {
    if (polled !== undefined && polled.dueAtMs < (soonest?.dueAtMs ?? Infinity)) soonest = polled;
  }
  return soonest;
}

function schedule(): void {
  if (timer !== null) clearTimeout(timer);
  const next = first();
  if (next === undefined) {
    timer = null;
    return;
  }
  const waitMs = Math.max(next.dueAtMs, restsUntilMs) - performance.now();
  timer = setTimeout(work, Math.max(0, waitMs));
}

function work(): void {
  const fromMs = performance.now();
  let nowMs = fromMs;
  for (let next = first(); next !== undefined && next.dueAtMs <= nowMs; next = first()) {
    check(next);
    nowMs = performance.now();
    if (nowMs - fromMs > SLICE_MS) break;
  }
  restsUntilMs = nowMs + (nowMs - fromMs);
  schedule();
}

function check(polled: Polled): void {
  const { directory, everyMs, digest: before } = polled;
  const digest = listingDigest(directory);
  leave(polled, before === undefined ? 0 : everyMs);
  polled.digest = digest;
  polled.dueAtMs = performance.now() + everyMs;
  join(polled, everyMs);
  if (before === undefined) polled.begin();
  if (digest === null) polled.tell({ kind: 'gone' });
  else if (before !== undefined && digest !== before) polled.tell({ kind: 'changed' });
}

/**
 * Null without such a directory. For one that cannot be listed the digest is the system's code: the scan finds out why.
 */
function listingDigest(directory: string): string | null {
  try {
    const stats = lstatSync(directory, { bigint: true });
    if (!stats.isDirectory()) return null;
    let text = directoryIdentity(stats);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      // Sub-directories are polled themselves.
      const facts = entry.isDirectory() ? '/' : fileFacts(`${directory}/${entry.name}`);
      text += `\0${entry.name}\0${facts}`;
    }
    return hash('sha256', text, 'base64');
  } catch (error) {
    const errno = errnoOf(error);
    return meansAbsent(errno) ? null : errno;
  }
}

function fileFacts(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    return errnoOf(error); // it vanished meanwhile, or its name cannot be read
  }
}
