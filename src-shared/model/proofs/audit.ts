/**
 * The result of an audit of a folder: every file is read again and compared with what this account knows to be
 * notarized. Plain facts with codes; the texts are in `words`. A file counts as proven only if its bytes were read in
 * this audit.
 */
import type { FileState, HoldReason } from '../files/file-state.ts';
import type { DigestAlgorithm } from './hash-method.ts';
import type { RecordAddress } from './verdict.ts';

/** In the order in which a person wants to see them: what may be lost first, what is proven last. */
export const AUDIT_VERDICTS = [
  'changed',
  'missing',
  'unreadable',
  'unsure',
  'never-notarized',
  'proven',
] as const;
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

/** The file on the service that a finding is about. */
export interface AuditRecord extends RecordAddress {
  readonly name: string;
  /** The status that the service last reported to this computer. */
  readonly status: string;
  /** When it came onto the chain: then, where `isDateRecorded`, else no later; null: not yet, or not known. */
  readonly provenAtMs: number | null;
  /** See `ProofDate`. Absent in rows of older audits, whose moment is when it was seen. */
  readonly isDateRecorded?: true | undefined;
}

/** What a file looked like when its bytes were last known to be the notarized ones. */
export interface AuditLook {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

/**
 * How a notarized file's bytes came to differ. `silent`: size, modification time and change time are unchanged, so no
 * program wrote them: usually a failing disk. `disguised`: size and modification time are unchanged, but something
 * touched the file since, so a check of those two sees no difference. `edited`: they changed, as when a person saves.
 * `undated`: the earlier metadata is not known.
 */
export type ChangeTrace = 'silent' | 'disguised' | 'edited' | 'undated';

/**
 * What a proof rests on. `fingerprint`: the service's own for the record equals that of the file. `sent`: the bytes are
 * those that this computer sent as the record; the service's fingerprint is not here, or not comparable.
 */
export type AuditBasis = 'fingerprint' | 'sent';

/** Why there is no verdict. Each reason has its own remedy. */
export type UnsureReason =
  /** Written while it was read, several times. */
  | 'changing'
  /** The bytes are those of a record that is not on the chain yet. */
  | 'pending'
  /** … that the service received and did not write to the chain. */
  | 'not-recorded'
  /** … about which the service says something we do not know. */
  | 'unknown-status'
  /** … and the service names another fingerprint for it than that of the bytes it was sent. */
  | 'contradicted'
  /** The file is on its way to the service, and nobody knows yet whether it arrived. */
  | 'in-doubt'
  /** Only the platform's own answer tells of identical content; there is no record here to compare with. */
  | 'platform-only'
  /** A record with the same name has a fingerprint, and how the service makes it is not known yet. */
  | 'method-unknown'
  /** A record with the same name has no fingerprint on this computer yet. */
  | 'not-fetched'
  /** Records of earlier work may be missing on this computer. */
  | 'history-incomplete';

export type AuditFinding =
  | {
      readonly verdict: 'proven';
      /** `own-record`: what is notarized as this file. `other-name`: the bytes of a file that is notarized elsewhere. */
      readonly reason: 'own-record' | 'other-name';
      readonly basis: AuditBasis;
      readonly record: AuditRecord;
      /** The record was deleted on the platform, or is about to be; the history of the chain stays. */
      readonly isDeleted: boolean;
    }
  | {
      readonly verdict: 'changed';
      readonly trace: ChangeTrace;
      /** What is notarized as this file; null when only an earlier audit knew what it was. */
      readonly record: AuditRecord | null;
      readonly before: AuditLook | null;
      /** What the bytes are instead, when they are notarized too: an earlier version, or another file. */
      readonly matches: AuditRecord | null;
    }
  | {
      readonly verdict: 'missing';
      readonly record: AuditRecord | null;
      readonly before: AuditLook | null;
      /** Where this audit found the same bytes, relative to the folder; null: nowhere in it. */
      readonly foundAt: string | null;
    }
  | {
      readonly verdict: 'unreadable';
      /** The system's code, `unusable-name`, `EIGNORE` for an ignore file that cannot be used, `ENOTFILE` for what has become a link or a device. */
      readonly errno: string;
      /** A folder: nothing in it was read. */
      readonly isFolder: boolean;
      /** What is notarized as this file, if anything. */
      readonly record: AuditRecord | null;
    }
  | {
      readonly verdict: 'unsure';
      readonly reason: UnsureReason;
      readonly record: AuditRecord | null;
    }
  | {
      readonly verdict: 'never-notarized';
      /** How far Labseal is with it; null: it has not come across it. */
      readonly state: FileState | null;
      readonly hold: HoldReason | null;
      /** Of a `ready` file, unless the audit is an older one. */
      readonly isApproved?: boolean | undefined;
    };

export interface AuditRow {
  /** Rising in the order in which files were read. */
  readonly id: number;
  /** Relative to the audited folder, with '/' between names. */
  readonly path: string;
  readonly finding: AuditFinding;
  /** Of what was read now; null when nothing was. */
  readonly sizeBytes: number | null;
  readonly blake3: string | null;
  readonly sha256: string | null;
  readonly checkedAtMs: number;
}

/**
 * `running`, `paused`: right now. `complete`: every file was looked at. `cancelled`: a person ended it. `interrupted`:
 * Labseal ended before it was through; one that was due by schedule goes on when it runs again. `no-folder`: the folder
 * was not there, or could not be read.
 */
export const AUDIT_STATES = [
  'running',
  'paused',
  'complete',
  'cancelled',
  'interrupted',
  'no-folder',
] as const;
export type AuditState = (typeof AUDIT_STATES)[number];

export interface AuditTotals {
  /** Rows by verdict. */
  readonly verdicts: Readonly<Record<AuditVerdict, number>>;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Of the changed: nothing but the bytes moved, or size and time of modification pretend that nothing did. */
  readonly silent: number;
  /** Of the missing: the same bytes are elsewhere in the folder. */
  readonly moved: number;
  /** Of the proven: their record was deleted on the platform. */
  readonly deleted: number;
  /** Files and complete folders that the rules exclude; they were not read. */
  readonly ignoredFiles: number;
  readonly ignoredFolders: number;
  /** Links, which are not followed. */
  readonly links: number;
  /** Pipes, sockets and devices. */
  readonly special: number;
}

/** With whose records of which service the files were compared. */
export interface AuditSource {
  /** Its address. */
  readonly service: string;
  /** Empty when nobody has signed in. */
  readonly account: string;
  /** As which the service is known to make its fingerprints; null: that was not found out. */
  readonly algorithm: DigestAlgorithm | null;
}

export interface AuditRun {
  readonly id: string;
  /** Absolute path of what was audited. */
  readonly root: string;
  /** The watched folder that this is; null for any other path. */
  readonly folderId: string | null;
  readonly startedBy: 'person' | 'schedule';
  readonly state: AuditState;
  readonly beganAtMs: number;
  readonly endedAtMs: number | null;
  /** How often it was taken up again after Labseal had ended meanwhile. */
  readonly resumptions: number;
  readonly totals: AuditTotals;
  /** False when the rows of proven files of this older audit were removed: only their number is left. */
  readonly hasProvenRows: boolean;
  /** How its complete list is written: see `audit-report.ts`. */
  readonly listForm: AuditListForm;
  /** SHA-256 of its complete list (CSV), once rows of it were removed; null: they are here, or it is not known. */
  readonly listSha256: string | null;
}

/**
 * `1`: a backslash as one. `2`: as two, so that no two names are written alike. `3`: besides whether a date is that of the
 * record or the latest it can be.
 */
export type AuditListForm = 1 | 2 | 3;

/** Rows of its complete list were removed, so that it cannot be written again. */
export function isListGone({
  hasProvenRows,
  totals,
}: Pick<AuditRun, 'hasProvenRows' | 'totals'>): boolean {
  return !hasProvenRows && totals.verdicts.proven > 0;
}

/** Of an audit that has found nothing yet. */
export const NO_AUDIT_TOTALS: AuditTotals = {
  verdicts: {
    changed: 0,
    missing: 0,
    unreadable: 0,
    unsure: 0,
    'never-notarized': 0,
    proven: 0,
  },
  bytes: 0,
  silent: 0,
  moved: 0,
  deleted: 0,
  ignoredFiles: 0,
  ignoredFolders: 0,
  links: 0,
  special: 0,
};

/** The totals with one finding more (or less, -1), whose file has `readBytes` that were read. */
export function withFinding(
  totals: AuditTotals,
  finding: AuditFinding,
  readBytes: number,
  by: 1 | -1 = 1,
): AuditTotals {
  const { verdict } = finding;
  const isMoved = verdict === 'missing' && finding.foundAt !== null;
  const isOfDeleted = verdict === 'proven' && finding.isDeleted;
  return {
    ...totals,
    verdicts: { ...totals.verdicts, [verdict]: totals.verdicts[verdict] + by },
    bytes: totals.bytes + readBytes * by,
    silent: totals.silent + (isSilent(finding) ? by : 0),
    moved: totals.moved + (isMoved ? by : 0),
    deleted: totals.deleted + (isOfDeleted ? by : 0),
  };
}

/** A change that nobody would see who looks at size and time alone. */
export function isSilent(finding: AuditFinding): boolean {
  return (
    finding.verdict === 'changed' && (finding.trace === 'silent' || finding.trace === 'disguised')
  );
}

/** How many files were read to their end, which the missing and the unreadable were not. */
export function readFiles(totals: AuditTotals): number {
  return auditedFiles(totals) - totals.verdicts.missing - totals.verdicts.unreadable;
}

/** Missing files without those that only have another name in the folder. */
export function goneFiles({ verdicts, moved }: AuditTotals): number {
  return verdicts.missing - moved;
}

/** How many files were looked at, or looked for. */
export function auditedFiles({ verdicts }: AuditTotals): number {
  return AUDIT_VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
}

/**
 * Whether an audit was through and found every file proven. A file that only has another name by now is; one that was
 * never notarized is not.
 */
export function isAllProven({ state, totals }: Pick<AuditRun, 'state' | 'totals'>): boolean {
  return state === 'complete' && openFiles(totals) === 0;
}

/** How often a folder is audited automatically. */
export const AUDIT_RHYTHMS = ['never', 'week', 'month'] as const;
export type AuditRhythm = (typeof AUDIT_RHYTHMS)[number];

/** One folder of the schedule. */
export interface AuditSchedule {
  readonly root: string;
  readonly folderId: string | null;
  /** Its own; null: it follows the one for all watched folders. */
  readonly own: AuditRhythm | null;
  /** What holds. */
  readonly rhythm: AuditRhythm;
  /** The last audit that was through. */
  readonly lastCompleteAtMs: number | null;
  /** When the next one is due; null: never. In the past: as soon as Labseal finds the time. */
  readonly nextAtMs: number | null;
}

/** Silent changes that nobody has looked at yet. */
export interface SilentChanges {
  readonly files: number;
  /** The audit that found the latest, and the folder it read. */
  readonly runId: string;
  readonly root: string;
}

/** Progress of a running audit; sent at most four times a second, as the event `audit-progress`. */
export interface AuditProgress {
  readonly runId: string;
  readonly root: string;
  readonly state: AuditState;
  readonly totals: AuditTotals;
  /** How much there is to read by the last audit, or by scans; null: nobody knows yet. */
  readonly expectedBytes: number | null;
  /** What is read now, relative to the folder; null between two files. */
  readonly path: string | null;
}

/** Null: nobody knows how much there is, or the folder has grown. Less than all: the end is told by the state. */
export function readShare({
  totals: { bytes },
  expectedBytes,
}: Pick<AuditProgress, 'totals' | 'expectedBytes'>): number | null {
  if (expectedBytes === null || expectedBytes === 0 || expectedBytes < bytes) return null;
  return Math.min(0.99, bytes / expectedBytes);
}

/** Files that are not proven, without those that only have another name. */
export function openFiles(totals: AuditTotals): number {
  return auditedFiles(totals) - totals.verdicts.proven - totals.moved;
}
