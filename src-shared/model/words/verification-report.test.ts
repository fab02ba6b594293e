import { expect, test } from 'vitest';
import type { Doubt, RecordFacts, Verification } from '../proofs/verdict.ts';
import { lightsOf, reportDocument, verificationReport } from './verification-report.ts';

const HEX = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const METHOD = { algorithm: 'sha256', encoding: 'hex' } as const;
const record: RecordFacts = {
  fileId: 'remote-1',
  projectId: 'p1',
  projectName: 'Tides',
  visibility: 'public',
  name: 'run.raw',
  status: 'Available',
  notarizedAtMs: Date.UTC(2026, 10, 20, 9, 44),
  isDateRecorded: true,
  uploadedAtMs: Date.UTC(2026, 10, 20, 9, 40),
  sizeBytes: 8,
  isCertificateSaved: true,
};
const comparison = {
  source: 'metadata',
  written: HEX.toUpperCase(),
  method: METHOD,
  fileHex: HEX,
  recordHex: HEX,
} as const;

const verification = (over: Partial<Verification> = {}): Verification => ({
  id: '1',
  checkedAtMs: Date.UTC(2026, 10, 21, 14, 7),
  against: 'record',
  asked: { name: 'run.raw', path: '/data/run.raw' },
  file: {
    name: 'run.raw',
    path: '/data/run.raw',
    sizeBytes: 8,
    modifiedAtMs: Date.UTC(2026, 10, 19, 8, 0),
    digests: { sha256: HEX, blake3: OTHER },
  },
  verdict: { kind: 'match', record, comparison },
  decidedBy: 'metadata',
  confirmation: { kind: 'confirmed', by: 'record', record },
  serviceAnswer: null,
  method: METHOD,
  isAsUploaded: true,
  service: 'https://service.example.org',
  ...over,
});
const unsure = (doubt: Doubt, over: Partial<Verification> = {}) =>
  verification({ verdict: { kind: 'unsure', doubt, record, matches: [] }, ...over });

test('a report as JSON explains itself: what was compared with what, and when', () => {
  const report = verificationReport(verification(), 'json', 'en');
  expect(report).toMatchObject({
    fileName: 'verification-run.raw-2026-11-21.json',
    mediaType: 'application/json',
  });
  const { notarizedAtMs: _notarized, uploadedAtMs: _uploaded, ...known } = record;
  const { isCertificateSaved: _saved, ...told } = known;
  expect(JSON.parse(report.text)).toEqual({
    format: 'labseal-verification',
    formatVersion: 1,
    madeBy: expect.stringMatching(/^Labseal \d/),
    verdict: 'match',
    result: 'proven',
    confirmation: {
      kind: 'confirmed',
      by: 'record',
      record: {
        ...told,
        notarizedAt: '2026-11-20T09:44:00.000Z',
        uploadedAt: '2026-11-20T09:40:00.000Z',
      },
    },
    meaning: 'This file is byte-for-byte the one notarized on 20 Nov 2026, 09:44 UTC.',
    checkedAt: '2026-11-21T14:07:00.000Z',
    service: 'https://service.example.org',
    heldAgainst: 'record',
    decidedBy: 'metadata',
    file: {
      name: 'run.raw',
      path: '/data/run.raw',
      sizeBytes: 8,
      lastWrittenAt: '2026-11-19T08:00:00.000Z',
      fingerprintsHex: { sha256: HEX, blake3: OTHER },
    },
    record: {
      ...told,
      notarizedAt: '2026-11-20T09:44:00.000Z',
      uploadedAt: '2026-11-20T09:40:00.000Z',
    },
    comparison: {
      recordFingerprintFrom: 'metadata document',
      placeInCertificate: null,
      recordFingerprintAsWritten: HEX.toUpperCase(),
      ...METHOD,
      fileFingerprintHex: HEX,
      recordFingerprintHex: HEX,
      areEqual: true,
    },
    sizeDifferenceBytes: null,
    doubt: null,
    settledBy: [],
    otherRecordsWithThisContent: [],
    methodOfTheService: METHOD,
    isWhatThisComputerUploaded: true,
    serviceAnswer: null,
  });
});

