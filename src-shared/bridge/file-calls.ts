/** Files: long lists by range, single ones, and what a person decides about them. */
import * as z from 'zod/mini';
import type { ServiceAnswer } from '../model/proofs/proof.ts';
import { FILE_GROUPS, type FileGroup } from '../model/files/file-group.ts';
import { FILE_STATES, HOLD_REASONS } from '../model/files/file-state.ts';
import type { VersionDifference } from '../model/files/version-difference.ts';
import type { FileView } from '../model/files/file-view.ts';
import type { Subfolder } from '../model/files/folder-path.ts';
import { DECIDABLE_EVIDENCE, type DoubtGroup } from '../model/files/upload-evidence.ts';
import type { PlatformFile, PlatformView } from '../model/files/platform-file.ts';
import type { FolderTrouble, LABSEAL_DATA } from '../model/folders/folder-rules.ts';
import type { PassedLimit } from '../model/money/spend-limits.ts';
import { VISIBILITIES } from '../model/money/price.ts';
import { FILE_TYPES } from '../service/files.ts';
import {
  AbsolutePath,
  changes,
  Count,
  FileName,
  FolderName,
  FreeText,
  listOf,
  Mode,
  Name,
  reads,
  RowId,
} from './call.ts';
import { AssignmentInput } from './folder-calls.ts';

/** Maximum rows of one range: as many as a screen shows, and some more for scrolling. */
export const MOST_RANGE_ROWS = 300;
/** Most files that one decision names. More are decided by what they have in common. */
export const MOST_NAMED_FILES = 10_000;

export const FILE_SORTS = ['name', 'state', 'size', 'when'] as const;
export type FileSort = (typeof FILE_SORTS)[number];

export const FileRangeFilter = z.strictObject({
  projectId: z.optional(Name),
  folderId: z.optional(RowId),
  states: z.optional(listOf(z.enum(FILE_STATES), FILE_STATES.length)),
  holds: z.optional(listOf(z.enum(HOLD_REASONS), HOLD_REASONS.length)),
  group: z.optional(z.enum(FILE_GROUPS)),
  visibility: z.optional(z.enum(VISIBILITIES)),
  fileType: z.optional(z.enum(FILE_TYPES)),
  /** One of its labels, exactly. */
  label: z.optional(Name),
  /** Of the folder of `folderId`, with everything below it: its names with slashes between them. */
  subfolder: z.optional(FileName),
  /** Words, each part of the file's name or of its subfolders, whatever their case. */
  text: z.optional(Name),
});
export type FileRangeFilter = z.output<typeof FileRangeFilter>;

/** A file in a list. */
export interface FileListRow extends FileView {
  readonly name: string;
  /** When its state was last changed. */
  readonly changedAtMs: number;
  /** What the service took for its record, as far as that is known here; null: nothing was paid yet, or that is not known. */
  readonly chargedCredits: number | null;
}

export interface FileRange {
  /** How many there are in all. */
  readonly total: number;
  /** Position of the first row, counted from 0. */
  readonly first: number;
  /** The highest number that a row has; null: there was none yet. Rows that come later have higher ones. */
  readonly latestId: string | null;
  readonly rows: readonly FileListRow[];
}

/** `changed`: those of `attention` that changed since they were notarized. */
export type GroupCounts = Readonly<Record<FileGroup | 'changed', number>>;

/** Files of one page. With the longest texts that can be entered, they are shorter than a message may be. */
export const MOST_PAGE_FILES = 100;

/** Files in the order of their numbers, for lists of any length that are read to their end. */
export interface FilePage {
  readonly files: readonly FileView[];
  /** The next page begins behind this number; null: there is none. */
  readonly nextAfterId: string | null;
}

/** How far files that belong together have come. */
export interface FileBatch {
  readonly total: number;
  /** Notarized, or finished otherwise. */
  readonly done: number;
  /** Wait for a person; those that await an approval count too. */
  readonly needAttention: number;
  /** Those that need a person first, then those under way, then the finished ones; as many as one range has at most. */
  readonly rows: readonly FileListRow[];
}

/** What a person approved and is not sent yet. */
export interface ApprovedSum {
  readonly files: number;
  /** Those of them that the credits are not enough for now. */
  readonly short: number;
  /** The balance is enough for all of them, the reserve keeps it from those. */
  readonly isForReserve: boolean;
  /**
   * What is left of the balance once all others of them are charged, and all that is being sent or whose answer is lost; null:
   * no balance was read.
   */
  readonly left: number | null;
}

