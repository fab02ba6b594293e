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
  const [, wide, high] = /([\d.]+) 0 0 ([\d.]+) 0 0 cm/.exec(page) ?? [];
  for (const module of [wide, high]) expect(Number(module)).toBeCloseTo(SIDE / count, 3);
  const rows = Array.from({ length: count }, () => Array.from({ length: count }, () => false));
  for (const [, first, row, dark, height] of page.matchAll(/(\d+) (\d+) (\d+) (\d+) re/g)) {
    expect(height).toBe('1');
    rows[Number(row)]?.fill(true, Number(first), Number(first) + Number(dark));
  }
  return rows;
}

test.each(['http://127.0.0.1:4010/verify', `https://example.org/${'x'.repeat(300)}`])(
  'the squares on the page are the modules of %s',
  async (text) => {
    expect(await drawn(text)).toEqual(qrModules(text));
  },
);
