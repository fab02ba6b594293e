/** A keychain that misbehaves in every way the real ones do, a clock that does not wait, and tokens. */
import { makeFakeClock, type FakeClock } from '../../test-support/fake-clock.ts';
import type { OpenEntry } from '../keychain-store.ts';

/**
 * `working` · `absent`: the constructor throws · `locked`: reads null, refuses to write · `dismissed`: everything
 * throws · `hanging`: nothing ever answers · `unfaithful`: gives back something else.
 */
export type KeychainMode = 'working' | 'absent' | 'locked' | 'dismissed' | 'hanging' | 'unfaithful';

export function makeFakeKeychain(first: KeychainMode = 'working') {
  const passwords = new Map<string, string>();
  let mode = first;
  async function answer(refusing: readonly KeychainMode[]): Promise<void> {
    if (mode === 'hanging') await new Promise(() => undefined);
    if (refusing.includes(mode)) throw new Error('no result found');
  }
  const openEntry: OpenEntry = (account) => {
    if (mode === 'absent') throw new Error('no D-Bus');
    return {
      async setPassword(token) {
        await answer(['locked', 'dismissed']);
        passwords.set(account, mode === 'unfaithful' ? `${token}?` : token);
      },
      async getPassword() {
        await answer(['dismissed']);
        return mode === 'locked' ? null : (passwords.get(account) ?? null);
      },
      async deleteCredential() {
        await answer(['locked', 'dismissed']);
        return passwords.delete(account);
      },
    };
  };
  const become = (next: KeychainMode) => void (mode = next);
  return { openEntry, passwords, become };
}

/** A fake clock on which sleeps end at once, as soon as whatever can finish without waiting has finished. */
export function makeHurriedClock(): FakeClock {
  const clock = makeFakeClock();
  return {
    ...clock,
    async sleep(ms, signal) {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      clock.suspend(ms);
    },
  };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned token of the documented form; nobody here checks signatures. */
export function makeToken(claims: Readonly<Record<string, unknown>>): string {
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}
