/**
 * Keys and sessions of the loopback face. A key is exchanged for a session, once; both are random and stored as digests
 * only. Answers to wrong keys get slower, so that many cannot be tried. A session ends after a day without use, after
 * thirty days, and when somebody signs out, which gives pages that are open another one; the end of the program ends none.
 */
import { randomBytes } from 'node:crypto';
import { digestOf, idOf, proofOf } from '../../../src-shared/bridge/host-proof.ts';
import type { Challenge } from '../../../src-shared/bridge/loopback.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeptSession } from './page-sessions.ts';

const KEY_BYTES = 24; // 192 bits
const MOST_SESSIONS = 64; // closed tabs are never reported
const ONE_TIME_MS = MINUTE_MS;
const MOST_ONE_TIME = 64;
const IDLE_MS = DAY_MS; // a page that is open uses its session all the time; a tab that was closed does not
const LONGEST_MS = 30 * DAY_MS;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5 * SECOND_MS;
const FORGIVEN_AFTER_MS = MINUTE_MS;
const KEEP_USE_EVERY_MS = HOUR_MS;

export type Sessions = ReturnType<typeof makeSessions>;

interface Session {
  /** Of the address that its page was opened at. */
  readonly port: number;
  /** From an earlier start: another program may have listened here since. */
  readonly isKept: boolean;
  readonly startedMs: number;
  readonly usedMs: number;
}

interface EndedSessions {
  /** By the one that has ended. */
  readonly renewed: ReadonlyMap<string, string>;
  readonly kept: Promise<void>;
}

export interface SessionsParts {
  readonly clock: Clock;
  /** Where the host listens. */
  readonly ownPort: number;
  /** Gets the next one, before the session of the used one is granted. Must not reject. */
  readonly launchKeyUsed?: (next: string) => Promise<void>;
  /** Those of earlier starts, at this very port. */
  readonly kept?: readonly KeptSession[];
  /** Keeps them for the next start. Must not reject. */
  readonly keep?: (sessions: readonly KeptSession[]) => Promise<void>;
}

