/** What a line of the history says; each language has the same. */
import type { ChangeState } from '../changes/change.ts';
import type { Happening, HistoryLine } from '../status/history-line.ts';
import { readMovedFrom, type NamedPlace } from '../status/history-line.ts';

export interface StoryWords {
  /** "486 files notarized · 486 credits". Of a single file or change by its name. */
  readonly sentence: (line: HistoryLine) => string;
  readonly changeStates: Readonly<Record<ChangeState['state'], string>>;
}

/** What is said with one sentence for a single file, and with another for several. */
type TwoForms = Readonly<{ one: (name: string) => string; many: (files: string) => string }>;

/** Lines whose sentence needs the name or the number alone. */
export type SimpleForms = Readonly<
  Record<
    | 'restored'
    | 'duplicate'
    | 'changed'
    | 'missing'
    | 'deleted'
    | 'unreadable'
    | 'sent-again'
    | 'paid-twice',
    TwoForms
  >
>;

export function isSimple(what: Happening, forms: SimpleForms): what is keyof SimpleForms {
  return Object.hasOwn(forms, what);
}

/** The file or change that the latest entry is about; empty of a folder that moved. */
export function nameIn({ latest }: HistoryLine): string {
  return latest?.subject.name ?? '';
}

/** Where the file of the latest entry lay before; null: it did not move. */
export function placeBefore({ latest }: HistoryLine): NamedPlace | null {
  return readMovedFrom(latest?.note ?? null);
}

/** Where it lies now, as far as is known. */
export function placeNow({ latest }: HistoryLine): string | null {
  return latest?.subject.kind === 'file' ? latest.subject.folderPath : null;
}
