/**
 * The journal of attempts in the account's database. An upload whose tail was released stays so, even with its outcome
 * known, until its record is written: a crash between the two must not look like "nothing was sent". Only what decides
 * whether a form may be sent waits for the disk; the next such write makes the rest durable. The address of a small upload
 * is of no use before its tail leaves, and is written with whatever is written next, at the end of the turn at the latest
 * once the tail has left.
 */
import * as z from 'zod/mini';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  traitsOfCause,
  UNAVAILABLE_CAUSES,
} from '../../../src-shared/model/status/service-fault.ts';
import type { State } from '../../db/state.ts';
import type { AttemptEvent, AttemptJournal } from './upload.ts';
import { parseJson } from '../../service/json-text.ts';

/** Less is faster to send again than to resume: its address need not survive a power cut. */
const DEAR_FROM_BYTES = 1_048_576;

export function makeStateJournal(
  { uploads, repeatable, grouped }: Pick<State, 'uploads' | 'repeatable' | 'grouped'>,
  jobId: string,
  totalBytes = Infinity,
): AttemptJournal {
  let withheld: readonly AttemptEvent[] = [];
  let hasJustBegun = false;

  function write(): void {
    const events = withheld;
    withheld = [];
    for (const event of events) uploads.move(jobId, event);
  }

  return (event) => {
    withheld = [...withheld, event];
    if (event.type === 'resource-announced' && totalBytes < DEAR_FROM_BYTES) {
      // It stops nothing any more, and a database that fails shows at the outcome, which is written next.
      if (!hasJustBegun) grouped.repeatable(write).catch(() => undefined);
      return;
    }
    hasJustBegun = event.type === 'attempt-begun';
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

/** Of `working-offline` nobody knows: a person can want it so in the middle. */
const BEFORE_ANY_REQUEST = UNAVAILABLE_CAUSES.filter(
  (why) => why !== 'working-offline' && traitsOfCause(why).reached !== 'request',
);

/** The end of an attempt that never had a connection. */
const NeverConnected = z.object({
  kind: z.literal('stopped'),
  fault: z.object({
    kind: z.literal('unavailable'),
    why: z.enum(BEFORE_ANY_REQUEST),
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
