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
