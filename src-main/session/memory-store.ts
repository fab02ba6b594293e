/** Keeps tokens for this run only. Also the refuge when a keychain fails; it never writes anything anywhere. */
import type { KeychainTrouble } from '../../src-shared/model/people/session-view.ts';
import type { TokenStore } from './token-store.ts';

/** `instead`: the trouble that made it necessary, null when it was chosen. */
export function makeMemoryStore(instead: KeychainTrouble | null = null): TokenStore {
  const tokens = new Map<string, string>();
  return {
    async read(account) {
      const token = tokens.get(account);
      if (token === undefined) return { token: null, trouble: null };
      return { token, keeping: { kept: 'memory', instead } };
    },
    async write(account, token) {
      tokens.set(account, token);
      return { kept: 'memory', instead };
    },
    async remove(account) {
      tokens.delete(account);
      return null;
    },
  };
}
