import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeSessions } from './sessions.ts';

const never = new AbortController().signal;

describe('keys', () => {
  test('a key has far more than 128 bits and no two are alike', () => {
    const clock = makeFakeClock();
    const sessions = makeSessions(clock);
    const keys = Array.from({ length: 500 }, () => sessions.oneTimeKey());
    keys.push(sessions.launchKey, makeSessions(clock).launchKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(24);
  });

  test('the lasting key opens again and again, one for a single use does not', async () => {
    const sessions = makeSessions(makeFakeClock());
    const first = await sessions.exchange(sessions.launchKey, never);
    const second = await sessions.exchange(sessions.launchKey, never);
    expect(first).not.toBe(second);
    for (const session of [first, second]) expect(sessions.isSession(session ?? '')).toBe(true);
    expect(sessions.isSession(sessions.launchKey)).toBe(false);
    expect(sessions.isSession('')).toBe(false);
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
    expect(await sessions.exchange(sessions.launchKey, never)).not.toBeNull();
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

  test('only so many tabs are remembered: the oldest has to ask again', async () => {
    const sessions = makeSessions(makeFakeClock());
    const first = (await sessions.exchange(sessions.launchKey, never)) ?? '';
    let last = '';
    for (let tabs = 0; tabs < 64; tabs += 1) {
      last = (await sessions.exchange(sessions.launchKey, never)) ?? '';
    }
    expect([sessions.isSession(first), sessions.isSession(last)]).toEqual([false, true]);
  });
});
