import { describe, expect, test } from 'vitest';
import type { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import {
  DIGEST_ALGORITHMS as ALL,
  type DigestAlgorithm,
  type HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import {
  type Confirmation,
  type Contradiction,
  resultOf,
} from '../../../src-shared/model/proofs/proof.ts';
import type { Doubt } from '../../../src-shared/model/proofs/verdict.ts';
import { digestsOf, writtenAs } from './test-support/digested.ts';
import type { BaseAddress } from '../../service/base-address.ts';
import { makeFakeIds } from '../../test-support/fake-ids.ts';
import { verdictWords } from '../../../src-shared/model/words/en/verdicts.ts';
import {
  addFile,
  addRecord,
  folderRules,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeResources } from '../mirror/account-mirror.ts';
import type { FileReading } from './read-digests.ts';
import { AWAY } from '../mirror/test-support/project-copies.ts';
import { makeVerify, type VerifiedThing } from './verifier.ts';
import { makeVerifying } from './verification.ts';

const never = new AbortController().signal;
const PATH = { path: '/data/run.raw' };
const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const KECCAK: HashMethod = { algorithm: 'keccak-256', encoding: 'hex' };
const ADDRESS: BaseAddress = {
  origin: 'https://service.example.org',
  basePath: '',
  href: 'https://service.example.org',
  isLoopback: false,
};
const away = fail(AWAY);
const UNCONFIRMED: Confirmation = { kind: 'unconfirmed', why: 'no-record' };
const FIGURES = { moment: String, size: String };

const otherwise = (about: Contradiction['about'], ...values: [string, string]): Confirmation => ({
  kind: 'denied',
  by: 'record',
  record: expect.objectContaining({ fileId: 'a' }),
  contradiction: { about, values },
});

/** An account with a real ledger, no service, and a file with scripted readings. */
function setUp(...readings: readonly (string | Doubt)[]) {
  const { state, clock } = temporaryState();
  let method: HashMethod | null = null;
  const learn = (learned: HashMethod) => void (method = learned);
  const verifying = makeVerifying({
    state,
    clock,
    client: { document: async () => away },
    mirror: { copyOf: () => null },
    cache: { keptJson: async () => null },
    // No request is made: no list was ever read.
    resources: makeResources({} as Parameters<typeof makeResources>[0]),
    quirks: { hashMethod: () => method, learnHashMethod: learn },
    files: { find: () => null },
    platformFiles: { lookUp: async () => away, list: async () => away },
    address: ADDRESS,
  });
  const asked: (readonly DigestAlgorithm[])[] = [];
  const verify = makeVerify({
    clock,
    ids: makeFakeIds(),
    pdfText: async () => null,
    account: () => ok(verifying),
    async read(path, { algorithms = [] }): Promise<FileReading> {
      const says = readings[Math.min(asked.length, readings.length - 1)] ?? '';
      asked.push(algorithms);
      if (typeof says !== 'string') return { kind: 'doubt', doubt: says as never };
      const digests = digestsOf(says, algorithms);
      const file = { name: 'run.raw', path, sizeBytes: says.length, modifiedAtMs: 0, digests };
      return { kind: 'read', file };
    },
  });
  const found = async (thing: VerifiedThing, against: VerifyAgainst) =>
    valueOf(await verify(thing, against, undefined, never));
  return {
    asked,
    method: () => method,
    learn,
    /** A record of this computer, with the service's document unless there is none. */
    recorded(fileId: string, content: string, used: HashMethod | null = SHA256, over = {}) {
      const { sha256, blake3 } = digestsOf(content, []);
      const kept = state.contents.keep({ blake3, sizeBytes: content.length });
      state.contents.keepSha256({ blake3, sha256 });
      const record = addRecord(state, kept.id, { fileId, name: `${fileId}.raw`, ...over });
      if (used === null) return;
      const fileHash = writtenAs(content, used);
      const { projectId, visibility } = record;
      state.metadataDocuments.keep({
        projectId,
        visibility,
        fileId,
        body: Buffer.from('{}'),
        sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        fileHash,
        fileHashHex: digestsOf(content)[used.algorithm] ?? null,
        fetchedAtMs: 0,
      });
    },
    /** A file that was notarized as this record, and has this content since. */
    changed(fileId: string, content: string) {
      const { blake3 } = digestsOf(content, []);
      const { id: contentId } = state.contents.keep({ blake3, sizeBytes: content.length });
      const record = state.records.withFileId(fileId);
      const row = addFile(state, state.folders.add('/data', folderRules(), 0));
      state.files.move(row, 'changed', { contentId, recordId: record?.id ?? null });
    },
    against: (fileId: string) => found(PATH, { kind: 'record', fileId }),
    /** For uploaded bytes with these digests. */
    handed(fileId: string, content: string, algorithms: readonly DigestAlgorithm[]) {
      const digests = digestsOf(content, algorithms);
      const sizeBytes = content.length;
      const file = { name: 'run.raw', path: null, sizeBytes, modifiedAtMs: null, digests };
      return found({ file }, { kind: 'record', fileId });
    },
    anything: (against: VerifyAgainst = { kind: 'anything' }) => found(PATH, against),
  };
}

describe('one record', () => {
  test('a match takes one reading, for what the fingerprint can mean, and teaches the method', async () => {
    const lab = setUp('run');
    lab.recorded('a', 'run');
    expect(await lab.against('a')).toMatchObject({
      verdict: { kind: 'match', record: { fileId: 'a', notarizedAtMs: null } },
      decidedBy: 'metadata',
      method: SHA256,
      isAsUploaded: true,
    });
    expect(lab.asked).toEqual([['sha3-256', 'keccak-256', 'blake2b-256']]);
    expect(lab.method()).toEqual(SHA256);
    await lab.against('a');
    expect(lab.asked[1]).toEqual([]); // it is known by now
  });

  test('a file that was changed since it was notarized is told as that, whatever it is compared with', async () => {
    const lab = setUp('rum');
    lab.learn(SHA256);
    lab.recorded('a', 'run');
    lab.recorded('b', 'other');
    lab.changed('a', 'rum');
    const changed = { kind: 'mismatch', record: { fileId: 'a' }, isChangedSince: true };
    for (const kind of ['anything', 'own'] as const) {
      expect((await lab.anything({ kind })).verdict).toMatchObject(changed);
    }
    const of = (await lab.against('a')).verdict;
    expect(of).toMatchObject(changed);
    expect(verdictWords.text({ verdict: of, confirmation: UNCONFIRMED }, FIGURES)).toMatch(
      /^This file was changed since it was notarized\. Even one changed byte/,
    );
    expect((await lab.against('b')).verdict).not.toHaveProperty('isChangedSince');
  });

  test('a difference is read again in every other way before it is told (P20)', async () => {
    const lab = setUp('rum');
    lab.learn(SHA256);
    lab.recorded('a', 'run');
    lab.recorded('b', 'rum');
    expect((await lab.against('a')).verdict).toMatchObject({
      kind: 'mismatch',
      longerByBytes: 0,
      matches: [{ fileId: 'b' }],
    });
    expect(lab.asked).toEqual([[], ['sha3-256', 'keccak-256', 'blake2b-256']]);
    lab.recorded('c', 'rum', KECCAK);
    expect((await lab.against('c')).verdict.kind).toBe('match');
    expect(lab.method()).toEqual(KECCAK);
    // A record made by the old method stays valid; only a file that differs under every method differs.
    expect((await lab.against('b')).verdict.kind).toBe('match');
    expect((await lab.against('a')).verdict.kind).toBe('mismatch');
  });

  test('a file that is another one by then, or gone, does not differ: it cannot be told (P20)', async () => {
    for (const [second, doubt] of [
      ['something else', { kind: 'changed-while-read' }],
      [{ kind: 'absent' }, { kind: 'absent' }],
    ] as const) {
      const lab = setUp('rum', second);
      lab.learn(SHA256);
      lab.recorded('a', 'run');
      const found = await lab.against('a');
      expect(found).toMatchObject({ verdict: { kind: 'unsure', doubt }, decidedBy: 'reading' });
      expect(found.file).toBeNull();
    }
  });

  test('bytes that were handed over are not at hand again: what was not tried is told', async () => {
    const lab = setUp();
    lab.learn(SHA256);
    lab.recorded('a', 'run', KECCAK);
    lab.recorded('b', 'ruin', SHA256);
    const untried = ['sha3-256', 'keccak-256', 'blake2b-256'];
    expect((await lab.handed('a', 'run', [])).untried).toEqual(untried);
    expect((await lab.handed('b', 'rum', [])).untried).toEqual(untried);
    expect(await lab.handed('a', 'run', ALL)).toMatchObject({ verdict: { kind: 'match' } });
    expect(await lab.handed('b', 'rum', ALL)).toMatchObject({ verdict: { kind: 'mismatch' } });
    expect(await lab.handed('b', 'rum', ALL)).not.toHaveProperty('untried');
    expect(lab.asked).toEqual([]); // nothing was read
  });

  test('without its document and without the service it is said why', async () => {
    const lab = setUp('run');
    lab.recorded('a', 'run', null);
    expect(await lab.against('a')).toMatchObject({
      verdict: { doubt: { kind: 'not-fetched', fault: away.fault } },
      isAsUploaded: true,
    });
    expect(lab.method()).toBeNull();
  });
});

const contradicts = (
  about: Contradiction['about'],
  one: string = expect.any(String),
  other: string = expect.any(String),
): Confirmation => ({
  kind: 'denied',
  by: 'itself',
  contradiction: { about, values: [one, other] },
});

describe('everything that is known', () => {
  test('the best of several records with the content: on the service before deleted, then the earliest', async () => {
    const lab = setUp('run');
    lab.recorded('gone', 'run', SHA256, { status: 'Deleted', uploadedIso: '2026-11-01T00:00:00Z' });
    lab.recorded('late', 'run', SHA256, { uploadedIso: '2026-11-03T00:00:00Z' });
    lab.recorded('early', 'run', SHA256, { uploadedIso: '2026-11-02T00:00:00Z' });
    expect((await lab.anything()).verdict).toMatchObject({
      kind: 'match',
      record: { fileId: 'early' },
    });
  });

  test('a record that proves beats one that is still in work; only the latter is a doubt with its record', async () => {
    const lab = setUp('run');
    lab.recorded('pending', 'run', SHA256, { status: 'Pending' });
    expect((await lab.anything()).verdict).toMatchObject({
      kind: 'unsure',
      doubt: { kind: 'recording' },
      record: { fileId: 'pending' },
    });
    lab.recorded('proven', 'run', SHA256);
    expect((await lab.anything()).verdict).toMatchObject({
      kind: 'match',
      record: { fileId: 'proven' },
    });
  });

  test('in a project only what is recorded there counts, and no record that proves nothing is named', async () => {
    const lab = setUp('run');
    lab.learn(SHA256);
    lab.recorded('elsewhere', 'run', SHA256, { projectId: 'project-2' });
    lab.recorded('other', 'rum');
    lab.recorded('pending', 'run', SHA256, { status: 'Pending', projectId: 'project-3' });
    expect((await lab.anything({ kind: 'project', projectId: 'project-1' })).verdict).toMatchObject(
      {
        kind: 'unsure',
        doubt: { kind: 'no-such-record', projectId: 'project-1', compared: 1 },
      },
    );
    expect((await lab.against('other')).verdict).toMatchObject({
      kind: 'mismatch',
      matches: [{ fileId: 'elsewhere' }],
    });
  });

  test('a certificate is compared with, and teaches nothing: it may be anybody’s', async () => {
    const lab = setUp('run');
    const text = JSON.stringify({ FileHash: writtenAs('run', KECCAK) });
    const found = await lab.anything({ kind: 'certificate', text });
    expect(found).toMatchObject({ verdict: { kind: 'match', record: null }, method: null });
    // A certificate about one of our records with another fingerprint is wrong; the file is not.
    lab.learn(SHA256);
    lab.recorded('a', 'run');
    const forged = JSON.stringify({ id: 'a', FileHash: writtenAs('rum', SHA256) });
    expect((await lab.anything({ kind: 'certificate', text: forged })).verdict).toMatchObject({
      kind: 'unsure',
      doubt: { kind: 'certificate-contradicts-record', written: writtenAs('rum', SHA256) },
      record: { fileId: 'a' },
    });
    expect(resultOf(await lab.anything({ kind: 'certificate', text: forged }))).toBe('denied');
  });

  test('a genuine certificate beside another file stays one', async () => {
    const lab = setUp('rum');
    lab.learn(SHA256);
    lab.recorded('a', 'run');
    const text = JSON.stringify({ id: 'a', FileHash: writtenAs('run', SHA256) });
    expect(await lab.anything({ kind: 'certificate', text })).toMatchObject({
      verdict: { kind: 'mismatch' },
      confirmation: { kind: 'confirmed', by: 'record', record: { fileId: 'a' } },
    });
  });

  const CONFIRMED: object = expect.objectContaining({ kind: 'confirmed' });
  const UPLOADED = '2026-11-21T09:00:00.000Z';

  test.each<readonly [string, object, object]>([
    ['another name', { fileName: 'forged.raw' }, otherwise('name', 'forged.raw', 'a.raw')],
    ['its name with its folder', { fileName: '/lab/A.RAW' }, CONFIRMED],
    ['another project', { projectId: 'p9' }, otherwise('project', 'p9', 'project-1')],
    [
      'an upload of years before',
      { uploaded: '2019-11-21T09:00:00Z' },
      otherwise('date', '2019-11-21T09:00:00Z', UPLOADED),
    ],
    [
      'an upload of years after',
      { uploaded: '9999-01-01T00:00:00Z' },
      otherwise('date', '9999-01-01T00:00:00Z', UPLOADED),
    ],
    [
      'a recording of years before',
      { recordedAt: '2019-11-21T09:00:00Z' },
      otherwise('date', '2019-11-21T09:00:00Z', UPLOADED),
    ],
    ['a time some hours off, as services round', { uploaded: '2026-11-21T12:00:00Z' }, CONFIRMED],
  ])(
    'a certificate with %s is held against the record that was read',
    async (_what, more, wrong) => {
      const lab = setUp('run');
      lab.learn(SHA256);
      lab.recorded('a', 'run');
      const text = JSON.stringify({ id: 'a', ...more, FileHash: writtenAs('run', SHA256) });
      const { verdict, confirmation } = await lab.anything({ kind: 'certificate', text });
      expect(verdict.kind).toBe('match');
      expect(confirmation).toEqual(wrong);
    },
  );

  test.each<readonly [string, object, Confirmation]>([
    [
      'names a record that has this content',
      { id: 'a' },
      { kind: 'confirmed', by: 'record', record: expect.objectContaining({ fileId: 'a' }) },
    ],
    [
      'names no record, and one has this content',
      {},
      { kind: 'confirmed', by: 'record', record: expect.objectContaining({ fileId: 'a' }) },
    ],
    [
      'names a record that nobody here knows, although one has this content',
      { fileId: 'foreign' },
      { kind: 'unconfirmed', why: 'no-record' },
    ],
    [
      'names such a record in the part about its file',
      { certificateId: 'z', file: { id: 'foreign' } },
      { kind: 'unconfirmed', why: 'no-record' },
    ],
    [
      'names one record as its own, and cites another',
      { fileId: 'foreign', primaryData: ['a'] },
      { kind: 'unconfirmed', why: 'no-record' },
    ],
    [
      'names only itself, and one has this content',
      { certificateId: 'z' },
      { kind: 'confirmed', by: 'record', record: expect.objectContaining({ fileId: 'a' }) },
    ],
    [
      'names a record with another content',
      { id: 'b' },
      { kind: 'denied', by: 'record', record: expect.objectContaining({ fileId: 'b' }) },
    ],
    [
      'names a record whose fingerprint is not to be had',
      { id: 'c' },
      { kind: 'unconfirmed', why: 'unread-record' },
    ],
    [
      'gives its file two fingerprints',
      { id: 'a', filehash: 'cd'.repeat(32) },
      contradicts('fingerprint'),
    ],
    [
      'gives its file two sizes',
      { size: 3, file: { id: 'a', sizeBytes: 4 } },
      contradicts('size', '3', '4'),
    ],
    [
      'gives another size than the file with its fingerprint has',
      { file: { id: 'a', sizeBytes: 4 } },
      contradicts('file-size', '4', '3'),
    ],
    [
      'names its file twice',
      { fileName: 'a.raw', file: { id: 'a', name: 'b.raw' } },
      contradicts('name', 'a.raw', 'b.raw'),
    ],
    [
      'was recorded before it was uploaded',
      { id: 'a', uploaded: '2026-11-20T10:00:00Z', recorded: '2026-11-20T09:00:00+00:00' },
      contradicts('order', '2026-11-20T09:00:00+00:00', '2026-11-20T10:00:00Z'),
    ],
    [
      'names a way of making fingerprints that made none like it',
      { id: 'a', FileHashMethod: 'SHA-512, hexadecimal' },
      contradicts('method', 'SHA-512, hexadecimal', expect.any(String) as string),
    ],
  ])('a certificate that fits the file and %s', async (_what, more, confirmation) => {
    const lab = setUp('run');
    lab.learn(SHA256);
    lab.recorded('a', 'run');
    lab.recorded('b', 'ruin');
    lab.recorded('c', 'rain', null);
    const text = JSON.stringify({ ...more, FileHash: writtenAs('run', SHA256) });
    const found = await lab.anything({ kind: 'certificate', text });
    // One that contradicts itself fits no file.
    const isOdd = confirmation.kind === 'denied' && confirmation.by === 'itself';
    expect(found.verdict.kind).toBe(isOdd ? 'unsure' : 'match');
    expect(found.confirmation).toMatchObject(confirmation);
  });

  test('a certificate that fits a file of which nobody here knows is not confirmed by that', async () => {
    const lab = setUp('run');
    const text = JSON.stringify({ FileHash: writtenAs('run', SHA256) });
    const found = await lab.anything({ kind: 'certificate', text });
    expect(found.verdict.kind).toBe('match');
    expect(resultOf(found)).toBe('unproven');
    expect(found.confirmation).toEqual({ kind: 'unconfirmed', why: 'no-record' });
  });

  test('a content that nobody recorded, and with how many it was compared', async () => {
    const lab = setUp('rum');
    lab.recorded('a', 'run');
    lab.recorded('b', 'ruin', null);
    expect(await lab.anything()).toMatchObject({
      verdict: {
        kind: 'unsure',
        doubt: { kind: 'no-such-record', projectId: null, compared: 2, uncompared: 0 },
        record: null,
      },
      decidedBy: 'search',
    });
    expect(lab.asked[0]).toHaveLength(7); // all algorithms, while the method is unknown
  });
});
