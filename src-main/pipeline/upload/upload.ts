/**
 * One attempt to upload one file that costs credits, new or resumed. The journal is on the disk before the first byte and
 * before the tail; if that fails, nothing (more) is sent. This module never begins a form twice.
 */
import type { UploadEvent } from '../../../src-shared/model/files/upload-state.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { SendHooks } from '../common/ports.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { evaluateEnd } from './outcome.ts';
import type { FormPorts, FormRequest } from './form/form-request.ts';
import { sendForm } from './form/send-form.ts';
import { UNGROUPED, type Grouped } from '../../db/transactions.ts';
import type { Clock } from '../../platform/clock.ts';

/** Plain data, all of it frozen in the intent row: a later attempt sends the same bytes. */
export interface UploadJob extends FormRequest {
  readonly attemptId: string;
}

/** What an attempt reports of itself. */
export type AttemptEvent = Extract<UploadEvent, { readonly attemptId: string }>;

/**
 * Moves the upload by the event; may throw. What allows bytes to leave (`attempt-begun`, `attempt-resumed`,
 * `tail-released`) is on the disk when it returns (`synchronous=FULL`): nothing may happen in between. Other entries may
 * be lost in a power cut; the service is asked again then.
 */
export type AttemptJournal = (event: AttemptEvent) => void;

export interface UploadPorts extends FormPorts {
  readonly journal: AttemptJournal;
  /** The outcome says that the session is over: the token that was sent last must not be used again. */
  readonly refuseToken?: () => void;
  /** What the journal's entries are committed with; absent: each by itself. */
  readonly grouped?: Grouped;
  /** How long an abort waits for the answer once the tail has left. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10 * SECOND_MS; // a person who stops the program waits this long; a second stop ends it

/** The outcome is known but could not be stored: the row keeps its earlier state, which is the safe one. */
export class OutcomeNotWritten extends Error {
  readonly outcome: UploadOutcome;

  constructor(outcome: UploadOutcome, cause: unknown) {
    super(`the outcome "${outcome.kind}" could not be written`, { cause });
    this.name = 'OutcomeNotWritten';
    this.outcome = outcome;
  }
}

/**
 * Runs one attempt to its outcome. An abort before the tail gives `stopped` (cancelled). After the tail the answer is
 * awaited a little longer, then the outcome is `unknown`. It does not reject for an abort. Rejects with
 * `OutcomeNotWritten` when the outcome cannot be written. Progress comes at most four times a second.
 */
export async function runUpload(
  job: UploadJob,
  ports: UploadPorts,
  { onProgress, onComplete, beforeTail }: Omit<SendHooks, 'waitsFor'>,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const { journal, clock, grouped = UNGROUPED } = ports;
  const { attemptId, resume } = job;
  let hasBegun = false;
  let isTailReleased = resume?.isTailReleased ?? false;
  const patienceMs = ports.patienceMs ?? PATIENCE_MS;
  const stop = makeGracefulStop(signal, { clock, patienceMs, isGraceful: () => isTailReleased });
  const end = await sendForm(
    job,
    ports,
    {
      async beforeFirstByte() {
        await grouped.transaction(() =>
          journal({ type: resume === null ? 'attempt-begun' : 'attempt-resumed', attemptId }),
        );
        hasBegun = true;
      },
      isTailReleased: () => isTailReleased,
      async releaseTail(isStopped) {
        await beforeTail?.();
        try {
          return await grouped.transaction(() => {
            if (isStopped()) return false;
            journal({ type: 'tail-released', attemptId });
            isTailReleased = true; // an abort must not come between the commit and the bytes
            onComplete?.();
            return true;
          });
        } catch (error) {
          isTailReleased = false; // it was not committed, and no byte of it leaves
          throw error;
        }
      },
      resourceAnnounced: (resource) => journal({ type: 'resource-announced', attemptId, resource }),
      confirmed: (bytes) => journal({ type: 'bytes-confirmed', attemptId, bytes }),
      resourceDropped: () => journal({ type: 'resource-dropped', attemptId }),
      onProgress,
    },
    stop.signal,
  ).finally(() => stop.end());
  const wasPlain = ports.ownFields?.wasPlain() === true;
  const outcome = evaluateEnd(end, isTailReleased, ports.clock.nowMs(), wasPlain);
  if (isSessionOver(outcome)) ports.refuseToken?.();
  if (!hasBegun) return outcome;
  try {
    await grouped.repeatable(() => journal(attemptEnded(attemptId, outcome)));
  } catch (error) {
    throw new OutcomeNotWritten(outcome, error);
  }
  return outcome;
}

function isSessionOver(outcome: UploadOutcome): boolean {
  return 'fault' in outcome
    ? outcome.fault.kind === 'not-signed-in'
    : outcome.kind === 'unknown' && outcome.why === 'not-signed-in';
}

export function attemptEnded(attemptId: string, outcome: UploadOutcome): AttemptEvent {
  const isUnrecorded = outcome.kind !== 'recorded' && outcome.kind !== 'unknown';
  return { type: 'attempt-ended', attemptId, isUnrecorded, note: JSON.stringify(outcome) };
}

/**
 * Adds a grace period to an abort once the closing bytes have left. The answer is probably on its way, and without it a
 * person would have to be asked whether the upload was charged.
 */
function makeGracefulStop(
  original: AbortSignal,
  {
    clock,
    patienceMs,
    isGraceful,
  }: { readonly clock: Clock; readonly patienceMs: number; readonly isGraceful: () => boolean },
) {
  const stop = new AbortController();
  /** Ends the grace period; most work is over before it begins. */
  let over: AbortController | null = null;

  async function wait(): Promise<void> {
    const mine = (over = new AbortController());
    try {
      await clock.sleep(patienceMs, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) throw error;
      return; // the answer came in time
    }
    stop.abort(original.reason);
  }
  const onAbort = (): void => {
    if (isGraceful()) void wait();
    else stop.abort(original.reason);
  };
  if (original.aborted) stop.abort(original.reason);
  else original.addEventListener('abort', onAbort, { once: true });

  return {
    /** Aborts with the original's reason: at once before the tail, after the grace period from then on. */
    signal: stop.signal,
    /** Call it when the work is over: removes its timer and listener. */
    end() {
      over?.abort();
      original.removeEventListener('abort', onAbort);
    },
  };
}
