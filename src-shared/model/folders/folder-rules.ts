/** What a person lays down for a watched folder, and what may be wrong with the folder itself. */
import type { Assignment } from '../files/assignment.ts';

/** Why a folder rests: nothing in it is judged missing, nothing is sent. */
export type FolderTrouble = 'absent' | 'unreadable' | 'emptied';

export interface FolderRules {
  readonly assignment: Assignment;
  /** gitignore patterns, added to the built-in ones. */
  readonly exclude: readonly string[];
  /** Null: the quiet period grows with the file's size. */
  readonly settleSeconds: number | null;
  readonly budgetCredits: number | null;
  /** Everything new waits until a person approves it. */
  readonly approveEach: boolean;
}
