/** Answers go to stdout, everything else to stderr; `--json` prints exactly one document. */
import { printable } from '../../../src-shared/model/text/printable.ts';
import type { ProcessEnvironment } from './process-environment.ts';

export interface Output {
  readonly isJson: boolean;
  /** One line of the answer; nothing in JSON mode. */
  line(text?: string): void;
  /** The complete answer in JSON mode; nothing otherwise. */
  json(document: unknown): void;
  /** A message beside the answer. */
  note(text: string): void;
  /** The answer as a table; nothing in JSON mode, or without rows. Columns of numbers stand right. */
  table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void;
}

/** `onDocument` is called before a document is printed; it may throw to forbid it. */
export function makeOutput(
  { stdout, stderr }: Pick<ProcessEnvironment, 'stdout' | 'stderr'>,
  isJson: boolean,
  onDocument: () => void = () => undefined,
): Output {
  const line = (text = '') => {
    if (!isJson) stdout.write(`${printable(text)}\n`);
  };
  return {
    isJson,
    line,
    json(document) {
      if (!isJson) return;
      onDocument();
      stdout.write(`${JSON.stringify(document)}\n`);
    },
    note(text) {
      stderr.write(`${printable(text)}\n`);
    },
    table(head, rows) {
      for (const text of tableLines(head, rows)) line(text);
    },
  };
}

/** Columns as wide as their widest cell, two spaces apart. Without rows there is no table. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const cells = [head, ...rows.map((row) => row.map((cell) => printable(String(cell))))];
  const widths = head.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return isNumber[column] === true ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Widths of printable text, counted the way a terminal counts them, so that columns stay columns. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.\u{FE0F}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u;
const PLAIN = /^[ -~]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns a printable text takes: an é of two code points takes one, a Chinese character two. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length; // almost every text, and a hundred times as fast
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfOne(segment);
  return width;
}

function widthOfOne(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

/** At most `width` columns. The middle is omitted: instrument names differ at the end. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const endWidth = Math.floor((width - 1) / 2);
  const end = takeWhileFits(graphemes.toReversed(), endWidth).toReversed().join('');
  const start = takeWhileFits(graphemes, width - 1 - widthOf(end)).join('');
  return `${start}…${end}`;
}

function takeWhileFits(graphemes: readonly string[], width: number): readonly string[] {
  let taken = 0;
  let used = 0;
  for (const grapheme of graphemes) {
    used += widthOfOne(grapheme);
    if (used > width) break;
    taken += 1;
  }
  return graphemes.slice(0, taken);
}
