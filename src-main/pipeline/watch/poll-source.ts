/**
 * Polls directories where the system reports no changes: each is listed once per interval and compared with its last
 * listing. One thread does this with blocking calls and one digest per directory; chokidar's own polling keeps objects for
 * every file and takes seven times the processor (docs/design.md, files on disk).
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { errnoOf, meansAbsent } from '../../platform/errno.ts';
import { directoryIdentity } from '../../platform/disk/file-identity.ts';
import type { SourceEvent, WatchSource } from './watch-source.ts';

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
