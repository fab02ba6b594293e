/** The table of what decides (`docs/design.md`, proof), each row as evidence with its verdict. */
import { describe, expect, test } from 'vitest';
import { DEMO_MARK } from '../../src-mock/certificate/certificate-facts.ts';
import type { ListAlgorithm } from '../model/proofs/hash-method.ts';
import type { LineKind } from '../model/proofs/judgement.ts';
import type { ProofResult } from '../model/proofs/proof.ts';
import {
  below,
  type Bundle,
  certificateOf,
  genuineBundle,
  hashOf,
  pdfOf,
  pdfPage,
  relisted,
} from './test-support/genuine-bundle.ts';
import { type Contents, judgeContents } from './test-support/memory-choice.ts';

type Row = readonly [
  what: string,
  contents: Contents,
  result: ProofResult,
  lines: Partial<Record<string, LineKind>>,
];

/** Kinds by path. */
async function judged(contents: Contents) {
  const { lines, result } = await judgeContents(contents);
  return { result, kinds: Object.fromEntries(lines.map(({ path, kind }) => [path, kind])) };
}

const RUN = 'signal';
const genuine = certificateOf('run.raw', RUN);
const { FileHashMethod: _method, ...unstated } = genuine;
const { file: _file, ...sizeless } = unstated;
/** A file beside a certificate. */
const beside = (certificate: object | string, content = RUN): Contents => ({
  'run.raw': content,
  'run.json': typeof certificate === 'string' ? certificate : JSON.stringify(certificate),
});
const CHANGED = 'sigmal';
const LONGER = 'signal and more';
const hex = (algorithm: ListAlgorithm, content = RUN) => hashOf(content, algorithm);
const base64 = (algorithm: ListAlgorithm) => Buffer.from(hex(algorithm), 'hex').toString('base64');

const rows = (...all: readonly Row[]) => all;

