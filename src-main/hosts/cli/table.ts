/** Tables for a terminal, a pipe or a file. */
import { integer } from '../../../src-shared/model/words/en/figures.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { GAP, shorten, widthOf, wrapped } from './text-width.ts';

export type Cell = string | number;

export interface TableForm {
  /** Characters that a line may have. */
  readonly columns: number;
  /** Is given the head, to print it in bold. */
  readonly style?: (text: string) => string;
}

const WHOLE: TableForm = { columns: Infinity };

/** What people copy into the next command, moments and sentences: half of it is of no use. */
const KEPT_WHOLE: ReadonlySet<string> = new Set([
  'id',
  'project',
  'email',
  'e-mail',
  'means',
  'began',
  'made',
  'next',
  'time',
  'uploaded',
]);
/** Numbers that name something, and count nothing. */
const NAMES: ReadonlySet<string> = new Set(['id', 'audit']);
const PATH = /^(?:\/|[A-Z]:\\)/i; // copied as it is, with its spaces
const LEAST_WIDTH = 12; // of a shortened text: its start and its end can still be told

/**
 * Columns as wide as their widest cell, two spaces apart. Without rows there is no table. Where that is wider than
 * `columns`, the widest texts are shortened; numbers, ids and addresses never are. Where they alone are too wide, or
 * texts that differ would look alike, each row becomes a block of lines.
 */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  form: TableForm = WHOLE,
): readonly string[] {
  if (rows.length === 0) return [];
  const table = makeTable(head, rows, form);
  return [...table.head, ...rows.flatMap(table.linesOf)];
}

/** Where something has no number, its cell is empty. */
function isNumeric(cells: readonly (Cell | undefined)[]): boolean {
  return (
    cells.every((cell) => typeof cell === 'number' || cell === '') &&
    cells.some((cell) => typeof cell === 'number')
  );
}

/** The lines of a table whose first rows say how wide the columns are. */
export function makeTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { columns, style = (text) => text }: TableForm,
): {
  readonly head: readonly string[];
  /** `index` counts the rows from 0. */
  readonly linesOf: (row: readonly Cell[], index: number) => readonly string[];
} {
  const isNumber = head.map((_, column) => isNumeric(rows.map((row) => row[column])));
  const textsOf = (row: readonly Cell[]) =>
    row.map((cell, column) => cellText(cell, head[column] ?? ''));
  const texts = rows.map(textsOf);
  const natural = head.map((name, column) =>
    texts.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), widthOf(name)),
  );
  const isWhole = head.map(
    (name, column) => columns === Infinity || isNumber[column] === true || KEPT_WHOLE.has(name),
  );
  const least = natural.map((width, column) =>
    isWhole[column] === true
      ? width
      : Math.min(width, Math.max(LEAST_WIDTH, widthOf(head[column] ?? ''))),
  );
  const widths = fitWidths(natural, least, columns - GAP.length * (head.length - 1));
  if (widths === null || looksAlike(texts, natural, widths)) {
    return {
      head: [],
      linesOf: (row, index) => block(head, textsOf(row), index, { columns, style }),
    };
  }
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0;
        const shown = isWhole[column] === true ? text : shorten(text, width);
        const space = ' '.repeat(Math.max(0, width - widthOf(shown)));
        return isNumber[column] === true ? space + shown : shown + space;
      })
      .join(GAP)
      .trimEnd();
  return { head: [style(lineOf(head))], linesOf: (row) => [lineOf(textsOf(row))] };
}

/** Whether texts of one column differ only in what is left out of them. */
function looksAlike(
  rows: readonly (readonly string[])[],
  natural: readonly number[],
  widths: readonly number[],
): boolean {
  return widths.some((width, column) => {
    if (width >= (natural[column] ?? 0)) return false;
    const whole = new Set(rows.map((row) => row[column] ?? ''));
    return new Set(Array.from(whole, (text) => shorten(text, width))).size < whole.size;
  });
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
function block(
  head: readonly string[],
  texts: readonly string[],
  index: number,
  { columns, style }: Required<TableForm>,
): readonly string[] {
  const width = head.reduce((widest, name) => Math.max(widest, widthOf(name)), 0);
  return [
    ...(index === 0 ? [] : ['']),
    ...head.flatMap((name, column) => {
      const text = texts[column] ?? '';
      if (text === '') return [];
      const label = name + ' '.repeat(width - widthOf(name));
      const [first = '', ...more] = wrapped(
        `${label}${GAP}${text}`,
        PATH.test(text) ? Infinity : columns,
      );
      return [first.replace(name, style), ...more];
    }),
  ];
}
