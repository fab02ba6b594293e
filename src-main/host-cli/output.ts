/** Answers go to stdout, everything else to stderr; `--json` prints exactly one document. */
import type { Surroundings } from './surroundings.ts';

export interface Output {
  readonly isJson: boolean;
  /** One line of the answer; nothing in JSON mode. */
  line(text?: string): void;
  /** The whole answer in JSON mode; nothing otherwise. */
  json(document: unknown): void;
  /** A message beside the answer. */
  note(text: string): void;
  /** The answer as a table; nothing in JSON mode. The first column is the widest, numbers stand right. */
  table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void;
}

export function makeOutput({ stdout, stderr }: Surroundings, isJson: boolean): Output {
  const line = (text = '') => {
    if (!isJson) stdout.write(`${text}\n`);
  };
  return {
    isJson,
    line,
    json(document) {
      if (isJson) stdout.write(`${JSON.stringify(document)}\n`);
    },
    note(text) {
      stderr.write(`${text}\n`);
    },
    table(head, rows) {
      for (const text of tableLines(head, rows)) line(text);
    },
  };
}

/** Columns as wide as their widest cell, two spaces apart. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const cells = [head, ...rows.map((row) => row.map((cell) => printable(String(cell))))];
  const widths = head.map((_, column) =>
    Math.max(...cells.map((row) => lengthOf(row[column] ?? ''))),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - lengthOf(cell));
        return rows.length > 0 && isNumber[column] === true ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** File names and the service's words may hold anything; a terminal must not obey them. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Characters, not code units: an emoji is one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
