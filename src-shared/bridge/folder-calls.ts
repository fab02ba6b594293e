/** Watched folders and what a person lays down for them. */
import * as z from 'zod/mini';
import type { FileSums } from '../model/status/account-status.ts';
import type { PreviewedFile, PreviewReason } from '../model/folders/folder-preview.ts';
import {
  POLL_SECONDS,
  SETTLE_SECONDS,
  WATCH_MODES,
  type FolderRules as Rules,
  type FolderTrouble,
  type WatchSourceName,
  type WatchLimit,
} from '../model/folders/folder-rules.ts';
import type { TroubledDrive } from '../model/files/read-trouble.ts';
import { CHECK_POLICIES } from '../model/files/assignment.ts';
import { VISIBILITIES } from '../model/money/price.ts';
import { FILE_TYPES } from '../service/files.ts';
import {
  AbsolutePath,
  changes,
  Count,
  FolderName,
  FreeText,
  Name,
  nothing,
  reads,
} from './call.ts';

export interface FolderView extends Rules, FileSums {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly trouble: FolderTrouble | null;
  /** Drives within it that are not there. */
  readonly drives: readonly TroubledDrive[];
  /** Null before the first scan has ended. */
  readonly lastScanAtMs: number | null;
  readonly addedAtMs: number;
  /** Files that lay in it when it was added are left out. */
  readonly onlyNew: boolean;
  /** What reports changes in it. */
  readonly watchedBy: WatchSourceName;
  /** Null while the system is expected to tell of changes at once. */
  readonly watchLimit: WatchLimit | null;
  /** The file that came last, and when it was saved; null: there is none. */
  readonly latestFile: { readonly name: string; readonly savedAtMs: number } | null;
  /** Null until the service has reported it. */
  readonly projectName: string | null;
}

export interface FolderPreview {
  /** The folder's real path. */
  readonly path: string;
  readonly taken: { readonly files: number; readonly bytes: number; readonly credits: number };
  readonly leftOut: { readonly files: number; readonly bytes: number };
  /** The most that would be uploaded to ask about it before its price; contents known here are left out of it. */
  readonly checked: { readonly files: number; readonly bytes: number };
  /** Null when the system can be expected to tell of changes at once. */
  readonly watchLimit: WatchLimit | null;
  /** Names what is taken: the same for the same files, as they were written and priced. `folders.add` approves it. */
  readonly listing: string;
  /** How much is left out for what, in the order of the listing. */
  readonly reasons: readonly { readonly reason: PreviewReason; readonly entries: number }[];
  /** The first of each kind, for showing; the sums count all. */
  readonly examples: readonly PreviewedFile[];
  /** Null unless it was asked for. */
  readonly list: PreviewList | null;
}

/** A part of everything that a dry run saw. */
export interface PreviewList {
  readonly files: readonly PreviewedFile[];
  /** Where the next part begins; null: this is the last one. */
  readonly next: number | null;
}

/** A folder whose drives were accepted. */
export interface AcceptedDrives extends FolderView {
  /** How many were not the right ones until now. */
  readonly accepted: number;
}

/** Folders to choose from, where no window of the system asks for one. Names only: nothing of what is in them. */
export interface FolderTree {
  /** Absolute and real; null: the roots. */
  readonly path: string | null;
  /** The parent folder; null: the roots. */
  readonly parent: string | null;
  readonly folders: readonly {
    readonly path: string;
    readonly name: string;
    readonly kind: 'home' | 'drive' | 'folder';
  }[];
  /** There are more than are shown here. */
  readonly isShortened: boolean;
}

export const MOST_PATTERNS = 1_000;

const CheckPolicyInput = z.enum(CHECK_POLICIES);

