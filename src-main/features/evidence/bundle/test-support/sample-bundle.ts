/** A bundle of made-up files in a real folder: facts that are complete until a test changes them. */
import fs from 'node:fs';
import path from 'node:path';
import type {
  EvidenceFault,
  EvidenceReport,
} from '../../../../../src-shared/model/proofs/evidence.ts';
import { pdfPage } from '../../../../../src-shared/evidence/test-support/genuine-bundle.ts';
import type { Result } from '../../../../../src-shared/model/result.ts';
import { makeFakeClock } from '../../../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../../../test-support/fake-ids.ts';
import { temporaryFolder } from '../../../../test-support/temporary-state.ts';
import type { BundleFacts, ChosenFile, CopyEvaluation, RecordedFile } from '../bundle-facts.ts';
import { makeFileCopy } from '../copy-file.ts';
import { makeBundle, type BundlePorts } from '../make-bundle.ts';
import { sha256Of } from '../../../../test-support/digests.ts';

/** Where its files lie, for the person whose they are: nobody else is told. */
const FOLDER_PATH = 'lab of Robin/subject_07';

const NO_LINKS = { wasDerivedFrom: [], wasGeneratedBy: [], used: [], wasAttributedTo: [] };
export const NO_PROVENANCE = { entities: [], activities: [], agents: [], ...NO_LINKS };

export const recordedFile = (over: Partial<RecordedFile> = {}): RecordedFile => ({
  fileId: 'file-1',
  projectId: 'project-1',
  visibility: 'public',
  name: 'run.raw',
  status: 'Available',
  fileType: 'primary',
  labels: 'raw,ms2',
  uploadedAtMs: 1_763_700_000_000,
  notarizedAtMs: 1_763_700_060_000,
  ownerName: 'Robin Marsh',
  content: null,
  ...over,
});

export const bundleFacts = (over: Partial<BundleFacts> = {}): BundleFacts => ({
  title: 'Tides',
  contents: 'files',
  files: [],
  unproven: [],
  leftOutByRules: 0,
  projects: [
    {
      projectId: 'project-1',
      name: 'Tides & currents',
      area: 'Ocean',
      organisation: 'Sea lab',
      location: 'Bergen',
      tags: ['sea level'],
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2027-01-01T00:00:00.000Z',
      leaderId: 'user-1',
      members: [
        { userId: 'user-1', givenName: 'Robin', familyName: 'Marsh', organisation: '' },
        { userId: 'user-2', givenName: 'Ada', familyName: 'Løvland', organisation: '' },
      ],
      provenance: NO_PROVENANCE,
    },
  ],
  madeBy: { userId: 'user-1', givenName: 'Robin', familyName: 'Marsh', organisation: 'Sea lab' },
  service: 'https://service.example',
  software: [
    { name: 'Labseal', version: '0.1.0' },
    { name: 'Node.js', version: '24.21.0' },
  ],
  ...over,
});

export type SampleBundle = ReturnType<typeof sampleBundle>;

export function sampleBundle() {
  const folder = temporaryFolder();
  /** Absolute path in the test's own folder. */
  const at = (name: string) => path.join(folder, name);
  /** The bag that `make` made. */
  const target = at('bundles/tides');
  fs.mkdirSync(at('bundles'));
  const copyFile = makeFileCopy();
  let files = 0;
  return {
    at,
    target,
    folderPath: FOLDER_PATH,
    textOf: (name: string) => fs.readFileSync(path.join(target, name), 'utf8'),
    /** Writes a file that was notarized with this content; `now` is its current content. */
    file: (original: string, content = `content of ${original}`, now = content): ChosenFile => {
      const own = at(`lab/${(files += 1)}`);
      fs.mkdirSync(path.dirname(own), { recursive: true });
      fs.writeFileSync(own, now);
      const name = path.posix.basename(original);
      const sha256 = sha256Of(content);
      const recorded = { sizeBytes: Buffer.byteLength(content), sha256, blake3: 'b3' };
      return {
        name,
        folderPath: FOLDER_PATH,
        original,
        copy: { path: own, sizeBytes: now.length },
        past: null,
        record: recordedFile({ fileId: `file-${files}`, name, content: recorded }),
      };
    },
    make: (
      facts: Partial<BundleFacts>,
      over: Partial<BundlePorts> = {},
      signal = new AbortController().signal,
    ): Promise<Result<EvidenceReport, EvidenceFault>> => {
      const ports: BundlePorts = {
        copyFile: async (order, onRead, stop) =>
          copyFile(order, { isCancelled: () => stop.aborted, onRead }),
        fetchDocuments: async (record) => documentsOf(record),
        evaluatorFor: ({ content }) => ({
          algorithms: ['blake3'],
          evaluate: ({ sha256 }) =>
            evaluation({ verdict: sha256 === content?.sha256 ? 'match' : 'mismatch' }, content),
        }),
        method: () => ({ algorithm: 'sha256', encoding: 'hex' }),
        mediaTypeOf: () => 'application/octet-stream',
        readVerifyPage: async () => Buffer.from('<!doctype html>'),
        clock: makeFakeClock(),
        ids: makeFakeIds(),
        ...over,
      };
      return makeBundle(bundleFacts(facts), target, ports, () => undefined, signal);
    },
  };
}

/** An evaluation by SHA-256 in hexadecimal. */
export const evaluation = (
  over: Partial<CopyEvaluation> = {},
  content: RecordedFile['content'] = null,
): CopyEvaluation => ({
  verdict: 'match',
  written: content?.sha256 ?? null,
  method: { algorithm: 'sha256', encoding: 'hex' },
  doubt: null,
  isAsSent: null,
  missing: [],
  ...over,
});

const jsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** As the service has them for an Available file. */
export function documentsOf({ fileId, content }: RecordedFile) {
  const hash = content?.sha256 ?? '';
  const pdf = Buffer.from(pdfPage(['FILE ID', fileId, 'FINGERPRINT · SHA-256, hex', hash]));
  return {
    certificate: { kind: 'had' as const, pdf, json: jsonBytes({ proof: { file: fileId, hash } }) },
    metadata: { kind: 'had' as const, json: jsonBytes({ FileHash: hash }) },
  };
}

/** Every file below a folder, with `/`. */
export function filesIn(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
}
