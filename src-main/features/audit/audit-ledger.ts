/** What the ledger of an account knows about the paths of a folder. Read-only. */
import { proofDate } from '../../../src-shared/model/proofs/proof.ts';
import { approvalOf } from '../credits/spend-offers.ts';
import type { AuditRecord } from '../../../src-shared/model/proofs/audit.ts';
import type { AuditPorts, KnownPath } from './audit-writer.ts';
import type { AuditExpectation } from './evaluate-audit.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { ExpectedFile, FolderPart } from '../../db/files/expected-file-repository.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { relativeWithin, slashed } from '../../platform/disk/relative-within.ts';

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
