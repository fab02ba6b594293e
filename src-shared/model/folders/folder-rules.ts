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

/** What a folder begins with when it is watched and nobody said otherwise. Folders that are watched already keep theirs. */
export type FolderDefaults = Pick<FolderRules, 'settleSeconds' | 'exclude' | 'watching'>;

export const NO_FOLDER_DEFAULTS: FolderDefaults = {
  settleSeconds: null,
  exclude: [],
  watching: AUTO_WATCHING,
};

/** Why changes in a watched folder may be seen later than at once. */
export type WatchLimit =
  /** The system lets a person watch so many folders at a time, and there are more: the rest is polled. */
  | { readonly kind: 'too-many-folders'; readonly most: number; readonly seconds: number }
  /** At the last scan the system allowed no more watches: some directories are polled. */
  | { readonly kind: 'limited'; readonly seconds: number }
  /** The folder is polled, by its settings or because it is on a network drive. */
  | { readonly kind: 'polled'; readonly seconds: number; readonly isNetworkDrive: boolean };

/**
 * Why a file is excluded that no rule matches: it existed when its folder was added, and only new files are wanted. It
 * is stored in place of a rule, and begins as no rule can: with `#`, which starts a comment.
 */
export const THERE_BEFORE = '#there-before';

/**
 * Why a file or folder is left out that belongs to a Labseal's data folder, this one's or another's. It is stored in place of
 * a rule; no rule is written so, since a rule is shown with its origin.
 */
export const LABSEAL_DATA = 'labseal-data';

/** Where a rule comes from that every folder has; its pattern follows. */
export const BUILT_IN = 'built-in';

/** The pattern of such a rule; null for every other. */
export function builtInPattern(rule: string): string | null {
  return rule.startsWith(`${BUILT_IN}: `) ? rule.slice(BUILT_IN.length + 2) : null;
}
