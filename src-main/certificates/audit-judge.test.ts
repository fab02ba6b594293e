import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src-shared/model/audit.ts';
import { identity } from '../test-support/temporary-state.ts';
import {
  judgeAuditedFile,
  judgeMissingFile,
  type AuditExpectation,
  type AuditFacts,
  type AuditReading,
} from './audit-judge.ts';

const record = (over: Partial<AuditRecord> = {}): AuditRecord => ({
  fileId: 'remote-1',
  projectId: 'project-1',
  visibility: 'private',
  name: 'run.raw',
  status: 'Available',
  provenAtMs: 1,
  ...over,
});
const OTHER = record({ fileId: 'remote-2', name: 'other.raw' });

const read = (over: Partial<Extract<AuditReading, { kind: 'read' }>> = {}): AuditReading => ({
  kind: 'read',
  blake3: 'blake3-a',
  sha256: 'sha256-a',
  sizeBytes: 100,
  identity: identity(),
  ...over,
});
const expected = (over: Partial<AuditExpectation> = {}): AuditExpectation => ({
  sha256: 'sha256-a',
  identity: identity(),
  record: record(),
  isCopy: false,
  ...over,
});
const sent = (one: AuditRecord) => ({ record: one, basis: 'sent' }) as const;

const judge = (facts: Partial<AuditFacts> = {}) =>
  judgeAuditedFile({
    reading: read(),
    expected: null,
    watched: null,
    known: [],
    isOnPlatform: false,
    gap: null,
    ...facts,
  });

describe('bytes that are notarized', () => {
  test('the bytes of the own record are proven, and it is said on what that rests', () => {
    const known = [sent(OTHER), { record: record(), basis: 'fingerprint' } as const];
    expect(judge({ expected: expected(), known })).toEqual({
      verdict: 'proven',
      reason: 'own-record',
      basis: 'fingerprint',
      record: record(),
      isDeleted: false,
    });
    expect(judge({ expected: expected() })).toMatchObject({ verdict: 'proven', basis: 'sent' });
  });

  test('the bytes of another file are proven under their record, and so is a copy', () => {
    const byOther = { verdict: 'proven', reason: 'other-name' };
    expect(judge({ known: [sent(OTHER)] })).toMatchObject({ ...byOther, record: OTHER });
    const copy = expected({ isCopy: true });
    expect(judge({ expected: copy, known: [sent(record())] })).toMatchObject(byOther);
  });

  test.each(['Deleted', 'PendingDeletion'])(
    'what the platform says is %s stays proven, with a note',
    (status) => {
      const own = expected({ record: record({ status }) });
      expect(judge({ expected: own })).toMatchObject({ verdict: 'proven', isDeleted: true });
      // Unless the same bytes were notarized once more.
      const again = judge({ expected: own, known: [sent(record({ status })), sent(OTHER)] });
      expect(again).toMatchObject({ record: OTHER, isDeleted: false });
    },
  );

  test.each([
    ['Pending', 'pending'],
    ['NotarizationError', 'not-recorded'],
    ['Archived', 'unknown-status'],
  ])('a record that is %s proves nothing yet', (status, reason) => {
    const own = record({ status });
    expect(judge({ expected: expected({ record: own }) })).toEqual({
      verdict: 'unsure',
      reason,
      record: own,
    });
    const known = [sent(own)];
    expect(judge({ known })).toMatchObject({ verdict: 'unsure', reason });
    expect(judge({ known: [...known, sent(OTHER)] })).toMatchObject({ record: OTHER });
  });

  test('a record with the fingerprint of something else proves nothing, another one does', () => {
    const contradicted = { record: record(), basis: 'contradicted' } as const;
    expect(judge({ expected: expected(), known: [contradicted] })).toMatchObject({
      verdict: 'unsure',
      reason: 'contradicted',
    });
    const known = [contradicted, sent(OTHER)];
    expect(judge({ expected: expected(), known })).toMatchObject({ record: OTHER });
  });
});

describe('bytes that differ', () => {
  const changed = { reading: read({ sha256: 'sha256-b' }), expected: expected() };

  test('no time moved: silent; only ctime: disguised; size or mtime: edited; nothing known: undated', () => {
    const traceOf = (over: Parameters<typeof identity>[0]) =>
      judge({ ...changed, reading: read({ sha256: 'sha256-b', identity: identity(over) }) });
    expect(traceOf({})).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(traceOf({ ctimeNs: '1700000000000000000' })).toMatchObject({ trace: 'disguised' });
    // As a copy that keeps its times.
    expect(traceOf({ ino: '11', ctimeNs: '1700000000000000000' })).toMatchObject({
      trace: 'disguised',
    });
    // Put back by a program that knows no nanoseconds.
    expect(traceOf({ mtimeNs: '1600000000999000000' })).toMatchObject({ trace: 'disguised' });
    expect(traceOf({ mtimeNs: '1600000001000000000' })).toMatchObject({ trace: 'edited' });
    expect(traceOf({ sizeBytes: 99 })).toMatchObject({ trace: 'edited' });
    const undated = judge({ ...changed, expected: expected({ identity: null }) });
    expect(undated).toMatchObject({ trace: 'undated', before: null });
  });

  test('it is said what the file was, and what its bytes are instead', () => {
    expect(judge({ ...changed, known: [sent(OTHER)] })).toEqual({
      verdict: 'changed',
      trace: 'silent',
      record: record(),
      before: { sizeBytes: 100, modifiedAtMs: 1_600_000_000_000 },
      matches: OTHER,
    });
    // Its record may be gone from the ledger's view of the path.
    const looked = judge({ ...changed, expected: expected({ record: null }) });
    expect(looked).toMatchObject({ verdict: 'changed', record: null, matches: null });
  });
});

