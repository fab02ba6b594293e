/** Tables for a terminal, a pipe or a file. */
import { integer } from '../../../src-shared/model/words/en/figures.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { shorten, widthOf } from './text-width.ts';

export type Cell = string | number;

const GAP = '  ';
/** What people copy into the next command: half of it is of no use. */
const KEPT_WHOLE: ReadonlySet<string> = new Set(['id', 'project', 'email']);
/** Numbers that name something, and count nothing. */
const NAMES: ReadonlySet<string> = new Set(['id', 'audit']);
const LEAST_WIDTH = 12; // of a shortened text: its start and its end can still be told

/**
 * Columns as wide as their widest cell, two spaces apart. Without rows there is no table. Where that is wider than
 * `columns`, the widest texts are shortened; numbers, ids and addresses never are. Where they alone are too wide, each
 * row becomes a block of lines. `style` is given the head, to print it in bold.
 */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  columns = Infinity,
  style: (text: string) => string = (text) => text,
): readonly string[] {
  if (rows.length === 0) return [];
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const cells = rows.map((row) => row.map((cell, column) => cellText(cell, head[column] ?? '')));
  const natural = head.map((name, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), widthOf(name)),
  );
  const least = natural.map((width, column) => {
    const name = head[column] ?? '';
    const isWhole = isNumber[column] === true || KEPT_WHOLE.has(name);
    return isWhole ? width : Math.min(width, Math.max(LEAST_WIDTH, widthOf(name)));
  });
  const widths = fitWidths(natural, least, columns - GAP.length * (head.length - 1));
  if (widths === null) return blocks(head, cells, style);
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const shown = shorten(cell, width);
        const space = ' '.repeat(width - widthOf(shown));
        return isNumber[column] === true ? space + shown : shown + space;
      })
      .join(GAP)
      .trimEnd();
  return [style(lineOf(head)), ...cells.map(lineOf)];
}

function cellText(cell: Cell, name: string): string {
  if (typeof cell === 'string') return printable(cell);
  return NAMES.has(name) ? String(cell) : integer(cell);
}

/** Takes from the widest column first, so that they end alike. Null when even the least widths are too wide. */
function fitWidths(
  natural: readonly number[],
  least: readonly number[],
  room: number,
): readonly number[] | null {
  const widths = [...natural];
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    let widest = -1;
    for (const [column, width] of widths.entries()) {
      if (width > (least[column] ?? 0) && width > (widths[widest] ?? 0)) widest = column;
    }
    if (widest === -1) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** One line for each cell that says something, and an empty line between rows. */
function blocks(
  head: readonly string[],
  cells: readonly (readonly string[])[],
  style: (text: string) => string,
): readonly string[] {
  const width = head.reduce((widest, name) => Math.max(widest, widthOf(name)), 0);
  return cells.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...head.flatMap((name, column) => {
      const cell = row[column] ?? '';
      const label = style(name + ' '.repeat(width - widthOf(name)));
      return cell === '' ? [] : [`${label}${GAP}${cell}`];
    }),
  ]);
}
