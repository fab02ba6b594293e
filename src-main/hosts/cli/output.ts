/** Answers go to stdout, everything else to stderr; `--json` prints exactly one document. */
import type { Surroundings } from './process-environment.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { widthOf } from './terminal-text.ts';

export interface Output {
  readonly isJson: boolean;
  /** One line of the answer; nothing in JSON mode. */
  line(text?: string): void;
  /** The whole answer in JSON mode; nothing otherwise. */
  json(document: unknown): void;
  /** A message beside the answer. */
  note(text: string): void;
  /** The answer as a table; nothing in JSON mode, or without rows. Columns of numbers stand right. */
  table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void;
}

/** `onDocument` is called before a document is printed; it may throw to forbid it. */
export function makeOutput(
  { stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>,
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
