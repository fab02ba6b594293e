/** Evidence that the platform has a content, from lists and from documents kept here: it costs no upload. */
import { describe, expect, test } from 'vitest';
import { blake3Of, digestsOf, sha256Of } from '../../test-support/digests.ts';
import type { CheckOutcome, ContentDigests } from '../common/ports.ts';
import {
  answers,
  playChecker,
  playQuirks,
  playRemote,
  remoteFile,
  SIGNED_OUT,
  throttled,
} from '../common/test-support/fake-ports.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  addContent,
  addRecord,
  assignment,
  folderRules,
} from '../../test-support/temporary-state.ts';
import { makeChecks } from './check-stage.ts';
import { makeListedContents } from './listed-contents.ts';

const no: CheckOutcome = { kind: 'answered', exists: false, fileName: '', project: '' };
/** Digests as a service writes them in hex, of a content that holds its seed. */
const hexOf = sha256Of;

const SEEDS = ['x', 'y', 'large', 'small', 'a', 'b', 'c', 'd', 'e', 'f'];

/** A stage whose service has these hashes by file id, in the lists of every project. */
function checking(p: Pipeline, hashes: Readonly<Record<string, string>> = {}) {
  const { checker, asked } = playChecker(p.clock, answers(no));
  const { remote, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  known.hashMethod = { algorithm: 'sha256', encoding: 'hex' };
  for (const [fileId, hash] of Object.entries(hashes)) play.hashes.set(fileId, hash);
  /** Names of the files that were read again, and what for. */
  const read: string[] = [];
  const disk = { isReadable: true };
  const digests: ContentDigests = {
    async of({ name, blake3 }, algorithms) {
      read.push(`${name} ${algorithms.join(' ')}`);
      const seed = SEEDS.find((each) => blake3Of(each) === blake3) ?? 'none';
      return disk.isReadable ? digestsOf(seed, algorithms) : null;
    },
  };
  const listed = makeListedContents({ ...p, remote, quirks, digests });
  const { beforePrice: stage, uploaded } = makeChecks({ ...p, checker, listed });
  return { stage, uploaded, asked, play, known, read, disk };
}

/** A row to be checked, as it is after its fingerprint: there is no SHA-256. */
function put(p: Pipeline, name: string, seed: string, sizeBytes = 100) {
  const { id } = p.state.contents.keep({ blake3: blake3Of(seed), sizeBytes });
  return p.state.files.move(p.put(name, name, 'checking'), 'checking', { contentId: id });
}

function keepDocument(p: Pipeline, fileId: string, projectId: string, seed: string): void {
  p.state.metadataDocuments.keep({
    projectId,
    visibility: 'private',
    fileId,
    body: Buffer.from('{}'),
    sha256: '',
    fileHash: hexOf(seed),
    fileHashHex: hexOf(seed),
    fetchedAtMs: 0,
  });
}

describe('a content that a list proves is not uploaded to ask about it', () => {
  test('under the same name in the project, whoever uploaded it', async () => {
    const p = pipeline();
    const file = put(p, 'run.raw', 'x');
    const { stage, uploaded, asked, play } = checking(p, { other: hexOf('x') });
    play.files = [remoteFile({ fileId: 'other', name: 'run.raw', ownerId: 'them' })];
    await p.run([stage]);
    expect([asked, p.row(file).state, uploaded()]).toEqual([
      [],
      'duplicate',
      { files: 0, bytes: 0 },
    ]);
    const { contentId } = p.row(file);
    expect(p.state.contents.get(contentId ?? 0).platform).toMatchObject({
      exists: true,
      fileName: 'run.raw',
      project: 'project-1',
    });
  });

  test('under another name when its metadata document is kept here and the list still shows the file', async () => {
    const p = pipeline();
    const file = put(p, 'mine.raw', 'x');
    keepDocument(p, 'other', 'project-9', 'x');
    const { stage, asked, play, known } = checking(p);
    known.hashMethod = null;
    play.files = [remoteFile({ fileId: 'other', name: 'theirs.raw', status: 'Available' })];
    await p.run([stage]);
    expect([asked, p.row(file).state]).toEqual([[], 'duplicate']);
  });

  test('many contents cost one reading of each list', async () => {
    const p = pipeline();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) put(p, name, name);
    const { stage, uploaded, asked, play, read } = checking(p);
    await p.run([stage]);
    expect([asked.length, play.listed.length, play.hashed, read]).toEqual([6, 2, [], []]);
    expect(uploaded()).toEqual({ files: 6, bytes: 600 });
  });
});

