/** The seal: a rosette whose rays are drawn from the fingerprint, so that no two certificates carry the same one. */
import { createHash } from 'node:crypto';
import { encode } from 'uqr';
import { operands } from './operands.ts';

type Document = PDFKit.PDFDocument;

const RAYS = 96;
const LOBES = 40;

/** Ray lengths between 0 and 1, the same for the same fingerprint. */
function rayLengths(fingerprint: string): readonly number[] {
  const digests = [0, 1, 2].map((turn) =>
    createHash('sha256').update(`${turn} ${fingerprint}`).digest(),
  );
  return Array.from(Buffer.concat(digests).subarray(0, RAYS), (byte) => byte / 255);
}

function scallopedEdge(document: Document, x: number, y: number, radius: number): void {
  const point = (reach: number, lobe: number) => {
    const angle = (lobe / LOBES) * 2 * Math.PI;
    return [x + reach * Math.sin(angle), y - reach * Math.cos(angle)] as const;
  };
  document.moveTo(...point(radius * 0.96, 0));
  for (let lobe = 0; lobe < LOBES; lobe++) {
    document.quadraticCurveTo(
      ...point(radius * 1.04, lobe + 0.5),
      ...point(radius * 0.96, lobe + 1),
    );
  }
  document.closePath();
}

/** Draws the seal around (x, y), in points; `radius` includes the scalloped edge. */
export function drawSeal(
  document: Document,
  fingerprint: string,
  { x, y, radius, ink }: { x: number; y: number; radius: number; ink: string },
): void {
  document.save().strokeColor(ink).fillColor(ink);
  scallopedEdge(document, x, y, radius);
  document.lineWidth(0.9).lineJoin('round').stroke();
  document
    .circle(x, y, radius * 0.92)
    .lineWidth(0.35)
    .stroke();

  const inside = radius * 0.5;
  const room = radius * 0.34;
  const rays = rayLengths(fingerprint).map((length, index) => {
    const angle = (index / RAYS) * 2 * Math.PI;
    const reach = inside + room * (0.22 + 0.78 * length);
    const [right, up] = [Math.sin(angle), Math.cos(angle)];
    const from = operands(x + inside * right, y - inside * up);
    return `${from} m ${operands(x + reach * right, y - reach * up)} l`;
  });
  document.addContent(rays.join('\n')); // one by one they take four times as long
  document.lineWidth(radius * 0.014).stroke();

  document
    .circle(x, y, radius * 0.46)
    .lineWidth(0.8)
    .stroke();
  document
    .circle(x, y, radius * 0.425)
    .lineWidth(0.35)
    .stroke();
  const tick = radius * 0.2;
  document
    .moveTo(x - tick, y + tick * 0.05)
    .lineTo(x - tick * 0.25, y + tick * 0.75)
    .lineTo(x + tick * 1.05, y - tick * 0.75)
    .lineWidth(radius * 0.055)
    .lineCap('round')
    .lineJoin('round')
    .stroke();
  document.restore();
}

/** One of eight that scatter dark and light. Trying all for the evenest takes four times as long. */
const MASK = 0;

/** Rows of modules, true for dark, without the quiet border. Level M: a seventh may be smudged. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: 0, maskPattern: MASK }).data;
}

/** Draws `text` as a QR code in vector squares, of `side` points with its upper left corner at (x, y). */
export function drawQr(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, side, ink }: { x: number; y: number; side: number; ink: string },
): void {
  const rows = qrModules(text);
  const bars: string[] = [];
  for (const [row, modules] of rows.entries()) {
    let start = 0;
    while (start < modules.length) {
      let end = start + 1;
      while (end < modules.length && modules[end] === modules[start]) end++;
      if (modules[start] === true) bars.push(`${start} ${row} ${end - start} 1 re`);
      start = end;
    }
  }
  const square = side / rows.length;
  document.save().transform(square, 0, 0, square, x, y);
  document.addContent(bars.join('\n')).fill(ink).restore();
}