/** Where and how files are to be notarized. */
export const AssignmentInput = z.strictObject({
  projectId: Name,
  visibility: z.enum(VISIBILITIES),
  fileType: z.enum(FILE_TYPES),
  labels: FreeText,
  procedureDescription: z.nullable(FreeText),
  linkToProcedure: z.nullable(FreeText),
  primaryData: z.nullable(FreeText),
  checkPolicy: CheckPolicyInput,
});

const Exclude = z.readonly(z.array(FreeText).check(z.maxLength(MOST_PATTERNS)));

export const WatchingInput = z.strictObject({
  mode: z.enum(WATCH_MODES),
  pollSeconds: z.int().check(z.minimum(POLL_SECONDS.least), z.maximum(POLL_SECONDS.most)),
});

export const SettleSeconds = z.nullable(
  z.int().check(z.minimum(SETTLE_SECONDS.least), z.maximum(SETTLE_SECONDS.most)),
);

const RulesInput = z.strictObject({
  assignment: AssignmentInput,
  exclude: Exclude,
  settleSeconds: SettleSeconds,
  budgetCredits: z.nullable(Count),
  approveEach: z.boolean(),
  watching: WatchingInput,
});

/** Only what is to change. */
const RuleChanges = z.partial(
  z.extend(RulesInput, {
    assignment: z.partial(AssignmentInput),
    watching: z.partial(WatchingInput),
  }),
);

const folder = z.strictObject({ folder: FolderName });

export const folderCalls = {
  'folders.list': reads<readonly FolderView[]>()(() => nothing),
  /** The user's home and the drives of this computer (null), or the subfolders of a folder in one of them. */
  'folders.tree': reads<FolderTree>()(() =>
    z.strictObject({
      path: z.nullable(AbsolutePath),
      /** Where it cannot be shown, the nearest folder above it that can be, or the home and the drives. */
      orAbove: z.optional(z.boolean()),
    }),
  ),
  /** A dry run over a folder that is, or is not yet, watched. Keeps and sends nothing. */
  'folders.preview': reads<FolderPreview>()(() =>
    z.strictObject({
      path: AbsolutePath,
      exclude: Exclude,
      visibility: z.enum(VISIBILITIES),
      checkPolicy: CheckPolicyInput,
      onlyNew: z.optional(z.boolean()),
      watching: z.optional(WatchingInput),
      /** It is about to be watched: refused at once when that cannot be. */
      isNew: z.optional(z.boolean()),
      /** Every file as well, from this one on. */
      list: z.optional(z.strictObject({ first: Count })),
    }),
  ),
  /**
   * `onlyNew`: existing files are excluded, and only later ones are included. Absent: all are included. `agreed`: the
   * preview and the sum that a person approves. Files that came or were written since are not approved; refused, and nothing
   * is added, when the preview is not known any more.
   */
  'folders.add': changes<FolderView>()(() =>
    z.strictObject({
      path: AbsolutePath,
      rules: RulesInput,
      onlyNew: z.optional(z.boolean()),
      agreed: z.optional(z.strictObject({ listing: Name, credits: Count })),
    }),
  ),
  'folders.edit': changes<FolderView>()(() =>
    z.strictObject({ folder: FolderName, rules: RuleChanges }),
  ),
  /** A folder of new files only takes what lay in it before as well; it goes the way of new files, with its price. */
  'folders.takeEarlier': changes<FolderView>()(() => folder),
  /**
   * A folder lies there now. Its files, their history and rules go on; known contents cost nothing. Refused where none of its
   * known files lies.
   */
  'folders.relocate': changes<FolderView>()(() =>
    z.strictObject({ folder: FolderName, path: AbsolutePath }),
  ),
  /** The drives that are in it now are the right ones. */
  'folders.acceptDrives': changes<AcceptedDrives>()(() => folder),
  /** Its files are not watched any more; what is on the platform stays. Returns it as it was. */
  'folders.remove': changes<FolderView>()(() => folder),
  /** Looks at all folders again now, and at everything that waits for somebody. */
  'folders.look': changes<null>()(() => nothing),
} as const;
