import { expect, test } from 'vitest';
import { judgeChoice } from '../../evidence/judge-choice.ts';
import { certificateOf, hashOf } from '../../evidence/test-support/genuine-bundle.ts';
import { type Contents, judgeContents } from '../../evidence/test-support/memory-choice.ts';
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

const said = async (contents: Contents) => sayJudgement(await judgeContents(contents), WORDS);
const certified = (name: string, content: string, number = 1) => ({
  [name]: content,
  [`${name}.json`]: JSON.stringify(certificateOf(name, content, number)),
});

test('what was not checked stands behind the sentence about what was', async () => {
  const one = await said({ ...certified('a.csv', 'a'), 'letter.txt': 'x' });
  expect(one.sentences[0]).toBe(
    'a.csv is unchanged since its certificate of 26 Nov 2026 (record r-1). One more, letter.txt, was not checked: no certificate here is about it.',
  );
  const two = await said({ ...certified('a.csv', 'a'), 'letter.txt': 'x', 'b.md': 'x' });
  expect(two.sentences[0]).toMatch(/2 more files were not checked/);
  expect(two.lines.map(({ label }) => label)).toEqual(['Unchanged', 'Not checked', 'Not checked']);
});

test('a ZIP that cannot be read is told on top, alone and beside others', async () => {
  const broken = { 'x.zip': 'PK\u0003\u0004 cut off' };
  const alone = await said(broken);
  expect(alone.sentences).toEqual(['x.zip cannot be read, so nothing in it was checked.']);
  expect(alone.next).toBeNull();
  const beside = await said({ ...certified('a.csv', 'a'), ...broken });
  expect(beside.sentences[0]).toMatch(
    /^a\.csv is unchanged .* x\.zip cannot be read, so nothing in it was checked\.$/,
  );
});

test('of a certificate alone everything is told that it says, and that its file is missing', async () => {
  const { sentences, troubles, next } = await said({
    'x.json': JSON.stringify(certificateOf('a.csv', 'a')),
  });
  expect(sentences).toEqual(['The file that this certificate is about is missing here.']);
  expect(troubles).toEqual([
    `x.json: no file that was chosen has the fingerprint of this certificate. As the certificate says: a.csv, recorded 26 Nov 2026, record r-1, owner Ada Løvland, fingerprint ${hashOf('a')}`,
  ]);
  expect(next).toMatch(/^Next: choose the certificate together with its file\./);
});

test('the addresses of all records stand in one place, with a warning whose they are', async () => {
  const one = await said(certified('a.csv', 'a'));
  expect(one.addresses).toEqual([]);
  const two = await said({ ...certified('a.csv', 'a'), ...certified('b.csv', 'b', 2) });
  expect(two.addresses).toEqual([
    `a.csv: https://notary.example/verify/r-1 · recorded 26 Nov 2026 · record r-1 · SHA-256 ${hashOf('a')}`,
    `b.csv: https://notary.example/verify/r-2 · recorded 26 Nov 2026 · record r-2 · SHA-256 ${hashOf('b')}`,
  ]);
  expect(two.next).toMatch(/the other file: the addresses of all are listed\./);
});

test('certificates of a test service are told as that', async () => {
  const over = { verifyUrl: 'http://127.0.0.1:4780/records/1' };
  const json = JSON.stringify({ ...certificateOf('a.csv', 'a'), ...over });
  const { sentences } = await said({ 'a.csv': 'a', 'a.csv.json': json });
  expect(sentences).toContainEqual(expect.stringMatching(/proves nothing to anybody else/));
});

test('the line of a ZIP that was not opened says why', () => {
  const zip = { path: 'x.zip', sizeBytes: 1, refusal: null, digests: { sha256: 'aa' } };
  const judged = judgeChoice({ entries: [zip], bags: [], certificates: [], pairs: [] });
  const zips = [{ path: 'x.zip', why: 'not-a-zip' }] as const;
  expect(sayJudgement({ ...judged, zips }, WORDS).lines).toMatchObject([
    { look: 'open', text: expect.stringMatching(/^It is no ZIP, whatever its name says/) },
  ]);
});
