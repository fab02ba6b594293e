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

/** What makes a spreadsheet calculate, also behind spaces or after a separator it strips. */
const FORMULA = /^[\s'"]*[=+\-@|%]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell); // our own figures: a minus sign is meant
  const text = printable(cell);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