describe('a file and a certificate', () => {
  test.each(
    rows(
      ['an equal digest fits', beside(genuine), 'unproven', { 'run.raw': 'fits' }],
      [
        'whatever way it was made',
        beside({ FileHash: base64('sha3-256') }),
        'unproven',
        { 'run.raw': 'fits' },
      ],
      [
        'under a method that is stated, another digest differs',
        beside(genuine, CHANGED),
        'differs',
        { 'run.raw': 'differs' },
      ],
      ...['sha256', 'SHA-256', 'sha256, hex', 'sha2-256', 'SHA2_256 (hexadecimal)', ' Sha 256'].map(
        (spelled): Row => [
          `spelled ${spelled}`,
          beside({ ...sizeless, FileHashMethod: spelled }, CHANGED),
          'differs',
          { 'run.raw': 'differs' },
        ],
      ),
      [
        'stated as a prefix',
        beside({ FileHash: `sha256:${hex('sha256')}` }, CHANGED),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'stated as the prefix of a multihash',
        beside({ FileHash: `1220${hex('sha256')}` }, CHANGED),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'which fits the genuine file',
        beside({ FileHash: `1220${hex('sha256')}` }),
        'unproven',
        { 'run.raw': 'fits' },
      ],
      [
        'another size differs, though no method is stated',
        beside(unstated, LONGER),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'and though its fingerprint is of a length that nobody computes',
        beside({ ...unstated, FileHash: 'ab'.repeat(28) }, LONGER),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'without method and size it cannot be told',
        beside(sizeless, CHANGED),
        'unproven',
        { 'run.raw': 'unsure' },
      ],
      [
        'nor with a length that nobody computes',
        beside({ FileHash: 'ab'.repeat(28), FileHashMethod: 'SHA-224' }),
        'unproven',
        { 'run.raw': 'unsure' },
      ],
      [
        'nor with a method that nobody computes',
        beside({ FileHash: hex('sha256', 'x'), FileHashMethod: 'RIPEMD-256' }),
        'unproven',
        { 'run.raw': 'unsure' },
      ],
      [
        'two fingerprints are no match',
        beside({ ...sizeless, filehash: hex('sha256', 'x') }),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'neither for the other file',
        beside({ ...sizeless, filehash: hex('sha256', CHANGED) }, CHANGED),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'one deeper',
        beside({ ...sizeless, proof: { FileHash: hex('sha256', 'x') } }),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'one of a file that is cited is none of its own',
        beside({ ...sizeless, primaryData: [{ FileHash: hex('sha256', 'x') }] }),
        'unproven',
        { 'run.raw': 'fits' },
      ],
      [
        'a key given twice',
        beside(`{"FileHash":"${hex('sha256', 'x')}","FileHash":"${hex('sha256')}"}`),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'dates that cannot be',
        beside({ ...genuine, recorded: '2020-01-01T00:00:00Z' }),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'a method that makes no such fingerprint',
        beside({ ...genuine, FileHashMethod: 'SHA-512' }),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'the size of another file',
        beside({ ...genuine, file: { sizeBytes: 5 } }),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'MD5 alone fits weakly',
        beside({ FileHash: hex('md5') }),
        'unproven',
        { 'run.raw': 'weak' },
      ],
      [
        'SHA-1 alone fits weakly',
        beside({ FileHash: hex('sha1'), FileHashMethod: 'SHA-1' }),
        'unproven',
        { 'run.raw': 'weak' },
      ],
      [
        'MD5 that is stated differs',
        beside({ FileHash: hex('md5'), FileHashMethod: 'MD5' }, CHANGED),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'no certificate',
        { 'run.raw': RUN, 'other.json': '{"a":1}' },
        'unproven',
        { 'run.raw': 'unsure', 'other.json': 'unsure' },
      ],
      [
        'broken JSON',
        { 'run.raw': RUN, 'run.json': '{"FileHash":' },
        'unproven',
        { 'run.raw': 'unsure', 'run.json': 'unsure' },
      ],
    ),
  )('%s', async (_what, contents, result, kinds) => {
    expect(await judged(contents)).toMatchObject({ result, kinds });
  });

  const pdf = (text: string, content = RUN): Contents => ({
    'run.raw': content,
    'run.pdf': `%PDF-${text}`,
  });
  const words = `FINGERPRINT · SHA-256, hex\n${hex('sha256')}\nTRANSACTION  0x${'cd'.repeat(32)}\n`;
  test.each(
    rows(
      ['a PDF that is chosen is a certificate', pdf(words), 'unproven', { 'run.raw': 'fits' }],
      [
        'and says how its fingerprint was made',
        pdf(words, CHANGED),
        'differs',
        { 'run.raw': 'differs' },
      ],
      [
        'a second fingerprint in it, seen or not',
        pdf(`${words}\n${hex('sha256', CHANGED)}`),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'which never matches',
        pdf(`${words}\n${hex('sha256', CHANGED)}`, CHANGED),
        'denied',
        { 'run.raw': 'denied' },
      ],
      [
        'in groups',
        pdf(`Hash: ${hex('sha256').replaceAll(/(.{4})/g, '$1 ')}`),
        'unproven',
        { 'run.raw': 'fits' },
      ],
      ['the other size', pdf(`${words}\n1,234 bytes`), 'denied', { 'run.raw': 'denied' }],
      [
        'a PDF that is no certificate is a file',
        pdf('a paper'),
        'unproven',
        { 'run.raw': 'unsure', 'run.pdf': 'unsure' },
      ],
    ),
  )('%s', async (_what, contents, result, kinds) => {
    expect(await judged(contents)).toMatchObject({ result, kinds });
  });

  test('a method that the account learned decides, and one that is stated goes before it (P20)', async () => {
    const method = { algorithm: 'sha256', encoding: 'hex' } as const;
    const { judgeCertificate } = await import('../model/proofs/judge.ts');
    const { readCertificate } = await import('../model/proofs/read-certificate.ts');
    const file = { digests: { sha256: hex('sha256', CHANGED), md5: hex('md5') }, sizeBytes: 6 };
    const against = (certificate: object) =>
      judgeCertificate(file, readCertificate(JSON.stringify(certificate)), method).kind;
    expect(against({ FileHash: hex('sha256') })).toBe('mismatch');
    expect(against({ FileHash: hex('md5') })).toBe('match');
    expect(against({ FileHash: hex('sha256'), FileHashMethod: 'BLAKE3' })).toBe('unsure');
  });
});

