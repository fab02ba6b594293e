/** Whether bytes of a form have left in one of its attempts. Pure; reads what the journal of attempts wrote. */
import * as z from 'zod/mini';
import { parseJson } from '../../../service/json-text.ts';

/** How an attempt ends whose connection never stood. */
const NeverConnected = z.object({
  kind: z.literal('stopped'),
  fault: z.object({
    kind: z.literal('unavailable'),
    why: z.enum(['no-address', 'no-connection', 'insecure']),
  }),
});

/** `states`: of all attempts of a job. What cannot be read counts as sent: doubt costs a question, not a credit. */
export function haveBytesLeft(states: readonly string[]): boolean {
  return states.some((text) => {
    const json = parseJson(text);
    return !(json.ok && NeverConnected.safeParse(json.value).success);
  });
}
