/**
 * Writes tables that spreadsheets read. A cell that a spreadsheet would take for a formula is defused, because its text
 * may come from a file name or from the service.
 */
import { printable } from './printable.ts';

export type CsvCell = string | number | null;

/** RFC 4180 with CRLF, a head line first; null is an empty cell. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/**
 * Where a spreadsheet may begin to calculate: at one of these signs, as they are or in another width, also behind spaces
 * and quotes. Spreadsheets of many languages separate cells by semicolons, so every part of a list may become a cell.
 */
const FORMULA =
  /(^|[;,\t])(?=[\s'"]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\uFF5C\uFF05\uFE66\uFE62\uFE63\uFE6B\uFE6A])/g;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell); // our own figures: a minus sign is meant
  const text = printable(cell);
  const harmless = text.replaceAll(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads tables as spreadsheets of any language write them. Pure. Rows of trimmed cells; empty rows are left out. What
 * separates cells is told by the first row.
 */
export function csvRows(text: string): readonly (readonly string[])[] {
  const content = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(content);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? '';
    if (isQuoted && sign === '"' && content[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') endRow();
    else cell += sign;
  }
  endRow();
  return rows;
}

/** The one that the first row has most of. */
function separatorOf(content: string): string {
  const [first = ''] = content.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}
