import { expect, test } from 'vitest';
import { CAUSES, type Party, UNAVAILABLE_CAUSES } from '../status/service-fault.ts';
import { causeWords as english } from './en/causes.ts';
import { causeWords as italian } from './it/causes.ts';

/** The same words in both languages. */
const NAMED: Readonly<Partial<Record<Party, RegExp>>> = {
  proxy: /proxy/,
  computer: /computer|offline/,
};

test.each([
  ['English', english],
  ['Italian', italian],
])('%s: every cause has sentences of its own, which name its party', (_language, words) => {
  const told = UNAVAILABLE_CAUSES.map((why) => words[why].happened);
  expect(new Set(told).size).toBe(told.length);
  for (const why of UNAVAILABLE_CAUSES) {
    const { happened, repair, was } = words[why];
    expect(`${happened} ${repair}`).toMatch(/^\p{Lu}.+\. \p{Lu}.+\.$/u);
    expect(was).toMatch(/^\p{Ll}.+[^.]$/u);
    expect(happened).toMatch(NAMED[CAUSES[why].party] ?? /./);
  }
});