test('a report as text stands for itself, with both fingerprints below each other', () => {
  const mismatch = verification({
    verdict: {
      kind: 'mismatch',
      record,
      comparison: { ...comparison, recordHex: OTHER },
      longerByBytes: 1,
      matches: [{ ...record, name: 'x_v2.raw' }],
    },
    isAsUploaded: false,
  });
  const { text, fileName } = verificationReport(mismatch, 'text', 'en');
  expect(fileName).toBe('verification-run.raw-2026-11-21.txt');
  const lines = text.split('\n');
  expect(lines[0]).toBe('Verification of a file');
  expect(text).toContain('It matches x_v2.raw, notarized on 20 Nov 2026, 09:44 UTC.');
  const [ours, theirs] = lines.filter((line) => / (abab abab|cdcd cdcd)/.test(line));
  expect(ours?.indexOf('abab')).toBe(theirs?.indexOf('cdcd'));
  expect(text).toMatch(/Nothing of it was sent for this comparison\.\n$/);
});

test.each(['en', 'it'] as const)(
  'a report in %s says a doubt, what settles it, and what is known all the same',
  (language) => {
    const method = unsure({ kind: 'method-unknown', written: HEX });
    const plain = lightsOf({ ...method, isAsUploaded: null }, language).file;
    expect(lightsOf(method, language).file.startsWith(plain)).toBe(true);
    expect(lightsOf(method, language).file).not.toBe(plain);
    const contradiction = unsure({ kind: 'contradicts-upload', written: HEX });
    expect(lightsOf(contradiction, language).file).toBe(
      lightsOf({ ...contradiction, isAsUploaded: null }, language).file,
    );
    const { text } = verificationReport(method, 'text', language);
    expect(text).not.toMatch(/undefined|\bnull\b|NaN|\[object/);
    expect(reportDocument(method, language)).toMatchObject({
      doubt: { kind: 'method-unknown' },
      settledBy: ['ask-service'],
      comparison: null,
    });
  },
);

test('a report of a file that could not be read, or that a page handed over, leaves out what is not known', () => {
  const unread = unsure({ kind: 'absent' }, { file: null, isAsUploaded: null });
  const handed = verification({ asked: { name: 'run.raw', path: null }, service: null });
  for (const each of [unread, handed]) {
    expect(verificationReport(each, 'text', 'en').text).not.toMatch(/undefined|\bnull\b|NaN/);
  }
  const unknown = { sizeBytes: null, fingerprintsHex: null };
  expect(reportDocument(unread, 'en').file).toMatchObject(unknown);
});

test('names that a reader would obey are written out, and the report’s own name is safe everywhere', () => {
  const name = '../\u202Egnp.\n\u0007x" <b>';
  const hostile = verification({ asked: { name, path: `/data/${name}` } });
  const { text, fileName } = verificationReport(hostile, 'text', 'en');
  const json = verificationReport(hostile, 'json', 'en').text;
  for (const obeyed of ['\u202E', '\u0007']) expect(text + json).not.toContain(obeyed);
  expect(JSON.parse(json)).toMatchObject({ file: { name } });
  expect(text.split('\n').filter((line) => line.startsWith('File '))).toHaveLength(1);
  expect(fileName).toMatch(/^verification-[\p{L}\p{N}._-]+-2026-11-21\.txt$/u);
  expect(fileName).not.toContain('..');
  const long = verification({ asked: { name: '🧬'.repeat(300), path: null } });
  expect(verificationReport(long, 'json', 'en').fileName.length).toBeLessThan(100);
  expect(verificationReport(long, 'json', 'en').fileName.isWellFormed()).toBe(true);
});
