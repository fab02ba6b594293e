/**
 * Keys and sessions of the loopback face. A key is exchanged for a session, once; both are random, compared in constant
 * time and stored as digests only. Answers to wrong keys get slower, so that many cannot be tried. A session ends after
 * a day without use, after thirty days, and when somebody signs out.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

const KEY_BYTES = 24; // 192 bits
const MOST_SESSIONS = 64; // closed tabs are never reported
const ONE_TIME_MS = MINUTE_MS;
const MOST_ONE_TIME = 64;
const IDLE_MS = DAY_MS; // a page that is open uses its session all the time; a tab that was closed does not
const LONGEST_MS = 30 * DAY_MS;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5 * SECOND_MS;
const FORGIVEN_AFTER_MS = MINUTE_MS;

export type Sessions = ReturnType<typeof makeSessions>;

interface Session {
  readonly startedMs: number;
  readonly usedMs: number;
}

/** `launchKeyUsed`: gets the next one, before the session of the used one is granted. It must not reject. */
export function makeSessions(
  clock: Clock,
  launchKeyUsed: (next: string) => Promise<void> = async () => undefined,
) {
  let launchKey = newSecret();
  const oneTime = new Map<string, number>(); // digest as hex, with the moment it ends
  const sessions = new Map<string, Session>(); // by digest as hex; the least recently used first
  let failures = 0;
  let failedAtMs = -Infinity;

  /** Whether it was one; it is none any more. */
  async function useUp(key: string): Promise<boolean> {
    const digest = digestOf(key);
    const name = digest.toString('hex');
    const endsAtMs = oneTime.get(name);
    if (endsAtMs !== undefined) {
      oneTime.delete(name);
      return clock.monotonicMs() <= endsAtMs;
    }
    if (!timingSafeEqual(digest, digestOf(launchKey))) return false;
    launchKey = newSecret();
    await launchKeyUsed(launchKey);
    return true;
  }

  /** How long the answer to another wrong key waits. */
  function nextDelayMs(): number {
    const nowMs = clock.monotonicMs();
    if (nowMs - failedAtMs > FORGIVEN_AFTER_MS) failures = 0;
    failedAtMs = nowMs;
    failures += 1;
    return Math.min(FIRST_DELAY_MS * failures, LONGEST_DELAY_MS);
  }

  function begin(): string {
    const session = newSecret();
    const nowMs = clock.monotonicMs();
    sessions.set(nameOf(session), { startedMs: nowMs, usedMs: nowMs });
    const [leastUsed] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && leastUsed !== undefined) sessions.delete(leastUsed);
    return session;
  }

  return {
    /** Good once, while this process lives. It belongs on a screen or in a private file, and nowhere else. */
    launchKey: () => launchKey,

    /** A key that is good once, within a minute. */
    oneTimeKey(): string {
      const nowMs = clock.monotonicMs();
      for (const [name, endsAtMs] of oneTime) if (endsAtMs < nowMs) oneTime.delete(name);
      const key = newSecret();
      oneTime.set(nameOf(key), nowMs + ONE_TIME_MS);
      const [oldest] = oneTime.keys();
      if (oneTime.size > MOST_ONE_TIME && oldest !== undefined) oneTime.delete(oldest);
      return key;
    },

    /** A session for the key; null, after a while, when it is none. */
    async exchange(key: string, signal: AbortSignal): Promise<string | null> {
      if (await useUp(key)) return begin();
      await clock.sleep(nextDelayMs(), signal);
      return null;
    },

    /** Counts as use. */
    isSession(session: string): boolean {
      const name = nameOf(session);
      const found = sessions.get(name);
      if (found === undefined) return false;
      const nowMs = clock.monotonicMs();
      sessions.delete(name); // and behind all others again
      if (nowMs - found.startedMs > LONGEST_MS || nowMs - found.usedMs > IDLE_MS) return false;
      sessions.set(name, { ...found, usedMs: nowMs });
      return true;
    },

    /** Ends all of them and the keys that are out; the one that is returned takes the place of the caller's. */
    renew(): string {
      sessions.clear();
      oneTime.clear();
      return begin();
    },
  };
}

function newSecret(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function nameOf(secret: string): string {
  return digestOf(secret).toString('hex');
}
