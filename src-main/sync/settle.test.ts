import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietPeriodMs, settleVerdict, type SettleFacts } from './settle.ts';

const NOW_MS = 1_790_000_000_000;
const ns = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n);

/** An empty file, changed a year ago, seen for the first time now. */
function settleFacts(
  over: Partial<Omit<SettleFacts, 'identity'>> & {
    mtimeMs?: number;
    ctimeMs?: number;
    sizeBytes?: number;
  } = {},
): SettleFacts {
  const { mtimeMs = NOW_MS - 3e10, ctimeMs = NOW_MS - 3e10, sizeBytes = 0, ...rest } = over;
  return {
    identity: { dev: '1', ino: '2', sizeBytes, mtimeNs: ns(mtimeMs), ctimeNs: ns(ctimeMs) },
    firstSeenUnchangedAtMs: NOW_MS,
    nowMs: NOW_MS,
    settleSeconds: null,
    handPicked: false,
    ...rest,
  };
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

  test('never shrinks when a file is larger or the setting longer', () => {
    const bytes = fc.nat(2 ** 40);
    const setting = fc.option(fc.nat(3_600));
    fc.assert(
      fc.property(bytes, bytes, setting, (one, other, seconds) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        expect(quietPeriodMs(small, seconds)).toBeLessThanOrEqual(quietPeriodMs(large, seconds));
        expect(quietPeriodMs(small, seconds)).toBeLessThanOrEqual(
          quietPeriodMs(small, (seconds ?? 2) + 1),
        );
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
  test('a file whose times lie further back than its quiet period is settled at first sight', () => {
    expect(settleVerdict(settleFacts())).toEqual({ kind: 'settled' });
    const justQuiet = settleFacts({ mtimeMs: NOW_MS - 2_000, ctimeMs: NOW_MS - 2_000 });
    expect(settleVerdict(justQuiet)).toEqual({ kind: 'settled' });
  });

  test('both times count: an old mtime does not hide a new ctime, nor the other way round', () => {
    const wait = { kind: 'wait', untilMs: NOW_MS + 1_500 };
    expect(settleVerdict(settleFacts({ ctimeMs: NOW_MS - 500 }))).toEqual(wait);
    expect(settleVerdict(settleFacts({ mtimeMs: NOW_MS - 500 }))).toEqual(wait);
  });

  test('a larger file waits longer', () => {
    const facts = { ctimeMs: NOW_MS - 500, sizeBytes: 2_500_000_000 };
    expect(settleVerdict(settleFacts(facts))).toEqual({ kind: 'wait', untilMs: NOW_MS + 51_500 });
  });

  test.each([
    ['in the future', { mtimeMs: NOW_MS + 4e9 }],
    ['changed in the future', { ctimeMs: NOW_MS + 4e9 }],
    ['written by a computer that starts in 1970', { mtimeMs: 60_000, ctimeMs: 60_000 }],
    ['older than 1970', { mtimeMs: -5_000, ctimeMs: -5_000 }],
  ])('a file %s is watched for its quiet period instead', (_what, times) => {
    expect(settleVerdict(settleFacts(times))).toEqual({ kind: 'wait', untilMs: NOW_MS + 2_000 });
    const watched = settleFacts({ ...times, firstSeenUnchangedAtMs: NOW_MS - 2_000 });
    expect(settleVerdict(watched)).toEqual({ kind: 'settled' });
  });

  test('a restored old mtime is believed when ctime is sane', () => {
    expect(settleVerdict(settleFacts({ mtimeMs: 0 }))).toEqual({ kind: 'settled' });
  });

  test('our own clock going back starts the watch again, without waiting for years', () => {
    const facts = settleFacts({ ctimeMs: NOW_MS + 9e9, firstSeenUnchangedAtMs: NOW_MS + 9e9 });
    expect(settleVerdict(facts)).toEqual({ kind: 'wait', untilMs: NOW_MS + 2_000 });
  });

  test('a hand-picked file goes at once', () => {
    const facts = settleFacts({ handPicked: true, ctimeMs: NOW_MS, settleSeconds: 3_600 });
    expect(settleVerdict(facts)).toEqual({ kind: 'settled' });
  });

  test('a wait ends after now, within the quiet period, and is over when it says so', () => {
    const ms = fc.integer({ min: -1e12, max: 4e12 });
    fc.assert(
      fc.property(
        ms,
        ms,
        ms,
        fc.nat(2 ** 34),
        fc.option(fc.nat(3_600)),
        (mtimeMs, ctimeMs, firstSeenUnchangedAtMs, sizeBytes, settleSeconds) => {
          const facts = settleFacts({
            mtimeMs,
            ctimeMs,
            firstSeenUnchangedAtMs,
            sizeBytes,
            settleSeconds,
          });
          const verdict = settleVerdict(facts);
          if (verdict.kind === 'settled') return;
          expect(verdict.untilMs).toBeGreaterThan(NOW_MS);
          expect(verdict.untilMs).toBeLessThanOrEqual(
            NOW_MS + quietPeriodMs(sizeBytes, settleSeconds),
          );
          const later = {
            ...facts,
            nowMs: verdict.untilMs,
            firstSeenUnchangedAtMs: Math.min(facts.firstSeenUnchangedAtMs, NOW_MS),
          };
          expect(settleVerdict(later)).toEqual({ kind: 'settled' });
        },
      ),
    );
  });
});
