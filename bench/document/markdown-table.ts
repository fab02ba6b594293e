/** A table as the formatter of this repository writes it, so that a page that is made needs no formatting. */
export function markdownTable(
  rows: readonly (readonly string[])[],
  /** So many columns stand on the left, the others on the right. */
  textColumns: number,
): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isText = (column: number) => column < textColumns;
  const padded = (row: readonly string[]) =>
    line(
      widths.map((width, column) => {
        const cell = row[column] ?? '';
        return isText(column) ? cell.padEnd(width) : cell.padStart(width);
      }),
    );
  const rule = line(
    widths.map((width, column) =>
      isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
    ),
  );
  return [padded(head), rule, ...body.map(padded)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
