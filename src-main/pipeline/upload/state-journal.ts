/**
 * The journal of attempts in the account's database. An upload whose tail was released stays so, even with its outcome
 * known, until its record is written: a crash between the two must not look like "nothing was sent". Only what decides
 * whether a form may be sent waits for the disk; the next such write makes the rest durable.
 */
import * as z from 'zod/mini';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { State } from '../../db/state.ts';
import type { AttemptEvent, AttemptJournal } from './upload.ts';
import { parseJson } from '../../service/json-text.ts';

/** Less is faster to send again than to resume: its address need not survive a power cut. */
const DEAR_FROM_BYTES = 1_048_576;

export function makeStateJournal(
  { uploads, repeatable }: Pick<State, 'uploads' | 'repeatable'>,
  jobId: string,
  totalBytes = Infinity,
): AttemptJournal {
  return (event) => {
    const write = (): void => void uploads.move(jobId, event);
    if (mustReachDisk(event, totalBytes)) write();
    else repeatable(write);
  };
}

/** False for what the next write may take along: if it is lost, the service is asked again. */
function mustReachDisk({ type }: AttemptEvent, totalBytes: number): boolean {
  switch (type) {
    case 'attempt-begun':
    case 'attempt-resumed':
    case 'tail-released':
      return true;
    case 'resource-announced':
      return totalBytes >= DEAR_FROM_BYTES;
    case 'resource-dropped':
    case 'bytes-confirmed':
    case 'attempt-ended': // the row of the file is written next, and that waits for the disk
      return false;
    default:
      return assertNever(type);
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
