/** The two file formats that hold one picture in several sizes: Windows' .ico and macOS' .icns. Pure. */

export interface Picture {
  readonly sizePx: number;
  readonly png: Buffer;
  /** Red, green, blue, opacity of each pixel, row by row from the top. */
  readonly rgba: Buffer;
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
const DIB_HEADER_BYTES = 40;
/** Programs that make installers read smaller sizes only as plain pixels, and this one only as PNG. */
const ICO_PNG_FROM_PX = 256;

/** Sizes must be given in rising order and be at most 256. */
export function makeIco(pictures: readonly Picture[]): Buffer {
  const images = pictures.map((picture) =>
    picture.sizePx >= ICO_PNG_FROM_PX ? picture.png : makeDib(picture),
  );
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2); // an icon, no cursor
  header.writeUInt16LE(pictures.length, 4);
  let offset = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length;
  const entries = pictures.map(({ sizePx }, index) => {
    const bytes = images[index]?.length ?? 0;
    const entry = Buffer.alloc(ICO_ENTRY_BYTES);
    entry.writeUInt8(sizePx % 256, 0); // 256 is written as 0
    entry.writeUInt8(sizePx % 256, 1);
    entry.writeUInt16LE(1, 4); // planes
    entry.writeUInt16LE(32, 6); // bits per pixel
    entry.writeUInt32LE(bytes, 8);
    entry.writeUInt32LE(offset, 12);
    offset += bytes;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images]);
}

/** Pixels as Windows keeps them: from the bottom up, blue first, and a mask that says nothing beside the opacity. */
function makeDib({ sizePx, rgba }: Picture): Buffer {
  const header = Buffer.alloc(DIB_HEADER_BYTES);
  header.writeUInt32LE(DIB_HEADER_BYTES, 0);
  header.writeInt32LE(sizePx, 4);
  header.writeInt32LE(sizePx * 2, 8); // picture and mask
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(rgba.length);
  for (let row = 0; row < sizePx; row += 1) {
    for (let column = 0; column < sizePx; column += 1) {
      const from = (row * sizePx + column) * 4;
      const to = ((sizePx - 1 - row) * sizePx + column) * 4;
      pixels[to] = rgba[from + 2] ?? 0;
      pixels[to + 1] = rgba[from + 1] ?? 0;
      pixels[to + 2] = rgba[from] ?? 0;
      pixels[to + 3] = rgba[from + 3] ?? 0;
    }
  }
  const maskRowBytes = Math.ceil(sizePx / 32) * 4;
  return Buffer.concat([header, pixels, Buffer.alloc(maskRowBytes * sizePx)]);
}

/** What macOS calls each size; the second half of them are the doubled ones of its sharper screens. */
export const ICNS_TYPES = [
  { type: 'icp4', sizePx: 16 },
  { type: 'icp5', sizePx: 32 },
  { type: 'ic07', sizePx: 128 },
  { type: 'ic08', sizePx: 256 },
  { type: 'ic09', sizePx: 512 },
  { type: 'ic11', sizePx: 32 },
  { type: 'ic12', sizePx: 64 },
  { type: 'ic13', sizePx: 256 },
  { type: 'ic14', sizePx: 512 },
  { type: 'ic10', sizePx: 1_024 },
] as const;

/** Throws when a size is not among the pictures. */
export function makeIcns(pictures: readonly Picture[]): Buffer {
  const parts = ICNS_TYPES.map(({ type, sizePx }) => {
    const picture = pictures.find((one) => one.sizePx === sizePx);
    if (picture === undefined) throw new Error(`no picture of ${sizePx} px`);
    return block(type, picture.png);
  });
  return block('icns', Buffer.concat(parts));
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
