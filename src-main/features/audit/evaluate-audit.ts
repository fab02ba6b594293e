/**
 * Decides what one file of an audit is. Pure: facts in, finding out. A file is proven only by bytes that were read just
 * now, and "never notarized" is said only where nothing that may be missing here could say otherwise.
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
import type { FileIdentity } from '../../platform/file-identity.ts';

/** What is notarized under a path, as far as this computer knows. */
export interface AuditExpectation {
  /** Of the notarized content. */
  readonly sha256: string;
  /** What the file looked like when it had that content; null: not known. */
  readonly identity: FileIdentity | null;
  /** The record that shows it; null: only the content is known. */
  readonly record: AuditRecord | null;
  /** The record is that of another file with the same bytes. */
  readonly isCopy: boolean;
}

/** What reading a file through came to. */
export type AuditReading =
  | {
      readonly kind: 'read';
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      readonly identity: FileIdentity;
      readonly more?: Digests | undefined;
    }
  /** Written meanwhile, each time it was tried. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** A record that holds exactly the bytes that were read, and how that is known. */
export interface AuditMatch {
  readonly record: AuditRecord;
  /**
   * `fingerprint`: the service's own equals ours. `sent`: this computer sent these bytes as that record.
   * `contradicted`: it did, and the service names the fingerprint of something else.
   */
  readonly basis: AuditBasis | 'contradicted';
}

export interface AuditFacts {
  readonly reading: AuditReading;
  readonly expected: AuditExpectation | null;
  /** How far Labseal is with the file; null: it does not watch it. */
  readonly watched: { readonly state: FileState; readonly hold: HoldReason | null } | null;
  /** Every record that is known to hold exactly the bytes that were read. */
  readonly known: readonly AuditMatch[];
  /** The platform said of these bytes that it has them. */
  readonly isOnPlatform: boolean;
  /** Why a content that is not known here may be notarized all the same; null: it is not. */
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
  if (expected !== null && expected.sha256 !== reading.sha256) {
    const trace = traceOf(expected.identity, reading.identity);
    const before = expected.identity === null ? null : lookOf(expected.identity);
    return { verdict: 'changed', trace, record: own, before, matches: best?.record ?? null };
  }
  if (own !== null) {
    const sent = { record: own, basis: 'sent' } as const;
    const match = facts.known.find(({ record }) => isSameRecord(record, own)) ?? sent;
    // What was notarized once more counts, whatever became of the first.
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
  };
}

/** What a notarized file left behind that is not there any more; `foundAt`: where this audit met its bytes. */
export function evaluateMissingFile(
  { identity, record }: AuditExpectation,
  foundAt: string | null,
): AuditFinding {
  const before = identity === null ? null : lookOf(identity);
  return { verdict: 'missing', record, before, foundAt };
}

/** The bytes are those of the record: what that is worth depends on what became of it. */
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

/** Copying moves inode and device, and whoever restores a time moves ctime: size and mtime are what programs look at. */
function traceOf(before: FileIdentity | null, now: FileIdentity): ChangeTrace {
  if (before === null) return 'undated';
  const isSameTime = secondOf(before) === secondOf(now);
  if (before.sizeBytes !== now.sizeBytes || !isSameTime) return 'edited';
  const isUntouched = before.mtimeNs === now.mtimeNs && before.ctimeNs === now.ctimeNs;
  return isUntouched ? 'silent' : 'disguised';
}

const NS_PER_MS = 1_000_000n;
const NS_PER_SECOND = 1_000n * NS_PER_MS;

/** Who puts a time back often does so to the second, or to what a number of ms holds. */
function secondOf({ mtimeNs }: FileIdentity): bigint {
  return BigInt(mtimeNs) / NS_PER_SECOND;
}

function lookOf({ sizeBytes, mtimeNs }: FileIdentity): AuditLook {
  return { sizeBytes, modifiedAtMs: Number(BigInt(mtimeNs) / NS_PER_MS) };
}
