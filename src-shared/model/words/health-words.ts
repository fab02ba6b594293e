/** What is said of how Labseal is doing; moments are written by the face, in its own time zone. */
import type { HealthCode, HealthItem } from '../status/health.ts';
import {
  isMendedHere,
  type Party,
  traitsOfCause,
  type UnavailableCause,
} from '../status/service-fault.ts';
import type { CauseWords } from './cause-words.ts';

export interface HealthWords {
  /** What it is. */
  readonly title: string;
  /** What it means for the files and the credits. */
  readonly text: string;
}

export interface HealthFigures {
  readonly moment: (atMs: number) => string;
  /** "12 minutes". */
  readonly timeUntil: (atMs: number) => string;
  /** "25 hours". */
  readonly duration: (ms: number) => string;
}

type Said<Item> = string | ((item: Item, figures: HealthFigures) => string);

type HealthTable = {
  readonly [Code in HealthCode]: Readonly<
    Record<keyof HealthWords, Said<HealthItem & { readonly code: Code }>>
  > & {
    /** Two or three words, for a status bar. */
    readonly label: string;
  };
};

/** Of one language. `partyLabels`: in place of the label, where it is known who keeps the service away. */
export function makeHealthWords(
  table: HealthTable,
  partyLabels: Readonly<Partial<Record<Party, string>>>,
) {
  return {
    of: (item: HealthItem, figures: HealthFigures): HealthWords => {
      // The entry of a code takes the items of that code.
      const { title, text } = table[item.code] as Record<keyof HealthWords, Said<HealthItem>>;
      const say = (said: Said<HealthItem>) =>
        typeof said === 'string' ? said : said(item, figures);
      return { title: say(title), text: say(text) };
    },
    /** Two or three words, for a status bar. */
    label: (item: HealthItem): string => {
      const why = item.code === 'offline' || item.code === 'server-down' ? item.why : null;
      const { label } = table[item.code];
      if (why === null || why === 'working-offline') return label;
      return partyLabels[traitsOfCause(why).party] ?? label;
    },
  };
}

export function titleOf(why: UnavailableCause | null, causes: CauseWords): string | null {
  return why === null ? null : causes[why].happened;
}

/** What the line and the service mend, nobody here has to. */
export function repairOf(why: UnavailableCause | null, causes: CauseWords): string {
  return why !== null && isMendedHere(why) ? ` ${causes[why].repair}` : '';
}
