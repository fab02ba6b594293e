import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EvidenceContent } from '../../../../src-shared/model/proofs/evidence.ts';
import type { CopyEvaluation, RecordedFile } from './bundle-facts.ts';
import type { CopyOutcome } from './copy-file.ts';
import type { BundlePorts } from './make-bundle.ts';
import {
  bundleFacts,
  documentsOf,
  filesIn,
  evaluation,
  recordedFile,
  sampleBundle,
} from './test-support/sample-bundle.ts';

const unsure = evaluation({ verdict: 'unsure', method: null, doubt: 'method-unknown' });
const judging = (evaluate: ReturnType<BundlePorts['evaluatorFor']>['evaluate']) => ({
  evaluatorFor: () => ({ algorithms: [], evaluate }),
});
const always = (judged: CopyEvaluation) => judging(() => judged);
const onFullDisk = async () => ({ kind: 'unwritable', errno: 'ENOSPC' }) as const;
const made = (value: object) => ({ ok: true, value });

describe('what cannot be in a bundle', () => {
  test('a copy that is not what was recorded is left out and named; its proofs are there (P23)', async () => {
    const { make, file, target, textOf } = sampleBundle();
    const files = [file('good.raw'), file('bad.raw', 'as recorded', 'as it is now')];
    const certificate = { kind: 'included', path: 'certificates/bad.raw.pdf' };
    const content = { kind: 'included', path: 'files/good.raw' };
    const mismatch = { content: { kind: 'mismatch' }, verdict: 'mismatch', certificate };
    expect(await make({ files })).toMatchObject(
      made({ isComplete: false, files: [{ content, verdict: 'match' }, mismatch] }),
    );
    expect(filesIn(target)).not.toContain('data/files/bad.raw');
    expect(textOf('README.txt')).toMatch(/bad\.raw: the copy at hand is not what/);
    const checks = JSON.parse(textOf('data/checks.json'));
    expect(checks.files[1]).toMatchObject({ verdict: 'mismatch', content: { state: 'mismatch' } });
    expect(checks.files[1].copy.sha256).not.toBe(checks.files[1].comparedWith);
    expect(textOf('manifest-sha256.txt')).not.toContain('files/bad.raw');
  });

  test('a certificate or a record of another content is named, in the report and in the bundle', async () => {
    const { make, file, textOf } = sampleBundle();
    const files = [file('good.raw'), file('bad.raw'), file('sent.raw')];
    const contradicts = evaluation({ verdict: 'unsure', doubt: 'contradicts-upload' });
    const bundle = await make(
      { files },
      {
        fetchDocuments: async (record) => {
          const documents = documentsOf(record);
          if (record.name !== 'bad.raw') return documents;
          const json = Buffer.from(JSON.stringify({ FileHash: 'ab'.repeat(32) }));
          return { ...documents, certificate: { ...documents.certificate, json } };
        },
        evaluatorFor: ({ name, content }) => ({
          algorithms: ['blake3'],
          evaluate: () => (name === 'sent.raw' ? contradicts : evaluation({}, content)),
        }),
      },
    );
    expect(bundle).toMatchObject(
      made({
        isComplete: false,
        files: [
          { contradictedBy: null },
          { contradictedBy: 'certificate' },
          { contradictedBy: 'record' },
        ],
      }),
    );
    const readme = textOf('README.txt').replaceAll(/\s+/g, ' ');
    expect(readme).toContain('bad.raw: the certificate of the service contradicts itself, or');
    expect(readme).toContain('sent.raw: the record of the service names another fingerprint');
    const checks = JSON.parse(textOf('data/checks.json'));
    expect(checks.files[1]).toMatchObject({ isComplete: false, contradictedBy: 'certificate' });
  });

  test.each<[CopyOutcome, EvidenceContent, RegExp]>([
    [{ kind: 'changing' }, { kind: 'changing' }, /run\.raw: it was written to/],
    [{ kind: 'absent' }, { kind: 'no-copy' }, /run\.raw: no copy of it/],
    [{ kind: 'not-a-file' }, { kind: 'not-a-file' }, /run\.raw: something else stood/],
    [{ kind: 'labseal-data' }, { kind: 'labseal-data' }, /run\.raw: it belongs to a data folder/],
    [
      { kind: 'unreadable', errno: 'EACCES' },
      { kind: 'unreadable', errno: 'EACCES' },
      /run\.raw: it could not be read/,
    ],
  ])('a copy that is %j', async (outcome, content, words) => {
    const { make, file, textOf } = sampleBundle();
    const bundle = await make({ files: [file('run.raw')] }, { copyFile: async () => outcome });
    expect(bundle).toMatchObject(made({ isComplete: false, files: [{ content }] }));
    expect(textOf('README.txt')).toMatch(words);
  });

  test.each<[string, Partial<RecordedFile>, Partial<CopyEvaluation>, RegExp]>([
    [
      'a deleted file',
      { status: 'Deleted' },
      {},
      /run\.raw: the service has deleted this file; its/,
    ],
    [
      'a record with an error',
      { status: 'NotarizationError' },
      {},
      /run\.raw: the service reports an error/,
    ],
    [
      'an old kind of fingerprint',
      {},
      { method: { algorithm: 'md5', encoding: 'hex' } },
      /run\.raw: its record names MD5 alone/,
    ],
  ])(
    '%s is said in the README of a bundle that is otherwise whole',
    async (_, over, judged, words) => {
      const { make, file, textOf } = sampleBundle();
      const plain = file('run.raw');
      const files = [{ ...plain, record: { ...plain.record, ...over } }];
      const evaluated = (record: RecordedFile) => evaluation(judged, record.content);
      await make(
        { files },
        { evaluatorFor: (record) => ({ algorithms: [], evaluate: () => evaluated(record) }) },
      );
      expect(textOf('README.txt').replaceAll(/\s+/g, ' ')).toMatch(words);
    },
  );

  test('files without a record, and files that a rule leaves out, are counted', async () => {
    const { make, textOf } = sampleBundle();
    const unproven = [
      {
        name: 'notes\u202E.txt',
        folderPath: 'lab',
        path: '/lab/notes.txt',
        why: 'no-record',
      } as const,
    ];
    const bundle = await make({ files: [], unproven, leftOutByRules: 3 });
    expect(bundle).toMatchObject(made({ isComplete: false, unproven }));
    expect(textOf('README.txt')).toMatch(/notes\\u\{202e\}\.txt: it has no record/);
    expect(textOf('README.txt')).toContain('3 files that the rules of their folder leave out');
  });

  test('no document of a bundle turns the text of whoever reads it, and all read back as they were', async () => {
    const { make, file, textOf, target } = sampleBundle();
    const name = 'run\u202Egnp.raw';
    const unproven = [
      {
        name: 'notes\u202E.txt',
        folderPath: 'lab',
        path: '/lab/notes.txt',
        why: 'no-record',
      } as const,
    ];
    await make({ files: [file(name)], unproven, title: name });
    const documents = filesIn(target).filter((each) => !each.startsWith('data/files/'));
    for (const document of documents) {
      expect(textOf(document)).not.toContain('\u202E');
    }
    const { files, withoutRecord } = JSON.parse(textOf('data/checks.json'));
    expect([files[0].name, withoutRecord[0].name]).toEqual([name, 'notes\u202E.txt']);
  });

  test('a certificate that is not there yet, or cannot be had, is named', async () => {
    const { make, file, textOf } = sampleBundle();
    const bundle = await make(
      { files: [file('new.raw'), file('away.raw')] },
      {
        fetchDocuments: async ({ name }) => {
          const kind = name === 'new.raw' ? 'none-yet' : 'not-had';
          return { certificate: { kind }, metadata: { kind } };
        },
      },
    );
    const files = [{ certificate: { kind: 'none-yet' } }, { metadata: { kind: 'not-had' } }];
    expect(bundle).toMatchObject(made({ isComplete: false, files }));
    expect(textOf('README.txt')).toContain('new.raw: the service has no certificate yet');
    expect(textOf('README.txt')).toContain('away.raw: its certificate could not be had');
  });

  test('a certificate that holds more than pages is in the bundle, and named', async () => {
    const { make, file, textOf } = sampleBundle();
    const bundle = await make(
      { files: [file('good.raw'), file('odd.raw')] },
      {
        fetchDocuments: async (record) => {
          const { certificate, metadata } = documentsOf(record);
          const pdf = Buffer.from('%PDF-1.7\n<</S /JavaScript>> <</S /Launch>>\n%%EOF\n');
          return {
            certificate: record.name === 'odd.raw' ? { ...certificate, pdf } : certificate,
            metadata,
          };
        },
      },
    );
    expect(bundle).toMatchObject(made({ isComplete: true }));
    expect(textOf('README.txt').replaceAll(/\s+/g, ' ')).toContain(
      '- certificates/odd.raw.pdf: a script (JavaScript) and a command that starts a program',
    );
    expect(textOf('README.txt')).not.toContain('good.raw.pdf');
    const { files } = JSON.parse(textOf('data/checks.json'));
    expect(files[0].certificate.pdfActions).toEqual([]);
    expect(files[1].certificate.pdfActions).toEqual(['script', 'launch']);
  });

  test('what cannot be told yet is in the bundle, and said', async () => {
    const { make, file, textOf } = sampleBundle();
    const ports = { ...always(unsure), method: () => null };
    const bundle = await make({ files: [file('run.raw')] }, ports);
    const files = [{ content: { kind: 'included' }, verdict: 'unsure' }];
    expect(bundle).toMatchObject(made({ isComplete: false, files }));
    expect(textOf('README.txt')).toContain('cannot be told yet');
    const crate = textOf('data/ro-crate-metadata.json');
    expect(crate).toContain('Cannot be told yet (method-unknown)');
  });

  test('a copy that is not what this computer sent is left out, also while nothing else can be told', async () => {
    const { make, file } = sampleBundle();
    const bundle = await make({ files: [file('run.raw')] }, always({ ...unsure, isAsSent: false }));
    const files = [{ content: { kind: 'mismatch' }, verdict: 'unsure' }];
    expect(bundle).toMatchObject(made({ isComplete: false, files }));
  });
});

