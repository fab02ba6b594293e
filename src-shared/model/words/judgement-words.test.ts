import { expect, test } from 'vitest';
import { judgeChoice } from '../../evidence/judge-choice.ts';
import {
  certificateOf,
  genuineBundle,
  hashOf,
  relisted,
} from '../../evidence/test-support/genuine-bundle.ts';
import { type Contents, judgeContents } from '../../evidence/test-support/memory-choice.ts';
import type { Refusal } from '../proofs/judgement.ts';
import { evidenceWords } from './en/evidence.ts';
import { byteText, momentText } from './en/figures.ts';
import { judgementWords } from './en/judgement.ts';
import { verdictWords } from './en/verdicts.ts';
import { behindLabel, sayJudgement } from './judgement-words.ts';

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
  expect(alone.sentences).toEqual(['x.zip was not opened, so nothing in it was checked.']);
  expect(alone.next).toBeNull();
  const beside = await said({ ...certified('a.csv', 'a'), ...broken });
  expect(beside.sentences[0]).toMatch(
    /^a\.csv is unchanged .* x\.zip was not opened, so nothing in it was checked\.$/,
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
  const { sentences, next, addresses } = await said({
    'a.csv': 'a',
    'a.csv.json': json,
    'b.csv': 'b',
    'b.csv.json': JSON.stringify({ ...certificateOf('b.csv', 'b', 2), ...over }),
  });
  expect(sentences).toContainEqual(expect.stringMatching(/proves nothing to anybody else/));
  expect(next).toMatch(/^Next: ask for certificates of a service that others can reach/);
  expect(addresses).toEqual([]);
});

test('the line of a ZIP that was not opened says why', () => {
  const zip = { path: 'x.zip', sizeBytes: 1, refusal: null, digests: { sha256: 'aa' } };
  const judged = judgeChoice({ entries: [zip], bags: [], certificates: [], pairs: [] });
  const zips = [{ path: 'x.zip', why: 'not-a-zip' }] as const;
  expect(sayJudgement({ ...judged, zips }, WORDS).lines).toMatchObject([
    { look: 'open', text: expect.stringMatching(/^It is no ZIP, whatever its name says/) },
  ]);
});

test('one weak fingerprint among strong ones is told as one', async () => {
  const weak = { FileHash: hashOf('b', 'md5'), file: { id: 'r-2' } };
  const { sentences } = await said({
    ...certified('a.csv', 'a'),
    'b.csv': 'b',
    'b.csv.json': JSON.stringify(weak),
  });
  expect(sentences[0]).toBe(
    '1 of 2 files is unchanged since its certificate of 26 Nov 2026. Another one fits by an old kind of fingerprint alone, which can be forged.',
  );
});

test('a file whose certificate contradicts itself is named, with the certificate as what is wrong', async () => {
  const { sentences, lines } = await said({
    'a.csv': 'a',
    'a.csv.json': JSON.stringify({
      ...certificateOf('a.csv', 'a'),
      notarizedAt: '2020-01-01T00:00:00Z',
    }),
    ...certified('b.csv', 'b', 2),
  });
  expect(sentences[0]).toBe(
    'Do not rely on a.csv: its certificate contradicts itself. Nothing contradicts the other file.',
  );
  expect(lines[0]?.text).toMatch(/^Its certificate contradicts itself: it gives one date as /);
});

test('of loose files no list is blamed, and a certificate of another file is told', async () => {
  const json = JSON.stringify(certificateOf('zeta.csv', 'zeta'));
  const { sentences, lines } = await said({ 'a.csv': 'altered', 'cert.json': json });
  expect(sentences[0]).toBe('Do not rely on a.csv: it is not what its certificate is about.');
  expect(lines[0]?.text).toMatch(/The certificate is of a file called zeta\.csv\.$/);
});

test('a file that its certificate calls otherwise is told with that name', async () => {
  const json = JSON.stringify(certificateOf('patient-a.csv', 'a'));
  const { lines } = await said({ 'patient-b.csv': 'a', 'patient-b.csv.json': json });
  expect(lines[0]?.text).toMatch(/The certificate is of a file called patient-a\.csv\.$/);
  const same = await said({ ...certified('A.csv', 'a') });
  expect(same.lines[0]?.text).not.toMatch(/called/);
});

test('what a line says of a file is not said again above it, and a renamed one is told what to do', async () => {
  const bundle = genuineBundle({ 'a.csv': 'a', 'b.csv': 'b' });
  const changed = await said({ ...bundle, 'data/files/a.csv': 'x' });
  expect(changed.troubles).toEqual([]);
  expect(changed.sentences[0]).toMatch(
    /^Do not rely on data\/files\/a\.csv: it is not what the bundle lists/,
  );
  const { 'data/files/a.csv': content = '', ...others } = bundle;
  const renamed = await said({ ...others, 'data/files/c.csv': content });
  expect(renamed.next).toBe('Next: give it that name again, and check once more.');
});

test('a bundle of proofs alone asks for the files', async () => {
  const {
    'data/files/a.csv': _a,
    'data/checks.json': checks,
    ...proofs
  } = genuineBundle({ 'a.csv': 'a' });
  const left = String(checks).replace(
    '"path":"files/a.csv","state":"included"',
    '"path":null,"state":"not-wanted"',
  );
  const { sentences, next } = await said(relisted({ ...proofs, 'data/checks.json': left }));
  expect(sentences).toEqual([
    'This bundle has certificates, and not the files that they are about.',
  ]);
  expect(next).toMatch(/^Next: choose the certificate together with its file/);
});

test('a bundle without anything in it is not told of files', async () => {
  const { sentences } = await said({ 'bagit.txt': genuineBundle({})['bagit.txt'] ?? '' });
  expect(sentences).toEqual(['Do not rely on this bundle: 1 thing about it is wrong.']);
});

test('a label and what is said behind it read as one sentence or as two, and alone as none', async () => {
  const { lines } = await said({ ...certified('a.csv', 'a'), 'letter.txt': 'x' });
  expect(lines.map(({ label, text }) => label + behindLabel(text))).toEqual([
    'Unchanged since 26 Nov 2026 · record r-1 · Ada Løvland.',
    'Not checked. No certificate here is about it.',
  ]);
  expect(behindLabel('')).toBe('');
});
