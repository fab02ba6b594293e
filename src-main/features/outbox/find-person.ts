/** Finds out who is meant by an e-mail address that was written down without the service. It changes nothing there. */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { ChangeDesk } from './change-transitions.ts';

export interface FindPorts {
  readonly desk: Pick<ChangeDesk, 'move' | 'name'>;
  readonly client: ServiceClient;
  readonly clock: Clock;
}

/**
 * The change with the service's id of the person in it; as it is when it has one. Refused when nobody has the address,
 * withdrawn when the person is in line already under their id.
 */
export async function findPerson(
  change: Change,
  { desk, client, clock }: FindPorts,
  signal: AbortSignal,
): Promise<Result<Change, ServiceFault>> {
  const { id, intent } = change;
  if (intent.kind !== 'invite-member') return ok(change);
  const email = emailToLookUp(intent.userId);
  if (email === null) return ok(change);
  const read = await client.call('getUserByEmail', { path: { email } }, signal);
  if (!read.ok) {
    if (read.fault.kind !== 'not-found') return read;
    const cause = { kind: 'no-account', email } as const;
    return ok(desk.move(id, { type: 'refused', cause, atMs: clock.nowMs() }));
  }
  const { id: userId, name, lastName } = read.value;
  const userName = `${name} ${lastName}`.trim() || email;
  return ok(desk.name(id, { ...intent, userId, userName }));
}
