/**
 * One attempt to upload one file that costs credits, new or resumed. The journal is written before the first byte and
 * before the tail, synchronously and durably; if that fails, nothing (more) is sent. This module never begins a form
 * twice.
 */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { evaluateEnd } from './outcome.ts';
import type { FormPorts, FormRequest } from './form/form-request.ts';
import { sendForm } from './form/send-form.ts';
import type { Clock } from '../../platform/clock.ts';

/** Plain data, all of it frozen in the intent row: a later attempt sends the same bytes. */
export interface UploadJob extends FormRequest {
  readonly attemptId: string;
}

/**
 * Written when it returns; may throw. `begin`, `resumed` and `tailReleased` are on the disk then (`synchronous=FULL`):
 * nothing may happen between their return and what they allow. Other entries may be lost in a power cut and are
 * requested again.
 */
export interface AttemptJournal {
  /** The intent: from now on bytes may have left. */
  begin(job: UploadJob): void;
  /** The attempt continues at its resource. */
  resumed(attemptId: string): void;
  /** The service keeps what it has of this attempt's form there. */
  resourceAnnounced(attemptId: string, resource: string): void;
  /** The service holds this much of the form for good. */
  confirmed(attemptId: string, bytes: number): void;
  /** The upload at the resource is over or given up: its address is to be forgotten. */
  resourceDropped(attemptId: string): void;
  /** From now on the outcome may be unknown. */
  tailReleased(attemptId: string): void;
  finish(attemptId: string, outcome: UploadOutcome): void;
}

export interface UploadPorts extends FormPorts {
  readonly journal: AttemptJournal;
  /** How long an abort waits for the answer once the tail has left. */
  readonly patienceMs?: number;
}

export interface UploadProgress {
  /** What the service has confirmed, if it does; else what was given to the kernel. 99 % at most. */
  readonly sentBytes: number;
  readonly totalBytes: number;
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
 * `OutcomeNotWritten` when `journal.finish` throws. Progress comes at most four times a second.
 */
export async function runUpload(
  job: UploadJob,
  ports: UploadPorts,
  { onProgress }: { readonly onProgress: (progress: UploadProgress) => void },
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const { journal, clock } = ports;
  const { attemptId, resume } = job;
  const passed = { begin: false, gate: resume?.isTailReleased ?? false };
  const stop = makeGracefulStop(signal, { clock, patienceMs: ports.patienceMs ?? PATIENCE_MS });
  if (passed.gate) stop.tailReleased();
  const end = await sendForm(
    job,
    ports,
    {
      beforeFirstByte() {
        if (resume === null) journal.begin(job);
        else journal.resumed(attemptId);
        passed.begin = true;
      },
      releaseTail() {
        journal.tailReleased(attemptId);
        passed.gate = true;
        stop.tailReleased();
      },
      resourceAnnounced: (resource) => journal.resourceAnnounced(attemptId, resource),
      confirmed: (bytes) => journal.confirmed(attemptId, bytes),
      resourceDropped: () => journal.resourceDropped(attemptId),
      onProgress: (sentBytes) => onProgress({ sentBytes, totalBytes: job.form.totalBytes }),
    },
    stop.signal,
  ).finally(() => stop.end());
  const outcome = evaluateEnd(end, passed.gate, ports.clock.nowMs());
  if (passed.begin) write(journal, attemptId, outcome);
  return outcome;
}

function write(journal: AttemptJournal, attemptId: string, outcome: UploadOutcome): void {
  try {
    journal.finish(attemptId, outcome);
  } catch (error) {
    throw new OutcomeNotWritten(outcome, error);
  }
}

interface GracefulStop {
  /** Aborts with the original's reason: at once before the tail, after the grace period from then on. */
  readonly signal: AbortSignal;
  tailReleased(): void;
  /** Call it when the work is over: removes its timer and listener. */
  end(): void;
}

/**
 * Adds a grace period to an abort once the closing bytes have left. The answer is probably on its way, and without it a
 * person would have to be asked whether the upload was charged.
 */
function makeGracefulStop(
  original: AbortSignal,
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
): GracefulStop {
  const stop = new AbortController();
  /** Ends the grace period; most work is over before it begins. */
  let over: AbortController | null = null;
  let isTailReleased = false;

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
    if (isTailReleased) void wait();
    else stop.abort(original.reason);
  };
  if (original.aborted) stop.abort(original.reason);
  else original.addEventListener('abort', onAbort, { once: true });

  return {
    signal: stop.signal,
    tailReleased() {
      isTailReleased = true;
    },
    end() {
      over?.abort();
      original.removeEventListener('abort', onAbort);
    },
  };
}
