/** Binds the balance of an account, which is stored whenever it is read. */
import type { ServiceClient } from '../service/service-client.ts';
import type { RemoteRecords } from '../pipeline/common/ports.ts';
import { observeBalance } from '../pipeline/spend/observe-balance.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { AccountBase } from './account-base.ts';

export function remoteBalance(
  client: ServiceClient,
  userId: () => string | null,
): Pick<RemoteRecords, 'balance'> {
  return {
    async balance(signal) {
      const own = userId();
      if (own === null) {
        return { ok: false, fault: { kind: 'not-signed-in', serviceSays: null } };
      }
      const read = await client.call('getCreditBalance', { path: { userId: own } }, signal);
      return read.ok ? ok(read.value.creditBalance) : read;
    },
  };
}

export function bindBalance({ client, userId, state, clock }: AccountBase) {
  return observeBalance(remoteBalance(client, userId), { state, clock });
}
