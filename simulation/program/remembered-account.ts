/** The account that this computer remembers, in memory: it outlives every life of a world. */
import {
  accountKey,
  type Accounts,
  type RememberedAccount,
} from '../../src-main/session/accounts.ts';

export function makeRememberedAccount() {
  let remembered: RememberedAccount | null = null;
  return {
    /** What is kept just now; null for nobody. */
    kept: () => remembered,
    read: async () => remembered,
    keys: async () =>
      remembered === null ? [] : [accountKey(remembered.server, remembered.userId)],
    write: async (account: RememberedAccount) => void (remembered = account),
    remove: async () => void (remembered = null),
  } satisfies Accounts & { kept: () => RememberedAccount | null };
}