export const PlatformFilter = z.strictObject({
  projectId: Name,
  /** Part of the file's name, whatever its case. */
  text: z.optional(Name),
});

/** A window into the files that the service has in a project, the latest first, and how much of them was seen. */
export interface PlatformRange extends Omit<PlatformView, 'records'> {
  /** How many fit the filter. */
  readonly total: number;
  /** Position of the first row, counted from 0. */
  readonly first: number;
  readonly rows: readonly PlatformFile[];
}

/** Why a path is, or is not, notarized. */
export interface FileExplanation {
  readonly path: string;
  /** What is there on disk. */
  readonly disk:
    | 'file'
    | 'directory'
    | 'symlink'
    | 'special'
    | typeof LABSEAL_DATA
    | 'absent'
    | 'unreadable';
  /** The system's code where it is unreadable. */
  readonly errno: string | null;
  /** The watched folder that contains it; null when there is none. */
  readonly folderId: string | null;
  /** Why that folder is paused; null: it is not. */
  readonly folderTrouble: FolderTrouble | null;
  /** The rule that leaves it out; null when none does. */
  readonly ignoredBy: string | null;
  /** What is kept about it; null when it was not seen yet. */
  readonly file: FileView | null;
  /** What happened on disk since Labseal looked last, which `file` does not show yet; null: nothing. */
  readonly since: SinceLastLook | null;
}

/** `touched`: of the same size, so that only reading it tells whether it was changed. */
export type SinceLastLook = 'gone' | 'back' | 'changed' | 'touched';

/** When a file reached each step of its way; null: it did not, or that is not known. */
export interface FileTimes {
  /** Since then its bytes have stood still. */
  readonly savedAtMs: number | null;
  readonly fingerprintedAtMs: number | null;
  /** When the platform was asked about its content. */
  readonly checkedAtMs: number | null;
  /** When the service had received it. */
  readonly uploadedAtMs: number | null;
  /** When it was seen on the chain. */
  readonly recordedAtMs: number | null;
  readonly certificateAtMs: number | null;
}

/** What awaits approval. Notarized files that changed are never part of it: `files.keepVersion`. */
export interface SpendOffer {
  readonly files: number;
  readonly bytes: number;
  /** At most; equal contents with the same destination count once. */
  readonly credits: number;
}

/** All that awaits approval of its price. */
export interface WaitingOffer extends SpendOffer {
  /** Of these files, those that the budget of their folder does not pay for, since too many came at once. */
  readonly largeBatchFiles: number;
  /** When the last of them came to wait: an approval that names it covers none that came later. Null: there is none. */
  readonly latestAtMs: number | null;
  /** How many of them cost how much each; none where equal contents are among them, which are paid for together. */
  readonly prices: readonly { readonly credits: number; readonly files: number }[];
}

/** Held files, and the limits that they pass once they are approved. */
export interface HeldOffer extends SpendOffer {
  readonly limits: readonly PassedLimit[];
}

const NamedFiles = z.strictObject({ fileIds: listOf(RowId, MOST_NAMED_FILES) });
const ListedFiles = z.strictObject({
  filter: FileRangeFilter,
  exceptIds: z.readonly(z.array(RowId).check(z.maxLength(MOST_NAMED_FILES))),
  /** None with a higher number: it came after somebody had seen the list. */
  upToId: z.optional(RowId),
});

/** Files named one by one, or all that a list has but some: those that it has when the core decides. */
export const FileSelection = z.union([NamedFiles, ListedFiles]);
export type FileSelection = z.output<typeof FileSelection>;

/** What a person can do about a selection: how many files each decision is about, and what they cost at most. */
export interface SelectionSummary {
  readonly files: number;
  /** Those that await the approval of their price. */
  readonly upload: SpendOffer;
  /**
   * Those that a hold keeps which a person may lift; of those that a limit holds, as many as the balance pays for. Equal
   * contents count as often as they are there.
   */
  readonly approve: HeldOffer;
  /** Those left out only because they were in their folder before it was watched; counted likewise. */
  readonly include: SpendOffer;
  /** Those that are approved, by a person or by the budget of their folder, and not sent. */
  readonly approved: number;
  /** Those with a record on the service. */
  readonly recorded: number;
}

