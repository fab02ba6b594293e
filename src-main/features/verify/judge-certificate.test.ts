import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import {
  algorithmsForCertificate,
  judgeCertificate,
  recordedAtMs,
} from '../../../src-shared/model/proofs/judge.ts';
import { readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';
import { digestsOf, METHODS, writtenAs } from './test-support/digested.ts';

const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const hash = (content: string, method: HashMethod = SHA256) => writtenAs(content, method);

function readingOf(document: unknown) {
  const reading = readCertificate(JSON.stringify(document));
  if (reading === null) throw new Error('it is no certificate');
  return reading;
}
const evaluated = (document: unknown, content: string, method: HashMethod | null) =>
  judgeCertificate(
    { digests: digestsOf(content), sizeBytes: content.length },
    readingOf(document),
    method,
  );

describe('what a certificate names', () => {
  test.each<[string, unknown]>([
    ['FileHash', { FileHash: hash('run') }],
    ['proof.file.digest', { proof: { file: { digest: hash('run') } } }],
    ['proofs.1.1', { proofs: [{ a: 1 }, ['x', hash('run')]] }],
    ['x', { x: ` 0x${hash('run').toUpperCase()} ` }],
  ])('a fingerprint is found at %s, and it is told where', (at, document) => {
    const comparison = { source: 'certificate', at, method: SHA256 };
    expect(evaluated(document, 'run', null)).toMatchObject({ kind: 'match', comparison });
  });

  test('the documented name counts before all others, the outermost first', () => {
    const document = {
      parents: [{ FileHash: hash('parent') }],
      transaction: hash('transaction'),
      filehash: hash('run'),
    };
    expect(evaluated(document, 'run', null).kind).toBe('match');
    const doubt = { kind: 'certificate-method-unknown', written: [hash('run')] };
    for (const other of ['parent', 'transaction']) {
      expect(evaluated(document, other, null)).toMatchObject({ kind: 'unsure', doubt });
    }
  });

  test('it differs only under the documented name, and when the service’s method is known', () => {
    const named = { FileHash: hash('run') };
    const differs = { kind: 'mismatch', decidedBy: 'certificate' };
    expect(evaluated(named, 'rum', SHA256)).toMatchObject(differs);
    expect(evaluated(named, 'rum', null).kind).toBe('unsure');
    const doubt = { kind: 'certificate-method-unknown' };
    const unnamed = evaluated({ digest: hash('run') }, 'rum', SHA256);
    expect(unnamed).toMatchObject({ kind: 'unsure', doubt });
    // Two under the same name, at the same level: neither is known to be the file's.
    const two = { a: { FileHash: hash('run') }, b: { FileHash: hash('other') } };
    expect(evaluated(two, 'rum', SHA256).kind).toBe('unsure');
    expect(evaluated(two, 'run', SHA256).kind).toBe('match');
  });

  test.each([{}, { name: 'run.raw', id: 'F-17', n: 5, deep: { uploaded: '2026-11-20' } }])(
    'nothing in %j is a fingerprint',
    (document) => {
      const doubt = { kind: 'certificate-without-fingerprint' };
      expect(evaluated(document, 'run', SHA256)).toMatchObject({ kind: 'unsure', doubt });
    },
  );

  test('what is no JSON object, or an error of the service, is no certificate', () => {
    const error = '{"error":{"statusCode":404,"message":"no"}}';
    for (const text of ['run', '"text"', '[]', 'null', '<!doctype html>', '{"FileHash":', error]) {
      expect(readCertificate(text)).toBeNull();
    }
  });

  test('one that is made to be deep, wide or full of digests does not take the memory', () => {
    const deep = `{"a":${'['.repeat(100_000)}"${hash('run')}"${']'.repeat(100_000)}}`;
    expect(readCertificate(deep)?.fingerprints).toEqual([]);
    const wide = { all: Array.from({ length: 2_100 }, (_, index) => hash(String(index))) };
    expect(readingOf(wide).fingerprints).toHaveLength(100);
    expect(readingOf(wide).texts.length).toBe(2_000);
  });

  test('of a foreign service everything that the text can mean is computed', () => {
    const reading = readingOf({ FileHash: hash('run') });
    expect(algorithmsForCertificate(reading, null)).toHaveLength(3);
    expect(algorithmsForCertificate(reading, SHA256)).toEqual([]);
  });

  test('whatever a certificate holds: no false match, no difference while the method is unknown', () => {
    const method = fc.constantFrom(...METHODS);
    const content = fc.string({ maxLength: 8 });
    const entry = fc.tuple(fc.constantFrom('FileHash', 'digest', 'tx'), content, method);
    const entries = fc.array(entry, { maxLength: 4 });
    fc.assert(
      fc.property(entries, content, fc.option(method), (written, file, learned) => {
        const document = written.map(([key, recorded, used]) => ({ [key]: hash(recorded, used) }));
        const { kind } = evaluated({ document }, file, learned);
        if (kind === 'match') return written.some(([, recorded]) => recorded === file);
        return (
          kind === 'unsure' ||
          learned !== null ||
          written.some(([, , used]) => used.encoding === 'cid-v1')
        );
      }),
    );
  });
});

describe('the date of a proof', () => {
  const UPLOADED = '2026-11-09T06:45:50.000Z';
  const RECORDED = '2026-11-09T06:45:55.293Z';
  const SEEN = '2026-11-30T06:55:00.000Z';
  const dated = (said: object, seen: string | null = SEEN) =>
    recordedAtMs(
      readingOf({ FileHash: hash('run'), FileHashMethod: 'sha256', ...said }),
      { digests: digestsOf('run', []), sizeBytes: 3 },
      {
        fileId: 'a',
        uploadedAtMs: Date.parse(UPLOADED),
        seenAtMs: seen === null ? null : Date.parse(seen),
      },
    );

  test.each<[string, object]>([
    ['what it says of its record', { recorded: RECORDED }],
    ['and of no other', { file: { id: 'a' }, recorded: RECORDED }],
  ])('is that of its own certificate: %s', (_, said) => {
    expect(dated(said)).toBe(Date.parse(RECORDED));
    expect(dated(said, null)).toBe(Date.parse(RECORDED));
  });

  test.each<[string, object]>([
    ['says none', {}],
    ['gives a day alone', { recorded: '2026-11-09' }],
    ['was seen on the chain before it', { recorded: '2026-11-30T06:55:01Z' }],
    ['is of before the upload', { recorded: '2026-11-09T06:45:49Z' }],
    ['is older than its own upload', { recorded: RECORDED, uploaded: SEEN }],
    ['says two', { recorded: RECORDED, file: { recordedAt: SEEN } }],
    ['is of another record', { file: { id: 'b' }, recorded: RECORDED }],
    ['is of another content', { FileHash: hash('rum'), recorded: RECORDED }],
    ['gives another size', { size: 4, recorded: RECORDED }],
  ])('is not known by a certificate that %s', (_, said) => {
    expect(dated(said)).toBeNull();
  });
});
