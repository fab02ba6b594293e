import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluateQuiescence,
  pauseWaitMs,
  quietPeriodMs,
  type QuiescenceFacts,
  type ShownPause,
} from './quiescence.ts';

const NOW_MS = 1_790_000_000_000;
const ns = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n);

interface Facts extends Partial<Omit<QuiescenceFacts, 'identity'>> {
  readonly mtimeMs?: number;
  readonly ctimeMs?: number;
  readonly sizeBytes?: number;
}

/** An empty file, changed a year ago, seen for the first time now. */
function quiescenceFacts(over: Facts): QuiescenceFacts {
  const { mtimeMs = NOW_MS - 3e10, ctimeMs = NOW_MS - 3e10, sizeBytes = 0, ...rest } = over;
  return {
    identity: { sizeBytes, mtimeNs: ns(mtimeMs), ctimeNs: ns(ctimeMs) },
    firstSeenUnchangedAtMs: NOW_MS,
    nowMs: NOW_MS,
    settleSeconds: null,
    handPicked: false,
    ...rest,
  };
}

/** How long a file still has to be watched; 0 when it has settled. */
function waitMs(facts: Facts): number {
  const verdict = evaluateQuiescence(quiescenceFacts(facts));
  return verdict.kind === 'settled' ? 0 : verdict.untilMs - NOW_MS;
}

describe('the quiet period', () => {
  test.each([
    [0, null, 2_000],
    [50_000_000, null, 3_000],
    [2_500_000_000, null, 52_000],
    [1e12, null, 60_000],
    [0, 0, 0],
    [0, 600, 600_000],
    [1e12, 600, 600_000],
    [50_000_000, 10, 11_000],
    [0, 0.25, 250],
  ])('of %d bytes with the setting %s is %d ms', (sizeBytes, settleSeconds, expected) => {
    expect(quietPeriodMs(sizeBytes, settleSeconds)).toBe(expected);
  });

  test.each([
    [0, null, 10_000, 10_000],
    [50_000_000, null, 10_000, 11_000],
    [2.5e9, null, 120_000, 120_000],
    [0, 5, 10_000, 5_000],
    [0, 0, 10_000, 0],
  ])(
    'of %d bytes with the setting %s and pauses that want %d ms is %d ms',
    (bytes, setting, pausesMs, expected) => {
      expect(quietPeriodMs(bytes, setting, pausesMs)).toBe(expected);
    },
  );

  test.each<readonly [string, ShownPause | null, number]>([
    ['none', null, 0],
    ['one of 5 s', { ms: 5_000, seenAtMs: NOW_MS - 1_000 }, 10_000],
    ['one of an hour', { ms: 3_600_000, seenAtMs: NOW_MS }, 120_000],
    ['one of 5 s that was seen a week ago', { ms: 5_000, seenAtMs: NOW_MS - 7 * 86_400_000 }, 0],
    ['one that was seen before our clock went back', { ms: 5_000, seenAtMs: NOW_MS + 9e9 }, 0],
  ])('of a folder that has shown %s grows by it', (_, pause, expected) => {
    expect(pauseWaitMs(pause, NOW_MS)).toBe(expected);
  });

  test('never shrinks when a file is larger or the setting longer', () => {
    const bytes = fc.nat(2 ** 40);
    fc.assert(
      fc.property(bytes, bytes, fc.option(fc.nat(3_600)), (size, more, seconds) => {
        const periodMs = quietPeriodMs(size, seconds);
        expect(periodMs).toBeLessThanOrEqual(quietPeriodMs(size + more, seconds));
        expect(periodMs).toBeLessThanOrEqual(quietPeriodMs(size, (seconds ?? 2) + 1));
      }),
    );
  });

  test.each([
    [-1, null],
    [Number.NaN, null],
    [1, -1],
    [1, Number.NaN],
  ])('refuses %d bytes with the setting %s', (sizeBytes, settleSeconds) => {
    expect(() => quietPeriodMs(sizeBytes, settleSeconds)).toThrow(RangeError);
  });
});

describe('settling', () => {
  const [JUST_NOW, JUST_QUIET, FUTURE] = [NOW_MS - 500, NOW_MS - 2_000, NOW_MS + 4e9];

  test.each<readonly [string, Facts, number]>([
    ['whose times lie far back is settled at first sight', {}, 0],
    ['that is just quiet is settled', { mtimeMs: JUST_QUIET, ctimeMs: JUST_QUIET }, 0],
    ['with a new ctime waits, however old its mtime is', { ctimeMs: JUST_NOW }, 1_500],
    ['with a new mtime waits, however old its ctime is', { mtimeMs: JUST_NOW }, 1_500],
    ['waits longer when it is larger', { ctimeMs: JUST_NOW, sizeBytes: 2_500_000_000 }, 51_500],
    ['with a restored old mtime is believed when its ctime is sane', { mtimeMs: 0 }, 0],
    ['picked by hand goes at once', { handPicked: true, ctimeMs: NOW_MS, settleSeconds: 3_600 }, 0],
    [
      'seen before our clock went back is watched anew, without waiting for years',
      { ctimeMs: NOW_MS + 9e9, firstSeenUnchangedAtMs: NOW_MS + 9e9 },
      2_000,
    ],
  ])('a file %s', (_what, facts, ms) => {
    expect(waitMs(facts)).toBe(ms);
  });

  test.each([
    ['in the future', { mtimeMs: FUTURE }],
    ['changed in the future', { ctimeMs: FUTURE }],
    ['written by a computer that starts in 1970', { mtimeMs: 60_000, ctimeMs: 60_000 }],
    ['older than 1970', { mtimeMs: -5_000, ctimeMs: -5_000 }],
  ])('a file %s is watched for its quiet period instead', (_what, times) => {
    expect(waitMs(times)).toBe(2_000);
    expect(waitMs({ ...times, firstSeenUnchangedAtMs: JUST_QUIET })).toBe(0);
  });

  test('a wait ends after now, within the quiet period, and is over when it says so', () => {
    const ms = fc.integer({ min: -1e12, max: 4e12 });
    const anyFacts = fc.record({
      mtimeMs: ms,
      ctimeMs: ms,
      firstSeenUnchangedAtMs: ms,
      sizeBytes: fc.nat(2 ** 34),
      settleSeconds: fc.option(fc.nat(3_600)),
    });
    fc.assert(
      fc.property(anyFacts, (over) => {
        const facts = quiescenceFacts(over);
        const verdict = evaluateQuiescence(facts);
        if (verdict.kind === 'settled') return;
        const longestMs = quietPeriodMs(over.sizeBytes, over.settleSeconds);
        expect(verdict.untilMs).toBeGreaterThan(NOW_MS);
        expect(verdict.untilMs).toBeLessThanOrEqual(NOW_MS + longestMs);
        const firstSeenUnchangedAtMs = Math.min(over.firstSeenUnchangedAtMs, NOW_MS);
        const later = { ...facts, nowMs: verdict.untilMs, firstSeenUnchangedAtMs };
        expect(evaluateQuiescence(later)).toEqual({ kind: 'settled' });
      }),
    );
  });
});
