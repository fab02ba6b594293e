/**
 * Fetches the complete content behind a file's links into its partial file, however often the connection breaks. It
 * must never mix bytes of two contents, request links without end, or write to a full disk.
 */
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { StartedAgain } from '../../../../src-shared/model/files/download-view.ts';
import { assertNever, fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { faultOfError, readRetryAfter, waitedMs } from '../../../service/classify.ts';
import type { ExchangeTools } from '../../../service/exchange.ts';
import { askStore, type OpenAnswer } from './ask-store.ts';
import { evaluateAnswer, rangeHeaders, type AnswerPlan } from './evaluate-answer.ts';
import type { PartialFile } from './partial-file.ts';
import { codeOf } from '../../../platform/errno.ts';

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
export async function fetchContent(
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
        await onDisk(() => partial.empty());
        return receive(answer, plan);
      case 'finish':
        return { is: 'whole' };
      case 'ask-anew':
        onAgain(plan.again);
        await onDisk(() => partial.empty());
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
      await onDisk(() => partial.append(piece));
      failures = 0;
      ports.onMoved(partial.sizeBytes(), totalBytes);
    }
    const isWhole = totalBytes === null || partial.sizeBytes() === totalBytes;
    return isWhole ? { is: 'whole' } : { is: 'more' };
  }

  async function lackOf(totalBytes: number): Promise<CoreFault | null> {
    const neededBytes = totalBytes - partial.sizeBytes() + SPARE_BYTES;
    const freeBytes = await onDisk(() => ports.roomBytes());
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

async function onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new DiskTrouble('the disk does not do what it should', { cause });
  }
}

/** The system's error about the disk, as a fault. */
export function diskFault({ cause }: Error, place: string): CoreFault {
  const code = codeOf(cause) ?? 'UNKNOWN';
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { kind: 'no-room', path: place, neededBytes: null, freeBytes: 0 }
    : { kind: 'cannot-write', path: place, why: 'system', errno: code };
}
