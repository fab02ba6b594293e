/**
 * One download from its first byte to its final name. Only a complete file gets the final name, after a comparison with
 * the record. A file that differs is saved under a name that says so. Nothing in the folder is ever replaced.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type {
  ArrivalVerdict,
  StartedAgain,
} from '../../../../src-shared/model/files/download-view.ts';
import { assertNever, fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { fitName, isTaken } from '../../../platform/disk/paths.ts';
import {
  freeName,
  giveName,
  LONGEST_NAME_BYTES,
  makePartial,
  openPartial,
  type PartialFile,
} from './partial-file.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { faultOfError, readRetryAfter, waitedMs } from '../../../service/classify.ts';
import type { ExchangeTools } from '../../../service/exchange.ts';
import {
  type AnswerPlan,
  askStore,
  evaluateAnswer,
  type OpenAnswer,
  rangeHeaders,
} from './ask-store.ts';
import { codeOf } from '../../../platform/errno.ts';

/** Part of the name of a file that differs from its record. */
export const MISMATCH_REMARK = 'does not match its record';

export interface DownloadJob {
  /** The folder's real path. */
  readonly folder: string;
  /** A safe file name. */
  readonly name: string;
  /** Name of the partial file; nothing else uses it. */
  readonly partName: string;
  /** The state that an earlier run saved. */
  readonly known: ContentFacts;
}

export interface DownloadPorts extends FetchPorts {
  /** Compares the bytes with the record. */
  readonly verify: (path: string, signal: AbortSignal) => Promise<ArrivalVerdict>;
  readonly onChecking: () => void;
}

export interface Arrived {
  readonly path: string;
  readonly verdict: ArrivalVerdict;
  readonly sizeBytes: number;
}

/**
 * Rejects with `signal.reason`; the bytes received so far stay in the partial file, for another run of the same job.
 */
