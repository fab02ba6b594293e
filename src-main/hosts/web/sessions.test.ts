import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { digestOf, idOf, proofOf } from '../../../src-shared/bridge/host-proof.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeptSession } from './page-sessions.ts';
import { makeSessions, type Sessions, type SessionsParts } from './sessions.ts';

const never = new AbortController().signal;
const PORT = 4000;
const sessionsAt = (clock: Clock, parts: Partial<SessionsParts> = {}) =>
  makeSessions({ clock, ownPort: PORT, ...parts });

describe('keys', () => {
  test('a key has far more than 128 bits and no two are alike', () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const keys = Array.from({ length: 500 }, () => sessions.oneTimeKey());
    keys.push(sessions.launchKey(), sessionsAt(clock).launchKey());
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(24);
  });

  test('the key that is shown opens once, whenever that is; by then the next one is known (P18)', async () => {
    const clock = makeFakeClock();
    const shown: string[] = [];
    const sessions = sessionsAt(clock, { launchKeyUsed: async (key) => void shown.push(key) });
    const key = sessions.launchKey();
    await clock.advance(100 * HOUR_MS);
    const first = await sessions.exchange(key, PORT, never);
    expect(shown).toEqual([sessions.launchKey()]);
    expect(await clock.play(sessions.exchange(key, PORT, never))).toBeNull();
    const second = await sessions.exchange(sessions.launchKey(), PORT, never);
    expect(new Set([first, second, key, ...shown]).size).toBe(5);
    for (const session of [first, second]) expect(sessions.isSession(session ?? '')).toBe(true);
    for (const none of [key, ...shown, '']) expect(sessions.isSession(none)).toBe(false);
  });

  test('a key for a single use opens once, and within a minute', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const key = sessions.oneTimeKey();
    expect(await sessions.exchange(key, PORT, never)).not.toBeNull();
    expect(await clock.play(sessions.exchange(key, PORT, never))).toBeNull();
    const late = sessions.oneTimeKey();
    await clock.advance(60_001);
    expect(await clock.play(sessions.exchange(late, PORT, never))).toBeNull();
    const inTime = sessions.oneTimeKey();
    await clock.advance(59_999);
    expect(await sessions.exchange(inTime, PORT, never)).not.toBeNull();
  });

  test('keys for a single use are bounded: the oldest makes room', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const keys = Array.from({ length: 65 }, () => sessions.oneTimeKey());
    expect(await clock.play(sessions.exchange(keys[0] ?? '', PORT, never))).toBeNull();
    expect(await sessions.exchange(keys[1] ?? '', PORT, never)).not.toBeNull();
    expect(await sessions.exchange(keys[64] ?? '', PORT, never)).not.toBeNull();
  });

  test('wrong keys are answered ever later, a right one at once; after a quiet minute it begins anew', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const wrong = async () => {
      const startMs = clock.monotonicMs();
      expect(await clock.play(sessions.exchange('wrong', PORT, never))).toBeNull();
      return clock.monotonicMs() - startMs;
    };
    expect([await wrong(), await wrong(), await wrong()]).toEqual([100, 200, 300]);
    let longestMs = 0;
    for (let tries = 0; tries < 100; tries += 1) longestMs = Math.max(longestMs, await wrong());
    expect(longestMs).toBe(5_000);
    const startMs = clock.monotonicMs();
    expect(await sessions.exchange(sessions.launchKey(), PORT, never)).not.toBeNull();
    expect(clock.monotonicMs()).toBe(startMs);
    await clock.advance(61_000);
    expect(await wrong()).toBe(100);
  });

  test('a wrong key whose page has gone is not waited for', async () => {
    const clock = makeFakeClock();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(sessionsAt(clock).exchange('wrong', PORT, gone)).rejects.toThrow('gone');
    expect(clock.wakeTimesMs()).toEqual([]);
  });
});

const opened = async (sessions: Sessions) =>
  (await sessions.exchange(sessions.oneTimeKey(), PORT, never)) ?? '';
const areGood = (sessions: Sessions, ...names: readonly string[]) =>
  names.map((name) => sessions.isSession(name));

