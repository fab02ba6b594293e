/** Whatever is changed about a bundle or a certificate: never a better verdict than that leaves room for. */
import { expect, test } from 'vitest';
import { type Mutation, mutatedBundle, mutatedCertificate } from './test-support/mutate-bundle.ts';
import { judgeContents } from './test-support/memory-choice.ts';

/** What was judged better than it is. */
async function tooGood(mutations: readonly Mutation[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [number, { what, contents, atBest }] of mutations.entries()) {
    const { result } = await judgeContents(contents);
    const isTold = result === 'differs' || result === 'denied';
    if (result === 'proven' || (atBest === 'wrong' && !isTold)) wrong.push(`${number} ${what}`);
  }
  return wrong;
}

test(
  'of 1,000 changed bundles none is judged better than it is',
  { timeout: 600_000 },
  async () => {
    expect(await tooGood(Array.from({ length: 1_000 }, (_, at) => mutatedBundle(at)))).toEqual([]);
  },
);

test('nor of 300 changed certificates', async () => {
  expect(await tooGood(Array.from({ length: 300 }, (_, at) => mutatedCertificate(at)))).toEqual([]);
});
