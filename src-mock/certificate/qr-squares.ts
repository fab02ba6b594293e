/** A QR code as vector squares: sharp at every size, and a few hundred bytes. */
import { encode } from 'uqr';

/** Rows of modules, true for dark, without the quiet border. Level M: a seventh may be smudged. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}

/** Draws `text` as a QR code of `side` points with its upper left corner at (x, y). */
export function drawQr(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, side, ink }: { x: number; y: number; side: number; ink: string },
): void {
  const rows = qrModules(text);
  const square = side / rows.length;
  for (const [row, modules] of rows.entries()) {
    let start = 0;
    while (start < modules.length) {
      let end = start + 1;
      while (end < modules.length && modules[end] === modules[start]) end++;
      if (modules[start] === true) {
        document.rect(x + start * square, y + row * square, (end - start) * square, square);
      }
      start = end;
    }
  }
  document.fill(ink);
}
