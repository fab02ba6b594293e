import { describe, expect, test } from 'vitest';
import type { FloorBreach } from '../../../src-shared/model/money/spend-limits.ts';
import { makeOutput } from './output.ts';
import { agreeToPrice, type PriceOptions } from './price-agreement.ts';
import { playedTerminal } from './test-support/fake-terminal.ts';

/** Asks for a price of 10 credits; `answer` is what a person types. */
async function asked(
  options: PriceOptions,
  answer?: string,
  { isJson = false, breach = null }: { isJson?: boolean; breach?: FloorBreach | null } = {},
) {
  const terminal = playedTerminal({ isTerminal: answer !== undefined });
  const agreeing = agreeToPrice(
    { credits: 10, question: 'Send it?', breach },
    options,
    makeOutput(terminal, isJson),
    terminal,
  );
  if (answer !== undefined) terminal.type(answer);
  const isAgreed = await agreeing;
  return { isAgreed, told: terminal.written.stderr() };
}

test('an option agrees without a question, or says why it does not', async () => {
  expect(await asked({ yes: true })).toEqual({ isAgreed: true, told: '' });
  expect(await asked({ maxCredits: 10 })).toEqual({ isAgreed: true, told: '' });
  const low = await asked({ yes: true, maxCredits: 9 });
  expect(low.isAgreed).toBe(false);
  expect(low.told).toContain('It costs 10 credits, more than --max-credits 9 allows.');
});

test.each([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['', false],
])('a person who answers "%s"', async (answer, isAgreed) => {
  const answered = await asked({}, answer);
  expect(answered.isAgreed).toBe(isAgreed);
  expect(answered.told).toContain('Send it? [y/N]');
  expect(answered.told.includes('Nothing was sent.')).toBe(!isAgreed);
});

test.each([undefined, 'y'])(
  'with --json, or without a terminal, nobody is asked',
  async (answer) => {
    await expect(asked({}, answer, { isJson: true })).rejects.toThrow(
      /It costs 10 credits\..*--max-credits N\./,
    );
  },
);

describe('below the floor', () => {
  const breach: FloorBreach = { floor: 20, left: 15 };

  test.each([{ yes: true }, { maxCredits: 10 }])(
    'an option that agrees to a price does not agree to going below the floor: %o',
    async (options) => {
      const low = await asked(options, undefined, { breach });
      expect(low.isAgreed).toBe(false);
      expect(low.told).toContain('It would leave 15 credits, below your floor of 20.');
      expect(low.told).toContain('--below-floor');
      const both = await asked({ ...options, belowFloor: true }, undefined, { breach });
      expect(both).toEqual({ isAgreed: true, told: '' });
    },
  );

  test('--below-floor agrees to no price', async () => {
    await expect(asked({ belowFloor: true }, undefined, { breach })).rejects.toThrow('--yes');
    const dear = await asked({ belowFloor: true, maxCredits: 9 }, undefined, { breach });
    expect(dear.isAgreed).toBe(false);
  });

  test('a person who is asked reads it in the question, and their yes is enough', async () => {
    const answered = await asked({}, 'y', { breach });
    expect(answered.isAgreed).toBe(true);
    expect(answered.told).toContain('below your floor of 20. Send it? [y/N]');
  });
});
