import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EvidenceContent } from '../../../src-shared/model/evidence.ts';
import type { CopyOutcome } from './copy-file.ts';
import {
  bundleFacts,
  documentsOf,
  filesIn,
  judgement,
  recordedFile,
  sampleBundle,
} from './test-support/sample-bundle.ts';

function textOf(bag: string, name: string): string {
  return fs.readFileSync(path.join(bag, name), 'utf8');
}

const unsure = judgement({ verdict: 'unsure', method: null, doubt: 'method-unknown' });
const onFullDisk = async () => ({ kind: 'unwritable', errno: 'ENOSPC' }) as const;
const wrongly = () => Promise.reject(new TypeError('a mistake'));

describe('what cannot be in a bundle', () => {
  test('a copy that is not what was recorded is left out and named; its proofs are there', async () => {
    const sample = sampleBundle();
    const bundle = await sample.make({
      files: [sample.file('good.raw'), sample.file('bad.raw', 'as recorded', 'as it is now')],
    });
    expect(bundle).toMatchObject({
      ok: true,
      value: {
        isComplete: false,
        files: [
          { content: { kind: 'included', path: 'files/good.raw' }, verdict: 'match' },
          {
            content: { kind: 'mismatch' },
            verdict: 'mismatch',
            certificate: { kind: 'included', path: 'certificates/bad.raw.pdf' },
          },
        ],
      },
    });
    expect(filesIn(sample.target)).not.toContain('data/files/bad.raw');
    expect(textOf(sample.target, 'README.txt')).toMatch(/bad\.raw: the copy at hand is not what/);
    const checks = JSON.parse(textOf(sample.target, 'data/checks.json'));
    expect(checks.files[1]).toMatchObject({ verdict: 'mismatch', content: { state: 'mismatch' } });
    expect(checks.files[1].copy.sha256).not.toBe(checks.files[1].comparedWith);
    expect(textOf(sample.target, 'manifest-sha256.txt')).not.toContain('files/bad.raw');
  });

  test.each<[CopyOutcome, EvidenceContent, RegExp]>([
    [{ kind: 'changing' }, { kind: 'changing' }, /run\.raw: it was written to/],
    [{ kind: 'absent' }, { kind: 'no-copy' }, /run\.raw: no copy of it/],
    [{ kind: 'not-a-file' }, { kind: 'not-a-file' }, /run\.raw: something else stood/],
    [
      { kind: 'unreadable', errno: 'EACCES' },
      { kind: 'unreadable', errno: 'EACCES' },
      /run\.raw: it could not be read/,
    ],
  ])('a copy that is %j', async (outcome, content, words) => {
    const sample = sampleBundle();
    const files = [sample.file('run.raw')];
    const bundle = await sample.make({ files }, { copyFile: async () => outcome });
    expect(bundle).toMatchObject({ ok: true, value: { isComplete: false, files: [{ content }] } });
    expect(textOf(sample.target, 'README.txt')).toMatch(words);
  });

  test('files without a record, and files that a rule leaves out, are counted', async () => {
    const sample = sampleBundle();
    const unproven = [{ name: 'notes\u202E.txt', path: '/lab/notes.txt' }];
    const bundle = await sample.make({ files: [], unproven, leftOutByRules: 3 });
    expect(bundle).toMatchObject({ ok: true, value: { isComplete: false, unproven } });
    const readme = textOf(sample.target, 'README.txt');
    expect(readme).toMatch(/notes\\u\{202e\}\.txt: it has no record/);
    expect(readme).toContain('3 files that the rules of their folder leave out');
  });

  test('a certificate that is not there yet, or cannot be had, is named', async () => {
    const sample = sampleBundle();
    const bundle = await sample.make(
      { files: [sample.file('new.raw'), sample.file('away.raw')] },
      {
        fetchDocuments: async ({ name }) =>
          name === 'new.raw'
            ? { certificate: { kind: 'none-yet' }, metadata: { kind: 'none-yet' } }
            : { certificate: { kind: 'not-had' }, metadata: { kind: 'not-had' } },
      },
    );
    expect(bundle).toMatchObject({
      ok: true,
      value: {
        isComplete: false,
        files: [{ certificate: { kind: 'none-yet' } }, { metadata: { kind: 'not-had' } }],
      },
    });
    const readme = textOf(sample.target, 'README.txt');
    expect(readme).toContain('new.raw: the service has no certificate yet');
    expect(readme).toContain('away.raw: its certificate could not be had');
  });

  test('what cannot be told yet is in the bundle, and said', async () => {
    const sample = sampleBundle();
    const bundle = await sample.make(
      { files: [sample.file('run.raw')] },
      { judgeFor: () => ({ algorithms: [], judge: () => unsure }), method: () => null },
    );
    expect(bundle).toMatchObject({
      ok: true,
      value: { isComplete: false, files: [{ content: { kind: 'included' }, verdict: 'unsure' }] },
    });
    expect(textOf(sample.target, 'README.txt')).toContain('cannot be told yet');
    const crate = textOf(sample.target, 'data/ro-crate-metadata.json');
    expect(crate).toContain('Cannot be told yet (method-unknown)');
  });
});

test('a copy that is not what this computer sent is left out, also while nothing else can be told', async () => {
  const sample = sampleBundle();
  const bundle = await sample.make(
    { files: [sample.file('run.raw')] },
    { judgeFor: () => ({ algorithms: [], judge: () => ({ ...unsure, isAsSent: false }) }) },
  );
  expect(bundle).toMatchObject({
    ok: true,
    value: { isComplete: false, files: [{ content: { kind: 'mismatch' }, verdict: 'unsure' }] },
  });
});