export function makeSessions({
  clock,
  ownPort,
  launchKeyUsed = async () => undefined,
  kept = [],
  keep = async () => undefined,
}: SessionsParts) {
  let launchKey = newSecret();
  const oneTime = new Map<string, number>(); // digest, with the moment it ends
  const sessions = new Map<string, Session>(); // by digest; the least recently used first
  let failures = 0;
  let failedAtMs = -Infinity;
  let keptAtMs = clock.monotonicMs();
  let keeping = Promise.resolve();

  // The steady clock begins anew with each start; a wall clock that went back makes nothing older or younger than now.
  const ageMs = (atMs: number) => Math.max(clock.nowMs() - atMs, 0);
  for (const { digest, port, startedAtMs, usedAtMs } of kept) {
    const nowMs = clock.monotonicMs();
    const [startedMs, usedMs] = [nowMs - ageMs(startedAtMs), nowMs - ageMs(usedAtMs)];
    sessions.set(digest, { port, isKept: true, startedMs, usedMs });
  }

  /** One after the other, each as it is by then. */
  function keepAll(): Promise<void> {
    keptAtMs = clock.monotonicMs();
    keeping = keeping.then(() => {
      const offsetMs = clock.nowMs() - clock.monotonicMs();
      const wallMs = (ms: number) => Math.round(ms + offsetMs);
      return keep(
        [...sessions].map(([digest, { port, startedMs, usedMs }]) => ({
          digest,
          port,
          startedAtMs: wallMs(startedMs),
          usedAtMs: wallMs(usedMs),
        })),
      );
    });
    return keeping;
  }

  /** Whether it was one; it is none any more. */
  async function useUp(key: string): Promise<boolean> {
    const digest = digestOf(key);
    const endsAtMs = oneTime.get(digest);
    if (endsAtMs !== undefined) {
      oneTime.delete(digest);
      return clock.monotonicMs() <= endsAtMs;
    }
    if (digest !== digestOf(launchKey)) return false;
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

  function begin(port: number): string {
    const session = newSecret();
    const nowMs = clock.monotonicMs();
    sessions.set(digestOf(session), { port, isKept: false, startedMs: nowMs, usedMs: nowMs });
    const [leastUsed] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && leastUsed !== undefined) sessions.delete(leastUsed);
    return session;
  }

  function forgetAll(): void {
    sessions.clear();
    oneTime.clear();
  }

  /** That of a session or key which has not ended, with the port of its page. */
  function findById(id: string): { readonly digest: string; readonly port: number } | null {
    const nowMs = clock.monotonicMs();
    for (const [digest, session] of sessions) {
      if (idOf(digest) === id) return hasEnded(session, nowMs) ? null : { digest, ...session };
    }
    const keys = [...oneTime].filter(([, endsAtMs]) => nowMs <= endsAtMs);
    const found = [digestOf(launchKey), ...keys.map(([digest]) => digest)];
    const digest = found.find((each) => idOf(each) === id);
    return digest === undefined ? null : { digest, port: ownPort };
  }

  return {
    /** Good once, while this process lives. It belongs on a screen or in a private file, and nowhere else. */
    launchKey: () => launchKey,

    /** A key that is good once, within a minute. */
    oneTimeKey(): string {
      const nowMs = clock.monotonicMs();
      for (const [name, endsAtMs] of oneTime) if (endsAtMs < nowMs) oneTime.delete(name);
      const key = newSecret();
      oneTime.set(digestOf(key), nowMs + ONE_TIME_MS);
      const [oldest] = oneTime.keys();
      if (oneTime.size > MOST_ONE_TIME && oldest !== undefined) oneTime.delete(oldest);
      return key;
    },

    /** A session for the key, for the page at this port; null, after a while, when it is none. */
    async exchange(key: string, port: number, signal: AbortSignal): Promise<string | null> {
      if (await useUp(key)) {
        const session = begin(port);
        await keepAll();
        return session;
      }
      await clock.sleep(nextDelayMs(), signal);
      return null;
    },

    /** Shows whoever has a session or a key that this host knows it, without being told it; null when it does not. */
    prove({ id, nonce }: Challenge): string | null {
      const found = findById(id);
      return found === null ? null : proofOf(found.digest, nonce, found.port);
    },

    /** Counts as use. */
    isSession(session: string): boolean {
      const digest = digestOf(session);
      const found = sessions.get(digest);
      if (found === undefined) return false;
      const nowMs = clock.monotonicMs();
      sessions.delete(digest); // and behind all others again
      if (hasEnded(found, nowMs)) return false;
      sessions.set(digest, { ...found, usedMs: nowMs });
      if (nowMs - keptAtMs > KEEP_USE_EVERY_MS) void keepAll();
      return true;
    },

    /**
     * Ends all of them and the keys that are out, also for later starts. Those of `open` pages that nobody else can
     * have heard, and that of whoever signed out, get another, in `renewed`. `kept` resolves as `close` does.
     */
    endAll(open: readonly string[], asker?: string): EndedSessions {
      const nowMs = clock.monotonicMs();
      const before = new Map(sessions);
      forgetAll();
      const renewed = new Map<string, string>();
      for (const session of open) {
        const found = before.get(digestOf(session));
        if (found === undefined || hasEnded(found, nowMs)) continue;
        const isOurs = !found.isKept && found.port === ownPort; // of a tunnel, anybody may take its end
        if (isOurs || session === asker) renewed.set(session, begin(found.port));
      }
      return { renewed, kept: keepAll() };
    },

    /** Resolves when the next start knows all of them, and when they were used. */
    close: keepAll,
  };
}

function hasEnded({ startedMs, usedMs }: Session, nowMs: number): boolean {
  return nowMs - startedMs > LONGEST_MS || nowMs - usedMs > IDLE_MS;
}

function newSecret(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}
