import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../../src-shared/model/proofs/audit.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import { identity } from '../../test-support/temporary-state.ts';
import {
  evaluateAuditedFile,
  isSameContent,
  evaluateMissingFile,
  type AuditExpectation,
  type AuditFacts,
  type AuditMatch,
} from './evaluate-audit.ts';

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

const read = (sha256: string, now: Partial<FileIdentity> = {}) =>
  ({
    kind: 'read',
    blake3: `blake3 ${sha256}`,
    sha256,
    sizeBytes: 100,
    identity: identity(now),
  }) as const;
const expected = (over: Partial<AuditExpectation> = {}): AuditExpectation => ({
  blake3: 'blake3 sha256-a',
  sha256: 'sha256-a',
  identity: identity(),
  record: record(),
  isCopy: false,
  ...over,
});
const by = (basis: AuditMatch['basis'], one = record()): AuditMatch => ({ record: one, basis });
const OTHER_SENT = by('sent', OTHER);

const evaluate = (facts: Partial<AuditFacts> = {}) =>
  evaluateAuditedFile({
    reading: read('sha256-a'),
    expected: null,
    watched: null,
    known: [],
    isOnPlatform: false,
    gap: null,
    ...facts,
  });

test('contents are held against each other by BLAKE3, and by SHA-256 where an earlier audit kept that alone', () => {
  const [one, other] = [read('sha256-a'), read('sha256-b')];
  for (const alone of [{ blake3: null }, { sha256: null }]) {
    const due = expected(alone);
    expect([isSameContent(due, one), isSameContent(due, other)]).toEqual([true, false]);
    expect(evaluate({ expected: due, reading: other })).toMatchObject({ verdict: 'changed' });
    expect(evaluate({ expected: due })).toMatchObject({ verdict: 'proven' });
  }
});

describe('bytes that are notarized', () => {
  test('the bytes of the own record are proven, and it is said on what that rests', () => {
    const known = [OTHER_SENT, by('fingerprint')];
    expect(evaluate({ expected: expected(), known })).toEqual({
      verdict: 'proven',
      reason: 'own-record',
      basis: 'fingerprint',
      record: record(),
      isDeleted: false,
    });
    expect(evaluate({ expected: expected() })).toMatchObject({ verdict: 'proven', basis: 'sent' });
  });

  test('the bytes of another file are proven under their record, and so is a copy', () => {
    const byOther = { verdict: 'proven', reason: 'other-name' };
    expect(evaluate({ known: [OTHER_SENT] })).toMatchObject({ ...byOther, record: OTHER });
    const copy = expected({ isCopy: true });
    expect(evaluate({ expected: copy, known: [by('sent')] })).toMatchObject(byOther);
  });

  test.each(['Deleted', 'PendingDeletion'])('a record that is %s proves, with a note', (status) => {
    const own = expected({ record: record({ status }) });
    expect(evaluate({ expected: own })).toMatchObject({ verdict: 'proven', isDeleted: true });
    // Unless the same bytes were notarized again.
    const again = evaluate({ expected: own, known: [by('sent', record({ status })), OTHER_SENT] });
    expect(again).toMatchObject({ record: OTHER, isDeleted: false });
  });

  test.each([
    ['Pending', 'sent', 'pending'],
    ['NotarizationError', 'sent', 'not-recorded'],
    ['Archived', 'sent', 'unknown-status'],
    ['Available', 'contradicted', 'contradicted'],
  ] as const)(
    'a record that is %s (%s) proves nothing, another one does',
    (status, how, reason) => {
      const own = record({ status });
      const known = [by(how, own)];
      const doubt = { verdict: 'unsure', reason, record: own };
      expect(evaluate({ expected: expected({ record: own }), known })).toEqual(doubt);
      expect(evaluate({ known })).toEqual(doubt);
      for (const at of [expected({ record: own }), null]) {
        const proven = evaluate({ expected: at, known: [...known, OTHER_SENT] });
        expect(proven).toMatchObject({ verdict: 'proven', record: OTHER });
      }
    },
  );
});

