import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { makeSessions, type Sessions } from './sessions.ts';

const never = new AbortController().signal;

describe('keys', () => {
  test('a key has far more than 128 bits and no two are alike', () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
    const keys = Array.from({ length: 500 }, () => sessions.oneTimeKey());
    keys.push(sessions.launchKey(), makeSessions(clock).launchKey());
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(24);
  });

  test('the key that is shown opens once, whenever that is; by then the next one is known', async () => {
    const clock = makeFakeClock();
    const shown: string[] = [];
    const sessions = makeSessions(clock, async (key) => void shown.push(key));
    const key = sessions.launchKey();
    await clock.advance(100 * HOUR_MS);
    const first = await sessions.exchange(key, never);
    expect(shown).toEqual([sessions.launchKey()]);
    expect(await clock.play(sessions.exchange(key, never))).toBeNull();
    const second = await sessions.exchange(sessions.launchKey(), never);
    expect(new Set([first, second, key, ...shown]).size).toBe(5);
    for (const session of [first, second]) expect(sessions.isSession(session ?? '')).toBe(true);
    for (const none of [key, ...shown, '']) expect(sessions.isSession(none)).toBe(false);
  });

  test('a key for a single use opens once, and within a minute', async () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
    const key = sessions.oneTimeKey();
    expect(await sessions.exchange(key, never)).not.toBeNull();
    expect(await clock.play(sessions.exchange(key, never))).toBeNull();
    const late = sessions.oneTimeKey();
    await clock.advance(60_001);
    expect(await clock.play(sessions.exchange(late, never))).toBeNull();
    const inTime = sessions.oneTimeKey();
    await clock.advance(59_999);
    expect(await sessions.exchange(inTime, never)).not.toBeNull();
  });

  test('keys for a single use are bounded: the oldest makes room', async () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
    const keys = Array.from({ length: 65 }, () => sessions.oneTimeKey());
    expect(await clock.play(sessions.exchange(keys[0] ?? '', never))).toBeNull();
    expect(await sessions.exchange(keys[1] ?? '', never)).not.toBeNull();
    expect(await sessions.exchange(keys[64] ?? '', never)).not.toBeNull();
  });

  test('wrong keys are answered ever later, a right one at once; after a quiet minute it begins anew', async () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
    const wrong = async () => {
      const startMs = clock.monotonicMs();
      expect(await clock.play(sessions.exchange('wrong', never))).toBeNull();
      return clock.monotonicMs() - startMs;
    };
    expect([await wrong(), await wrong(), await wrong()]).toEqual([100, 200, 300]);
    let longestMs = 0;
    for (let tries = 0; tries < 100; tries += 1) longestMs = Math.max(longestMs, await wrong());
    expect(longestMs).toBe(5_000);
    const startMs = clock.monotonicMs();
    expect(await sessions.exchange(sessions.launchKey(), never)).not.toBeNull();
    expect(clock.monotonicMs()).toBe(startMs);
    await clock.advance(61_000);
    expect(await wrong()).toBe(100);
  });

  test('a wrong key whose page has gone is not waited for', async () => {
    const clock = makeFakeClock();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(makeSessions(clock).exchange('wrong', gone)).rejects.toThrow('gone');
    expect(clock.wakeTimesMs()).toEqual([]);
  });
});

const opened = async (sessions: Sessions) =>
  (await sessions.exchange(sessions.oneTimeKey(), never)) ?? '';
const areGood = (sessions: Sessions, ...names: readonly string[]) =>
  names.map((name) => sessions.isSession(name));

describe('sessions', () => {
  test('only so many tabs are remembered: the one that was used least recently has to ask again', async () => {
    const sessions = makeSessions(makeFakeClock());
    const [used, unused] = [await opened(sessions), await opened(sessions)];
    for (let tabs = 0; tabs < 62; tabs += 1) await opened(sessions);
    expect(sessions.isSession(used)).toBe(true);
    const last = await opened(sessions);
    expect(areGood(sessions, used, unused, last)).toEqual([true, false, true]);
  });

  test('one that is used goes on for weeks, one that is left alone ends after a day', async () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
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
    const sessions = makeSessions(clock);
    const session = await opened(sessions);
    for (let hours = 0; hours < 30 * 24; hours += 1) {
      expect(sessions.isSession(session)).toBe(true);
      await clock.advance(HOUR_MS);
    }
    await clock.advance(1);
    expect(sessions.isSession(session)).toBe(false);
  });

  test('all of them end at once, and one new one takes their place', async () => {
    const sessions = makeSessions(makeFakeClock());
    const before = [await opened(sessions), await opened(sessions)];
    const renewed = sessions.renew();
    expect(areGood(sessions, renewed, ...before)).toEqual([true, false, false]);
  });
});
