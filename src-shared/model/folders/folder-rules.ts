/** What a person lays down for a watched folder, and what may be wrong with the folder itself. */
import type { Assignment } from '../files/assignment.ts';

/**
 * Why a folder is paused: none of its files is reported missing, and nothing is sent. `other-drive`: what is there now is
 * another drive than the one with its files. `watched-twice`: it shares files with a folder that was watched before it.
 */
export type FolderTrouble =
  | 'absent'
  | 'unreadable'
  /** Its drive answers nothing any more. */
  | 'silent'
  | 'emptied'
  | 'other-drive'
  | 'watched-twice';

/** How changes between two scans are noticed: by what suits the system and the drive, or by listings at an interval. */
export const WATCH_MODES = ['auto', 'poll'] as const;
export type WatchMode = (typeof WATCH_MODES)[number];
/** The system through Node, the system through chokidar, or listings at an interval. */
export type WatchSourceName = 'native' | 'chokidar' | 'poll';

/** More often would keep a network drive busy; more seldom is pointless, as every folder is scanned every ten minutes. */
export const POLL_SECONDS = { least: 5, most: 600 } as const;

/** A file that has to stand still for more than a week would never be taken; a pass waits for it. */
export const SETTLE_SECONDS = { least: 0, most: 604_800 } as const;

/** Whether a person's text is a quiet period; blank: automatic. */
export function isSettleText(text: string): boolean {
  return /^\d{0,6}$/.test(text.trim()) && Number(text) <= SETTLE_SECONDS.most;
}

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