/** Approvals that were taken back. */
export interface TakenBack {
  /** Wait for an approval again. */
  readonly files: number;
  /** Are being asked about or sent, and go on. */
  readonly underWay: number;
}

/** What was decided about unknown upload results. */
export interface ResolvedFiles {
  readonly files: number;
  /** Which, as many as may be named. */
  readonly fileIds: readonly string[];
}

const Limit = z.strictObject({
  budget: z.enum(['reserve', 'month', 'folder']),
  folderId: z.nullable(RowId),
  limit: Count,
});

/** The files that an approval covers. Null: all that await one. */
const Offered = z.nullable(z.union([z.strictObject({ folderId: RowId }), NamedFiles, ListedFiles]));
export type Offered = z.output<typeof Offered>;

const asked = z.strictObject({ asked: FileName });
/** Unknown upload results: of one file, or all with this evidence, of one project or of all. */
const LostAnswersOf = z.union([
  asked,
  z.strictObject({ projectId: z.optional(Name), evidence: z.enum(DECIDABLE_EVIDENCE) }),
]);
export type LostAnswersOf = z.output<typeof LostAnswersOf>;
const picked = z.strictObject({
  paths: listOf(AbsolutePath, MOST_NAMED_FILES),
  assignment: AssignmentInput,
});

