/** A keychain that misbehaves in every way the real ones do, a clock a test turns by hand, and tokens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import type { OpenEntry } from '../keychain-store.ts';

/**
 * `working` · `absent`: the constructor throws · `locked`: reads null, refuses to write · `dismissed`: everything
 * throws · `hanging`: nothing ever answers · `unfaithful`: gives back something else.
 */
export type KeychainMode = 'working' | 'absent' | 'locked' | 'dismissed' | 'hanging' | 'unfaithful';

function refuse(): never {
  throw new Error('no result found');
}

export function makeFakeKeychain(first: KeychainMode = 'working') {
  const passwords = new Map<string, string>();
  let mode = first;
  const openEntry: OpenEntry = (account) => {
    if (mode === 'absent') throw new Error('no D-Bus');
    return {
      async setPassword(token) {
        if (mode === 'hanging') await new Promise(() => undefined);
        if (mode === 'locked' || mode === 'dismissed') refuse();
        passwords.set(account, mode === 'unfaithful' ? `${token}?` : token);
      },
      async getPassword() {
        if (mode === 'hanging') await new Promise(() => undefined);
        if (mode === 'dismissed') refuse();
        return mode === 'locked' ? null : (passwords.get(account) ?? null);
      },
      async deleteCredential() {
        if (mode === 'hanging') await new Promise(() => undefined);
        if (mode === 'locked' || mode === 'dismissed') refuse();
        return passwords.delete(account);
      },
    };
  };
  return {
    openEntry,
    passwords,
    become(next: KeychainMode) {
      mode = next;
    },
  };
}

/** Sleeps end at once, having moved the time by what they asked for, unless the test holds them back. */
export function makeHandClock(startMs: number) {
  let wallMs = startMs;
  let steadyMs = 0;
  const clock: Clock = {
    nowMs: () => wallMs,
    monotonicMs: () => steadyMs,
    async sleep(ms, signal) {
      await new Promise((resolve) => setImmediate(resolve)); // whatever can finish without waiting has finished
      signal.throwIfAborted();
      wallMs += ms;
      steadyMs += ms;
    },
  };
  return {
    clock,
    pass(ms: number) {
      wallMs += ms;
      steadyMs += ms;
    },
    /** Somebody sets the computer's clock; the steady one does not move. */
    setWall(ms: number) {
      wallMs = ms;
    },
  };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned token of the documented form; nobody here checks signatures. */
export function makeToken(claims: Readonly<Record<string, unknown>>): string {
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