const FILES = { 'a/run.raw': RUN, 'b.csv': '1,2', 'c.csv': '3,4' };
const bundle = genuineBundle(FILES);
const changed = (path: string, content: string): Bundle => ({ ...bundle, [path]: content });
const without = (path: string | RegExp, of = bundle): Bundle =>
  Object.fromEntries(
    Object.entries(of).filter(([name]) =>
      typeof path === 'string' ? name !== path : !path.test(name),
    ),
  );
const certificate = 'data/certificates/2-b.csv.json';

describe('a bundle', () => {
  test('that is whole: each file fits, and nothing else is said', async () => {
    const found = await judgeContents(bundle);
    expect(found).toMatchObject({
      result: 'unproven',
      loose: [],
      counts: { files: 3, fitting: 3 },
    });
    expect(found.bundles).toMatchObject([{ root: '', isEvidence: true, troubles: [] }]);
    expect(found.lines.map(({ kind }) => kind)).toEqual(['fits', 'fits', 'fits']);
  });

  test.each(
    rows(
      [
        'a changed file',
        changed('data/files/b.csv', '1,3'),
        'differs',
        { 'data/files/b.csv': 'differs' },
      ],
      [
        'with lists written anew',
        relisted(changed('data/files/b.csv', '1,3')),
        'differs',
        { 'data/files/b.csv': 'differs' },
      ],
      [
        'and its certificate',
        relisted({
          ...changed('data/files/b.csv', '1,3'),
          [certificate]: JSON.stringify(certificateOf('b.csv', '1,3')),
        }),
        'differs',
        {},
      ],
      [
        'a file more',
        { ...bundle, 'data/files/d.csv': 'x' },
        'differs',
        { 'data/files/d.csv': 'unlisted' },
      ],
      [
        'in the lists',
        relisted({ ...bundle, 'data/files/d.csv': 'x' }),
        'unproven',
        { 'data/files/d.csv': 'unsure' },
      ],
      ['a file less', without('data/files/b.csv'), 'differs', {}],
      [
        'a certificate that fits nothing',
        relisted({
          ...bundle,
          'data/certificates/x.json': JSON.stringify(certificateOf('x', 'x')),
        }),
        'differs',
        {},
      ],
      [
        'certificates of one another',
        relisted({
          ...bundle,
          [certificate]: bundle['data/certificates/3-c.csv.json'] ?? '',
          'data/certificates/3-c.csv.json': bundle[certificate] ?? '',
        }),
        'differs',
        {},
      ],
      [
        'a PDF of another file',
        relisted({ ...bundle, 'data/certificates/2-b.csv.pdf': pdfOf('x') }),
        'differs',
        { 'data/files/b.csv': 'differs' },
      ],
      ['MD5 lists alone', relisted(bundle, 'md5'), 'differs', { 'data/files/b.csv': 'fits' }],
      ['SHA-1 lists alone', relisted(bundle, 'sha1'), 'differs', { 'data/files/b.csv': 'fits' }],
      ['no lists', without(/manifest-/), 'differs', { 'data/files/b.csv': 'fits' }],
      [
        'no list of checks, said by the lists',
        without('data/checks.json'),
        'differs',
        { 'data/files/b.csv': 'fits' },
      ],
      [
        'nor by them',
        relisted(without('data/checks.json')),
        'unproven',
        { 'data/files/b.csv': 'fits' },
      ],
      [
        'a broken list of checks',
        relisted(changed('data/checks.json', '{')),
        'unproven',
        { 'data/files/b.csv': 'fits' },
      ],
      [
        'a changed file without that list',
        relisted({ ...without('data/checks.json'), 'data/files/b.csv': '1,3' }),
        'differs',
        { 'data/files/b.csv': 'differs' },
      ],
      [
        'a declaration of another version',
        changed('bagit.txt', 'BagIt-Version: 9\n'),
        'differs',
        { 'data/files/b.csv': 'fits' },
      ],
      [
        'a changed README',
        changed('README.txt', 'Trust me.'),
        'differs',
        { 'README.txt': 'differs' },
      ],
      [
        'what a system leaves in folders',
        { ...bundle, 'data/.DS_Store': 'x', '__MACOSX/data/._b.csv': 'x' },
        'unproven',
        { 'data/.DS_Store': 'unchecked' },
      ],
    ),
  )('%s', async (_what, contents, result, kinds) => {
    expect(await judged(contents)).toMatchObject({ result, kinds });
  });

  test.each(
    rows(
      [
        'two, each under its own name',
        { ...below('one', bundle), ...below('two', relisted(changed('data/files/b.csv', '1,3'))) },
        'differs',
        { 'one/data/files/b.csv': 'fits', 'two/data/files/b.csv': 'differs' },
      ],
      [
        'loose files beside one',
        { ...below('one', bundle), 'loose.raw': 'x' },
        'unproven',
        { 'loose.raw': 'unchecked', 'one/data/files/b.csv': 'fits' },
      ],
      [
        'one deeper and hidden in an altered folder',
        { ...below('.hidden/deep', bundle), 'b.csv': '1,3' },
        'unproven',
        { 'b.csv': 'unsure', '.hidden/deep/data/files/b.csv': 'fits' },
      ],
      [
        'one hidden in an altered bundle',
        { ...changed('data/files/b.csv', '1,3'), ...below('.x', bundle) },
        'differs',
        { 'data/files/b.csv': 'differs', '.x/data/files/b.csv': 'unlisted' },
      ],
      [
        'one in the payload of another',
        relisted({ ...bundle, ...below('data/files/inner', genuineBundle({ 'z.raw': 'z' })) }),
        'unproven',
        { 'data/files/inner/data/files/z.raw': 'fits', 'data/files/b.csv': 'fits' },
      ],
      [
        'one changed in the payload of another',
        relisted({
          ...bundle,
          ...below('data/files/inner', {
            ...genuineBundle({ 'z.raw': 'z' }),
            'data/files/z.raw': 'y',
          }),
        }),
        'differs',
        { 'data/files/inner/data/files/z.raw': 'differs', 'data/files/b.csv': 'fits' },
      ],
      [
        'an altered one without its declaration',
        without('bagit.txt', relisted(changed('data/files/b.csv', '1,3'))),
        'differs',
        { 'data/files/b.csv': 'differs' },
      ],
    ),
  )('%s', async (_what, contents, result, kinds) => {
    expect(await judged(contents)).toMatchObject({ result, kinds });
  });

  test('a file that was renamed is told with its name in the list', async () => {
    const { 'data/files/b.csv': content = '', ...others } = bundle;
    const { result, lines } = await judgeContents({ ...others, 'data/files/new.csv': content });
    expect(result).toBe('differs');
    expect(lines).toContainEqual(
      expect.objectContaining({
        path: 'data/files/new.csv',
        kind: 'unlisted',
        why: 'renamed',
        listedAs: 'data/files/b.csv',
      }),
    );
    const { lines: copied } = await judgeContents({ ...bundle, 'data/files/new.csv': content });
    expect(copied).toContainEqual(expect.objectContaining({ why: 'not-listed', listedAs: null }));
  });

  test('a file that is missing is told once, and its certificates are no riddles', async () => {
    const { bundles } = await judgeContents(without('data/files/b.csv'));
    expect(bundles.flatMap(({ troubles }) => troubles)).toMatchObject([
      { kind: 'missing', where: 'data/files/b.csv' },
      { kind: 'wrong-sum' },
    ]);
  });

  test('names are compared as systems write them, and twins are two files', async () => {
    const named = genuineBundle({ 'caf\u00E9.csv': 'x' });
    const decomposed = Object.fromEntries(
      Object.entries(named).map(([path, content]) => [path.normalize('NFD'), content]),
    );
    expect(await judgeContents(decomposed)).toMatchObject({
      result: 'unproven',
      counts: { files: 1 },
    });
    const twin = { ...named, 'data/files/cafe\u0301.csv': 'y' };
    expect(await judged(twin)).toMatchObject({
      result: 'differs',
      kinds: { 'data/files/caf\u00E9.csv': 'fits', 'data/files/cafe\u0301.csv': 'unlisted' },
    });
    const cases = { ...named, 'data/files/CAF\u00C9.csv': 'y' };
    expect((await judged(cases)).kinds).toMatchObject({ 'data/files/CAF\u00C9.csv': 'unlisted' });
  });
});