export const fileCalls = {
  'files.range': reads<FileRange>()(() =>
    z.strictObject({
      filter: FileRangeFilter,
      sort: z.strictObject({ by: z.enum(FILE_SORTS), isDescending: z.boolean() }),
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_RANGE_ROWS)),
    }),
  ),
  /** How many files a list has in each group, whichever of them it shows. */
  'files.groups': reads<GroupCounts>()(() => z.strictObject({ filter: FileRangeFilter })),
  'files.page': reads<FilePage>()(() =>
    z.strictObject({
      scope: z.strictObject({
        folder: z.optional(FolderName),
        projectId: z.optional(Name),
        states: z.optional(listOf(z.enum(FILE_STATES), FILE_STATES.length)),
        fileIds: z.optional(listOf(RowId, MOST_NAMED_FILES)),
      }),
      /** Null: the first page. */
      afterId: z.nullable(RowId),
    }),
  ),
  /**
   * What the service has in a project, whoever uploaded it: at once from the last good copy, refreshed behind the answer.
   * Ask again on `projects-changed`, and every half minute while one `isMoving`.
   */
  'files.onPlatform': reads<PlatformRange>()(() =>
    z.strictObject({
      mode: Mode,
      filter: PlatformFilter,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_RANGE_ROWS)),
    }),
  ),
  /** One of them, with its hash, which the service is asked for the first time. */
  'files.platformFile': reads<PlatformFile>()(() =>
    z.strictObject({ projectId: Name, visibility: z.enum(VISIBILITIES), fileId: Name }),
  ),
  /** Subfolders with files, directly below this one (empty: of the folder itself); by name. */
  'files.subfolders': reads<readonly Subfolder[]>()(() =>
    z.strictObject({ folderId: RowId, below: FreeText }),
  ),
  /** The labels that files of a project can have, or of all projects. */
  'files.labels': reads<readonly string[]>()(() => z.strictObject({ projectId: z.optional(Name) })),
  'files.show': reads<FileListRow>()(() => asked),
  /** Files that are gone are left out. */
  'files.batch': reads<FileBatch>()(() =>
    z.strictObject({ fileIds: listOf(RowId, MOST_NAMED_FILES) }),
  ),
  /** The copy of a missing file is not looked for any more; its record stays. A file that is here stays as it is. */
  'files.forgetCopy': changes<FileView>()(() => asked),
  /** A missing file lies in this folder now, under whatever name: its bytes are looked for there, and it is known there from now on. */
  'files.locate': changes<FileView>()(() =>
    z.strictObject({ asked: FileName, folder: AbsolutePath }),
  ),
  'files.times': reads<FileTimes>()(() => asked),
  /** What differs between a changed file and its notarized bytes, where a copy of those is on this computer. */
  'files.difference': reads<VersionDifference>()(() => asked),
  /**
   * A download address of a public file, for a browser, for a short while. The service counts and records it. With its
   * project, `asked` is the id of a file that the service lists there, whether this computer has it or not.
   */
  'files.link': changes<{ readonly url: string; readonly fileName: string }>()(() =>
    z.strictObject({ asked: FileName, projectId: z.optional(Name) }),
  ),
  /**
   * Whether identical content is on the platform. This uploads the content, which needs an approval. The answer stands in
   * the report of that `verification` of the file, by its id.
   */
  'files.verifyRemote': reads<ServiceAnswer>()(() =>
    z.strictObject({
      path: AbsolutePath,
      sendContent: z.literal(true),
      verification: z.optional(Name),
    }),
  ),
  'files.explain': reads<FileExplanation>()(() => z.strictObject({ path: AbsolutePath })),
  /** Queues files; nothing is sent until a person approves the price. Returns their row numbers. */
  'files.pick': changes<readonly string[]>()(() => picked),
  'files.offer': reads<WaitingOffer>()(() => z.strictObject({ which: Offered })),
  /**
   * Agrees to send these files for `credits` at most, the sum that was on screen. Costs more by now: refused, nothing
   * is agreed to. `upToMs`: the `latestAtMs` of what was on screen; what came since, or was written again, waits. Returns
   * what was agreed to.
   */
  'files.agree': changes<SpendOffer>()(() =>
    z.strictObject({ which: Offered, credits: Count, upToMs: z.optional(Count) }),
  ),
  /**
   * Approves one notarized file that changed, as a new version: the bytes of this `blake3`, for `credits` at most. Other
   * bytes by now, or a higher price: refused. It is in no other price.
   */
  'files.keepVersion': changes<FileView>()(() =>
    z.strictObject({ asked: FileName, blake3: Name, credits: Count }),
  ),
  'files.selected': reads<SelectionSummary>()(() => z.strictObject({ selection: FileSelection })),
  /**
   * Lifts the holds of those that a person may let go, for `credits` at most, the sum that was on screen: all or none.
   * Refused when there is none among them, and with `isWhole` when one of them awaits no approval. Returns their number.
   * A program that follows the folders sends them at once.
   */
  'files.approve': changes<number>()(() =>
    z.strictObject({
      selection: FileSelection,
      credits: Count,
      isWhole: z.optional(z.boolean()),
      /** The limits that may be passed, as they were on screen. One more, or another figure by now: refused. */
      passing: z.optional(z.readonly(z.array(Limit).check(z.maxLength(MOST_NAMED_FILES)))),
    }),
  ),
  /** The files that a person approved and that are not sent yet. */
  'files.approved': reads<ApprovedSum>()(() => z.strictObject({})),
  /**
   * Takes approvals back: of a selection, or of all that a person approved (null). Each file waits for an approval again; where the
   * budget of its folder would pay for it, it is stopped.
   */
  'files.unapprove': changes<TakenBack>()(() =>
    z.strictObject({ selection: z.nullable(FileSelection) }),
  ),
  /**
   * Takes those that were there before their folder was watched, for `credits` at most; none is no fault. Returns which,
   * as many as may be named.
   */
  'files.takeEarlier': changes<readonly string[]>()(() =>
    z.strictObject({ selection: FileSelection, credits: Count }),
  ),
  /** Gives all of them instructions of their own, as `files.pick` does. Returns their number. */
  'files.assign': changes<number>()(() =>
    z.strictObject({ selection: FileSelection, assignment: AssignmentInput }),
  ),
  /** Reads anew what the service says of a file that it did not write to the chain. */
  'files.checkRecord': changes<FileView>()(() => asked),
  /**
   * Has such a file uploaded again, for `credits` at most, the price that was on screen. It is looked at once more
   * first: what is recorded by now stays as it is, and nothing is paid.
   */
  'files.uploadAgain': changes<FileView>()(() =>
    z.strictObject({ asked: FileName, credits: Count }),
  ),
  /** Unknown upload results by their evidence, of one project or of all. */
  'files.doubts': reads<readonly DoubtGroup[]>()(() =>
    z.strictObject({ projectId: z.optional(Name) }),
  ),
  /**
   * Queues files again whose answer was lost and that no evidence can settle, for `credits` at most, the sum that was shown:
   * they may be charged a second time.
   */
  'files.resolve': changes<ResolvedFiles>()(() =>
    z.strictObject({ which: LostAnswersOf, credits: Count }),
  ),
} as const;