test('a list is read no further than the content is large, and again for a larger one', async () => {
  const p = pipeline();
  const { stage, asked, play } = checking(p, { other: hexOf('large'), third: hexOf('small') });
  const before = Array.from({ length: 60 }, (_none, index) =>
    remoteFile({ fileId: `${index}`, name: `${index}.raw` }),
  );
  const namesakes = [
    remoteFile({ fileId: 'other', name: 'large.raw' }),
    remoteFile({ fileId: 'third', name: 'small.raw' }),
  ];
  play.files = [...before, ...namesakes];
  put(p, 'small.raw', 'small', 1_000);
  await p.run([stage]);
  expect([asked, play.listed.length]).toEqual([[blake3Of('small')], 2]);
  const large = put(p, 'large.raw', 'large', 1_000_000);
  await p.run([stage]);
  expect([asked.length, p.row(large).state, play.listed.length]).toEqual([1, 'duplicate', 3]);
});

describe('of a content that was never sent, SHA-256 is made for this only where it may be equal to another', () => {
  test('a file of the same name has it made, once for all of them', async () => {
    const p = pipeline();
    const file = put(p, 'run.raw', 'x');
    put(p, 'other.raw', 'a');
    const { stage, asked, play, read } = checking(p, { one: hexOf('y'), two: hexOf('x') });
    play.files = ['one', 'two'].map((fileId) => remoteFile({ fileId, name: 'run.raw' }));
    await p.run([stage]);
    expect([read, asked, p.row(file).state]).toEqual([
      ['run.raw sha256'],
      [blake3Of('a')],
      'duplicate',
    ]);
  });

  test('so has a document of a file that others sent, and none of an own one', async () => {
    const p = pipeline();
    put(p, 'run.raw', 'x');
    const record = addRecord(p.state, addContent(p.state, 'own').id);
    keepDocument(p, record.fileId, record.projectId, 'own');
    const { stage, read } = checking(p);
    await p.run([stage]);
    expect(read).toEqual([]);
    keepDocument(p, 'other', 'project-9', 'y');
    put(p, 'next.raw', 'a');
    await p.run([stage]);
    expect(read).toEqual(['next.raw sha256']);
  });

  test('a document that was kept before its record is an own one afterwards', async () => {
    const p = pipeline();
    keepDocument(p, 'remote-9', 'project-1', 'own');
    expect(p.state.metadataDocuments.countForeign()).toBe(1);
    addRecord(p.state, addContent(p.state, 'own').id, { fileId: 'remote-9' });
    expect(p.state.metadataDocuments.countForeign()).toBe(0);
  });

  test('it is not made again when its sending has made it', async () => {
    const p = pipeline();
    const file = put(p, 'run.raw', 'x');
    p.state.contents.keepSha256({ blake3: blake3Of('x'), sha256: hexOf('x') });
    const { stage, play, read } = checking(p, { other: hexOf('x') });
    play.files = [remoteFile({ fileId: 'other', name: 'run.raw' })];
    await p.run([stage]);
    expect([read, p.row(file).state]).toEqual([[], 'duplicate']);
  });

  test('any other hash that is understood is compared in the same way', async () => {
    const p = pipeline();
    const file = put(p, 'run.raw', 'x');
    const { sha512 = '' } = digestsOf('x', ['sha512']);
    const { stage, asked, play, known, read } = checking(p, { other: sha512 });
    known.hashMethod = { algorithm: 'sha512', encoding: 'hex' };
    play.files = [remoteFile({ fileId: 'other', name: 'run.raw' })];
    await p.run([stage]);
    expect([read, asked, p.row(file).state]).toEqual([['run.raw sha512'], [], 'duplicate']);
  });

  test('a file that cannot be read for it is asked about, which reads it too', async () => {
    const p = pipeline();
    put(p, 'run.raw', 'x');
    const { stage, asked, play, read, disk } = checking(p, { one: hexOf('x'), two: hexOf('x') });
    disk.isReadable = false;
    play.files = ['one', 'two'].map((fileId) => remoteFile({ fileId, name: 'run.raw' }));
    await p.run([stage]);
    expect([read, asked]).toEqual([['run.raw sha256'], [blake3Of('x')]]);
  });
});

