import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import {
  MOST_USED_PLACES,
  QR_LABEL_SHEETS,
  type QrLabel,
  type QrLabelSheet,
} from '../../../src-shared/model/proofs/qr-label.ts';
import { qrLabelSheet } from './qr-label-sheet.ts';

const label = (at: number): QrLabel => ({
  title: `2026-11-20_sample-${at}_数据.raw`,
  lines: ['notarized no later than 20 Nov 2026, 09:44 UTC', `record 7202deca-${at}`],
  print: 'abab abab abab abab …',
  content: `SHA-256 ${'ab'.repeat(32)}\nrecord 7202deca-${at}\nhttps://notary.test/`,
});
const labels = (count: number) => Array.from({ length: count }, (_none, at) => label(at));
const sheetOf = (count: number, sheet: QrLabelSheet, usedPlaces = 0) =>
  qrLabelSheet(labels(count), { sheet, usedPlaces, title: 'Labels', language: 'en', atMs: 0 });

/** Text and extent of each page, in points. */
async function read(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_none, at) => {
      const page = await document.getPage(at + 1);
      const [, , width = 0, height = 0] = page.view;
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []));
      return { width, height, texts };
    }),
  );
}

test('on every sheet all text of every label is within its page, and the paper has its size', async () => {
  for (const sheet of QR_LABEL_SHEETS) {
    for (const { width, height, texts } of await read(await sheetOf(3, sheet))) {
      expect(texts.length).toBeGreaterThan(3);
      for (const { transform, width: long } of texts) {
        const [, , , , x = -1, y = -1] = transform as number[];
        expect(x).toBeGreaterThan(0);
        expect(x + long).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
    }
  }
  const [roll] = await read(await sheetOf(1, 'roll'));
  expect(roll?.width).toBeCloseTo((57 * 72) / 25.4, 1);
});

test('a used sheet is continued, and a full one followed by the next', async () => {
  expect(await read(await sheetOf(65, 'a4-65'))).toHaveLength(1);
  expect(await read(await sheetOf(66, 'a4-65'))).toHaveLength(2);
  expect(await read(await sheetOf(2, 'a4-65', MOST_USED_PLACES))).toHaveLength(2);
  expect(await read(await sheetOf(2, 'roll'))).toHaveLength(2);
  const [first] = await read(await sheetOf(1, 'a4-8', 7));
  const xs = first?.texts.map(({ transform }) => Number((transform as number[])[4])) ?? [];
  expect(Math.min(...xs)).toBeGreaterThan((first?.width ?? 0) / 2);
});

test('the end of a long name is on the smallest label too', async () => {
  const long = { ...label(0), title: `${'plate_'.repeat(40)}run-14.raw` };
  const options = { usedPlaces: 0, title: 'Labels', language: 'en', atMs: 0 };
  for (const sheet of QR_LABEL_SHEETS) {
    const [page] = await read(await qrLabelSheet([long], { sheet, ...options }));
    const text = page?.texts.map(({ str }) => str).join('') ?? '';
    expect(text).toMatch(/^plate_.+…_?e?_?run-14\.raw/);
    expect(text).toContain('record 7202deca-0');
  }
});

test('equal labels are equal bytes', async () => {
  expect(await sheetOf(2, 'a4-21')).toEqual(await sheetOf(2, 'a4-21'));
});

test('the squares on the paper are those of the code, with white around them', async () => {
  const pdf = await sheetOf(1, 'a4-65');
  const [, coded = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(pdf.toString('latin1')) ?? [];
  const page = inflateSync(Buffer.from(coded, 'latin1')).toString('latin1');
  const modules = encode(label(0).content, { ecc: 'M', border: 4 }).data;
  const drawn = modules.map((row) => row.map(() => false));
  for (const [, first, row, dark] of page.matchAll(/(\d+) (\d+) (\d+) 1 re/g)) {
    drawn[Number(row)]?.fill(true, Number(first), Number(first) + Number(dark));
  }
  expect(drawn).toEqual(modules);
  expect(drawn.slice(0, 4).flat()).not.toContain(true);
});
