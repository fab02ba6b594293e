import { expect, test } from 'vitest';
import { judgeChoice } from '../../evidence/judge-choice.ts';
import type { Refusal } from '../proofs/judgement.ts';
import { evidenceWords } from './en/evidence.ts';
import { byteText, momentText } from './en/figures.ts';
import { judgementWords } from './en/judgement.ts';
import { verdictWords } from './en/verdicts.ts';
import { sayJudgement } from './judgement-words.ts';

const WORDS = {
  judgement: judgementWords,
  verdicts: verdictWords,
  evidence: evidenceWords,
  figures: { moment: momentText, size: byteText },
};

test.each([
  [['bad-name'], 'Do not unpack this: 1 name in it leads out of the ZIP or is there twice.'],
  [
    ['bad-name', 'twice'],
    'Do not unpack this: 2 names in it lead out of the ZIP or are there twice.',
  ],
] satisfies readonly (readonly [readonly Refusal[], string])[])(
  'of a ZIP with %j names that is said on top',
  (refusals, sentence) => {
    const entries = refusals.map((refusal, at) => ({
      path: `x.zip/${at}`,
      sizeBytes: 1,
      refusal,
      digests: null,
    }));
    const judged = judgeChoice({ entries, bags: [], certificates: [], pairs: [] });
    expect(sayJudgement({ ...judged, zips: [] }, WORDS)).toMatchObject({
      look: 'bad',
      sentences: [sentence],
    });
  },
);

test('the line of a ZIP that was not opened says why', () => {
  const zip = { path: 'x.zip', sizeBytes: 1, refusal: null, digests: { sha256: 'aa' } };
  const judged = judgeChoice({ entries: [zip], bags: [], certificates: [], pairs: [] });
  const zips = [{ path: 'x.zip', why: 'not-a-zip' }] as const;
  expect(sayJudgement({ ...judged, zips }, WORDS).lines).toMatchObject([
    { look: 'open', text: expect.stringMatching(/^It is no ZIP, whatever its name says/) },
  ]);
});
