/**
 * Keeps the token in the operating system's keychain, and in memory when that fails. "Kept in the keychain" is reported
 * only after the token was read back unchanged; a keychain that hangs never blocks the program.
 */
import type { KeychainTrouble, ReadTrouble } from '../../src-shared/model/people/session-view.ts';
import type { Clock } from '../platform/clock.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeMemoryStore, type TokenStore } from './token-store.ts';
import type { StartHelper } from '../platform/helper-process.ts';
import { siblingWorker } from '../platform/threads/worker-thread.ts';
import type { KeychainAnswer, KeychainQuestion } from './keychain-process.ts';

const KEYCHAIN_LIMIT_MS = 5 * SECOND_MS; // an unseen prompt would otherwise wait for ever

/** One account's entry in a keychain. Its methods may never return. */
export interface KeychainEntry {
  setPassword(token: string): Promise<void>;
  getPassword(): Promise<string | null>;
  /** False when there was nothing to delete. Rejects when an entry could not be deleted. */
  deleteCredential(): Promise<boolean>;
  /** Ends whatever is still asked. */
  close(): void;
}

/** There is no keychain at all; any other error means that it is locked, or refuses. */
export class KeychainAbsent extends Error {}

export type OpenEntry = (account: string) => KeychainEntry;

type Attempt<Value> =
  | { readonly trouble: null; readonly value: Value }
  | { readonly trouble: ReadTrouble };

interface Question<Value> {
  readonly answer: Promise<Attempt<Value>>;
  /** Nobody waits for the answer any more. */
  end(): void;
}

const SLOW = { trouble: 'slow' } as const;

/** `interruption`: the program is asked to end, and waits for no keychain from then on. */
export function makeKeychainStore(
  openEntry: OpenEntry,
  clock: Clock,
  interruption: AbortSignal,
): TokenStore {
  const refuge = new Map<KeychainTrouble, TokenStore>();
  const memories = (): TokenStore[] => [...refuge.values()];
  const memoryFor = (trouble: KeychainTrouble): TokenStore => {
    const memory = refuge.get(trouble) ?? makeMemoryStore(trouble);
    refuge.set(trouble, memory);
    return memory;
  };
  /** The keychain may be asking the person: a further reading waits for the same answer instead of asking twice. */
  const readings = new Map<string, Question<string | null>>();

  function ask<Value>(use: (open: OpenEntry) => Promise<Value>): Question<Value> {
    const entries: KeychainEntry[] = [];
    const end = (): void => {
      for (const entry of entries) entry.close();
    };
    const open: OpenEntry = (account) => {
      const entry = openEntry(account);
      entries.push(entry);
      return entry;
    };
    const answer = use(open)
      .then(
        (value) => ({ trouble: null, value }) as const,
        (error: unknown) =>
          ({ trouble: error instanceof KeychainAbsent ? 'absent' : 'denied' }) as const,
      )
      .finally(end);
    return { answer, end };
  }

  /** The answer, if it comes within five seconds. The question stays open. */
  async function within<Value>({ answer }: Question<Value>): Promise<Attempt<Value>> {
    const done = new AbortController();
    const late = clock.sleep(KEYCHAIN_LIMIT_MS, AbortSignal.any([done.signal, interruption])).then(
      () => SLOW,
      () => SLOW, // interrupted, or after the race is over
    );
    try {
      return await Promise.race([answer, late]);
    } finally {
      done.abort();
    }
  }

  async function attempt<Value>(
    account: string,
    use: (entry: KeychainEntry) => Promise<Value>,
  ): Promise<Attempt<Value>> {
    forget(account);
    const question = ask((open) => use(open(account)));
    const answer = await within(question);
    question.end();
    return answer;
  }

  function forget(account: string): void {
    readings.get(account)?.end();
    readings.delete(account);
  }

  return {
    async read(account) {
      for (const memory of memories()) {
        const recalled = await memory.read(account); // newer than anything the keychain may hold
        if (recalled.token !== null) return recalled;
      }
      const reading = readings.get(account) ?? ask((open) => readEntry(account, open));
      readings.set(account, reading);
      const got = await within(reading);
      if (got === SLOW) return { token: null, trouble: 'slow' };
      if (readings.get(account) === reading) readings.delete(account);
      if (got.trouble !== null) return { token: null, trouble: got.trouble };
      if (got.value === null) return { token: null, trouble: null };
      return { token: got.value, keeping: { kept: 'keychain' } };
    },

    async write(account, token) {
      for (const memory of memories()) await memory.remove(account);
      const readBack = await attempt(account, async (entry) => {
        await entry.setPassword(token);
        return entry.getPassword();
      });
      if (readBack.trouble === null && readBack.value === token) return { kept: 'keychain' };
      if (readBack.trouble !== null) return memoryFor(readBack.trouble).write(account, token);
      await attempt(account, (entry) => entry.deleteCredential()); // the stored value is not the token
      return memoryFor('unfaithful').write(account, token);
    },

    async remove(account) {
      for (const memory of memories()) await memory.remove(account);
      const deleted = await attempt(account, (entry) => entry.deleteCredential());
      // No keychain means no entry.
      return deleted.trouble === null || deleted.trouble === 'absent' ? null : 'keychain';
    },

    close() {
      for (const account of readings.keys()) forget(account);
    },
  };
}

/**
 * Some keychains show nothing while they are locked. One that has no token, and does not take a test entry either, is
 * locked: that rejects.
 */
async function readEntry(account: string, open: OpenEntry): Promise<string | null> {
  const entry = open(account);
  const token = await entry.getPassword();
  if (token !== null && token !== '') return token;
  const test = open(`test-${account}`);
  await test.setPassword('test');
  await test.deleteCredential();
  const unlocked = await entry.getPassword();
  return unlocked === '' ? null : unlocked;
}

type AnswerOf<Kind> = Extract<KeychainAnswer, { readonly kind: Kind }>;

/**
 * The operating system's keychain. Each entry is asked in a process of its own, which ends with `close`. On Linux only
 * a Secret Service will do.
 */
export function makeSystemKeychain(startHelper: StartHelper): OpenEntry {
  return (account) => {
    const ended = Promise.withResolvers<KeychainAnswer>();
    let answered = Promise.withResolvers<KeychainAnswer>();
    const helper = startHelper(siblingWorker('keychain-process', import.meta.url), {
      onMessage: (answer) => answered.resolve(answer as KeychainAnswer),
      onEnd: () => ended.resolve({ kind: 'denied' }), // what was asked is not known to be done
    });

    async function ask<Kind extends KeychainAnswer['kind']>(
      question: KeychainQuestion,
      kind: Kind,
    ): Promise<AnswerOf<Kind>> {
      answered = Promise.withResolvers<KeychainAnswer>();
      helper.send(question);
      const answer = await Promise.race([answered.promise, ended.promise]);
      if (answer.kind === 'absent') throw new KeychainAbsent();
      if (answer.kind !== kind) throw new Error(`the keychain's answer is ${answer.kind}`);
      return answer as AnswerOf<Kind>;
    }

    return {
      getPassword: async () => (await ask({ account, ask: 'get' }, 'got')).token,
      setPassword: async (token) => void (await ask({ account, ask: 'set', token }, 'set')),
      deleteCredential: async () => (await ask({ account, ask: 'delete' }, 'deleted')).wasThere,
      close: () => helper.kill(),
    };
  };
}