describe('sessions', () => {
  test('only so many tabs are remembered: the one that was used least recently has to ask again', async () => {
    const sessions = sessionsAt(makeFakeClock());
    const [used, unused] = [await opened(sessions), await opened(sessions)];
    for (let tabs = 0; tabs < 62; tabs += 1) await opened(sessions);
    expect(sessions.isSession(used)).toBe(true);
    const last = await opened(sessions);
    expect(areGood(sessions, used, unused, last)).toEqual([true, false, true]);
  });

  test('one that is used goes on for weeks, one that is left alone ends after a day', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const [used, unused] = [await opened(sessions), await opened(sessions)];
    await clock.advance(24 * HOUR_MS);
    expect(sessions.isSession(used)).toBe(true);
    await clock.advance(1);
    expect(areGood(sessions, used, unused)).toEqual([true, false]);
    for (let days = 1; days < 30; days += 1) {
      await clock.advance(24 * HOUR_MS - 1);
      expect(sessions.isSession(used)).toBe(true);
    }
  });

  test('none outlives thirty days, however much it is used', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const session = await opened(sessions);
    for (let hours = 0; hours < 30 * 24; hours += 1) {
      expect(sessions.isSession(session)).toBe(true);
      await clock.advance(HOUR_MS);
    }
    await clock.advance(1);
    expect(sessions.isSession(session)).toBe(false);
  });

  test('all of them end at once; open pages of this start and port, and whoever signed out, get another', async () => {
    const clock = makeFakeClock();
    const earlier = keeping(clock);
    const kept = [await opened(earlier.sessions), await opened(earlier.sessions)];
    await earlier.sessions.close();
    const { sessions } = keeping(clock, earlier.written.at(-1));
    const [open, closed] = [await opened(sessions), await opened(sessions)];
    const tunnelled = (await sessions.exchange(sessions.oneTimeKey(), 9000, never)) ?? '';
    const pages = [open, ...kept, tunnelled, 'a stranger'];
    const [asker = ''] = kept;
    const { renewed } = sessions.endAll(pages, asker);
    expect([...renewed.keys()]).toEqual([open, asker]);
    const before = [open, closed, ...kept, tunnelled];
    expect(areGood(sessions, ...renewed.values(), ...before)).toEqual([
      ...Array(2).fill(true),
      ...Array(before.length).fill(false),
    ]);
    expect(sessions.endAll([...renewed.values()]).renewed.size).toBe(2);
  });

  test('one that has ended by itself is not renewed', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const session = await opened(sessions);
    await clock.advance(25 * HOUR_MS);
    expect(sessions.endAll([session]).renewed.size).toBe(0);
  });
});

/** What a page asks with, and what must come back at `port`. */
const challengeOf = (secret: string, port = PORT) => {
  const nonce = 'a nonce of 22 characters';
  const digest = digestOf(secret);
  return { asked: { id: idOf(digest), nonce }, proof: proofOf(digest, nonce, port) };
};

describe('a proof', () => {
  test('is made of sessions and keys that are good, and of nothing else', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const oneTime = sessions.oneTimeKey();
    const secrets = [await opened(sessions), oneTime, sessions.launchKey()];
    const isProven = (secret: string) => {
      const { asked, proof } = challengeOf(secret);
      return sessions.prove(asked) === proof;
    };
    expect(secrets.map(isProven)).toEqual([true, true, true]);
    expect(sessions.prove(challengeOf('a stranger').asked)).toBeNull();
    await sessions.exchange(oneTime, PORT, never);
    expect(isProven(oneTime)).toBe(false);
    const late = sessions.oneTimeKey();
    await clock.advance(25 * HOUR_MS);
    expect([...secrets, late].map(isProven)).toEqual([false, false, true, false]);
  });

  test('is for the address of the page, and asking for one is no use of the session', async () => {
    const clock = makeFakeClock();
    const sessions = sessionsAt(clock);
    const tunnelled = (await sessions.exchange(sessions.oneTimeKey(), 9000, never)) ?? '';
    const { asked, proof } = challengeOf(tunnelled, 9000);
    expect(sessions.prove(asked)).toBe(proof);
    expect(sessions.prove(asked)).not.toBe(challengeOf(tunnelled).proof);
    await clock.advance(24 * HOUR_MS);
    expect(sessions.prove(asked)).toBe(proof);
    await clock.advance(1);
    expect(sessions.prove(asked)).toBeNull();
  });
});

const keeping = (clock: Clock, kept: readonly KeptSession[] = []) => {
  const written: (readonly KeptSession[])[] = [];
  const keep = async (sessions: readonly KeptSession[]) => void written.push(sessions);
  return { written, sessions: sessionsAt(clock, { kept, keep }) };
};

describe('what is kept for the next start', () => {
  test('sessions go on over a restart, each with its own ends', async () => {
    const clock = makeFakeClock();
    const before = keeping(clock);
    const [used, unused] = [await opened(before.sessions), await opened(before.sessions)];
    await clock.advance(20 * HOUR_MS);
    before.sessions.isSession(used);
    await before.sessions.close();
    expect(JSON.stringify(before.written)).not.toContain(used);
    await clock.advance(5 * HOUR_MS);
    const after = keeping(clock, before.written.at(-1));
    expect(areGood(after.sessions, used, unused, 'another')).toEqual([true, false, false]);
    for (let days = 0; days < 28; days += 1) {
      await clock.advance(24 * HOUR_MS);
      expect(after.sessions.isSession(used)).toBe(true);
    }
    await clock.advance(24 * HOUR_MS); // thirty days after it began, whichever process it was used in
    expect(after.sessions.isSession(used)).toBe(false);
  });

  test('use is kept now and then, so that a host that was killed forgets no page that is open', async () => {
    const clock = makeFakeClock();
    const { sessions, written } = keeping(clock);
    const session = await opened(sessions);
    for (let minutes = 0; minutes < 180; minutes += 1) {
      sessions.isSession(session);
      await clock.advance(HOUR_MS / 60);
    }
    expect(written.length).toBeGreaterThan(2);
    expect(written.length).toBeLessThan(6);
  });

  test('signing out leaves the one that takes its place, or none', async () => {
    const { sessions, written } = keeping(makeFakeClock());
    const { renewed, kept } = sessions.endAll([await opened(sessions)]);
    await kept;
    expect(written.at(-1)?.map(({ digest }) => digest)).toEqual(
      [...renewed.values()].map(digestOf),
    );
    await sessions.endAll([]).kept;
    expect(written.at(-1)).toEqual([]);
  });
});
