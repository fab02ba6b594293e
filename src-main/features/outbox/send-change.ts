/** Sends a change once, and asks first whether it can be afforded. Nothing here repeats anything. */
import {
  changeCredits,
  type Change,
  type PaidIntent,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { SendPorts } from './kinds/outbox-kind.ts';
import { outboxKindOf, type SentBody } from './kinds/outbox-kinds.ts';

/** `refusal` null: it can be afforded. */
export interface Means {
  readonly balance: number;
  readonly refusal: RefusalCause | null;
}

/** Asks the service's own questions, where it has one for this kind, and the balance. A fault: it could not be asked. */
export async function askMeans(
  intent: PaidIntent,
  client: ServiceClient,
  userId: string,
  signal: AbortSignal,
): Promise<Result<Means, ServiceFault>> {
  const path = { userId };
  const read = await client.call('getCreditBalance', { path }, signal);
  if (!read.ok) return read;
  const balance = read.value.creditBalance;
  const needed = changeCredits(intent);
  if (balance < needed) {
    return ok({ balance, refusal: { kind: 'credits', needed, balance } });
  }
  const { question } = outboxKindOf(intent);
  if (question === undefined) return ok({ balance, refusal: null });
  const allowed = await client.call(question, { path }, signal);
  if (allowed.ok) return ok({ balance, refusal: null });
  const refusal = refusalOf(allowed.fault);
  return refusal === null ? allowed : ok({ balance, refusal });
}

/** A clear no; null when the fault says nothing about the request itself. */
export function refusalOf(fault: ServiceFault): RefusalCause | null {
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { kind: 'service', fault };
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
    case 'unknown-outcome':
      return null;
    default:
      return assertNever(fault);
  }
}

/**
 * The whole, readable answer of success; every other success counts as an unreadable one. `body`: of an edit, what of it
 * goes out.
 */
export async function sendChange(
  change: Pick<Change, 'intent' | 'key'>,
  body: SentBody,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<Result<'done', ServiceFault>> {
  const answer = await outboxKindOf(change.intent).send(change, body, ports, signal);
  if (!answer.ok) return answer;
  // The reader takes `{}` for an empty message. A proxy says that too, so a message without words proves nothing.
  return answer.value === ''
    ? fail({ kind: 'unknown-outcome', why: 'unreadable-answer' })
    : ok('done');
}

/** What the end of an exchange means for its change. When in doubt, it may have been carried out. */
export function eventOfAnswer(answer: Result<'done', ServiceFault>, atMs: number): ChangeEvent {
  if (answer.ok) return { type: 'answered', atMs };
  const { fault } = answer;
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { type: 'refused', cause: { kind: 'service', fault }, atMs };
    // 401 and 429 are given before anything is carried out, and `unavailable` says of a paid call that no connection stood.
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
      return { type: 'not-sent', fault };
    // Whatever wrote the page may have passed the request on before.
    case 'not-the-service':
    case 'unknown-outcome':
      return { type: 'answer-lost', atMs };
    default:
      return assertNever(fault);
  }
}
