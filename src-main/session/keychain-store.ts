/**
 * Keeps the token in the operating system's keychain, and in memory when that fails. "Kept in the keychain" is reported
 * only after the token was read back unchanged; a keychain that hangs never blocks the program.
 */
import type { KeychainTrouble } from '../../src-shared/model/people/session-view.ts';
import type { Clock } from '../platform/clock.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeMemoryStore, type TokenStore } from './token-store.ts';

const KEYCHAIN_LIMIT_MS = 5 * SECOND_MS; // an unseen prompt would otherwise wait for ever

/** One account's entry in a keychain; shaped like AsyncEntry of @napi-rs/keyring. */
export interface KeychainEntry {
  setPassword(token: string, signal: AbortSignal): Promise<void>;
  getPassword(signal: AbortSignal): Promise<string | null>;
  /** False when there was nothing to delete. Rejects when an entry could not be deleted. */
  deleteCredential(signal: AbortSignal): Promise<boolean>;
}

/** Throws when there is no keychain at all. */
export type OpenEntry = (account: string) => KeychainEntry;

type Attempt<Value> =
  | { readonly trouble: null; readonly value: Value }
  | { readonly trouble: KeychainTrouble };

export function makeKeychainStore(openEntry: OpenEntry, clock: Clock): TokenStore {
  const refuge = new Map<KeychainTrouble, TokenStore>();
  const memories = (): TokenStore[] => [...refuge.values()];
  const memoryFor = (trouble: KeychainTrouble): TokenStore => {
    const memory = refuge.get(trouble) ?? makeMemoryStore(trouble);
    refuge.set(trouble, memory);
    return memory;
  };

  /** Runs `use` with a limit of five seconds. */
  async function attempt<Value>(
    account: string,
    use: (entry: KeychainEntry, signal: AbortSignal) => Promise<Value>,
  ): Promise<Attempt<Value>> {
    let entry: KeychainEntry;
    try {
      entry = openEntry(account);
    } catch {
      return { trouble: 'absent' };
    }
    const done = new AbortController();
    const late = clock.sleep(KEYCHAIN_LIMIT_MS, done.signal).then(
      () => ({ trouble: 'slow' as const }),
      () => ({ trouble: 'slow' as const }), // only after the race is over
    );
    const work = use(entry, done.signal).then(
      (value) => ({ trouble: null, value }),
      () => ({ trouble: 'denied' as const }),
    );
    try {
      return await Promise.race([work, late]);
    } finally {
      done.abort();
    }
  }

  return {
    async read(account) {
      for (const memory of memories()) {
        const recalled = await memory.read(account); // newer than anything the keychain may hold
        if (recalled.token !== null) return recalled;
      }
      const got = await attempt(account, (entry, signal) => entry.getPassword(signal));
      if (got.trouble !== null) return { token: null, trouble: got.trouble };
      if (got.value === null || got.value === '') return { token: null, trouble: null };
      return { token: got.value, keeping: { kept: 'keychain' } };
    },

    async write(account, token) {
      for (const memory of memories()) await memory.remove(account);
      const readBack = await attempt(account, async (entry, signal) => {
        await entry.setPassword(token, signal);
        return entry.getPassword(signal);
      });
      if (readBack.trouble === null && readBack.value === token) return { kept: 'keychain' };
      if (readBack.trouble !== null) return memoryFor(readBack.trouble).write(account, token);
      await attempt(account, (entry, signal) => entry.deleteCredential(signal)); // the stored value is not the token
      return memoryFor('unfaithful').write(account, token);
    },

    async remove(account) {
      for (const memory of memories()) await memory.remove(account);
      const deleted = await attempt(account, (entry, signal) => entry.deleteCredential(signal));
      // No keychain means no entry.
      return deleted.trouble === null || deleted.trouble === 'absent' ? null : 'keychain';
    },
  };
}
