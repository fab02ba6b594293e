/** What came of every status in every circumstance, as a table in which statuses with the same row stand together. */
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { StatusVerdict } from './play-status.ts';
import { BALANCES, LISTS, type Circumstances } from './status-cells.ts';

export interface StatusResult extends StatusVerdict {
  readonly status: number;
  readonly circumstances: Circumstances;
}

const COLUMNS = LISTS.flatMap((list) => BALANCES.map((balance) => ({ list, balance })));

/** A Markdown table. A cell: charges, `?` where a person was asked, and when the result was known. */
export function statusTable(results: readonly StatusResult[]): string {
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

function rowOf(results: readonly StatusResult[]): string {
  const cells = COLUMNS.map(({ list, balance }) =>
    results.find(({ circumstances: of }) => of.list === list && of.balance === balance),
  );
  return cells.map((cell) => (cell === undefined ? '' : cellOf(cell))).join(' | ');
}

function cellOf({ charges, isAsked, knownAfterMs, broken }: StatusResult): string {
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
