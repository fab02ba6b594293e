/** What a person lays down for a watched folder, and what may be wrong with the folder itself. */
import type { Assignment } from '../files/assignment.ts';

/** Why a folder is paused: none of its files is reported missing, and nothing is sent. */
export type FolderTrouble = 'absent' | 'unreadable' | 'emptied';

/** How changes between two scans are noticed. `auto`: by what suits the system and the drive. */
export const WATCH_MODES = ['auto', 'native', 'chokidar', 'poll'] as const;
export type WatchMode = (typeof WATCH_MODES)[number];

/** More often would keep a network drive busy; more seldom is pointless, as every folder is scanned every ten minutes. */
export const POLL_SECONDS = { least: 5, most: 600 } as const;

export interface Watching {
  readonly mode: WatchMode;
  /** Between two polls, where the folder is polled. */
  readonly pollSeconds: number;
}

export const AUTO_WATCHING: Watching = { mode: 'auto', pollSeconds: 60 };

export interface FolderRules {
  readonly assignment: Assignment;
  /** gitignore patterns, added to the built-in ones. */
  readonly exclude: readonly string[];
  /** Null: the quiet period grows with the file's size. */
  readonly settleSeconds: number | null;
  readonly budgetCredits: number | null;
  /** Everything new waits until a person approves it. */
  readonly approveEach: boolean;
  readonly watching: Watching;
}