test('a letter beside a perfect bundle is not checked, and spoils nothing', async () => {
  const letters = { ...below('one', bundle), 'letter.txt': 'x', 'sub/README.md': 'y' };
  expect(await judgeContents(letters)).toMatchObject({
    result: 'unproven',
    counts: { files: 3, fitting: 3, strays: 2 },
  });
  // What is called like a file that a certificate is about may be taken for it.
  const twin = await judgeContents({ ...below('one', bundle), 'b.csv': 'changed' });
  expect(twin).toMatchObject({ counts: { files: 4, fitting: 3, strays: 0 } });
  const nothing = await judgeContents({ 'letter.txt': 'x' });
  expect(nothing).toMatchObject({ counts: { files: 1, strays: 0 }, lines: [{ kind: 'unsure' }] });
});

test('a certificate without its file says what it is about, and contradicts itself alone, too', async () => {
  const alone = { 'x.pdf': pageOf('26 November 2026', 'FILE', 'a.csv', 'OWNER', 'Ada L.') };
  expect(await judgeContents(alone)).toMatchObject({
    result: 'unproven',
    loose: [
      {
        path: 'x.pdf',
        fingerprint: hashOf('a'),
        said: { name: 'a.csv', owner: 'Ada L.', recordedAtMs: Date.parse('2026-11-26T11:18:10Z') },
        contradiction: null,
      },
    ],
  });
  const drawnOver = { 'x.pdf': pageOf('26 November 2026', 'RECORDED 3 March 2019, 10:00:00 UTC') };
  expect(await judgeContents(drawnOver)).toMatchObject({
    result: 'denied',
    loose: [{ contradiction: { about: 'date' } }],
  });
});

