import { expect, test } from 'vitest';
import { makeOutput } from './output.ts';
import { agreeToPrice, type PriceOptions } from './price-agreement.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

/** Asks for a price of 10 credits; `answer` is what a person types. */
async function asked(options: PriceOptions, answer?: string, isJson = false) {
  const terminal = playedTerminal({ isTerminal: answer !== undefined });
  const agreeing = agreeToPrice(10, 'Send it?', options, makeOutput(terminal, isJson), terminal);
  if (answer !== undefined) terminal.type(answer);
  const isAgreed = await agreeing;
  return { isAgreed, told: terminal.written.stderr() };
}

test('[PR69] an option agrees without a question, or says why it does not', async () => {
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
])('[PR69] a person who answers "%s"', async (answer, isAgreed) => {
  const answered = await asked({}, answer);
  expect(answered.isAgreed).toBe(isAgreed);
  expect(answered.told).toContain('Send it? [y/N]');
  expect(answered.told.includes('Nothing was sent.')).toBe(!isAgreed);
});

test.each([undefined, 'y'])(
  '[PR69] with --json, or without a terminal, nobody is asked',
  async (answer) => {
    await expect(asked({}, answer, true)).rejects.toThrow(
      /It costs 10 credits\..*--max-credits N\./,
    );
  },
);
