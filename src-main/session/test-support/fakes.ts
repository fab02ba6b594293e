/** A keychain that misbehaves in every way the real ones do, a clock that does not wait, and tokens. */
import { makeFakeClock, type FakeClock } from '../../test-support/fake-clock.ts';
import { KeychainAbsent, type OpenEntry } from '../keychain-store.ts';

/**
 * `working` · `absent`: there is none · `locked`: reads null, refuses to write · `dismissed`: everything throws ·
 * `hanging`: nothing answers until it becomes something else · `unfaithful`: gives back something else.
 */
export type KeychainMode = 'working' | 'absent' | 'locked' | 'dismissed' | 'hanging' | 'unfaithful';

export function makeFakeKeychain(first: KeychainMode = 'working') {
  const passwords = new Map<string, string>();
  const asked: string[] = [];
  let mode = first;
  let answering = Promise.withResolvers<void>();
  if (first !== 'hanging') answering.resolve();
  let open = 0;
  async function answer(question: string, refusing: readonly KeychainMode[]): Promise<void> {
    asked.push(question);
    await answering.promise;
    if (mode === 'absent') throw new KeychainAbsent();
    if (refusing.includes(mode)) throw new Error('no result found');
  }
  const openEntry: OpenEntry = (account) => {
    open += 1;
    let isOpen = true;
    return {
      close() {
        if (isOpen) open -= 1;
        isOpen = false;
      },
      async setPassword(token) {
        await answer('set', ['locked', 'dismissed']);
        passwords.set(account, mode === 'unfaithful' ? `${token}?` : token);
      },
      async getPassword() {
        await answer('get', ['dismissed']);
        return mode === 'locked' ? null : (passwords.get(account) ?? null);
      },
      async deleteCredential() {
        await answer('delete', ['locked', 'dismissed']);
        return passwords.delete(account);
      },
    };
  };
  function become(next: KeychainMode): void {
    mode = next;
    if (next === 'hanging') answering = Promise.withResolvers<void>();
    else answering.resolve();
  }
  /** What was asked so far, and how many entries are open. */
  return { openEntry, passwords, become, asked, open: () => open };
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