/** Whether a certificate with this over it is told to be of a test service. */
async function isOfTest(over: object) {
  const json = JSON.stringify({ ...certificateOf('a.csv', 'a', 1), ...over });
  const { lines } = await judgeContents({ 'a.csv': 'a', 'a.json': json });
  return lines[0]?.proof?.said.isOfTest;
}

test('a certificate of a test service is told by its mark, and by its address', async () => {
  expect(await isOfTest({})).toBe(false);
  expect(await isOfTest({ notice: DEMO_MARK })).toBe(true);
  const hosts = ['127.0.0.1:4780', 'localhost', '[::1]:80', 'notary.localhost'];
  const found = hosts.map((host) => isOfTest({ verifyUrl: `http://${host}/records/1` }));
  expect(await Promise.all(found)).toEqual(hosts.map(() => true));
  expect(await isOfTest({ verifyUrl: 'http://127.0.0.1.notary.example/1' })).toBe(false);
  const page = { 'a.csv': 'a', 'a.pdf': pageOf('26 November 2026', `SERVICE   ${DEMO_MARK}`) };
  expect((await judgeContents(page)).lines[0]?.proof?.said.isOfTest).toBe(true);
});

test('of several loose files each is held against its own certificate, and a changed one by its name', async () => {
  const contents = {
    'a.raw': 'A',
    'b.raw': 'changed',
    'one.json': JSON.stringify(certificateOf('a.raw', 'A', 1)),
    'two.json': JSON.stringify(certificateOf('b.raw', 'B', 2)),
    'three.json': JSON.stringify(certificateOf('c.raw', 'C', 3)),
  };
  const found = await judgeContents(contents);
  expect(found.loose.map(({ path }) => path)).toEqual(['three.json']);
  const kinds = Object.fromEntries(found.lines.map(({ path, kind }) => [path, kind]));
  expect(kinds).toEqual({ 'a.raw': 'fits', 'b.raw': 'differs' });
});

const TWO = genuineBundle({ 'a.csv': 'a', 'b.csv': 'b' });
const [ONE, OTHER] = ['data/certificates/1-a.csv', 'data/certificates/2-b.csv'];

