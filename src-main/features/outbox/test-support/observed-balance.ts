import { ok } from '../../../../src-shared/model/result.ts';
import type { State } from '../../../db/state.ts';
import type { RemoteRecords } from '../../../pipeline/common/ports.ts';
import { observeBalance } from '../../../pipeline/confirm/balance-evidence.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServiceClient } from '../../../service/service-client.ts';

/** A user's balance, each reading of which is kept as it is while Labseal runs. */
export function observedBalance(
  client: ServiceClient,
  userId: string,
  ports: { readonly state: State; readonly clock: Clock },
): Pick<RemoteRecords, 'balance'> {
  const remote: Pick<RemoteRecords, 'balance'> = {
    async balance(signal) {
      const read = await client.call('getCreditBalance', { path: { userId } }, signal);
      return read.ok ? ok(read.value.creditBalance) : read;
    },
  };
  return observeBalance(remote as RemoteRecords, ports); // the rest of it is not asked
}
