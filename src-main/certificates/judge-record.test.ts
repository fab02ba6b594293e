import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HashMethod } from '../../src-shared/model/hash-method.ts';
import { methodText } from '../digests/file-hash.ts';
import { algorithmsFor, judgeRecord } from './judge-record.ts';
import { digestsOf, heldRecord, METHODS, writtenAs } from './test-support/digested.ts';

const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const sent = (content: string) => {
  const { sha256, blake3 } = digestsOf(content, []);
  return { sha256, blake3 };
};

describe('a file that has the record’s fingerprint', () => {
  test.each(METHODS.map((method) => [methodText(method), method] as const))(
    'is a match under %s, whatever was learned before, and says which method that was',
    (_name, method) => {
      const record = heldRecord(writtenAs('run', method));
      for (const learned of [null, SHA256, method]) {
        const judged = judgeRecord(digestsOf('run'), record, learned);
        expect(judged).toMatchObject({ kind: 'match', comparison: { method, source: 'metadata' } });
        if (judged.kind !== 'match') throw new Error(judged.kind);
        expect(judged.comparison.fileHex).toBe(judged.comparison.recordHex);
      }
    },
  );

  test.each(['PendingDeletion', 'Deleted'])(
    'is a match when its record is %s by now: what was recorded stays recorded',
    (status) => {
      const record = heldRecord(writtenAs('run', SHA256), {}, { status });
      expect(judgeRecord(digestsOf('run'), record, null).kind).toBe('match');
    },
  );
});

describe('a file that has another fingerprint', () => {
  test.each(METHODS.map((method) => [methodText(method), method] as const))(
    'differs under %s only when that is known to be the method; before, it cannot be told',
    (_name, method) => {
      const written = writtenAs('run', method);
      const digests = digestsOf('rum');
      expect(judgeRecord(digests, heldRecord(written), method)).toMatchObject({
        kind: 'mismatch',
        comparison: { method, written },
        missing: [],
      });
      expect(judgeRecord(digests, heldRecord(written), null)).toMatchObject({
        kind: 'unsure',
        doubt: { kind: 'method-unknown', written },
      });
    },
  );

  test('before it is said to differ, digests that could still be equal are asked for', () => {
    const keccak: HashMethod = { algorithm: 'keccak-256', encoding: 'hex' };
    const record = heldRecord(writtenAs('run', keccak));
    const judged = judgeRecord(digestsOf('run', []), record, SHA256);
    expect(judged).toMatchObject({
      kind: 'mismatch',
      missing: expect.arrayContaining(['sha3-256', 'keccak-256', 'blake2b-256']),
    });
    expect(judgeRecord(digestsOf('run'), record, SHA256)).toMatchObject({
      kind: 'match',
      comparison: { method: keccak },
    });
  });

  test('what this computer sent as the record is never said to differ from it', () => {
    const written = writtenAs('other', SHA256);
    const record = heldRecord(written, { sent: sent('run') });
    expect(judgeRecord(digestsOf('run'), record, SHA256)).toMatchObject({
      kind: 'unsure',
      doubt: { kind: 'contradicts-upload', written },
    });
    expect(judgeRecord(digestsOf('rum'), record, SHA256).kind).toBe('mismatch');
  });
});

describe('what cannot be told', () => {
  test.each([
    ['Pending', { kind: 'recording' }],
    ['NotarizationError', { kind: 'record-error' }],
    ['Archived', { kind: 'unknown-status', status: 'Archived' }],
    ['', { kind: 'unknown-status', status: '' }],
  ])('a record that is %j proves nothing, even with an equal fingerprint', (status, doubt) => {
    const record = heldRecord(writtenAs('run', SHA256), { sent: sent('run') }, { status });
    expect(judgeRecord(digestsOf('run'), record, SHA256)).toEqual({
      kind: 'unsure',
      doubt,
      decidedBy: 'status',
    });
  });

  test.each([
    [{ kind: 'none' } as const, { kind: 'no-fingerprint' }],
    [
      { kind: 'not-fetched', fault: { kind: 'not-signed-in', serviceSays: null } } as const,
      { kind: 'not-fetched', fault: { kind: 'not-signed-in', serviceSays: null } },
    ],
    [
      { kind: 'known', written: 'abc' } as const,
      { kind: 'unreadable-fingerprint', written: 'abc' },
    ],
  ])('without a fingerprint that can be read: %j', (fileHash, doubt) => {
    // Not even what this computer sent decides: the proof is what the service wrote down.
    const record = heldRecord('', { fileHash, sent: sent('run') });
    for (const learned of [null, SHA256]) {
      expect(judgeRecord(digestsOf('run'), record, learned)).toMatchObject({
        kind: 'unsure',
        doubt,
      });
    }
  });
});

describe('what is computed', () => {
  test('the known method alone, or all that the text can mean; never the two that always are', () => {
    const hex = writtenAs('run', SHA256);
    expect(algorithmsFor([hex], null)).toEqual(['sha3-256', 'keccak-256', 'blake2b-256']);
    expect(algorithmsFor([hex], SHA256)).toEqual([]);
    expect(algorithmsFor([hex], { algorithm: 'keccak-256', encoding: 'hex' })).toEqual([
      'keccak-256',
    ]);
    const cid = writtenAs('run', { algorithm: 'sha3-256', encoding: 'cid-v1' });
    expect(algorithmsFor([cid], null)).toEqual(['sha3-256']);
    // Another way of writing than the known one: anything may have changed.
    expect(algorithmsFor([hex], { algorithm: 'sha512', encoding: 'hex' })).toHaveLength(3);
    expect(algorithmsFor(['no hash', ''], null)).toEqual([]);
  });
});

describe('the law', () => {
  const method = fc.constantFrom(...METHODS);
  const content = fc.string({ maxLength: 20 });

  test('whatever the method, the file and what was learned: no false match, no difference while unknown', () => {
    let matches = 0;
    let mismatches = 0;
    fc.assert(
      fc.property(
        content,
        content,
        method,
        fc.option(method, { nil: null }),
        fc.boolean(),
        (file, recorded, used, learned, isSent) => {
          const record = heldRecord(
            writtenAs(recorded, used),
            isSent ? { sent: sent(recorded) } : {},
          );
          const { kind } = judgeRecord(digestsOf(file), record, learned);
          const isSame = file === recorded;
          if (kind === 'match') matches += 1;
          if (kind === 'mismatch') mismatches += 1;
          return kind === 'match' ? isSame : !isSame && (kind === 'unsure' || learned !== null);
        },
      ),
      { numRuns: 400 },
    );
    expect(matches).toBeGreaterThan(0);
    expect(mismatches).toBeGreaterThan(0);
  });

  test('a text that is nobody’s fingerprint never matches and never differs', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), method, (written, learned) => {
        const judged = judgeRecord(digestsOf('run'), heldRecord(written), learned);
        // A text may happen to be as long as a digest of the known method: then it is one, of something else.
        return judged.kind === 'unsure' || judged.kind === 'mismatch';
      }),
    );
  });
});
