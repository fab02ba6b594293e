/**
 * A report that a person may give to support: the state of this Labseal, without secrets and without any file content.
 * It is shown completely before it is given away, and is never sent automatically.
 */
import type { AccountStatus, EngineView } from './account-status.ts';
import type { FolderTrouble, FolderDefaults } from '../folders/folder-rules.ts';
import type { SpendLimits } from '../money/spend-limits.ts';

export interface Diagnostics {
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly program: {
    readonly name: string;
    readonly version: string;
    readonly node: string;
    /** Of the window; absent without one of our own. */
    readonly electron?: string;
    readonly chromium?: string;
  };
  readonly computer: {
    readonly system: string;
    readonly release: string;
    readonly architecture: string;
    readonly processors: number;
    readonly memoryBytes: number;
    /** Null when the system does not tell. */
    readonly freeDiskBytes: number | null;
  };
  /** The person's home is written `~`, here and everywhere below. */
  readonly dataFolder: string;
  readonly service: string | null;
  /** Neither who is signed in nor with what. */
  readonly session: { readonly state: string; readonly kept: string | null };
  readonly engine: EngineView | null;
  /** Null while there is no account on this computer. */
  readonly account: {
    readonly folders: readonly {
      readonly path: string;
      readonly trouble: FolderTrouble | null;
      readonly lastScanAt: string | null;
      readonly files: number;
      readonly bytes: number;
      readonly needYou: number;
    }[];
    readonly counts: AccountStatus['counts'];
    readonly changes: AccountStatus['changes'];
    readonly isHistoryIncomplete: boolean;
    readonly waits: readonly { readonly cause: string; readonly files: number }[];
    readonly limits: SpendLimits;
    readonly folderDefaults: FolderDefaults;
  } | null;
  /** Our own mistakes of late, the latest last. */
  readonly mistakes: readonly {
    readonly at: string;
    readonly id: string;
    readonly where: string;
    readonly details: string;
  }[];
}
