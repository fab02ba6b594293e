/** The token store a person chose. Signing out wipes the others too: the choice may have changed since signing in. */
import type { Clock } from '../platform/clock.ts';
import { makeFileStore } from './file-store.ts';
import { makeKeychainStore, type OpenEntry } from './keychain-store.ts';
import { makeMemoryStore, type TokenStore, type TokenStoreChoice } from './token-store.ts';

export interface TokenStoreParts {
  /** Value of `LABSEAL_TOKEN_STORE`, read by the host. */
  readonly choice: TokenStoreChoice;
  /** The data folder. */
  readonly folder: string;
  readonly openEntry: OpenEntry;
  readonly clock: Clock;
  /** The program is asked to end: no keychain is waited for any more. */
  readonly interruption: AbortSignal;
}

export function chooseTokenStore({
  choice,
  folder,
  openEntry,
  clock,
  interruption,
}: TokenStoreParts): TokenStore {
  const stores: Readonly<Record<TokenStoreChoice, TokenStore>> = {
    keychain: makeKeychainStore(openEntry, clock, interruption),
    memory: makeMemoryStore(),
    file: makeFileStore(folder),
  };
  const chosen = stores[choice];
  return {
    read: (account) => chosen.read(account),
    write: (account, token) => chosen.write(account, token),
    async remove(account) {
      const left = await Promise.all(Object.values(stores).map((store) => store.remove(account)));
      return left.find((place) => place !== null) ?? null;
    },
    close() {
      for (const store of Object.values(stores)) store.close();
    },
  };
}
