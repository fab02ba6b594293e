/** What is said of each kind of change; the catalog of a language has an entry for every kind. */
import type { ChangeKind, ChangeState, IntentOf } from '../changes/change.ts';

export interface KindWords {
  /** In the log: "Invitation". */
  readonly label: string;
  /** What it does: "Invite Bo Ek". */
  readonly title: (name: string) => string;
  /** On what it is about, while it waits; null: that it is not sent yet. */
  readonly waiting: ((price: string) => string) | null;
}

export type ChangeKindWords = Readonly<Record<ChangeKind, KindWords>>;

type Delivered = Extract<ChangeState, { state: 'delivered' }>;

/** The same for the command line. `fields`: of an edit, what they are called; `was`: what they were. */
export interface CommandWords<Intent> {
  title(intent: Intent, fields: string): string;
  readonly waiting: (was: string) => string;
  /** `state` tells of one that cost credits how it came about. */
  done(intent: Intent, state: Delivered): string;
}

export type KindWordsWithCommands = {
  readonly [Kind in ChangeKind]: KindWords & {
    readonly command: CommandWords<IntentOf<Kind>>;
  };
};
