/** What happened, as a person reads it back: facts of one moment, which stay when their file or change is gone. */
import type { ChangeKind, ChangeState } from '../changes/change.ts';
import type { FileState, HoldReason } from '../files/file-state.ts';

export type LogSubject =
  | {
      readonly kind: 'file';
      /** Number of the row on this computer; it may be gone by now. */
      readonly id: string;
      readonly folderId: string;
      readonly name: string;
      /** As in a `FileView`; null: the row is gone. */
      readonly folderPath: string | null;
      readonly state: FileState;
      readonly hold: HoldReason | null;
      readonly sizeBytes: number;
    }
  | {
      readonly kind: 'change';
      readonly id: string;
      /** Of the project, the person or the file that it is about. */
      readonly name: string;
      readonly change: ChangeKind;
      readonly state: ChangeState['state'];
    };

/** What the note of a second charge says: whether another computer of the account paid, or the service charged this one twice. */
export type PaidTwice = 'here' | 'elsewhere';

/** Null for every other note. */
export function readPaidTwice(note: string | null): PaidTwice | null {
  if (note === null || !note.startsWith('{"paidTwice":')) return null;
  return (JSON.parse(note) as { readonly paidTwice: PaidTwice }).paidTwice;
}

export interface LogEntry {
  /** Rising: a later entry has a higher number. */
  readonly id: number;
  readonly atMs: number;
  readonly subject: LogSubject;
  /** The service's own words, a rule, the system's code, or why it is held, depending on the state. */
  readonly note: string | null;
}