test('before a copy is said to differ, every way its fingerprint could be meant is tried', async () => {
  const { make, file, textOf } = sampleBundle();
  const differs = evaluation({ verdict: 'mismatch', missing: ['sha3-256'] });
  const judges = judging((digests) => (digests['sha3-256'] === undefined ? differs : evaluation()));
  const bundle = await make({ files: [file('run.raw')] }, judges);
  expect(bundle).toMatchObject(made({ isComplete: true }));
  const [checked] = JSON.parse(textOf('data/checks.json')).files;
  expect(checked.copy['sha3-256']).toMatch(/^[0-9a-f]{64}$/);
});

describe('proofs only', () => {
  const contents = 'proofs-only';

  test('a file that was written to between two readings is told as such, and not as another one', async () => {
    const { make, file } = sampleBundle();
    const run = file('run.raw');
    const writes = judging(() => {
      fs.writeFileSync(run.copy?.path ?? '', 'written meanwhile');
      return evaluation({ verdict: 'mismatch', missing: ['sha3-256'] });
    });
    const files = [{ content: { kind: 'changing' }, verdict: null }];
    const bundle = await make({ files: [run], contents }, writes);
    expect(bundle).toMatchObject(made({ isComplete: false, files }));
  });

  test('no content is in it, every copy was read and compared', async () => {
    const { make, file, target, textOf } = sampleBundle();
    const far = recordedFile({ fileId: 'far', name: 'far.raw' });
    const remote = {
      name: 'far.raw',
      folderPath: null,
      original: 'far.raw',
      copy: null,
      past: null,
      record: far,
    };
    const content = { kind: 'not-wanted' };
    expect(await make({ files: [file('run.raw'), remote], contents })).toMatchObject(
      made({
        isComplete: true,
        files: [
          { content, verdict: 'match' },
          { content, verdict: null },
        ],
      }),
    );
    expect(filesIn(target).filter((name) => name.includes('/files/'))).toEqual([]);
    expect(textOf('README.txt')).toContain('only their proofs were asked for');
  });
});

