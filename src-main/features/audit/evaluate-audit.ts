/**
 * Decides the finding for one file of an audit. Pure: facts in, finding out. A file is proven only by bytes that were
 * just read. "Never notarized" is said only where no record that may be missing here could contradict it.
 */
import type {
  AuditBasis,
  AuditFinding,
  AuditLook,
  AuditRecord,
  ChangeTrace,
  UnsureReason,
} from '../../../src-shared/model/proofs/audit.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { modifiedAtMs, type FileIdentity } from '../../platform/disk/file-identity.ts';

/** A content by the digests of it that are known: at least one is. Audits once kept SHA-256 alone. */
export interface KnownContent {
  readonly blake3: string | null;
  readonly sha256: string | null;
}

export function isSameContent(one: KnownContent, other: KnownContent): boolean {
  const isKnownByBlake3 = one.blake3 !== null && other.blake3 !== null;
  return isKnownByBlake3 ? one.blake3 === other.blake3 : one.sha256 === other.sha256;
}

/** What is notarized under a path, as far as this computer knows. */
export interface AuditExpectation extends KnownContent {
  /** The file's metadata when it had that content; null: not known. */
  readonly identity: FileIdentity | null;
  /** The record that proves it; null: only the content is known. */
  readonly record: AuditRecord | null;
  /** The record belongs to another file with the same bytes. */
  readonly isCopy: boolean;
}

/** The result of reading a file in full. */
export type AuditReading =
  | {
      readonly kind: 'read';
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      readonly identity: FileIdentity;
      readonly more?: Digests | undefined;
    }
  /** It was written during reading, on each try. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** A record that holds exactly the bytes that were read, and how that is known. */
export interface AuditMatch {
  readonly record: AuditRecord;
  /**
   * `fingerprint`: the service's own equals ours. `sent`: this computer sent these bytes as that record.
   * `contradicted`: it did, and the service reports another fingerprint.
   */
  readonly basis: AuditBasis | 'contradicted';
}

export interface AuditFacts {
  readonly reading: AuditReading;
  readonly expected: AuditExpectation | null;
  /** The file's state in Labseal; null: it is not watched. */
  readonly watched: {
    readonly state: FileState;
    readonly hold: HoldReason | null;
    readonly isApproved?: boolean | undefined;
  } | null;
  /** Every record that is known to hold exactly the bytes that were read. */
  readonly known: readonly AuditMatch[];
  /** The platform reported that it has these bytes. */
  readonly isOnPlatform: boolean;
  /** Why a content that is not known here may still be notarized; null: it is not. */
  readonly gap: {
    readonly reason: Extract<UnsureReason, 'history-incomplete' | 'method-unknown' | 'not-fetched'>;
    readonly record: AuditRecord | null;
  } | null;
}

export function evaluateAuditedFile(facts: AuditFacts): AuditFinding {
  const { reading, expected, watched, gap } = facts;
  const own = expected?.record ?? null;
  if (reading.kind === 'unreadable') {
    return { verdict: 'unreadable', errno: reading.errno, isFolder: false, record: own };
  }
  if (reading.kind === 'changing') return unsure('changing', own);
  const best = bestOf(facts.known);
  if (expected !== null && !isSameContent(expected, reading)) {
    const trace = traceOf(expected.identity, reading.identity);
    const before = expected.identity === null ? null : lookOf(expected.identity);
    return { verdict: 'changed', trace, record: own, before, matches: best?.record ?? null };
  }
  if (own !== null) {
    const sent = { record: own, basis: 'sent' } as const;
    const match = facts.known.find(({ record }) => isSameRecord(record, own)) ?? sent;
    // A later notarization counts, whatever happened to the first.
    const isBetter = best !== null && placeOf(best) < placeOf(match);
    return isBetter || expected?.isCopy === true
      ? proof(isBetter ? best : match, 'other-name')
      : proof(match, 'own-record');
  }
  if (best !== null) return proof(best, 'other-name');
  if (watched?.state === 'uploading' || watched?.state === 'confirming') {
    return unsure('in-doubt', null);
  }
  if (facts.isOnPlatform) return unsure('platform-only', null);
  if (gap !== null) return unsure(gap.reason, gap.record);
  return {
    verdict: 'never-notarized',
    state: watched?.state ?? null,
    hold: watched?.hold ?? null,
    ...(watched?.isApproved === undefined ? {} : { isApproved: watched.isApproved }),
  };
}

/** The finding for a notarized file that no longer exists; `foundAt`: where this audit found its bytes. */
export function evaluateMissingFile(
  { identity, record }: AuditExpectation,
  foundAt: string | null,
): AuditFinding {
  const before = identity === null ? null : lookOf(identity);
  return { verdict: 'missing', record, before, foundAt };
}

/** The bytes match the record. The finding depends on the state of the record. */
function proof({ record, basis }: AuditMatch, reason: 'own-record' | 'other-name'): AuditFinding {
  const state = stateOfWord(record.status);
  if (state === 'recording') return unsure('pending', record);
  if (state === 'record_error') return unsure('not-recorded', record);
  if (state !== 'notarized' && state !== 'deleting' && state !== 'deleted') {
    return unsure('unknown-status', record);
  }
  if (basis === 'contradicted') return unsure('contradicted', record);
  return { verdict: 'proven', reason, basis, record, isDeleted: state !== 'notarized' };
}

function unsure(reason: UnsureReason, record: AuditRecord | null): AuditFinding {
  return { verdict: 'unsure', reason, record };
}

const BEST_FIRST = ['notarized', 'deleting', 'deleted', 'recording', null, 'record_error'] as const;

function bestOf(known: readonly AuditMatch[]): AuditMatch | null {
  return known.toSorted((one, other) => placeOf(one) - placeOf(other))[0] ?? null;
}

function placeOf({ record, basis }: AuditMatch): number {
  const place = BEST_FIRST.findIndex((state) => state === stateOfWord(record.status));
  return basis === 'contradicted' ? BEST_FIRST.length : place;
}

function isSameRecord(one: AuditRecord, other: AuditRecord): boolean {
  return (
    one.fileId === other.fileId &&
    one.projectId === other.projectId &&
    one.visibility === other.visibility
  );
}

/**
 * Copying changes inode and device, and restoring a time changes ctime. So size and mtime are compared, as programs do.
 */
function traceOf(before: FileIdentity | null, now: FileIdentity): ChangeTrace {
  if (before === null) return 'undated';
  const isSameTime = secondOf(before) === secondOf(now);
  if (before.sizeBytes !== now.sizeBytes || !isSameTime) return 'edited';
  const isUntouched = before.mtimeNs === now.mtimeNs && before.ctimeNs === now.ctimeNs;
  return isUntouched ? 'silent' : 'disguised';
}

const NS_PER_SECOND = 1_000_000_000n;

/** Programs that restore a time often round it to the second, or to a number of ms. */
function secondOf({ mtimeNs }: FileIdentity): bigint {
  return BigInt(mtimeNs) / NS_PER_SECOND;
}

function lookOf(identity: FileIdentity): AuditLook {
  return { sizeBytes: identity.sizeBytes, modifiedAtMs: modifiedAtMs(identity) };
}
