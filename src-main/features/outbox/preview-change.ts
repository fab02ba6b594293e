/** Checks as before sending, for a person who wants to know the price first. Saves and sends nothing. */
import type { PaidIntent, Prospect } from '../../../src-shared/model/changes/change.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { planSending } from './evaluate-change.ts';
import type { Asked, CheckPorts } from './kinds/outbox-kind.ts';
import { outboxKindOf } from './kinds/outbox-kinds.ts';
import { askMeans, refusalOf, type MeansPorts } from './send-change.ts';
import { unreadCause } from './unread-change.ts';

/** A fault: the service could not be asked. What it refused to show is a prospect. */
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
