/** The anchor that a heading has on the forge, where the same Markdown is read. */
export function headingAnchor(heading: string): string {
  return heading
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '') // of italics
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
