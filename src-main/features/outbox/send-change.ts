/** Sends a change once, after checking whether it is affordable. Nothing here repeats anything. */
import {
  changeCredits,
  type Change,
  type PaidIntent,
  type RefusalCause,
  type Prospect,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import type { SendPorts, Asked, CheckPorts } from './kinds/outbox-kind.ts';
import { outboxKindOf, type SentBody } from './kinds/outbox-kinds.ts';
import { planSending, refusalOf } from './evaluate-change.ts';
import { unreadCause } from './unread-change.ts';

/** `refusal` null: it is affordable. */
export type Means =
  | { readonly balance: number; readonly refusal: null }
  | { readonly refusal: RefusalCause };

export interface MeansPorts {
  readonly client: ServiceClient;
  /** Keeps each balance: a denial of what is sent afterwards is compared with it. */
  readonly remote: Pick<RemoteRecords, 'balance'>;
}

/** Asks the service's own question, if this kind has one, and reads the balance. A fault: that failed. */
export async function askMeans(
  intent: PaidIntent,
  { client, remote }: MeansPorts,
  userId: string,
  signal: AbortSignal,
): Promise<Result<Means, ServiceFault>> {
  const read = await remote.balance(signal);
  if (!read.ok) {
    const { fault } = read;
    if (refusalOf(fault) === null) return read;
    return ok({ refusal: { kind: 'unread', what: 'balance', fault } });
  }
  const balance = read.value;
  const needed = changeCredits(intent);
  if (balance < needed) {
    return ok({ refusal: { kind: 'credits', needed, balance } });
  }
  const { question } = outboxKindOf(intent);
  if (question === undefined) return ok({ balance, refusal: null });
  const allowed = await client.call(question, { path: { userId } }, signal);
  if (allowed.ok) return ok({ balance, refusal: null });
  const refusal = refusalOf(allowed.fault);
  return refusal === null ? allowed : ok({ refusal });
}

/**
 * The complete, readable answer of success; every other success counts as unreadable. `body`: for an edit, the fields
 * to send.
 */
export async function sendChange(
  change: Pick<Change, 'intent' | 'key'>,
  body: SentBody,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<Result<'done', ServiceFault>> {
  const answer = await outboxKindOf(change.intent).send(change, body, ports, signal);
  if (!answer.ok) return answer;
  // The reader takes `{}` for an empty message. A proxy may answer that too, so a message without text proves nothing.
  return answer.value === ''
    ? fail({ kind: 'unknown-outcome', why: 'unreadable-answer' })
    : ok('done');
}

/** What the end of an exchange means for its change. A paid one may have been carried out unless nothing of it left. */
export function eventOfAnswer(answer: Result<'done', ServiceFault>, atMs: number): ChangeEvent {
  if (answer.ok) return { type: 'answered', atMs };
  const { fault } = answer;
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { type: 'refused', cause: { kind: 'service', fault }, atMs };
    // Of a free change, which may be sent again; or nothing of it left.
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
      return { type: 'not-sent', fault, atMs };
    // Whatever wrote the page may have forwarded the request before.
    case 'not-the-service':
      return { type: 'answer-lost', atMs };
    case 'unknown-outcome':
      return fault.why === 'denied'
        ? { type: 'denied', denial: fault.denial, atMs }
        : { type: 'answer-lost', atMs };
    default:
      return assertNever(fault);
  }
}

/**
 * Checks as before sending, for a person who wants to know the price first. Saves and sends nothing. A fault: the service
 * could not be asked. What it refused to show is a prospect.
 */
export async function previewChange(
  intent: PaidIntent,
  { ports, ...asked }: Asked & { readonly ports: CheckPorts & MeansPorts },
  signal: AbortSignal,
): Promise<Result<Prospect, ServiceFault>> {
  const seen = await outboxKindOf(intent).check(intent, ports, signal);
  if (!seen.ok) {
    if (refusalOf(seen.fault) === null) return seen;
    return ok({ kind: 'would-be-refused', cause: unreadCause(intent, seen.fault) });
  }
  const plan = planSending({ intent, baseline: null }, seen.value, asked);
  if (plan.do === 'end') {
    const { event } = plan;
    if (event.type !== 'refused') return ok({ kind: 'already-there' });
    return ok({ kind: 'would-be-refused', cause: event.cause });
  }
  const means = await askMeans(intent, ports, asked.userId, signal);
  if (!means.ok) return means;
  const { value } = means;
  if (value.refusal !== null) return ok({ kind: 'would-be-refused', cause: value.refusal });
  return ok({ kind: 'would-go', balance: value.balance });
}
