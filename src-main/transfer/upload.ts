/**
 * One attempt to upload one file that costs credits. The journal is written before the first byte and before the tail,
 * synchronously and durably; if it cannot be, nothing (more) is sent. This module never sends a form twice.
 */
import { judgeEnd, type AttemptOutcome } from './outcome.ts';
import { sendForm, type FormPorts, type FormRequest } from './send-form.ts';

/** Plain data, all of it frozen in the intent row: a later attempt sends the same bytes. */
export interface UploadJob extends FormRequest {
  readonly attemptId: string;
}

/** Durable when it returns (`synchronous=FULL`); may throw. Nothing may happen between its return and what it allows. */
export interface AttemptJournal {
  /** The intent: from now on bytes may have left. */
  begin(job: UploadJob): void;
  /** From now on the outcome may be unknown. */
  tailReleased(attemptId: string): void;
  finish(attemptId: string, outcome: AttemptOutcome): void;
}

export interface UploadPorts extends FormPorts {
  readonly journal: AttemptJournal;
}

export interface UploadProgress {
  /** Bytes of the form given to the kernel; says nothing about their arrival. */
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The outcome is known but could not be written: the row still says what it said before, which errs to the safe side. */
export class OutcomeNotWritten extends Error {
  readonly outcome: AttemptOutcome;

  constructor(outcome: AttemptOutcome, cause: unknown) {
    super(`the outcome "${outcome.kind}" could not be written`, { cause });
    this.name = 'OutcomeNotWritten';
    this.outcome = outcome;
  }
}

/**
 * Runs one attempt to its outcome. An abort before the tail gives `stopped` (cancelled), after it `unknown`; it does not
 * reject. Rejects with `OutcomeNotWritten` when `journal.finish` throws. Progress comes at most four times a second.
 */
export async function runUpload(
  job: UploadJob,
  ports: UploadPorts,
  { onProgress }: { readonly onProgress: (progress: UploadProgress) => void },
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { journal } = ports;
  const passed = { begin: false, gate: false };
  const end = await sendForm(
    job,
    ports,
    {
      beforeFirstByte() {
        journal.begin(job);
        passed.begin = true;
      },
      releaseTail() {
        journal.tailReleased(job.attemptId);
        passed.gate = true;
      },
      onProgress: (sentBytes) => onProgress({ sentBytes, totalBytes: job.form.totalBytes }),
    },
    signal,
  );
  const outcome = judgeEnd(end, passed.gate, ports.clock.nowMs());
  if (passed.begin) write(journal, job.attemptId, outcome);
  return outcome;
}

function write(journal: AttemptJournal, attemptId: string, outcome: AttemptOutcome): void {
  try {
    journal.finish(attemptId, outcome);
  } catch (error) {
    throw new OutcomeNotWritten(outcome, error);
  }
}
