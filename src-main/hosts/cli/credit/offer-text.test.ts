import { expect, test } from 'vitest';
import type { Offer } from '../../../app/sync-events.ts';
import { offerSentence } from './offer-text.ts';

/** An offer that fits; override only what the test is about. */
const offer = (over: Partial<Offer> = {}): Offer => ({
  files: 24,
  bytes: 9_870_000_000,
  credits: 9_870,
  isExact: false,
  changedFiles: 0,
  balance: 12_000,
  payable: 24,
  fits: { files: 24, credits: 9_870 },
  ...over,
});

test('an offer that fits names its price as an upper bound, or as the price once it is known', () => {
  expect(offerSentence(offer())).toBe(
    '24 files, 9.9 GB, at most 9,870 credits; your balance is 12,000 credits.',
  );
  expect(offerSentence(offer({ isExact: true, changedFiles: 1 }))).toBe(
    '24 files (1 new version of notarized files), 9.9 GB, 9,870 credits; your balance is 12,000 credits.',
  );
});

test('where the balance does not suffice, what fits and what is missing are said', () => {
  const short = offer({ balance: 882, fits: { files: 3, credits: 818 } });
  expect(offerSentence(short)).toContain(' 3 of 24 fit now (818 credits). 8,988 credits short.');
  const none = offer({ balance: 0, fits: { files: 0, credits: 0 } });
  expect(offerSentence(none)).toContain(' None of them fits now. 9,870 credits short.');
});

test('where a budget stands in the way nothing is called short', () => {
  const limited = offer({ fits: { files: 23, credits: 9_000 } });
  expect(offerSentence(limited)).toMatch(/ 23 of 24 fit now \(9,000 credits\)\.$/);
});

test('of an unknown balance nothing is promised', () => {
  const unknown = offer({ balance: null, fits: { files: 0, credits: 0 } });
  expect(offerSentence(unknown)).toMatch(/; your balance is not known\.$/);
});
