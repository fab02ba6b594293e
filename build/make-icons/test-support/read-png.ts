/** Reads the pictures that we make ourselves, so that a test can look at them: 8 bits, four channels, not interlaced. */
import zlib from 'node:zlib';

export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Red, green, blue, opacity of each pixel, row by row from the top. */
  readonly rgba: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 4;

/** Throws for what is no such picture. */
export function readPng(bytes: Buffer): Pixels {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('no PNG');
  const parts: Buffer[] = [];
  let header = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = Buffer.from(content);
    if (type === 'IDAT') parts.push(content);
    at += 12 + length;
  }
  if (header[8] !== 8 || header[9] !== 6 || header[12] !== 0)
    throw new Error('another kind of PNG');
  const widthPx = header.readUInt32BE(0);
  const heightPx = header.readUInt32BE(4);
  return { widthPx, heightPx, rgba: unfilter(zlib.inflateSync(Buffer.concat(parts)), widthPx) };
}

/** Each row was written as differences to its neighbours; which neighbours, its first byte says. */
function unfilter(raw: Buffer, widthPx: number): Buffer {
  const rowBytes = widthPx * CHANNELS;
  const rows = raw.length / (rowBytes + 1);
  const out = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const filter = raw[row * (rowBytes + 1)] ?? 0;
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column;
      const left = column < CHANNELS ? 0 : (out[at - CHANNELS] ?? 0);
      const above = row === 0 ? 0 : (out[at - rowBytes] ?? 0);
      const aboveLeft = row === 0 || column < CHANNELS ? 0 : (out[at - rowBytes - CHANNELS] ?? 0);
      const difference = raw[row * (rowBytes + 1) + 1 + column] ?? 0;
      out[at] = (difference + predicted(filter, left, above, aboveLeft)) & 0xff;
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, aboveLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return Math.floor((left + above) / 2);
    case 4:
      return nearest(left, above, aboveLeft);
    default:
      throw new Error(`no such filter: ${filter}`);
  }
}

/** Paeth's choice: the neighbour closest to what a plane through all three would give. */
function nearest(left: number, above: number, aboveLeft: number): number {
  const estimate = left + above - aboveLeft;
  const distances = [left, above, aboveLeft].map((value) => Math.abs(estimate - value));
  const least = Math.min(...distances);
  if (distances[0] === least) return left;
  return distances[1] === least ? above : aboveLeft;
}
