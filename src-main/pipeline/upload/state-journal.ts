/**
 * The journal of attempts in the account's database. An upload whose tail was released stays so, even with its outcome
 * known, until its record is written: a crash between the two must not look like "nothing was sent". Only what decides
 * whether a form may be sent waits for the disk; the next such write makes the rest durable.
 */
import * as z from 'zod/mini';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { UploadEvent } from '../../../src-shared/model/files/upload-state.ts';
import type { State } from '../../db/state.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import type { AttemptJournal } from './upload.ts';
import { parseJson } from '../../service/json-text.ts';

/** Less is faster to send again than to resume: its address need not survive a power cut. */
const DEAR_FROM_BYTES = 1_048_576;

export function makeStateJournal(
  { uploads, repeatable }: Pick<State, 'uploads' | 'repeatable'>,
  jobId: string,
): AttemptJournal {
  let isDear = true;
  const onTheDisk = (event: UploadEvent): void => void uploads.move(jobId, event);
  const withTheNextWrite = (event: UploadEvent): void => repeatable(() => onTheDisk(event));
  return {
    begin({ attemptId, form }) {
      isDear = form.totalBytes >= DEAR_FROM_BYTES;
      onTheDisk({ type: 'attempt-begun', attemptId });
    },
    resumed: (attemptId) => onTheDisk({ type: 'attempt-resumed', attemptId }),
    resourceAnnounced(attemptId, resource) {
      const write = isDear ? onTheDisk : withTheNextWrite;
      write({ type: 'resource-announced', attemptId, resource });
    },
    confirmed: (attemptId, bytes) =>
      withTheNextWrite({ type: 'bytes-confirmed', attemptId, bytes }),
    resourceDropped: (attemptId) => withTheNextWrite({ type: 'resource-dropped', attemptId }),
    tailReleased: (attemptId) => onTheDisk({ type: 'tail-released', attemptId }),
    finish(attemptId, outcome) {
      const note = JSON.stringify(outcome);
      // If lost, the service is asked again. The row of the file is written next, and that waits for the disk.
      withTheNextWrite({ type: 'attempt-ended', attemptId, proof: proofOf(outcome), note });
    },
  };
}

/** The proof that nothing was recorded; null: it may be. */
function proofOf(outcome: UploadOutcome): 'not-completed' | 'refused' | null {
  switch (outcome.kind) {
    case 'refused':
      return 'refused';
    case 'stopped':
    case 'source-changed':
    case 'put-off':
      return 'not-completed';
    case 'recorded':
    case 'unknown':
      return null;
    default:
      return assertNever(outcome);
  }
}

/** The end of an attempt that never had a connection. */
const NeverConnected = z.object({
  kind: z.literal('stopped'),
  fault: z.object({
    kind: z.literal('unavailable'),
    why: z.enum(['no-address', 'no-connection', 'insecure']),
  }),
});

/**
 * `states`: of all attempts of a job. An unreadable state counts as sent: a wrong doubt costs a question, not a credit.
 */
export function haveBytesLeft(states: readonly string[]): boolean {
  return states.some((text) => {
    const json = parseJson(text);
    return !(json.ok && NeverConnected.safeParse(json.value).success);
  });
}
