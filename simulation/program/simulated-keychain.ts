/** The computer's keychain, which outlives the program. While it is shut it refuses, or says nothing until it is open. */
import type { Clock } from '../../src-main/platform/clock.ts';
import { makeKeychainStore, type OpenEntry } from '../../src-main/session/keychain-store.ts';
import type { TokenStore } from '../../src-main/session/token-store.ts';

export type ShutKeychain = 'refuses' | 'is silent';

export type SimulatedKeychain = ReturnType<typeof makeSimulatedKeychain>;

export function makeSimulatedKeychain(clock: Clock) {
  const passwords = new Map<string, string>();
  let shut: ShutKeychain = 'refuses';
  let opensAtMs = 0;
  const isOpen = () => clock.monotonicMs() >= opensAtMs;

  async function answer<Value>(give: () => Value): Promise<Value> {
    if (!isOpen() && shut === 'refuses') throw new Error('the keychain is locked');
    while (!isOpen()) await clock.sleep(opensAtMs - clock.monotonicMs(), never);
    return give();
  }

  const openEntry: OpenEntry = (account) => {
    let isClosed = false;
    const unlessClosed = (act: () => void) => {
      if (!isClosed) act(); // who asked has gone
    };
    return {
      getPassword: () => answer(() => passwords.get(account) ?? null),
      setPassword: (token) => answer(() => unlessClosed(() => passwords.set(account, token))),
      deleteCredential: () =>
        answer(() => {
          const wasThere = passwords.has(account);
          unlessClosed(() => passwords.delete(account));
          return wasThere;
        }),
      close: () => void (isClosed = true),
    };
  };

  return {
    store: (): TokenStore => makeKeychainStore(openEntry, clock, never),
    shutFor(ms: number, how: ShutKeychain): void {
      shut = how;
      opensAtMs = clock.monotonicMs() + ms;
    },
    opensInMs: (): number => Math.max(0, opensAtMs - clock.monotonicMs()),
    token: (account: string): string | null => passwords.get(account) ?? null,
  };
}

const never = new AbortController().signal;
