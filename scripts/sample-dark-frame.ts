/**
 * The head of a camera's dark frame as an uncompressed TIFF. A dark frame is black, so the rest of the file is zeros and
 * may be a hole: the sample folder gets its one expensive file without the disk paying for it.
 */

const WIDTH_PIXELS = 20_000;
const BYTES_PER_PIXEL = 2; // 16 bits of grey
const FIRST_TAG_AT = 8;

const SHORT = 3;
const LONG = 4;
type Tag = readonly [number: number, type: typeof SHORT | typeof LONG, value: number];

/** The bytes before the pixels, for a file of `totalBytes` altogether. A part of a row at the end is left unused. */
export function darkFrameHeader(totalBytes: number): Uint8Array {
  const pixelsAt = FIRST_TAG_AT + 2 + 12 * 9 + 4;
  const rows = Math.floor((totalBytes - pixelsAt) / (WIDTH_PIXELS * BYTES_PER_PIXEL));
  const tags: readonly Tag[] = [
    [256, LONG, WIDTH_PIXELS],
    [257, LONG, rows],
    [258, SHORT, 8 * BYTES_PER_PIXEL],
    [259, SHORT, 1], // not compressed
    [262, SHORT, 1], // zero is black
    [273, LONG, pixelsAt],
    [277, SHORT, 1], // one sample a pixel
    [278, LONG, rows],
    [279, LONG, rows * WIDTH_PIXELS * BYTES_PER_PIXEL],
  ];
  const header = new DataView(new ArrayBuffer(pixelsAt));
  header.setUint16(0, 0x4949); // "II": what follows is little-endian
  header.setUint16(2, 42, true);
  header.setUint32(4, FIRST_TAG_AT, true);
  header.setUint16(FIRST_TAG_AT, tags.length, true);
  tags.forEach(([number, type, value], index) => {
    const at = FIRST_TAG_AT + 2 + 12 * index;
    header.setUint16(at, number, true);
    header.setUint16(at + 2, type, true);
    header.setUint32(at + 4, 1, true);
    if (type === SHORT) header.setUint16(at + 8, value, true);
    else header.setUint32(at + 8, value, true);
  });
  return new Uint8Array(header.buffer);
}