describe('what proves nothing is asked about as before', () => {
  test.each([
    ['another content of the same name', { fileId: 'other', name: 'run.raw' }, 'y'],
    ['a deleted file', { fileId: 'other', name: 'run.raw', status: 'Deleted' }, 'x'],
    [
      'one not written to the chain',
      { fileId: 'other', name: 'run.raw', status: 'NotarizationError' },
      'x',
    ],
    ['one with an unknown status', { fileId: 'other', name: 'run.raw', status: 'Archived' }, 'x'],
    ['one of another name', { fileId: 'other', name: 'walk.raw' }, 'x'],
  ] as const)('%s', async (_what, remote, seed: string) => {
    const p = pipeline();
    const file = put(p, 'run.raw', 'x');
    const { stage, asked, play } = checking(p, { other: hexOf(seed) });
    play.files = [remoteFile(remote)];
    await p.run([stage]);
    expect([asked, p.row(file).state]).toEqual([[blake3Of('x')], 'ready']);
  });

  test('a document kept here of a file that no list shows any more', async () => {
    const p = pipeline();
    put(p, 'run.raw', 'x');
    keepDocument(p, 'other', 'project-9', 'x');
    const { stage, asked } = checking(p);
    await p.run([stage]);
    expect(asked).toEqual([blake3Of('x')]);
  });

  test('while nobody knows how the service makes its hash, its lists are not read', async () => {
    const p = pipeline();
    put(p, 'run.raw', 'x');
    const { stage, asked, play, known } = checking(p, { other: hexOf('x') });
    known.hashMethod = null;
    play.files = [remoteFile({ fileId: 'other', name: 'run.raw' })];
    await p.run([stage]);
    expect([asked.length, play.listed]).toEqual([1, []]);
  });

  test('a list or a hash that may not be read', async () => {
    for (const which of ['fault', 'hashFault'] as const) {
      const p = pipeline();
      put(p, 'run.raw', 'x');
      const { stage, asked, play } = checking(p, { other: hexOf('x') });
      play.files = [remoteFile({ fileId: 'other', name: 'run.raw' })];
      play[which] = { kind: 'forbidden', serviceSays: 'members only' };
      await p.run([stage]);
      expect(asked).toEqual([blake3Of('x')]);
    }
  });

  test('a project that waits to be created has no list to ask for', async () => {
    const p = pipeline(folderRules({ assignment: assignment({ projectId: 'labseal:project:1' }) }));
    put(p, 'run.raw', 'x');
    const { stage, asked, play } = checking(p);
    await p.run([stage]);
    expect([asked.length, play.listed]).toEqual([1, []]);
  });
});

test('a fault of the service while a list is read stops the check, and nothing is uploaded meanwhile', async () => {
  const p = pipeline();
  const file = put(p, 'run.raw', 'x');
  const { stage, asked, play } = checking(p);
  play.fault = SIGNED_OUT;
  await p.run([stage]);
  expect([asked, p.row(file).state, p.gate.tripped()?.hold]).toEqual([
    [],
    'checking',
    'signed_out',
  ]);
});

test('a list that could not be read is read again after the pause', async () => {
  const p = pipeline();
  const file = put(p, 'run.raw', 'x');
  const { stage, asked, play } = checking(p, { other: hexOf('x') });
  play.fault = throttled(30_000);
  p.after(1_000, () => {
    play.fault = null;
    play.files = [remoteFile({ fileId: 'other', name: 'run.raw' })];
  });
  await p.run([stage]);
  expect([asked, p.row(file).state]).toEqual([[], 'duplicate']);
});
