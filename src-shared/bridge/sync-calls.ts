/**
 * One complete pass over some files, in two steps with a person's decision between them: what there is and what it
 * costs, then what was approved, followed to its end. Where the folders are watched already, the pass is part of what goes
 * on there.
 */
import * as z from 'zod/mini';
import type { Change } from '../model/changes/change.ts';
import type { FileState, HoldReason } from '../model/files/file-state.ts';
import type { ChargeDeviation } from '../model/money/credit-views.ts';
import type { AgreedResults, CheckUploads, UploadOffer } from '../model/money/upload-offer.ts';
import type { FolderTrouble } from '../model/folders/folder-rules.ts';
import type { StateCount } from '../model/status/account-status.ts';
import type { CertificateFault } from '../model/status/core-fault.ts';
import type { ServiceFault } from '../model/status/service-fault.ts';
import { changes, Count, FolderName, listOf, Name, RowId } from './call.ts';

/** What a pass did with changes that waited: those that ended in it, and what kept others from being sent. */
export interface SentChanges {
  readonly ended: readonly Change[];
  readonly fault: ServiceFault | null;
}

/** What there is, and what it costs. Nothing was spent for it but changes that were agreed to before. */
export interface PassOffer extends UploadOffer {
  /** Null: this pass sends no changes. */
  readonly sent: SentChanges | null;
  /** Records of the account that were not known here. */
  readonly takenIn: number;
  /** What was uploaded to ask about files before their price. */
  readonly checked: CheckUploads;
  /** Uploads whose answer was lost, and is looked for. */
  readonly confirming: number;
  /** By how much this computer's clock is ahead of the service's, behind when negative; null: not known. */
  readonly clockAheadMs: number | null;
}

export interface PassReport {
  readonly folders: readonly {
    readonly id: string;
    readonly path: string;
    readonly projectId: string;
    readonly trouble: FolderTrouble | null;
  }[];
  /** All files of the pass. */
  readonly counts: readonly StateCount[];
  /** Of the files that this pass was agreed to send. */
  readonly agreed: AgreedResults;
  /** In credits, for files. `observed`: by which the balance went down; null when it could not be read before and afterwards. */
  readonly spent: { readonly estimated: number; readonly observed: number | null };
  /** Why the service was given up; null: it answers. */
  readonly fault: ServiceFault | null;
  /** Why the balance could not be read last; null: it could. */
  readonly balanceFault: ServiceFault | null;
  /** Directories that could not be read: absolute paths with the system's code. */
  readonly unread: readonly { readonly path: string; readonly errno: string }[];
  /** Files that cost more than expected. */
  readonly deviations: readonly ChargeDeviation[];
  readonly missingCertificates: readonly {
    readonly fileId: string;
    readonly projectId: string;
    readonly name: string;
    readonly fault: CertificateFault;
  }[];
  /** Records that were not known here and came since the offer. */
  readonly takenIn: number;
  /** Of these files: agreed to, not sent because the service could not be asked, and still approved. */
  readonly kept: { readonly files: number; readonly credits: number };
  /** Files of the offer that somebody else had approved or sent meanwhile. */
  readonly approvedElsewhere: number;
  /** Files that await an approval and were not in the offer as they are: they came or changed since. 0 without an agreement. */
  readonly cameMeanwhile: number;
  /** Null: this pass sends no changes. */
  readonly changes: (SentChanges & { readonly open: readonly Change[] }) | null;
}

/** How far a pass has come. Sent a few times a second while one goes on. */
export interface PassProgress {
  /** Files that scans have listed so far. */
  readonly seen: number;
  /** Files by the state they moved to in this pass. */
  readonly counts: Readonly<Partial<Record<FileState, number>>>;
  /** What is read or sent just now, the first few. */
  readonly running: readonly {
    readonly path: string;
    readonly state: 'hashing' | 'checking' | 'uploading';
    readonly doneBytes: number;
    readonly totalBytes: number;
  }[];
  /** Of the files that were agreed to; null before. */
  readonly sent: { readonly doneBytes: number; readonly totalBytes: number } | null;
  /** What is uploaded at most to ask about files before their price; null: not counted yet. */
  readonly checks: CheckUploads | null;
  /** Files that began to wait for a person since the message before, at most a few of each reason. */
  readonly waits: readonly {
    readonly path: string;
    readonly state: FileState;
    readonly hold: HoldReason | null;
  }[];
  /** Paid changes that the service denied and whose check the pass waits for, since the message before. */
  readonly denials: readonly { readonly change: Change; readonly waitMs: number }[];
}

const MOST_FILES = 10_000;

export const syncCalls = {
  /**
   * `only`: a folder, by its number or path, or some files; null: everything, and the changes that wait. Progress is told
   * under the name `run`.
   */
  'sync.prepare': changes<PassOffer>()(() =>
    z.strictObject({
      run: Name,
      only: z.nullable(
        z.union([
          z.strictObject({ folder: FolderName }),
          z.strictObject({ fileIds: listOf(RowId, MOST_FILES) }),
        ]),
      ),
    }),
  ),
  /** Sends what was shown, within `ceiling` credits; nothing more is sent without an agreement. */
  'sync.complete': changes<PassReport>()(() =>
    z.strictObject({
      run: Name,
      agreement: z.nullable(
        z.strictObject({ ceiling: z.nullable(Count), onlyShown: z.optional(z.boolean()) }),
      ),
    }),
  ),
} as const;
