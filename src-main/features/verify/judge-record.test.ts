import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { methodText } from '../../../src-shared/model/proofs/file-hash.ts';
import { algorithmsForRecord, judgeRecord } from '../../../src-shared/model/proofs/judge.ts';
import { digestsOf, heldRecord, METHODS, writtenAs } from './test-support/digested.ts';

const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const KECCAK: HashMethod = { algorithm: 'keccak-256', encoding: 'hex' };
const sent = (content: string) => {
  const { sha256, blake3 } = digestsOf(content, []);
  return { sha256, blake3 };
};

describe('a fingerprint', () => {
  test.each(METHODS.map((method) => [methodText(method), method] as const))(
    'under %s: an equal one matches whatever was learned, another differs only under the learned method',
    (_name, method) => {
      const written = writtenAs('run', method);
      const record = heldRecord(written);
      for (const learned of [null, SHA256, method]) {
        const evaluated = judgeRecord(digestsOf('run'), record, learned);
        expect(evaluated).toMatchObject({
          kind: 'match',
          comparison: { method, source: 'metadata' },
        });
        if (evaluated.kind !== 'match') throw new Error(evaluated.kind);
        expect(evaluated.comparison.fileHex).toBe(evaluated.comparison.recordHex);
      }
      const other = digestsOf('rum');
      const differs = { kind: 'mismatch', comparison: { method, written }, missing: [] };
      expect(judgeRecord(other, record, method)).toMatchObject(differs);
      const doubt = { kind: 'method-unknown', written };
      // A content identifier of plain bytes says itself how it was made.
      const isStated = method.encoding === 'cid-v1';
      expect(judgeRecord(other, record, null)).toMatchObject(
        isStated ? differs : { kind: 'unsure', doubt },
      );
    },
  );

  test.each(['PendingDeletion', 'Deleted'])(
    'of a record that is %s by now still counts',
    (status) => {
      const record = heldRecord(writtenAs('run', SHA256), {}, { status });
      expect(judgeRecord(digestsOf('run'), record, null).kind).toBe('match');
    },
  );

  test('is said to differ only after the digests that could still be equal were asked for', () => {
    const record = heldRecord(writtenAs('run', KECCAK));
    expect(judgeRecord(digestsOf('run', []), record, SHA256)).toMatchObject({
      kind: 'mismatch',
      missing: expect.arrayContaining(['sha3-256', 'keccak-256', 'blake2b-256']),
    });
    const all = judgeRecord(digestsOf('run'), record, SHA256);
    expect(all).toMatchObject({ kind: 'match', comparison: { method: KECCAK } });
  });

  test('of what this computer sent as the record is never said to differ from it', () => {
    const written = writtenAs('other', SHA256);
    const record = heldRecord(written, { sent: sent('run') });
    const doubt = { kind: 'contradicts-upload', written };
    const evaluated = judgeRecord(digestsOf('run'), record, SHA256);
    expect(evaluated).toMatchObject({ kind: 'unsure', doubt });
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
    const evaluated = judgeRecord(digestsOf('run'), record, SHA256);
    expect(evaluated).toMatchObject({ kind: 'unsure', doubt, decidedBy: 'status' });
  });

  const fault = { kind: 'not-signed-in', serviceSays: null } as const;
  test.each([
    [{ kind: 'none' } as const, { kind: 'no-fingerprint' }],
    [{ kind: 'not-fetched', fault } as const, { kind: 'not-fetched', fault }],
    [{ kind: 'known', written: 'a' } as const, { kind: 'unreadable-fingerprint', written: 'a' }],
  ])('a record without a fingerprint that can be read: %j', (fileHash, doubt) => {
    // Not even what this computer sent decides: the proof is what the service recorded.
    const record = heldRecord('', { fileHash, sent: sent('run') });
    for (const learned of [null, SHA256]) {
      const evaluated = judgeRecord(digestsOf('run'), record, learned);
      expect(evaluated).toMatchObject({ kind: 'unsure', doubt });
    }
  });
});

const needed = (written: string, method: HashMethod | null) =>
  algorithmsForRecord(heldRecord(written), method);

test('the known method alone is computed, or all that the text can mean; never the two that always are', () => {
  const hex = writtenAs('run', SHA256);
  const cid = writtenAs('run', { algorithm: 'sha3-256', encoding: 'cid-v1' });
  expect(needed(hex, null)).toEqual(['sha3-256', 'keccak-256', 'blake2b-256']);
  expect(needed(hex, SHA256)).toEqual([]);
  expect(needed(hex, KECCAK)).toEqual(['keccak-256']);
  expect(needed(cid, null)).toEqual(['sha3-256']);
  // A different notation from the known one: anything may have changed.
  expect(needed(hex, { algorithm: 'sha512', encoding: 'hex' })).toHaveLength(3);
  expect(needed('no hash', null)).toEqual([]);
});

test('no false match, and no difference while the method is unknown', () => {
  const method = fc.constantFrom(...METHODS);
  const content = fc.string({ maxLength: 20 });
  const seen = new Set<string>();
  const facts = fc.record({
    file: content,
    recorded: content,
    used: method,
    learned: fc.option(method, { nil: null }),
    isSent: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, ({ file, recorded, used, learned, isSent }) => {
      const written = writtenAs(recorded, used);
      const record = heldRecord(written, isSent ? { sent: sent(recorded) } : {});
      const { kind } = judgeRecord(digestsOf(file), record, learned);
      seen.add(kind);
      const isSame = file === recorded;
      const isKnown = learned !== null || used.encoding === 'cid-v1';
      return kind === 'match' ? isSame : !isSame && (kind === 'unsure' || isKnown);
    }),
    { numRuns: 400 },
  );
  expect([...seen].toSorted()).toEqual(['match', 'mismatch', 'unsure']);
});
