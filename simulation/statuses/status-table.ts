/** What came of every status in every circumstance, as a table in which statuses with the same row stand together. */
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';

export const LISTS = ['at once', 'after 8 s', 'after 20 min', 'refused'] as const;

/** What is told of it after the upload; `topped up`: somebody adds what the upload costs at the moment of the answer. */
export const BALANCES = ['told', 'topped up', 'refused'] as const;

/** In which a status can come after the last byte of a paid upload. */
export interface Circumstances {
  readonly isRecorded: boolean;
  readonly list: (typeof LISTS)[number];
  /** With the credit history. */
  readonly balance: (typeof BALANCES)[number];
  readonly isResumable: boolean;
}

export interface StatusCell {
  readonly status: number;
  readonly circumstances: Circumstances;
  readonly charges: number;
  /** A person was asked what to do about an unknown result. */
  readonly isAsked: boolean;
  /** From the answer until the result was known; null: it never was. */
  readonly knownAfterMs: number | null;
  readonly broken: unknown;
}

const COLUMNS = LISTS.flatMap((list) => BALANCES.map((balance) => ({ list, balance })));

/** A Markdown table. A cell: charges, `?` where a person was asked, and when the result was known. */
export function statusTable(cells: readonly unknown[]): string {
  const results = cells as readonly StatusCell[];
  const lines = [true, false].flatMap((isRecorded) =>
    [false, true].flatMap((isResumable) => {
      const own = results.filter(
        ({ circumstances: of }) => of.isRecorded === isRecorded && of.isResumable === isResumable,
      );
      const rows = [...Map.groupBy(own, ({ status }) => status)].map(([status, all]) => ({
        status,
        row: rowOf(all),
      }));
      const what = `${isRecorded ? 'recorded' : 'not recorded'}${isResumable ? ', resumable' : ''}`;
      return [...Map.groupBy(rows, ({ row }) => row)].map(
        ([row, same]) => `| ${what} | ${rangesOf(same.map(({ status }) => status))} | ${row} |`,
      );
    }),
  );
  const heads = COLUMNS.map(({ list, balance }) => `${list}, balance ${balance}`);
  return [
    `| | Status | ${heads.join(' | ')} |`,
    `|---|---|${heads.map(() => '---').join('|')}|`,
    ...lines,
  ].join('\n');
}

function rowOf(results: readonly StatusCell[]): string {
  const cells = COLUMNS.map(({ list, balance }) =>
    results.find(({ circumstances: of }) => of.list === list && of.balance === balance),
  );
  return cells.map((cell) => (cell === undefined ? '' : cellOf(cell))).join(' | ');
}

function cellOf({ charges, isAsked, knownAfterMs, broken }: StatusCell): string {
  if (broken !== null) return 'BROKEN';
  const when = knownAfterMs === null ? 'open' : durationOf(knownAfterMs);
  return `${charges}${isAsked ? ' ?' : ''} ${when}`;
}

/** Rounded, so that what differs by a moment stands in one row. */
function durationOf(ms: number): string {
  return ms < 2 * MINUTE_MS
    ? `${Math.ceil(ms / (5 * SECOND_MS)) * 5} s`
    : `${Math.ceil(ms / (5 * MINUTE_MS)) * 5} min`;
}

function rangesOf(statuses: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const status of statuses.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.[1] === status - 1) last[1] = status;
    else ranges.push([status, status]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
