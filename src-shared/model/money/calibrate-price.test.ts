import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AGREEING_SAMPLES,
  calibratedPrice,
  calibratePrice,
  type PriceSample,
} from './calibrate-price.ts';
import { creditsUnder, MEGABYTE_RULES, uploadCredits, type MegabyteRule } from './price.ts';

const CEILING: MegabyteRule = { bytesPerMb: 1_000_000, rounding: 'up', minimum: 1 };
const BINARY_NEAREST: MegabyteRule = { bytesPerMb: 1_048_576, rounding: 'nearest', minimum: 0 };

const priced = (rule: MegabyteRule, publicBytes: readonly number[]) =>
  publicBytes.reduce((sum, bytes) => sum + creditsUnder(rule, bytes), 0);
const sampled = (rule: MegabyteRule, ...sizes: readonly number[]): readonly PriceSample[] =>
  sizes.map((bytes) => ({ publicBytes: [bytes], credits: creditsUnder(rule, bytes) }));

const size = fc.oneof(fc.nat(5_000_000), fc.nat(300_000_000), fc.nat(2 ** 31));
const rule = fc.constantFrom(...MEGABYTE_RULES);
const batch = fc.array(size, { minLength: 1, maxLength: 4 });
/** What somebody else spent from the same balance meanwhile: mostly nothing. */
const spentByOthers = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(400));
const history = fc.array(fc.tuple(batch, spentByOthers), { maxLength: 60 });
const samplesOf = (truth: MegabyteRule, seen: readonly [number[], number][]) =>
  seen.map(([publicBytes, others]) => ({
    publicBytes,
    credits: priced(truth, publicBytes) + others,
  }));

/** Of a series without equal sizes, from 20 to 400 MB. */
const sizeAt = (first: number, at: number) => 20e6 + ((first + at * 4_750_037) % 380e6);

test('without samples the price is the upper bound, and about; that of a private file is known', () => {
  const uncalibrated = calibratePrice([]);
  expect(uncalibrated.agreeing).toBe(0);
  const about = { credits: 413, isExact: false };
  expect(calibratedPrice(uncalibrated, 'public', 412_300_000)).toEqual(about);
  expect(calibratedPrice(uncalibrated, 'private', 9e9)).toEqual({ credits: 1, isExact: true });
});

test('four agreeing charges are not enough, five are', () => {
  const sizes = [1_000_001, 4_100_000, 7_200_000, 9_300_000, 3_030_000];
  const four = calibratePrice(sampled(CEILING, ...sizes.slice(1)));
  expect(calibratedPrice(four, 'public', 412_300_000).isExact).toBe(false);
  const five = calibratePrice(sampled(CEILING, ...sizes));
  expect(five.agreeing).toBe(AGREEING_SAMPLES);
  expect(calibratedPrice(five, 'public', 4_100_000)).toEqual({ credits: 5, isExact: true });
});

test('a size that tells two readings apart stays about until one of them is out', () => {
  const small = calibratePrice(sampled(CEILING, 1, 2, 3, 4, 5, 6)); // 1 MB and 1 MiB look the same here
  expect(calibratedPrice(small, 'public', 10)).toEqual({ credits: 1, isExact: true });
  const large = calibratedPrice(small, 'public', 500_000_000);
  expect(large).toEqual({ credits: 500, isExact: false });
});

test('a cheaper reading is taken over once five charges tell it from every dearer one', () => {
  const sizes = [101, 102, 103, 104, 105].map((mib) => mib * 1_048_576 + 7);
  const all = [...sampled(BINARY_NEAREST, ...sizes), ...sampled(BINARY_NEAREST, 9, 9, 9, 9, 9)];
  const learned = calibratePrice(all);
  expect(learned.agreeing).toBe(10);
  const price = calibratedPrice(learned, 'public', 50 * 1_048_576 + 3);
  expect(price).toEqual({ credits: 50, isExact: true });
});

test('a single gift of credits does not lower the price', () => {
  const gift = { publicBytes: [500_000_000], credits: 470 };
  const learned = calibratePrice([...sampled(CEILING, 5e6 + 1, 6e6 + 1, 7e6 + 1, 8e6 + 1), gift]);
  expect(calibratedPrice(learned, 'public', 500_000_000).credits).toBe(500);
});

test('for every true reading, whatever others spend in between, the price is never below what is charged', () => {
  let learnedSome = 0;
  fc.assert(
    fc.property(rule, history, fc.array(size, { minLength: 1 }), (truth, seen, later) => {
      const calibration = calibratePrice(samplesOf(truth, seen));
      expect(calibration.plausible).toContainEqual(truth);
      for (const bytes of later) {
        const { credits, isExact } = calibratedPrice(calibration, 'public', bytes);
        expect(credits).toBeGreaterThanOrEqual(creditsUnder(truth, bytes));
        expect(credits).toBeLessThanOrEqual(uploadCredits('public', bytes));
        if (isExact) learnedSome += 1;
      }
    }),
    { numRuns: 150 },
  );
  expect(learnedSome).toBeGreaterThan(18);
});

test('alone on the balance, after enough charges the price is exact for every size but the smallest', () => {
  // Below 21 MiB some readings cross, and samples above cannot tell them apart.
  const largerSize = fc.integer({ min: 21 * 1_048_576 + 1, max: 2 ** 31 });
  // Equal sizes teach nothing: these leave every remainder, whichever megabyte they are divided by.
  const manySizes = fc
    .nat(379_999_999)
    .map((first) => Array.from({ length: 80 }, (_, at) => sizeAt(first, at)));
  fc.assert(
    fc.property(rule, manySizes, largerSize, (truth, sizes, bytes) => {
      const learned = calibratePrice(sampled(truth, ...sizes));
      const { credits, isExact } = calibratedPrice(learned, 'public', bytes);
      expect(isExact).toBe(true);
      expect(credits).toBe(creditsUnder(truth, bytes));
    }),
    { numRuns: 60 },
  );
});

test('the order of the samples does not matter', () => {
  fc.assert(
    fc.property(rule, history, (truth, seen) => {
      const samples = samplesOf(truth, seen);
      expect(calibratePrice(samples.toReversed())).toEqual(calibratePrice(samples));
    }),
    { numRuns: 100 },
  );
});
