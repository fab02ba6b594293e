import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HashMethod } from '../../src-shared/model/hash-method.ts';
import { algorithmsForCertificate, judgeCertificate } from './judge-certificate.ts';
import { readCertificate } from './read-certificate.ts';
import { digestsOf, METHODS, writtenAs } from './test-support/digested.ts';

const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const hash = (content: string, method: HashMethod = SHA256) => writtenAs(content, method);

function judged(document: unknown, content: string, method: HashMethod | null) {
  const reading = readCertificate(JSON.stringify(document));
  if (reading === null) throw new Error('it is no certificate');
  return judgeCertificate(digestsOf(content), reading, method);
}

describe('what a certificate names', () => {
  test('a fingerprint is found wherever it stands, and it is told where', () => {
    const shapes: readonly [unknown, string][] = [
      [{ FileHash: hash('run') }, 'FileHash'],
      [{ proof: { file: { digest: hash('run') } } }, 'proof.file.digest'],
      [{ proofs: [{ a: 1 }, ['x', hash('run')]] }, 'proofs.1.1'],
      [{ x: ` 0x${hash('run').toUpperCase()} ` }, 'x'],
    ];
    for (const [document, at] of shapes) {
      expect(judged(document, 'run', null)).toMatchObject({
        kind: 'match',
        comparison: { source: 'certificate', at, method: SHA256 },
      });
    }
  });

  test('the documented name counts before all others, the outermost first', () => {
    const document = {
      parents: [{ FileHash: hash('parent') }],
      transaction: hash('transaction'),
      filehash: hash('run'),
    };
    expect(judged(document, 'run', null).kind).toBe('match');
    for (const other of ['parent', 'transaction']) {
      expect(judged(document, other, null)).toMatchObject({
        kind: 'unsure',
        doubt: { kind: 'certificate-method-unknown', written: [hash('run')] },
      });
    }
  });

  test('it differs only under the documented name, and when the service’s method is known', () => {
    const named = { FileHash: hash('run') };
    expect(judged(named, 'rum', SHA256)).toMatchObject({
      kind: 'mismatch',
      decidedBy: 'certificate',
    });
    expect(judged(named, 'rum', null).kind).toBe('unsure');
    expect(judged({ digest: hash('run') }, 'rum', SHA256)).toMatchObject({
      kind: 'unsure',
      doubt: { kind: 'certificate-method-unknown' },
    });
    // Two under the same name, side by side: neither is known to be the file's.
    const two = { a: { FileHash: hash('run') }, b: { FileHash: hash('other') } };
    expect(judged(two, 'rum', SHA256).kind).toBe('unsure');
    expect(judged(two, 'run', SHA256).kind).toBe('match');
  });

  test.each([{}, { name: 'run.raw', id: 'F-17', n: 5, deep: { uploaded: '2026-11-20' } }])(
    'nothing in %j is a fingerprint',
    (document) => {
      expect(judged(document, 'run', SHA256)).toMatchObject({
        kind: 'unsure',
        doubt: { kind: 'certificate-without-fingerprint' },
      });
    },
  );

  test.each([
    'run',
    '"text"',
    '[]',
    'null',
    '<!doctype html>',
    '{"error":{"statusCode":404,"message":"no"}}',
    '{"FileHash":',
  ])('%j is no certificate', (text) => {
    expect(readCertificate(text)).toBeNull();
  });

  test('one that is made to be deep, wide or full of digests does not take the memory', () => {
    const deep = `{"a":${'['.repeat(100_000)}"${hash('run')}"${']'.repeat(100_000)}}`;
    expect(readCertificate(deep)?.fingerprints).toEqual([]);
    const wide = { all: Array.from({ length: 5_000 }, (_, index) => hash(String(index))) };
    expect(readCertificate(JSON.stringify(wide))?.fingerprints).toHaveLength(100);
  });

  test('of a foreign service everything that the text can mean is computed', () => {
    const reading = readCertificate(JSON.stringify({ FileHash: hash('run') }));
    if (reading === null) throw new Error('it is no certificate');
    expect(algorithmsForCertificate(reading, null)).toHaveLength(3);
    expect(algorithmsForCertificate(reading, SHA256)).toEqual([]);
  });

  test('whatever a certificate holds: no false match, no difference while the method is unknown', () => {
    const method = fc.constantFrom(...METHODS);
    const content = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('FileHash', 'digest', 'tx'), content, method), {
          maxLength: 4,
        }),
        content,
        fc.option(method, { nil: null }),
        (entries, file, learned) => {
          const document = entries.map(([key, recorded, used]) => ({
            [key]: hash(recorded, used),
          }));
          const { kind } = judged({ document }, file, learned);
          const names = entries.some(([, recorded]) => recorded === file);
          if (kind === 'match') return names;
          return kind === 'unsure' || learned !== null;
        },
      ),
    );
  });
});
