import { describe, expect, test } from 'vitest';
import type { ReserveBreach } from '../../../src-shared/model/money/spend-limits.ts';
import type { UploadOffer } from '../../../src-shared/model/money/upload-offer.ts';
import { makeOutput } from './output.ts';
import {
  agreeToPrice,
  nothingFitsText,
  offerSentence,
  type PriceOptions,
} from './price-agreement.ts';
import { fakeTerminal } from './test-support/fake-terminal.ts';

/** Asks for a price of 10 credits; `answer` is what a person types. */
async function asked(
  options: PriceOptions,
  answer?: string,
  { isJson = false, breach = null }: { isJson?: boolean; breach?: ReserveBreach | null } = {},
) {
  const terminal = fakeTerminal({ isTerminal: answer !== undefined });
  const agreeing = agreeToPrice(
    { credits: 10, question: 'Send it?', breach },
    options,
    makeOutput(terminal, isJson),
  );
  if (answer !== undefined) terminal.type(answer);
  const isAgreed = await agreeing;
  return { isAgreed, reported: terminal.written.stderr() };
}

test('an option agrees without a question, or says why it does not', async () => {
  expect(await asked({ yes: true })).toEqual({ isAgreed: true, reported: '' });
  expect(await asked({ maxCredits: 10 })).toEqual({ isAgreed: true, reported: '' });
  const low = await asked({ yes: true, maxCredits: 9 });
  expect(low.isAgreed).toBe(false);
  expect(low.reported).toContain('It costs 10 credits, more than the 9 that --max-credits allows.');
});

test.each([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['', false],
])('a person who answers "%s"', async (answer, isAgreed) => {
  const answered = await asked({}, answer);
  expect(answered.isAgreed).toBe(isAgreed);
  expect(answered.reported).toContain('Send it? [y/N]');
  expect(answered.reported.includes('Nothing was sent.')).toBe(!isAgreed);
});

test.each([undefined, 'y'])(
  'with --json, or without a terminal, nobody is asked',
  async (answer) => {
    await expect(asked({}, answer, { isJson: true })).rejects.toThrow(
      /It costs 10 credits\..*--max-credits N\./,
    );
  },
);

describe('below the reserve', () => {
  const breach: ReserveBreach = { reserve: 20, left: 15 };

  test.each([{ yes: true }, { maxCredits: 10 }])(
    'an option that agrees to a price does not agree to going below the reserve: %o',
    async (options) => {
      const low = await asked(options, undefined, { breach });
      expect(low.isAgreed).toBe(false);
      expect(low.reported).toContain('It would leave 15 credits and use your reserve of 20.');
      expect(low.reported).toContain('--below-reserve');
      const both = await asked({ ...options, belowReserve: true }, undefined, { breach });
      expect(both).toEqual({ isAgreed: true, reported: '' });
    },
  );

  test('--below-reserve agrees to no price', async () => {
    await expect(asked({ belowReserve: true }, undefined, { breach })).rejects.toThrow('--yes');
    const dear = await asked({ belowReserve: true, maxCredits: 9 }, undefined, { breach });
    expect(dear.isAgreed).toBe(false);
  });

  test('a person who is asked reads it in the question, and their yes is enough', async () => {
    const answered = await asked({}, 'y', { breach });
    expect(answered.isAgreed).toBe(true);
    expect(answered.reported).toContain('use your reserve of 20. Send it? [y/N]');
  });
});

/** An offer that fits; override only what the test is about. */
const offer = (over: Partial<UploadOffer> = {}): UploadOffer => ({
  approved: { files: 0, bytes: 0, credits: 0 },
  files: 24,
  bytes: 9_870_000_000,
  credits: 9_870,
  balance: 12_000,
  reserve: null,
  largeBatch: { files: 0, bytes: 0, credits: 0, folderIds: [] },
  payable: 24,
  fits: { files: 24, bytes: 0, credits: 9_870 },
  ...over,
});

test('an offer that fits names its price as an upper bound', () => {
  expect(offerSentence(offer())).toBe(
    '24 files, 9.9 GB, at most 9,870 credits; your balance is 12,000 credits.',
  );
});

test('where the balance does not suffice, how many files it is enough for is said', () => {
  const short = offer({ balance: 882, fits: { files: 3, bytes: 0, credits: 818 } });
  expect(offerSentence(short)).toMatch(/ Enough for 3 of 24 files; the rest wait\.$/);
  const none = offer({ balance: 0, fits: { files: 0, bytes: 0, credits: 0 } });
  expect(offerSentence(none)).toMatch(/ Not enough for any of the 24 files that wait\.$/);
  const one = { credits: 3, balance: 0, payable: 1, fits: { files: 0, bytes: 0, credits: 0 } };
  expect(offerSentence(offer(one))).toMatch(/ Not enough for the file that waits\.$/);
});

test('what the reserve keeps is not there for them', () => {
  const kept = { credits: 3, balance: 3, reserve: 1, fits: { files: 0, bytes: 0, credits: 0 } };
  expect(offerSentence(offer(kept))).toMatch(
    / Your reserve of 1 leaves nothing for any of the 24 files that wait\.$/,
  );
  const some = { ...kept, fits: { files: 2, bytes: 0, credits: 2 } };
  expect(offerSentence(offer(some))).toMatch(
    / Your reserve of 1 leaves enough for 2 of 24 files; the rest wait\.$/,
  );
});

test('where nothing fits it is said what helps, and not to agree', () => {
  const nothing = { fits: { files: 0, bytes: 0, credits: 0 }, credits: 630, payable: 1, files: 1 };
  expect(nothingFitsText(offer({ ...nothing, balance: 498 }))).toMatch(
    /^132 credits are missing: /,
  );
  expect(nothingFitsText(offer({ ...nothing, files: 2, balance: 629 }))).toMatch(
    /^1 credit is missing for all of them: /,
  );
  expect(nothingFitsText(offer({ ...nothing, balance: 640, reserve: 20 }))).toMatch(/--reserve N/);
  expect(nothingFitsText(offer({ ...nothing, balance: 999 }))).toMatch(/"labseal folder edit"/);
  expect(nothingFitsText(offer({ ...nothing, balance: null }))).toBeNull();
  expect(nothingFitsText(offer())).toBeNull();
});

test('where a budget stands in the way the balance is not called short', () => {
  const limited = offer({ fits: { files: 23, bytes: 0, credits: 9_000 } });
  expect(offerSentence(limited)).toMatch(/ 23 of 24 files fit your limits; the rest wait\.$/);
});

test('of an unknown balance nothing is promised', () => {
  const unknown = offer({ balance: null, fits: { files: 0, bytes: 0, credits: 0 } });
  expect(offerSentence(unknown)).toMatch(/; your balance is not known\.$/);
});
