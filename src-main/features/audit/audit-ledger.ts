/** What the ledger of an account knows about the paths of a folder. Read-only. */
import { proofDate } from '../../../src-shared/model/proofs/proof.ts';
import { approvalOf } from '../credits/spend-offers.ts';
import type { AuditRecord } from '../../../src-shared/model/proofs/audit.ts';
import type { AuditPorts, KnownPath } from './audit-writer.ts';
import type { AuditExpectation, AuditFacts, AuditMatch } from './evaluate-audit.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { ExpectedFile, FolderPart } from '../../db/proofs/audit-repository.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { relativeWithin, slashed } from '../../platform/disk/paths.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type FileDigests,
} from '../../../src-shared/model/proofs/hash-method.ts';
import { VISIBILITIES } from '../../../src-shared/model/money/price.ts';
import type { Examination, HeldRecord } from '../../../src-shared/model/proofs/judge.ts';
import { isSameMethod, readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { Verifying } from '../verify/verification.ts';

export type LedgerState = Pick<
  State,
  'expectedFiles' | 'contents' | 'records' | 'folders' | 'approvals'
>;

/** A folder of ours inside the audited one, or around it. */
interface Home extends FolderPart {
  /** Path of the audited folder relative to ours; '' for itself, and when ours is inside it. */
  readonly base: string;
  /** Path of our folder relative to the audited one; '' unless it is inside it. */
  readonly from: string;
}

/** `root`: absolute, real path of the audited folder. */
export function makeAuditLedger(
  root: string,
  state: LedgerState,
): Pick<AuditPorts, 'knownOf' | 'expected'> {
  const homes = state.expectedFiles
    .folders()
    .flatMap(({ id, kind, path: own }) => homeOf(root, kind === 'picked' ? null : own, id) ?? []);

  function expectationOf(file: ExpectedFile): AuditExpectation | null {
    if (file.provenContentId === null) return null;
    const { blake3, sha256, id } = state.contents.get(file.provenContentId);
    const shown = file.recordId === null ? null : state.records.get(file.recordId);
    const record = shown?.contentId === id ? shown : (state.records.withContent(id)[0] ?? null);
    const { provenIdentity: key } = file;
    return {
      blake3,
      sha256,
      identity: key === null ? null : identityFromKey(key),
      record: record === null ? null : auditRecord(record),
      isCopy: file.state === 'duplicate' || shown === null,
    };
  }

  return {
    knownOf(relative): KnownPath {
      for (const home of homes) {
        const directoryPath = within(home, parentOf(relative));
        if (directoryPath === null) continue;
        const file = state.expectedFiles.find(home.folderId, directoryPath, nameOf(relative));
        if (file === null) continue;
        const { state: fileState, hold } = file;
        const row = { ...file, id: file.fileId, folderId: home.folderId };
        const isLeftOut = fileState === 'ignored';
        const watched = { state: fileState, hold, isLeftOut, ...approvalOf(row, state) };
        return { expected: expectationOf(file), watched };
      }
      return { expected: null, watched: null };
    },

    *expected() {
      for (const home of homes) {
        for (const file of state.expectedFiles.under(home)) {
          const expectation = expectationOf(file);
          const at = outside(home, file.directoryPath);
          if (expectation !== null)
            yield [at === '' ? file.name : `${at}/${file.name}`, expectation];
        }
      }
    },
  };
}

/** About how large the files of a watched folder are, by what scans have seen; of any other nobody knows. */
export function bytesKnownIn(
  folderId: number | null,
  { files }: Pick<State, 'files'>,
): number | null {
  const known = files
    .counts()
    .filter((count) => count.folderId === folderId && count.state !== 'ignored')
    .reduce((sum, count) => sum + count.bytes, 0);
  return known === 0 ? null : known;
}

function auditRecord(record: LedgerRecord): AuditRecord {
  const { fileId, projectId, visibility, name, status } = record;
  const { atMs: provenAtMs, ...known } = proofDate(record.recordedAtMs, record.provenAtMs);
  return { fileId, projectId, visibility, name, status, provenAtMs, ...known };
}

/** `own` null: the folder of hand-picked files, whose directories are absolute. Null: unrelated to `root`. */
function homeOf(root: string, own: string | null, folderId: number): Home | null {
  const base = own === null ? slashed(root) : relativeWithin(own, root);
  // The root of a drive or of the file system already ends with its separator.
  if (base !== null) return { folderId, directoryPath: base.replace(/\/$/, ''), base, from: '' };
  const from = own === null ? null : relativeWithin(root, own);
  return from === null ? null : { folderId, directoryPath: '', base: '', from };
}

/** Path relative to our folder of a directory of the audited one; null when it is not inside. */
function within({ from, base }: Home, directory: string): string | null {
  if (from === '') return joined(base, directory);
  if (directory === from) return '';
  return directory.startsWith(`${from}/`) ? directory.slice(from.length + 1) : null;
}

/** The reverse: path relative to the audited folder of a directory of ours. */
function outside({ from, base }: Home, directory: string): string {
  if (from !== '') return joined(from, directory);
  return directory === base ? '' : directory.slice(stem(base).length);
}

function joined(base: string, directory: string): string {
  return directory === '' ? base : stem(base) + directory;
}

/** The prefix of paths in this directory. */
function stem(base: string): string {
  return base === '' || base.endsWith('/') ? base : `${base}/`;
}

function parentOf(relative: string): string {
  return relative.slice(0, Math.max(0, relative.lastIndexOf('/')));
}

function nameOf(relative: string): string {
  return relative.slice(relative.lastIndexOf('/') + 1);
}

// What is known about a content by its fingerprints: the ledger's own, and those in the service's metadata
// documents. Only `prepare` makes requests. As everywhere, an equal fingerprint shows how the service makes
// them.

export interface FingerprintParts {
  readonly state: Pick<
    State,
    'contents' | 'folders' | 'projects' | 'records' | 'expectedFiles' | 'isHistoryIncomplete'
  >;
  readonly verifying: Pick<Verifying, 'documents' | 'method' | 'examine' | 'held'>;
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
}

/** After a loss of history: what one audit does not fetch, the next one does. */
const MOST_DOCUMENTS = 2_000;

/** For one audit. */
export function makeAuditFingerprints(parts: FingerprintParts) {
  const { state, verifying } = parts;
  const { documents } = verifying;
  const records = verifying.held;
  let known: ReadonlyMap<string, AuditRecord> | null = null;
  let hasForeign: boolean | null = null; // computed once for all files: every document is searched for it

  function projectIds(): readonly string[] {
    const watched = state.folders.watched().map(({ assignment }) => assignment.projectId);
    return [...new Set([...watched, ...state.projects.all().map(({ project }) => project.id)])];
  }

  /** One of each name of the files that only the service has, from the last copies of its lists. */
  function elsewhere(): ReadonlyMap<string, AuditRecord> {
    if (known !== null) return known;
    const byName = new Map<string, AuditRecord>();
    for (const projectId of projectIds()) {
      for (const visibility of VISIBILITIES) {
        for (const { fileId, name, status } of records.listedIn(projectId, visibility).values()) {
          if (state.records.at(projectId, visibility, fileId) !== null) continue;
          byName.set(name, { fileId, projectId, visibility, name, status, provenAtMs: null });
        }
      }
    }
    known = byName;
    return known;
  }

  /** Not of a record as which this computer sent other bytes, whatever fingerprint the service names for it. */
  function matchOf(held: HeldRecord, digests: FileDigests): readonly AuditMatch[] {
    const examination = verifying.examine(digests, held);
    if (examination.isAsSent === false) return [];
    const basis = basisOf(examination);
    if (basis === null) return [];
    const { fileId, projectId, visibility, name, status, notarizedAtMs, isDateRecorded } =
      held.facts;
    const date = isDateRecorded === true ? { isDateRecorded } : {};
    const about = { fileId, projectId, visibility, name, status };
    return [{ record: { ...about, provenAtMs: notarizedAtMs, ...date }, basis }];
  }

  /** A service may have changed its method: a fingerprint made by another method than the known one proves nothing. */
  function isComparable(fileHash: string): boolean {
    const method = verifying.method();
    return (
      method !== null && readFileHash(fileHash).some((reading) => isSameMethod(reading, method))
    );
  }

  function gapOf(name: string): AuditFacts['gap'] {
    const record = elsewhere().get(name);
    if (record !== undefined) {
      const fileHash = documents.kept(record)?.fileHash ?? null;
      if (fileHash === null) return { reason: 'not-fetched', record };
      if (!isComparable(fileHash)) return { reason: 'method-unknown', record };
    }
    return state.isHistoryIncomplete() ? { reason: 'history-incomplete', record: null } : null;
  }

  return {
    /** Digests to compute for a file in addition to our own two. */
    algorithms(): readonly DigestAlgorithm[] {
      const method = verifying.method();
      if (method !== null) return [method.algorithm].filter(isFurther);
      // The ledger knows its own contents. Only what others sent must be matched by the service's method.
      hasForeign ??= state.expectedFiles.hasForeignDocuments();
      return hasForeign ? DIGEST_ALGORITHMS.filter(isFurther) : [];
    },

    /** For a file with this name. */
    lookUp(name: string, digests: FileDigests): Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'> {
      const found = records.withDigests(digests).flatMap((held) => matchOf(held, digests));
      const content = found.length === 0 ? state.contents.withBlake3(digests.blake3) : null;
      return {
        known: found,
        isOnPlatform: content?.platform?.exists === true,
        gap: found.length === 0 ? gapOf(name) : null,
      };
    },

    /**
     * When records of earlier work may be missing here, this fetches the fingerprints of the files that the service
     * lists while it responds. They are saved, so that later audits need no network.
     */
    async prepare(signal: AbortSignal): Promise<void> {
      if (!state.isHistoryIncomplete()) return;
      let left = MOST_DOCUMENTS;
      for (const projectId of projectIds()) {
        const listed = await parts.platformFiles.list(projectId, signal);
        for (const { visibility, fileId } of listed.ok ? listed.value.records : []) {
          const place = { projectId, visibility, fileId };
          const isKnown = state.records.at(projectId, visibility, fileId) !== null;
          if (isKnown || documents.kept(place) !== null) continue;
          if (left === 0) return;
          left -= 1;
          const outcome = await documents.get(place, signal);
          if (outcome.kind === 'fault') return; // offline or signed out: use what is saved here
        }
      }
    },
  };
}

function isFurther(algorithm: DigestAlgorithm): boolean {
  return algorithm !== 'sha256' && algorithm !== 'blake3';
}

/** Null: nothing shows that the record holds these bytes. Other code evaluates the state of the record. */
function basisOf(examination: Examination): AuditMatch['basis'] | null {
  const { kind, decidedBy, isAsSent } = examination;
  if (kind === 'match') return 'fingerprint';
  if (kind === 'unsure' && examination.doubt.kind === 'contradicts-upload') return 'contradicted';
  if (isAsSent === true) return 'sent';
  return decidedBy === 'status' ? 'fingerprint' : null; // by which somebody else's was found
}
