import PdfDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { drawQr, qrModules } from './seal.ts';

const SIDE = 96;

/** Draws the code and reads the squares back from the page's operators. */
async function drawn(text: string): Promise<boolean[][]> {
  const document = new PdfDocument({ size: [SIDE, SIDE], margin: 0, compress: false, font: '' });
  drawQr(document, text, { x: 0, y: 0, side: SIDE, ink: '#000000' });
  document.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  const page = Buffer.concat(chunks).toString('latin1');
  const count = qrModules(text).length;
  const module = SIDE / count;
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (const [, x, y, width, height] of page.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)) {
    expect(Number(height)).toBeCloseTo(module, 3);
    const [first, row] = [Math.round(Number(x) / module), Math.round(Number(y) / module)];
    const dark = Math.round(Number(width) / module);
    rows[row]?.fill(true, first, first + dark);
  }
  return rows;
}

test.each(['http://127.0.0.1:4010/verify', `https://example.org/${'x'.repeat(300)}`])(
  'the squares on the page are the modules of %s',
  async (text) => {
    expect(await drawn(text)).toEqual(qrModules(text));
  },
);
