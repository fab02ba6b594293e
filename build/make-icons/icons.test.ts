/** The pictures in build/: all there, made from today's drawings, in files that systems read, told apart by shape. */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TRAY_SHAPES } from '../../src-shared/model/status/tray-view.ts';
import { ICNS_TYPES, makeIco } from './containers.ts';
import { DRAWINGS, ICO_PX, PICTURES, TRAY_ICO_PX, TRAY_INKS } from './plan.ts';
import { readPng } from './test-support/read-png.ts';

const build = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string) => fs.readFileSync(path.join(build, name));

/** Width and height, as the head of a PNG says them. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** Where there is ink in a picture: true or false for each pixel. */
function inkOf(name: string): readonly boolean[] {
  const { rgba } = readPng(read(name));
  return Array.from({ length: rgba.length / 4 }, (_, index) => (rgba[index * 4 + 3] ?? 0) > 127);
}

/** The channels of "#rrggbb". */
const channels = (colour: string) => Buffer.from(colour.slice(1), 'hex');

/** How far apart two colours are in the channel that differs most. */
function distance(one: string, other: string): number {
  const others = channels(other);
  return Math.max(...channels(one).map((value, at) => Math.abs(value - (others[at] ?? 0))));
}

/** From the first row or column to the last. */
const span = (of: readonly number[]) => Math.max(...of) - Math.min(...of) + 1;

describe('icons', () => {
  test('were made from the drawings as they are', () => {
    const noted = JSON.parse(read('drawings.json').toString()) as Record<string, string>;
    const now = DRAWINGS.map((name) => [
      name,
      crypto.createHash('sha256').update(read(name)).digest('hex'),
    ]);
    expect(noted).toEqual(Object.fromEntries(now));
  });

  test('are drawings alone: no text, no script, nothing from elsewhere', () => {
    for (const name of DRAWINGS) {
      const text = read(name).toString().replace('xmlns="http://www.w3.org/2000/svg"', '');
      expect(text).not.toMatch(/<(text|script|image|foreignObject|style)\b|https?:|href=|\son\w+=/);
    }
  });

  test('have each size in a file of its own', () => {
    const pngs = PICTURES.filter(({ format }) => format === 'png');
    const sizes = pngs.map(({ file }) => [file, ...sizeOf(read(file))]);
    const wanted = pngs.map(({ file, renderings: [one] }) => [file, one?.sizePx, one?.sizePx]);
    expect(sizes).toEqual(wanted);
  });

  test('have all sizes of Windows in one file', () => {
    const files = PICTURES.filter(({ format }) => format === 'ico');
    expect(files).toHaveLength(1 + TRAY_SHAPES.length * 2);
    for (const { file } of files) {
      const bytes = read(file);
      const sizes = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
        const entry = 6 + 16 * index;
        const start = bytes.readUInt32LE(entry + 12);
        const end = start + bytes.readUInt32LE(entry + 8);
        expect(end).toBeLessThanOrEqual(bytes.length);
        const isPng = bytes.readUInt8(entry) === 0; // as 256 is written
        return isPng
          ? sizeOf(bytes.subarray(start, end))[0]
          : Math.max(bytes.readUInt8(entry), bytes.readInt32LE(start + 4));
      });
      expect(sizes).toEqual(file.startsWith('tray') ? TRAY_ICO_PX : ICO_PX);
    }
  });

  test('have all sizes of macOS in one file', () => {
    const bytes = read('icon.icns');
    expect(bytes.toString('latin1', 0, 4)).toBe('icns');
    expect(bytes.readUInt32BE(4)).toBe(bytes.length);
    const found = [];
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4)) {
      const png = bytes.subarray(at + 8, at + bytes.readUInt32BE(at + 4));
      found.push({ type: bytes.toString('latin1', at, at + 4), sizePx: sizeOf(png)[0] });
    }
    expect(found).toEqual(ICNS_TYPES);
  });

  test('are written for Windows from the bottom up, blue first', () => {
    const rgba = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    const ico = makeIco([{ sizePx: 2, png: Buffer.alloc(0), rgba }]);
    const pixels = ico.subarray(6 + 16 + 40, 6 + 16 + 40 + 16);
    expect([...pixels]).toEqual([11, 10, 9, 12, 15, 14, 13, 16, 3, 2, 1, 4, 7, 6, 5, 8]);
  });
});

describe('the tray', () => {
  test('tells its states apart by shape: a quarter of the ink, or more, lies elsewhere', () => {
    const shapes = TRAY_SHAPES.map((state) => inkOf(`tray/${state}Template.png`));
    for (const [index, one] of shapes.entries()) {
      for (const other of shapes.slice(index + 1)) {
        const union = one.filter((ink, at) => ink || other[at] === true).length;
        const differing = one.filter((ink, at) => ink !== other[at]).length;
        expect(differing / union).toBeGreaterThan(0.25);
      }
    }
  });

  test('is large: each state spans nearly the whole square', () => {
    for (const state of TRAY_SHAPES) {
      const ink = inkOf(`tray/${state}Template.png`);
      const sidePx = Math.sqrt(ink.length);
      const inked = [...ink.keys()].filter((at) => ink[at] === true);
      expect(span(inked.map((at) => Math.floor(at / sidePx)))).toBeGreaterThan(sidePx * 0.75);
      expect(span(inked.map((at) => at % sidePx))).toBeGreaterThan(sidePx * 0.55);
    }
  });

  test('has one ink per picture: black for macOS to paint, dark on light, light on dark', () => {
    for (const state of TRAY_SHAPES) {
      for (const { name, ink } of TRAY_INKS) {
        const { rgba } = readPng(read(`tray/${state}${name}@2x.png`));
        const opaque = [...rgba.keys()].filter((at) => at % 4 === 0 && rgba[at + 3] === 255);
        const colours = opaque.map((at) => `#${rgba.toString('hex', at, at + 3)}`);
        expect(colours.length).toBeGreaterThan(50);
        expect(colours.filter((colour) => distance(colour, ink) > 2)).toEqual([]);
      }
    }
  });
});