describe('bytes that differ', () => {
  test.each<[string, string, Partial<FileIdentity>]>([
    ['silent', 'no time moved', {}],
    ['disguised', 'only ctime moved', { ctimeNs: '1700000000000000000' }],
    ['disguised', 'a copy kept its times', { ino: '11', ctimeNs: '1700000000000000000' }],
    ['disguised', 'the time was put back to the second', { mtimeNs: '1600000000999000000' }],
    ['edited', 'mtime moved', { mtimeNs: '1600000001000000000' }],
    ['edited', 'the size is another', { sizeBytes: 99 }],
  ])('the change is %s when %s', (trace, _what, now) => {
    const reading = read('sha256-b', now);
    expect(evaluate({ expected: expected(), reading })).toMatchObject({
      verdict: 'changed',
      trace,
    });
  });

  test('it is said what the file was, and what its bytes are instead', () => {
    const reading = read('sha256-b');
    expect(evaluate({ reading, expected: expected(), known: [OTHER_SENT] })).toEqual({
      verdict: 'changed',
      trace: 'silent',
      record: record(),
      before: { sizeBytes: 100, modifiedAtMs: 1_600_000_000_000 },
      matches: OTHER,
    });
    const unknown = expected({ record: null, identity: null });
    const nothing = { trace: 'undated', before: null, record: null, matches: null };
    expect(evaluate({ reading, expected: unknown })).toMatchObject({
      verdict: 'changed',
      ...nothing,
    });
  });
});

test('never notarized is said only where no doubt is left', () => {
  const unsure = (facts: Partial<AuditFacts>, reason: string, about: AuditRecord | null = null) =>
    expect(evaluate(facts)).toEqual({ verdict: 'unsure', reason, record: about });
  expect(evaluate()).toEqual({ verdict: 'never-notarized', state: null, hold: null });
  const watched = { state: 'held', hold: 'credits' } as const;
  expect(evaluate({ watched })).toMatchObject({ verdict: 'never-notarized', ...watched });
  const gap = { reason: 'history-incomplete', record: null } as const;
  unsure({ gap }, 'history-incomplete');
  unsure({ gap: { reason: 'not-fetched', record: OTHER } }, 'not-fetched', OTHER);
  unsure({ isOnPlatform: true, gap }, 'platform-only');
  // A copy that only the platform reported is distinguished from a proof.
  const copy = expected({ record: null, isCopy: true });
  unsure({ isOnPlatform: true, expected: copy }, 'platform-only');
  for (const state of ['uploading', 'confirming'] as const) {
    const sending = { state, hold: null };
    unsure({ watched: sending }, 'in-doubt');
    expect(evaluate({ watched: sending, known: [OTHER_SENT] })).toMatchObject({
      verdict: 'proven',
    });
  }
});

test('what cannot be read, or is written while it is read, is never judged by what it was', () => {
  const facts = { expected: expected(), known: [by('sent')] };
  const unreadable = { kind: 'unreadable', errno: 'EACCES' } as const;
  const seen = { verdict: 'unreadable', errno: 'EACCES', isFolder: false, record: record() };
  expect(evaluate({ ...facts, reading: unreadable })).toEqual(seen);
  const changing = { verdict: 'unsure', reason: 'changing', record: record() };
  expect(evaluate({ ...facts, reading: { kind: 'changing' } })).toEqual(changing);
});

test('a file that is gone is missing, with what it was and where its bytes are', () => {
  const before = { sizeBytes: 100, modifiedAtMs: 1_600_000_000_000 };
  const missing = { verdict: 'missing', record: record() };
  const found = evaluateMissingFile(expected(), 'new/run.raw');
  expect(found).toEqual({ ...missing, before, foundAt: 'new/run.raw' });
  const undated = evaluateMissingFile(expected({ identity: null }), null);
  expect(undated).toEqual({ ...missing, before: null, foundAt: null });
});

test('nothing is proven without a record of exactly these bytes that is, or was, on the chain', () => {
  const digest = fc.constantFrom('sha256-a', 'sha256-b');
  const status = fc.constantFrom('Available', 'Pending', 'NotarizationError', 'Deleted', 'Odd');
  const someRecord = fc.record({ status, fileId: fc.constantFrom('1', '2') }).map(record);
  const basis = fc.constantFrom('sent' as const, 'fingerprint' as const, 'contradicted' as const);
  const own = fc.record({
    sha256: digest,
    record: fc.option(status.map((each) => record({ status: each }))),
    isCopy: fc.boolean(),
  });
  const facts = fc.record({
    reading: digest.map((each) => read(each)),
    expected: fc.option(own.map((over) => expected({ ...over, blake3: `blake3 ${over.sha256}` }))),
    known: fc.array(fc.record({ record: someRecord, basis }), { maxLength: 3 }),
    isOnPlatform: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, ({ reading, expected: due, known, isOnPlatform }) => {
      const finding = evaluate({ reading, expected: due, known, isOnPlatform });
      const isOther = due !== null && due.sha256 !== reading.sha256;
      expect(finding.verdict === 'changed').toBe(isOther);
      if (finding.verdict !== 'proven') return;
      expect(['Available', 'Deleted']).toContain(finding.record.status);
      const isOwn = due?.sha256 === reading.sha256 && due.record !== null;
      const isKnown = known.some(
        (each) => each.record.fileId === finding.record.fileId && each.basis !== 'contradicted',
      );
      expect(isOwn || isKnown).toBe(true);
    }),
  );
});