test('before a copy is said to differ, every way its fingerprint could be meant is tried', async () => {
  const sample = sampleBundle();
  const bundle = await sample.make(
    { files: [sample.file('run.raw')] },
    {
      judgeFor: () => ({
        algorithms: [],
        judge: (digests) =>
          digests['sha3-256'] === undefined
            ? judgement({ verdict: 'mismatch', missing: ['sha3-256'] })
            : judgement(),
      }),
    },
  );
  expect(bundle).toMatchObject({ ok: true, value: { isComplete: true } });
  const [file] = JSON.parse(textOf(sample.target, 'data/checks.json')).files;
  expect(file.copy['sha3-256']).toMatch(/^[0-9a-f]{64}$/);
});

describe('proofs only', () => {
  test('a file that was written to between two readings is told as such, and not as another one', async () => {
    const sample = sampleBundle();
    const file = sample.file('run.raw');
    const bundle = await sample.make(
      { files: [file], contents: 'proofs-only' },
      {
        judgeFor: () => ({
          algorithms: [],
          judge() {
            fs.writeFileSync(file.copy?.path ?? '', 'written meanwhile');
            return judgement({ verdict: 'mismatch', missing: ['sha3-256'] });
          },
        }),
      },
    );
    const changing = { content: { kind: 'changing' }, verdict: null };
    expect(bundle).toMatchObject({ ok: true, value: { isComplete: false, files: [changing] } });
  });

  test('no content is in it, every copy was read and compared', async () => {
    const sample = sampleBundle();
    const remote = { name: 'far.raw', original: 'far.raw', copy: null };
    const files = [
      sample.file('run.raw'),
      { ...remote, record: recordedFile({ fileId: 'far', name: 'far.raw' }) },
    ];
    const bundle = await sample.make({ files, contents: 'proofs-only' });
    expect(bundle).toMatchObject({
      ok: true,
      value: {
        isComplete: true,
        files: [
          { content: { kind: 'not-wanted' }, verdict: 'match' },
          { content: { kind: 'not-wanted' }, verdict: null },
        ],
      },
    });
    expect(filesIn(sample.target).filter((file) => file.includes('/files/'))).toEqual([]);
    expect(textOf(sample.target, 'README.txt')).toContain('only their proofs were asked for');
  });
});

test('where nothing is known of the origin of files, the README says so', async () => {
  const sample = sampleBundle();
  const [project] = bundleFacts().projects;
  if (project === undefined) throw new Error('no project');
  const files = [sample.file('run.raw')];
  await sample.make({ files, projects: [{ ...project, provenance: null }] });
  const readme = textOf(sample.target, 'README.txt').replaceAll('\n', ' ');
  expect(readme).toContain('"Tides & currents" was made from which is not told');
});

test('two copies of one record share its documents', async () => {
  const sample = sampleBundle();
  const first = sample.file('a/run.raw');
  const asked: string[] = [];
  const bundle = await sample.make(
    {
      files: [first, { ...sample.file('b/run.raw', 'content of a/run.raw'), record: first.record }],
    },
    {
      fetchDocuments: async (record) => {
        asked.push(record.fileId);
        return documentsOf(record);
      },
    },
  );
  expect(bundle).toMatchObject({ ok: true, value: { isComplete: true } });
  expect(asked).toEqual(['file-1']);
  expect(filesIn(path.join(sample.target, 'data'))).toEqual([
    'certificates/run.raw.json',
    'certificates/run.raw.pdf',
    'checks.json',
    'files/a/run.raw',
    'files/b/run.raw',
    'metadata/run.raw.json',
    'ro-crate-metadata.json',
  ]);
});

describe('an end before the end', () => {
  test('leaves nothing behind when a person gives it up', async () => {
    const sample = sampleBundle();
    const giveUp = new AbortController();
    const files = [sample.file('one.raw'), sample.file('two.raw')];
    const made = sample.make(
      { files },
      {
        fetchDocuments: async (record) => {
          giveUp.abort(new Error('given up'));
          return documentsOf(record);
        },
      },
      giveUp.signal,
    );
    await expect(made).rejects.toThrow('given up');
    expect(fs.readdirSync(path.dirname(sample.target))).toEqual([]);
  });

  test('leaves nothing behind when the disk cannot take it', async () => {
    const sample = sampleBundle();
    const files = [sample.file('one.raw')];
    expect(await sample.make({ files }, { copyFile: onFullDisk })).toEqual({
      ok: false,
      fault: { kind: 'unwritable', path: sample.target, errno: 'ENOSPC' },
    });
    expect(fs.readdirSync(path.dirname(sample.target))).toEqual([]);
  });

  test('leaves what took its place meanwhile as it is', async () => {
    const sample = sampleBundle();
    const bundle = await sample.make(
      { files: [sample.file('one.raw')] },
      {
        fetchDocuments: async (record) => {
          fs.mkdirSync(sample.target, { recursive: true });
          fs.writeFileSync(path.join(sample.target, 'mine'), 'mine');
          return documentsOf(record);
        },
      },
    );
    expect(bundle).toMatchObject({ ok: false, fault: { kind: 'unwritable' } });
    expect(filesIn(path.dirname(sample.target))).toEqual(['tides/mine']);
  });

  test('passes a mistake of ours on', async () => {
    const sample = sampleBundle();
    const made = sample.make({ files: [sample.file('one.raw')] }, { fetchDocuments: wrongly });
    await expect(made).rejects.toThrow('a mistake');
    expect(fs.readdirSync(path.dirname(sample.target))).toEqual([]);
  });
});
