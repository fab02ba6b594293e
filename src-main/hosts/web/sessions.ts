/**
 * Keys and sessions of the loopback face. A key is exchanged for a session; both are random, compared in constant time
 * and stored as digests only. Answers to wrong keys get slower, so that many cannot be tried.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

const KEY_BYTES = 24; // 192 bits
const MOST_SESSIONS = 64; // closed tabs are never reported
const ONE_TIME_MS = MINUTE_MS;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5 * SECOND_MS;
const FORGIVEN_AFTER_MS = MINUTE_MS;

export type Sessions = ReturnType<typeof makeSessions>;

export function makeSessions(clock: Clock) {
  const launchKey = randomBytes(KEY_BYTES).toString('base64url');
  const lasting = digestOf(launchKey);
  const oneTime = new Map<string, number>(); // digest as hex, with the moment it ends
  const sessions = new Set<string>();
  let failures = 0;
  let failedAtMs = -Infinity;

  function isKey(key: string): boolean {
    const digest = digestOf(key);
    const endsAtMs = oneTime.get(digest.toString('hex'));
    if (endsAtMs !== undefined) {
      oneTime.delete(digest.toString('hex'));
      return clock.monotonicMs() <= endsAtMs;
    }
    return timingSafeEqual(digest, lasting);
  }

  /** How long the answer to another wrong key waits. */
  function nextDelayMs(): number {
    const nowMs = clock.monotonicMs();
    if (nowMs - failedAtMs > FORGIVEN_AFTER_MS) failures = 0;
    failedAtMs = nowMs;
    failures += 1;
    return Math.min(FIRST_DELAY_MS * failures, LONGEST_DELAY_MS);
  }

  return {
    /** Valid while this process lives. It belongs on a screen or in a private file, and nowhere else. */
    launchKey,

    /** A key that is good once, within a minute. */
    oneTimeKey(): string {
      const key = randomBytes(KEY_BYTES).toString('base64url');
      oneTime.set(digestOf(key).toString('hex'), clock.monotonicMs() + ONE_TIME_MS);
      return key;
    },

    /** A session for the key; null, after a while, when it is none. */
    async exchange(key: string, signal: AbortSignal): Promise<string | null> {
      if (!isKey(key)) {
        await clock.sleep(nextDelayMs(), signal);
        return null;
      }
      const session = randomBytes(KEY_BYTES).toString('base64url');
      sessions.add(digestOf(session).toString('hex'));
      const [oldest] = sessions;
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return session;
    },

    isSession: (session: string): boolean => sessions.has(digestOf(session).toString('hex')),
  };
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