test('where nothing is known of the origin of files, the README says so', async () => {
  const { make, file, textOf } = sampleBundle();
  const [project] = bundleFacts().projects;
  const projects = project === undefined ? [] : [{ ...project, provenance: null }];
  await make({ files: [file('run.raw')], projects });
  const readme = textOf('README.txt').replaceAll('\n', ' ');
  expect(readme).toContain('"Tides & currents" was made from which is not told');
});

test('two copies of one record share its documents', async () => {
  const { make, file, target } = sampleBundle();
  const first = file('a/run.raw');
  const second = { ...file('b/run.raw', 'content of a/run.raw'), record: first.record };
  const asked: string[] = [];
  const fetchDocuments: BundlePorts['fetchDocuments'] = async (record) => {
    asked.push(record.fileId);
    return documentsOf(record);
  };
  const bundle = await make({ files: [first, second] }, { fetchDocuments });
  expect(bundle).toMatchObject(made({ isComplete: true }));
  expect(asked).toEqual(['file-1']);
  expect(filesIn(path.join(target, 'data'))).toEqual([
    'certificates/run.raw.json',
    'certificates/run.raw.pdf',
    'checks.json',
    'files/a/run.raw',
    'files/b/run.raw',
    'metadata/run.raw.json',
    'ro-crate-metadata.json',
  ]);
});