describe('bytes that nobody knows', () => {
  test('never notarized is said only where no doubt is left', () => {
    expect(judge()).toEqual({ verdict: 'never-notarized', state: null, hold: null });
    const watched = { state: 'held', hold: 'credits' } as const;
    expect(judge({ watched })).toMatchObject({ verdict: 'never-notarized', ...watched });
    const gap = { reason: 'history-incomplete', record: null } as const;
    expect(judge({ gap })).toEqual({ verdict: 'unsure', ...gap });
    const named = { reason: 'not-fetched', record: OTHER } as const;
    expect(judge({ gap: named })).toEqual({ verdict: 'unsure', ...named });
    expect(judge({ isOnPlatform: true, gap })).toMatchObject({ reason: 'platform-only' });
    const sending = { state: 'confirming', hold: null } as const;
    expect(judge({ watched: sending })).toMatchObject({ reason: 'in-doubt' });
    expect(judge({ watched: sending, known: [sent(OTHER)] })).toMatchObject({ verdict: 'proven' });
  });

  test('a copy that only the platform knew is told apart from a proof', () => {
    const known = expected({ record: null, isCopy: true });
    expect(judge({ expected: known, isOnPlatform: true })).toMatchObject({
      verdict: 'unsure',
      reason: 'platform-only',
    });
  });
});

test('what cannot be read, or is written while it is read, is never judged by what it was', () => {
  const unreadable = { kind: 'unreadable', errno: 'EACCES' } as const;
  const facts = { expected: expected(), known: [sent(record())] };
  expect(judge({ ...facts, reading: unreadable })).toEqual({
    verdict: 'unreadable',
    errno: 'EACCES',
    isFolder: false,
    record: record(),
  });
  expect(judge({ ...facts, reading: { kind: 'changing' } })).toEqual({
    verdict: 'unsure',
    reason: 'changing',
    record: record(),
  });
});

test('a file that is gone is missing, with what it was and where its bytes are', () => {
  expect(judgeMissingFile(expected(), 'new/run.raw')).toEqual({
    verdict: 'missing',
    record: record(),
    before: { sizeBytes: 100, modifiedAtMs: 1_600_000_000_000 },
    foundAt: 'new/run.raw',
  });
  expect(judgeMissingFile(expected({ identity: null }), null)).toMatchObject({
    before: null,
    foundAt: null,
  });
});

test('nothing is proven without a record of exactly these bytes that is, or was, on the chain', () => {
  const digest = fc.constantFrom('sha256-a', 'sha256-b');
  const status = fc.constantFrom('Available', 'Pending', 'NotarizationError', 'Deleted', 'Odd');
  const basis = fc.constantFrom('sent' as const, 'fingerprint' as const, 'contradicted' as const);
  const known = fc.array(
    fc.record({ record: fc.record({ status, fileId: fc.constantFrom('1', '2') }), basis }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(
      digest,
      fc.option(
        fc.record({ sha256: digest, status, hasRecord: fc.boolean(), isCopy: fc.boolean() }),
      ),
      known,
      fc.boolean(),
      (sha256, own, matches, isOnPlatform) => {
        const facts = {
          reading: read({ sha256 }),
          expected:
            own === null
              ? null
              : expected({
                  sha256: own.sha256,
                  isCopy: own.isCopy,
                  record: own.hasRecord ? record({ status: own.status }) : null,
                }),
          known: matches.map((match) => ({ basis: match.basis, record: record(match.record) })),
          isOnPlatform,
        };
        const finding = judge(facts);
        const isOther = own !== null && own.sha256 !== sha256;
        expect(finding.verdict === 'changed').toBe(isOther);
        if (finding.verdict !== 'proven') return;
        expect(['Available', 'Deleted']).toContain(finding.record.status);
        const isOwn = own?.sha256 === sha256 && own.hasRecord;
        const isKnown = facts.known.some(
          ({ record: one, basis: by }) =>
            one.fileId === finding.record.fileId && by !== 'contradicted',
        );
        expect(isOwn || isKnown).toBe(true);
      },
    ),
  );
});