async function lineOf(contents: Contents, path: string) {
  const { lines, result } = await judgeContents(contents);
  const { kind, why } = lines.find((line) => line.path === path) ?? {};
  return { result, kind, why };
}

/** Of the file with the content "a". */
const pageOf = (day: string, ...more: readonly string[]) =>
  pdfPage(['FINGERPRINT · SHA-256, hex', hashOf('a'), 'Recorded', `${day}, 11:18:10 UTC`, ...more]);

const owned = (...more: readonly string[]): Contents => ({
  'a.csv': 'a',
  'a.pdf': pageOf('26 November 2026', 'OWNER', 'Ada L.', 'BLOCK   19', ...more),
});

async function troublesOf(contents: Contents) {
  const { bundles } = await judgeContents(contents);
  return bundles.flatMap(({ troubles }) => troubles.map(({ kind, where }) => [kind, where]));
}

/** With these ids in the list of checks. */
const named = (...ids: readonly string[]) => {
  const list = JSON.parse(String(TWO['data/checks.json'])) as { files: object[] };
  const files = list.files.map((each, at) => ({ ...each, record: { fileId: ids[at] } }));
  return relisted({ ...TWO, 'data/checks.json': JSON.stringify({ ...list, files }) });
};

describe('papers about one file that disagree', () => {
  test('a page and data that give two dates', async () => {
    const sameDay = { ...TWO, [`${ONE}.pdf`]: pageOf('26 November 2026') };
    expect((await judged(relisted(sameDay))).result).toBe('unproven');
    const backdated = { ...TWO, [`${ONE}.pdf`]: pageOf('3 March 2019') };
    expect(await lineOf(relisted(backdated), 'data/files/a.csv')).toMatchObject({
      result: 'denied',
      kind: 'denied',
    });
    const loose = {
      'a.csv': 'a',
      'a.json': TWO[`${ONE}.json`] ?? '',
      'a.pdf': pageOf('3 March 2019'),
    };
    expect((await judged(loose)).result).toBe('denied');
  });

  test('a page that gives two dates, one of which may have been drawn over the other', async () => {
    const again = pageOf('26 November 2026', '', 'RECORDED 3 March 2019, 10:00:00 UTC');
    expect((await judged({ 'a.csv': 'a', 'a.pdf': again })).result).toBe('denied');
  });

  test('a page that gives two owners; a name that goes on in the next line is one', async () => {
    expect(await lineOf(owned('OWNER', 'Prof. Nobody'), 'a.csv')).toMatchObject({
      result: 'denied',
      kind: 'denied',
    });
    expect((await judged(owned('Owner: Ada L. (Bergen)'))).result).toBe('unproven');
    expect((await judged(owned('OWNER', 'BLOCK HASH   0x12'))).result).toBe('unproven');
  });

  test('a page and data of one record are brought together whatever they are called', async () => {
    const data = TWO[`${ONE}.json`] ?? '';
    const apart = (...lines: readonly string[]) => ({
      'a.csv': 'a',
      'genuine.json': data,
      'download (3).pdf': pageOf('26 November 2026', ...lines),
    });
    expect((await judged(apart('FILE ID r-1', 'OWNER', 'Ada Løvland'))).result).toBe('unproven');
    expect((await judged(apart('FILE ID r-1', 'OWNER', 'Prof. Nobody'))).result).toBe('denied');
    expect((await judged(apart('FILE ID r-2', 'OWNER', 'Prof. Nobody'))).result).toBe('unproven');
    const backdated = {
      'a.csv': 'a',
      'a.csv.json': data,
      'a.pdf': pageOf('3 March 2019', 'FILE ID r-1'),
    };
    expect((await judged(backdated)).result).toBe('denied');
  });

  test('a PDF of something else beside the data leaves something unchecked', async () => {
    const paper = relisted({ ...TWO, [`${ONE}.pdf`]: pdfPage(['A paper about rats, page 1']) });
    const { result, bundles, lines } = await judgeContents(paper);
    expect(result).toBe('unproven');
    expect(bundles[0]?.troubles).toEqual([{ kind: 'certificate-unreadable', where: `${ONE}.pdf` }]);
    expect(lines.map(({ kind }) => kind)).toEqual(['fits', 'fits']);
  });

  const METADATA = 'data/metadata/a.csv.json';
  /** With a document about the record of the file "a", and with this over what the list of checks says of it. */
  const documented = (metadata: object, checks: object = {}, of: Bundle = TWO) => {
    const list = JSON.parse(String(of['data/checks.json'])) as { files: object[] };
    const [first, ...others] = list.files;
    const described = { state: 'included', path: METADATA.slice('data/'.length) };
    const files = [{ ...first, metadata: described, ...checks }, ...others];
    return relisted({
      ...of,
      [METADATA]: JSON.stringify(metadata),
      'data/checks.json': JSON.stringify({ ...list, files }),
    });
  };
  test.each([
    ['the same', { FileHash: hashOf('a') }, true],
    ['the same, written in another way', { FileHash: `1220${hashOf('a')}` }, true],
    ['the same content, made in another way', { FileHash: hashOf('a', 'sha3-256') }, true],
    ['nothing that is known', { shape: 'unknown' }, true],
    ['another content', { FileHash: hashOf('b') }, false],
    ['another owner', { FileHash: hashOf('a'), owner: 'Prof. Nobody' }, false],
    ['the owner in another way', { FileHash: hashOf('a'), owner: 'LØVLAND, Ada' }, true],
    ['the owner by a part of the name', { FileHash: hashOf('a'), owner: 'ada' }, true],
    ['the owner by an id', { FileHash: hashOf('a'), owner: 'user-17' }, true],
    ['another day', { FileHash: hashOf('a'), recorded: '2019-03-03T10:00:00Z' }, false],
  ])('a document of the record that says %s', async (_what, metadata, isSame) => {
    expect(await troublesOf(documented(metadata))).toEqual(
      isSame ? [] : [['metadata-differs', METADATA]],
    );
  });

  test.each([
    ['another day', { record: { uploadedAt: '2019-03-03T10:00:00Z' } }, true],
    ['the day', { record: { uploadedAt: '2026-11-26T11:17:00Z' } }, false],
    ['another content', { copy: { sha256: hashOf('b') } }, true],
    ['the content', { copy: { sha256: hashOf('a') } }, false],
    ['another owner', { record: { owner: 'Prof. Nobody' } }, true],
    [
      'another day of its record',
      { record: { notarizedAt: '2019-03-03T10:00:00Z', isDateRecorded: true } },
      true,
    ],
    ['when its record was seen', { record: { notarizedAt: '2027-03-03T10:00:00Z' } }, false],
  ])('a list of checks that says %s of a file', async (_what, checks, isOther) => {
    expect(await troublesOf(documented({}, checks))).toEqual(
      isOther ? [['checks-differ', 'data/files/a.csv']] : [],
    );
  });

  test('a record that the list of checks names counts where it names others as certificates do', async () => {
    expect(await troublesOf(named('r-1', 'r-2'))).toEqual([]);
    expect(await troublesOf(named('r-1', 'r-9'))).toEqual([['checks-differ', 'data/files/b.csv']]);
    expect(await troublesOf(named('7', '8'))).toEqual([]);
  });

  const CRATE = 'data/ro-crate-metadata.json';
  const described = (file: object, action: object = {}) => {
    const graph = [
      { '@id': 'files/a.csv', '@type': 'File', ...file },
      { '@type': 'CreateAction', object: { '@id': 'files/a.csv' }, ...action },
    ];
    return relisted({ ...TWO, [CRATE]: JSON.stringify({ '@graph': graph }) });
  };
  test.each([
    ['the same', { sha256: hashOf('a'), identifier: 'r-1' }, {}, []],
    ['another content', { sha256: hashOf('b') }, {}, [['crate-differs', 'data/files/a.csv']]],
    [
      'another day of the upload',
      {},
      { startTime: '2011-01-01T00:00:00Z' },
      [['crate-differs', 'data/files/a.csv']],
    ],
    [
      'another day of the record',
      {},
      { endTime: '2011-01-01T00:00:00Z' },
      [['crate-differs', 'data/files/a.csv']],
    ],
    [
      'a file that is not there',
      { '@id': 'files/c%20d.csv' },
      {},
      [['missing', 'data/files/c d.csv']],
    ],
    ['things of an unknown shape', { sha256: [], identifier: {} }, { startTime: 7 }, []],
  ])('a description for programs that says %s', async (_what, file, action, troubles) => {
    expect(await troublesOf(described(file, action))).toEqual(troubles);
  });
  test('a description for programs that is broken', async () => {
    for (const broken of ['{', '[]', '{"@graph":7}']) {
      expect(await troublesOf(relisted({ ...TWO, [CRATE]: broken }))).toEqual([
        ['unreadable', CRATE],
      ]);
    }
  });

  test('one content that was recorded twice, on two days: each document is held against its own certificate', async () => {
    const same = genuineBundle({ 'a.csv': 'a', 'b.csv': 'a' });
    const path = 'data/certificates/2-b.csv.json';
    const later = {
      ...(JSON.parse(String(same[path])) as object),
      uploaded: '2026-12-09T11:17:00Z',
      recorded: '2026-12-09T11:18:10Z',
    };
    const twice = { ...same, [path]: JSON.stringify(later) };
    const checks = { record: { uploadedAt: '2026-11-26T11:17:00Z' } };
    const found = await troublesOf(documented({ FileHash: hashOf('a') }, checks, twice));
    expect(found).toEqual([]);
  });

  test('of a file that was changed its documents are not blamed', async () => {
    const changedFile = { ...TWO, 'data/files/a.csv': 'x' };
    const found = await troublesOf(documented({ FileHash: hashOf('a') }, {}, changedFile));
    expect(found.map(([kind]) => kind)).not.toContain('metadata-differs');
  });

  test('pages of two files that were exchanged blame neither file', async () => {
    const exchanged = { ...TWO, [`${ONE}.pdf`]: TWO[`${OTHER}.pdf`] ?? '' };
    const { result, kinds } = await judged(relisted(exchanged));
    expect([result, kinds]).toMatchObject([
      'differs',
      { 'data/files/a.csv': 'fits', 'data/files/b.csv': 'fits' },
    ]);
  });

  test('a foreign page beside the data blames the papers', async () => {
    const foreign = { ...TWO, [`${ONE}.pdf`]: pdfOf('somebody else') };
    expect(await lineOf(relisted(foreign), 'data/files/a.csv')).toMatchObject({
      result: 'differs',
      why: 'certificates-differ',
    });
  });

  test('a forged page and the genuine data of one record, both beside the file', async () => {
    const forged = pdfPage(['FINGERPRINT · SHA-256, hex', hashOf('forged'), 'FILE ID', 'r-1']);
    const contents = {
      'a.csv': 'forged',
      'a.pdf': forged,
      'a.csv.json': JSON.stringify(certificateOf('a.csv', 'a', 1)),
    };
    expect(await lineOf(contents, 'a.csv')).toMatchObject({
      result: 'differs',
      why: 'certificates-differ',
    });
  });

  test('what lies in the place of a certificate and is none', async () => {
    const nonsense = relisted({ ...TWO, [`${ONE}.pdf`]: 'nonsense' });
    const { result, bundles } = await judgeContents(nonsense);
    expect(result).toBe('differs');
    expect(bundles[0]?.troubles).toMatchObject([{ kind: 'certificate-differs' }]);
  });

  test('two lists, one of which was changed', async () => {
    const manifest = 'manifest-sha512.txt';
    const wrong = `${hashOf('x', 'sha512')}  data/files/a.csv\n${hashOf('b', 'sha512')}  data/files/b.csv\n`;
    expect(await lineOf({ ...TWO, [manifest]: wrong }, 'data/files/a.csv')).toMatchObject({
      result: 'differs',
      why: 'lists-differ',
    });
  });

  test('a file that the list of checks names and nobody sees', async () => {
    const { 'data/files/a.csv': _a, [`${ONE}.json`]: _json, [`${ONE}.pdf`]: _pdf, ...left } = TWO;
    const { result, bundles } = await judgeContents(relisted(left));
    expect(result).toBe('differs');
    expect(bundles[0]?.troubles).toContainEqual({ kind: 'missing', where: 'data/files/a.csv' });
  });
});