/** Makes a bundle, and runs an action once its documents are requested. */
function interrupted(whileAsked: (target: string, giveUp: AbortController) => void) {
  const { make, file, target } = sampleBundle();
  const giveUp = new AbortController();
  const fetchDocuments: BundlePorts['fetchDocuments'] = async (record) => {
    whileAsked(target, giveUp);
    return documentsOf(record);
  };
  const files = [file('one.raw'), file('two.raw')];
  const bundle = make({ files }, { fetchDocuments }, giveUp.signal);
  return { bundle, left: () => filesIn(path.dirname(target)) };
}

describe('an end before the end leaves nothing behind', () => {
  test('when a person gives it up', async () => {
    const { bundle, left } = interrupted((_target, giveUp) => giveUp.abort(new Error('given up')));
    await expect(bundle).rejects.toThrow('given up');
    expect(left()).toEqual([]);
  });

  test('when there is a bug, which is passed on', async () => {
    const { bundle, left } = interrupted(() => {
      throw new TypeError('a mistake');
    });
    await expect(bundle).rejects.toThrow('a mistake');
    expect(left()).toEqual([]);
  });

  test('when the disk cannot take it', async () => {
    const { make, file, target } = sampleBundle();
    const fault = { kind: 'unwritable', path: target, errno: 'ENOSPC' };
    const bundle = await make({ files: [file('one.raw')] }, { copyFile: onFullDisk });
    expect(bundle).toEqual({ ok: false, fault });
    expect(fs.readdirSync(path.dirname(target))).toEqual([]);
  });

  test('and what took its place meanwhile stays as it is', async () => {
    const { bundle, left } = interrupted((target) => {
      fs.mkdirSync(target, { recursive: true });
      fs.writeFileSync(path.join(target, 'mine'), 'mine');
    });
    expect(await bundle).toMatchObject({ ok: false, fault: { kind: 'unwritable' } });
    expect(left()).toEqual(['tides/mine']);
  });
});