export async function runDownload(
  job: DownloadJob,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<Arrived, CoreFault>> {
  const place = path.join(job.folder, job.partName);
  const opened = await onDisk(() => openOrMake(place), place);
  if (!opened.ok) return opened;
  const partial = opened.value;
  let whole: Result<Verified, CoreFault>;
  try {
    whole = await bring(place, partial, job.known, ports, signal);
  } finally {
    await partial.close();
  }
  if (!whole.ok) return whole;
  const { verdict, sizeBytes } = whole.value;
  return onDisk(
    async () => ({ path: await named(place, job, verdict), verdict, sizeBytes }),
    place,
  );
}

/** Deletes its partial file. */
export async function dropPartial(folder: string, partName: string): Promise<void> {
  await rm(path.join(folder, partName), { force: true });
}

interface Verified {
  readonly verdict: ArrivalVerdict;
  readonly sizeBytes: number;
}

async function bring(
  place: string,
  partial: PartialFile,
  known: ContentFacts,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<Verified, CoreFault>> {
  let start = known;
  for (;;) {
    const fetched = await fetchContent(place, partial, start, ports, signal);
    if (!fetched.ok) return fetched;
    const synced = await onDisk(() => partial.sync(), place);
    if (!synced.ok) return synced;
    ports.onChecking();
    const verdict = await ports.verify(place, signal);
    signal.throwIfAborted();
    // Parts that do not fit together, or damage from a power cut, do not mean that the service is wrong.
    if (verdict !== 'mismatch' || !fetched.value.isPieced) {
      return ok({ verdict, sizeBytes: partial.sizeBytes() });
    }
    ports.onAgain('did-not-fit');
    const emptied = await onDisk(() => partial.empty(), place);
    if (!emptied.ok) return emptied;
    start = { validator: null, totalBytes: null };
  }
}

async function openOrMake(place: string): Promise<PartialFile> {
  const left = await openPartial(place);
  if (left !== null) return left;
  if (await isTaken(place)) await rm(place); // a link was created at this path: removes the link, not its target
  return makePartial(place);
}

/** Gives the file its name, or the next free one when another program took it first. */
async function named(place: string, job: DownloadJob, verdict: ArrivalVerdict): Promise<string> {
  const { folder, name } = job;
  const wanted =
    verdict === 'mismatch' ? fitName(name, LONGEST_NAME_BYTES, ` (${MISMATCH_REMARK})`) : name;
  for (;;) {
    const final = path.join(folder, await freeName(folder, wanted));
    if (await giveName(place, final)) return final;
  }
}

async function onDisk<Value>(
  work: () => Promise<Value>,
  place: string,
): Promise<Result<Value, CoreFault>> {
  try {
    return ok(await work());
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    return fail(diskFault(new Error('the folder', { cause }), place));
  }
}

// Fetches the complete content behind a file's links into its partial file, however often the connection
// breaks. It must never mix bytes of two contents, request links without end, or write to a full disk.

/** After this many failures with no byte in between it stops. The bytes received so far stay. */
const PAUSES_MS = [1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND_MS);
/** Space that is always left free on the disk. */
export const SPARE_BYTES = 16 * 1024 * 1024;
/** How often free space is checked while the total size is unknown. */
const LOOK_EVERY_BYTES = 64 * 1024 * 1024;

export interface FetchPorts {
  readonly tools: ExchangeTools;
  /** A new, validated link; the service counts each. */
  readonly askForLink: (signal: AbortSignal) => Promise<Result<string, CoreFault>>;
  /** Null: the chunk may be taken at once. */
  readonly take: (bytes: number, signal: AbortSignal) => Promise<void> | null;
  readonly roomBytes: () => Promise<number>;
  /** Must be durable when it returns: the next bytes belong to this content. */
  readonly keep: (content: ContentFacts) => void;
  readonly onMoved: (doneBytes: number, totalBytes: number | null) => void;
  readonly onWaiting: (fault: CoreFault, untilMs: number) => void;
  readonly onAgain: (why: StartedAgain) => void;
}

export interface ContentFacts {
  readonly validator: string | null;
  readonly totalBytes: number | null;
}

export interface Fetched {
  /** The file holds bytes of more than one response. */
  readonly isPieced: boolean;
  readonly totalBytes: number;
}

/** A problem of the disk, not of the network. */
class DiskTrouble extends Error {}

type Turn =
  | { readonly is: 'whole' }
  | { readonly is: 'more' }
  | { readonly is: 'refused-link'; readonly status: number }
  | { readonly is: 'pause'; readonly fault: CoreFault; readonly atLeastMs: number }
  | { readonly is: 'end'; readonly fault: CoreFault };

/** `known`: the state of the partial file. Rejects with `signal.reason`; the bytes received so far stay in the file. */
async function fetchContent(
  place: string,
  partial: PartialFile,
  known: ContentFacts,
  ports: FetchPorts,
  signal: AbortSignal,
): Promise<Result<Fetched, CoreFault>> {
  const { tools, askForLink, onAgain } = ports;
  let facts = known;
  let isPieced = partial.sizeBytes() > 0;
  let url: string | null = null;
  let failures = 0; // since the last byte
  let refusedLinks = 0; // since the last link that worked

  if (partial.sizeBytes() > (facts.totalBytes ?? Infinity)) await partial.empty();

  /** Reads the body of a response. */
  async function take(answer: OpenAnswer): Promise<Turn> {
    const have = { ...facts, bytes: partial.sizeBytes() };
    const plan = evaluateAnswer(have, answer);
    switch (plan.do) {
      case 'append':
        isPieced = true;
        return receive(answer, plan);
      case 'begin':
        if (plan.again !== null) onAgain(plan.again);
        isPieced = false;
        await orDiskTrouble(() => partial.empty());
        return receive(answer, plan);
      case 'finish':
        return { is: 'whole' };
      case 'ask-anew':
        onAgain(plan.again);
        await orDiskTrouble(() => partial.empty());
        facts = { validator: null, totalBytes: null };
        return { is: 'more' };
      case 'new-link':
        return { is: 'refused-link', status: answer.status };
      case 'wait':
        return pauseOf(answer, tools.clock.nowMs());
      case 'give-up':
        return { is: 'end', fault: plan.fault };
      default:
        return assertNever(plan);
    }
  }

  async function receive(
    answer: OpenAnswer,
    { totalBytes, validator }: Extract<AnswerPlan, { do: 'append' | 'begin' }>,
  ): Promise<Turn> {
    refusedLinks = 0;
    facts = { validator, totalBytes };
    ports.keep(facts);
    let nextLookBytes = 0;
    for await (const piece of answer.pieces()) {
      const sizeBytes = partial.sizeBytes() + piece.length;
      if (totalBytes !== null && sizeBytes > totalBytes) {
        return { is: 'end', fault: { kind: 'store-trouble', what: 'strange', status: 200 } };
      }
      if (sizeBytes > nextLookBytes) {
        const lacking = await lackOf(totalBytes ?? sizeBytes + LOOK_EVERY_BYTES);
        if (lacking !== null) return { is: 'end', fault: lacking };
        nextLookBytes = totalBytes ?? sizeBytes + LOOK_EVERY_BYTES;
      }
      await ports.take(piece.length, signal);
      signal.throwIfAborted();
      await orDiskTrouble(() => partial.append(piece));
      failures = 0;
      ports.onMoved(partial.sizeBytes(), totalBytes);
    }
    const isWhole = totalBytes === null || partial.sizeBytes() === totalBytes;
    return isWhole ? { is: 'whole' } : { is: 'more' };
  }

  async function lackOf(totalBytes: number): Promise<CoreFault | null> {
    const neededBytes = totalBytes - partial.sizeBytes() + SPARE_BYTES;
    const freeBytes = await orDiskTrouble(() => ports.roomBytes());
    return freeBytes < neededBytes
      ? { kind: 'no-room', path: place, neededBytes, freeBytes }
      : null;
  }

  /** One response, or why there is none. */
  async function turn(link: string): Promise<Turn> {
    const before = partial.sizeBytes();
    try {
      const headers = rangeHeaders({ ...facts, bytes: before });
      return await askStore(link, headers, take, tools, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DiskTrouble) return { is: 'end', fault: diskFault(error, place) };
      const fault = networkFault(error, tools.clock.nowMs());
      if (fault === null) throw error;
      return { is: 'pause', fault, atLeastMs: 0 };
    }
  }

  for (;;) {
    if (facts.totalBytes !== null && partial.sizeBytes() === facts.totalBytes) break;
    const link: Result<string, CoreFault> = url === null ? await askForLink(signal) : ok(url);
    const done: Turn = link.ok ? await turn(link.value) : turnOf(link.fault);
    if (link.ok) url = link.value;
    if (done.is === 'whole') break;
    if (done.is === 'end') return fail(done.fault);
    if (done.is === 'refused-link') {
      // The link had expired. If a second one does not work either, the cause is something else.
      refusedLinks += 1;
      if (refusedLinks > 1) {
        return fail({ kind: 'store-trouble', what: 'refused', status: done.status });
      }
      url = null;
    }
    if (done.is === 'pause') {
      const pauseMs = PAUSES_MS[failures];
      if (pauseMs === undefined) return fail(done.fault);
      failures += 1;
      const waitMs = Math.max(pauseMs, done.atLeastMs);
      ports.onWaiting(done.fault, tools.clock.nowMs() + waitMs);
      await tools.clock.sleep(waitMs, signal);
    }
  }
  return ok({ isPieced, totalBytes: partial.sizeBytes() });
}

/** The service cannot give a link now, or never will. */
function turnOf(fault: CoreFault): Turn {
  if (fault.kind === 'throttled' || fault.kind === 'unavailable') {
    const isWished = fault.kind === 'unavailable' && fault.why === 'working-offline';
    if (!isWished) return { is: 'pause', fault, atLeastMs: waitedMs(fault.retryAfterMs) };
  }
  return { is: 'end', fault };
}

function pauseOf({ status, headers }: OpenAnswer, nowMs: number): Turn {
  const text = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const retryAfterMs = readRetryAfter(text('retry-after'), text('date'), nowMs);
  const fault: CoreFault =
    status === 429
      ? { kind: 'throttled', retryAfterMs }
      : { kind: 'unavailable', why: 'server-error', status, retryAfterMs };
  return { is: 'pause', fault, atLeastMs: waitedMs(retryAfterMs) };
}

function networkFault(error: unknown, nowMs: number): CoreFault | null {
  return faultOfError(error, { effect: 'none', mayHaveActed: false, nowMs });
}

async function orDiskTrouble<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new DiskTrouble('the disk does not do what it should', { cause });
  }
}

/** The system's error about the disk, as a fault. */
function diskFault({ cause }: Error, place: string): CoreFault {
  const code = codeOf(cause) ?? 'UNKNOWN';
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { kind: 'no-room', path: place, neededBytes: null, freeBytes: 0 }
    : { kind: 'cannot-write', path: place, why: 'system', errno: code };
}
