/** An account at a glance, from what is known without asking anybody. */
import { type FileState, type HoldReason, stateTraits } from '../files/file-state.ts';
import type { TroubledDrive } from '../files/read-trouble.ts';
import type { FolderTrouble } from '../folders/folder-rules.ts';
import type { PaidTwiceSum } from '../money/credit-views.ts';
import type { BudgetName } from '../money/spend-limits.ts';
import type { SilentChanges } from '../proofs/audit.ts';
import type { CoreFault } from './core-fault.ts';

/** How many files there are, and how they stand. */
export interface FileSums {
  readonly files: number;
  readonly bytes: number;
  /** Files that ask for a person. */
  readonly needYou: number;
  /** Recorded, here or elsewhere, or of no further concern. */
  readonly done: number;
  /** Being processed, queued or waiting. */
  readonly toGo: number;
  /** Not found on this computer any more. */
  readonly missing: number;
  /** Their record was deleted on the service. */
  readonly deleted: number;
  readonly leftOut: number;
}

/** The parts that `files` is the sum of. */
export type FilePart = Exclude<keyof FileSums, 'files' | 'bytes'>;

/** In which part a file counts: always in exactly one. Pure. */
export function partOf({
  state,
  hold,
  isApproved,
}: Pick<StateCount, 'state' | 'hold' | 'isApproved'>): FilePart {
  const { group } = stateTraits(state, hold, isApproved);
  switch (group) {
    case 'needs-you':
      return 'needYou';
    case 'done':
      return 'done';
    case 'gone':
      return state === 'missing' ? 'missing' : 'deleted';
    case 'ignored':
      return 'leftOut';
    case 'sending':
    case 'checking':
    case 'preparing':
    case 'queued':
    case 'waiting':
      return 'toGo';
    default:
      return group satisfies never;
  }
}

export const NO_FILES: Readonly<Record<FilePart | 'files' | 'bytes', 0>> = {
  files: 0,
  bytes: 0,
  needYou: 0,
  done: 0,
  toGo: 0,
  missing: 0,
  deleted: 0,
  leftOut: 0,
};

/** Files of a project, counted as those of a folder. */
export interface ProjectCount extends FileSums {
  readonly projectId: string;
  /** Null until the service has reported it. */
  readonly projectName: string | null;
}

/** Files that stand alike. */
export interface StateCount {
  readonly state: FileState;
  readonly hold: HoldReason | null;
  /** Of `ready` files alone, which are two entries: whether their price needs no further approval. */
  readonly isApproved?: boolean;
  readonly files: number;
  readonly bytes: number;
}

export interface AccountStatus {
  readonly folders: readonly (ProjectCount & {
    readonly id: string;
    readonly path: string;
    readonly trouble: FolderTrouble | null;
    /** Drives within it that are not there. */
    readonly drives: readonly TroubledDrive[];
    /** At its last scan directories of it were polled, because the system allowed no more watches. */
    readonly isWatchLimited: boolean;
    readonly lastScanAtMs: number | null;
  })[];
  /** All files of this computer by the project they belong to, in watched folders and added by hand. */
  readonly projects: readonly ProjectCount[];
  /** Those of them that were added by hand. */
  readonly addedByHand: readonly ProjectCount[];
  readonly counts: readonly StateCount[];
  /** Those of them that lie in folders that are away; absent: none. */
  readonly away?: readonly StateCount[];
  /** The limits that hold files; absent: none. */
  readonly budgets?: readonly BudgetName[];
  /** Projects, invitations and deletions: those that wait to be sent, and those whose end a person has to look at. */
  readonly changes: { readonly waiting: number; readonly needYou: number };
  /** Certificates of recorded files that the service does not give. */
  readonly missingCertificates: number;
  /** Something paid earlier may be missing from this computer's records. */
  readonly isHistoryIncomplete: boolean;
  /** Notarized files whose bytes changed without a trace, until somebody looks at the audit; null or absent: none. */
  readonly silentChanges?: SilentChanges | null;
  /** Contents that were found of late to be charged more than once; null or absent: none. */
  readonly paidTwice?: PaidTwiceSum | null;
}

/** What the engine is doing, as every face shows it. Plain facts, no words. */
export type EngineView =
  /** Nobody is signed in on this computer, so there is nothing to do. */
  | { readonly state: 'idle' }
  | {
      readonly state: 'running';
      /** The system's code when it allows no more watches: the rest is polled. */
      readonly watchTrouble: string | null;
    }
  /** It cannot continue automatically; a new attempt is made at `retryAtMs`, or when a person asks for one. */
  | { readonly state: 'stopped'; readonly fault: CoreFault; readonly retryAtMs: number }
  | { readonly state: 'closed' };
