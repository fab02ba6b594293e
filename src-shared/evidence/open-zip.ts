/**
 * The files of a ZIP, read where they are: nothing is unpacked to a disk. A ZIP may come from anyone, so what another program
 * could read otherwise is refused: names that lead out, names given twice, entries that share their bytes. The library reads
 * its directory; an entry's bytes are read here, for an entry of the library keeps 35 KB, and a data set has 50,000.
 */
import {
  type Entry,
  type FileEntry,
  Reader,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Refusal, ZipTrouble } from '../model/proofs/judgement.ts';
import { type ChosenEntry, MOST_ENTRIES, UnreadablePart } from './chosen.ts';

/** Whoever unpacks more than this from so little was meant to be kept busy. */
const MOST_BYTES = 1_000_000_000_000;
const MOST_EXPANSION = 1_100; // what deflate can make of a byte

export interface OpenedZip {
  /** With the ZIP's own path before theirs. */
  readonly entries: readonly ChosenEntry[];
}

export async function openZip(zip: ChosenEntry): Promise<OpenedZip | ZipTrouble> {
  const { slice, sizeBytes } = zip;
  if (slice === undefined) return 'not-a-zip';
  const source = Object.assign(new Reader(null), {
    size: sizeBytes,
    readUint8Array: (at: number, length: number) => slice(at, Math.min(at + length, sizeBytes)),
  });
  const reader = new ZipReader(source, { filenameValidation: 'tolerant' });
  const found: ChosenEntry[] = [];
  const packed: PackedEntry[] = [];
  const names = new Set<string>();
  const directories: PackedEntry[] = [];
  let totalBytes = 0;
  let isOther = false;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (found.length >= MOST_ENTRIES) return 'too-large';
      const place = packedEntry(entry);
      packed.push(place);
      if (entry.directory) {
        directories.push(place);
        continue;
      }
      isOther ||= !entry.encrypted && place.method !== STORED && place.method !== DEFLATED;
      totalBytes += entry.uncompressedSize;
      const path = `${zip.path}/${entry.filename}`;
      const refusal = refusalOf(entry, names);
      names.add(entry.filename);
      found.push({
        path,
        sizeBytes: entry.uncompressedSize,
        refusal,
        pieces: () => piecesOf(place, slice),
      });
    }
  } catch {
    const begins = await beginsAsZip(slice).catch(() => true); // what cannot be read is broken
    return begins ? 'broken' : 'not-a-zip';
  }
  const isBomb = totalBytes > MOST_BYTES || totalBytes > sizeBytes * MOST_EXPANSION;
  if (isBomb) return 'bomb';
  if (found.length > 0 && found.every(({ refusal }) => refusal === 'encrypted')) return 'encrypted';
  if (isOther) return 'packed-otherwise';
  if (!findNeighbours(packed)) return 'two-ways';
  for (const directory of directories) {
    if ((await headerEnd(directory, slice)) === null) return 'two-ways';
  }
  return { entries: found };
}

async function beginsAsZip(slice: Slice): Promise<boolean> {
  const head = await slice(0, 4);
  return (
    head.length === 4 &&
    BEGINNINGS.has(new DataView(head.buffer, head.byteOffset).getUint32(0, true))
  );
}

function refusalOf(entry: FileEntry, names: ReadonlySet<string>): Refusal | null {
  const { filename, encrypted, symlink } = entry;
  const parts = filename.split('/');
  const isOutside = parts.some((part) => part === '..' || part === '.' || part === '');
  if (isOutside || /[\\\0]|^[a-z]:/i.test(filename)) return 'bad-name';
  if (names.has(filename)) return 'twice';
  if (symlink) return 'link';
  return encrypted ? 'encrypted' : null;
}

interface PackedEntry {
  /** Where its own header begins. */
  readonly at: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** As ZIP numbers them. */
  readonly method: number;
  /** Of its bytes. */
  readonly crc32: number | undefined;
  /** As its directory has it, undecoded. */
  readonly name: Uint8Array;
  /** Where the next one begins; null: it is the last. */
  nextAt: number | null;
}

function packedEntry({
  offset,
  compressedSize,
  uncompressedSize,
  compressionMethod,
  signature,
  rawFilename,
}: Entry): PackedEntry {
  return {
    at: offset,
    packedBytes: compressedSize,
    sizeBytes: uncompressedSize,
    method: compressionMethod,
    crc32: signature,
    name: rawFilename,
    nextAt: null,
  };
}

const STORED = 0;
const DEFLATED = 8;
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04_03_4b_50;
const PIECE_BYTES = 262_144;
const DESCRIPTOR_FLAG = 8;
/** A size that takes 8 bytes. */
const IN_THE_EXTRA_FIELD = 0xff_ff_ff_ff;
/** A descriptor behind an entry's bytes has its sum and sizes, of 4 or 8 bytes each, with a signature or without. */
const DESCRIPTOR_BYTES = [12, 16, 20, 24];
/** The header of a first file; one of an empty ZIP; one in several parts. */
const BEGINNINGS: ReadonlySet<number> = new Set([HEADER_SIGNATURE, 0x06_05_4b_50, 0x08_07_4b_50]);
/** Signatures of the directory, and of what may stand before it. */
const AFTER_THE_LAST: ReadonlySet<number> = new Set([0x02_01_4b_50, 0x08_06_4b_50]);

/** False when something stands before the first. */
function findNeighbours(entries: readonly PackedEntry[]): boolean {
  const inOrder = entries.toSorted((one, other) => one.at - other.at);
  for (const [index, entry] of inOrder.entries()) entry.nextAt = inOrder[index + 1]?.at ?? null;
  return (inOrder[0]?.at ?? 0) === 0;
}

type Slice = NonNullable<ChosenEntry['slice']>;

async function* piecesOf(entry: PackedEntry, slice: Slice): AsyncGenerator<Uint8Array> {
  const { method, sizeBytes } = entry;
  const packed = packedPieces(entry, slice);
  let leftBytes = sizeBytes;
  let crc = 0;
  for await (const piece of method === STORED ? packed : inflated(packed)) {
    leftBytes -= piece.length;
    if (leftBytes < 0) throw new UnreadablePart(); // more than it says
    crc = addCrc32(crc, piece);
    yield piece;
  }
  if (leftBytes !== 0 || crc !== entry.crc32) throw new UnreadablePart();
}

async function* packedPieces(
  entry: PackedEntry,
  slice: Slice,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const first = await headerEnd(entry, slice);
  if (first === null) throw new UnreadablePart();
  const end = first + entry.packedBytes;
  for (let from = first; from < end; from += PIECE_BYTES) {
    const piece = await slice(from, Math.min(from + PIECE_BYTES, end));
    if (piece.length === 0) throw new UnreadablePart();
    yield piece as Uint8Array<ArrayBuffer>;
  }
}

async function* inflated(
  packed: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await packed.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadablePart(); // its bytes are no deflated ones, or end too early
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Where its bytes begin. Null: what stands there says something else than the directory, or something stands between it and what
 * follows, which a program that reads from the beginning would unpack.
 */
async function headerEnd(
  { at, packedBytes, sizeBytes, crc32, method, name, nextAt }: PackedEntry,
  slice: Slice,
): Promise<number | null> {
  const head = await slice(at, at + HEADER_BYTES + name.length);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < HEADER_BYTES + name.length) return null;
  const isSame =
    view.getUint32(0, true) === HEADER_SIGNATURE &&
    view.getUint16(8, true) === method &&
    view.getUint16(26, true) === name.length &&
    name.every((byte, index) => head[HEADER_BYTES + index] === byte);
  if (!isSame) return null;
  const first = at + HEADER_BYTES + name.length + view.getUint16(28, true);
  const hasDescriptor = (view.getUint16(6, true) & DESCRIPTOR_FLAG) !== 0;
  const said = [crc32, packedBytes, sizeBytes];
  const saysSo = said.every((value, index) => {
    const own = view.getUint32(14 + 4 * index, true);
    return own === value || (index > 0 && own === IN_THE_EXTRA_FIELD);
  });
  if (!hasDescriptor && !saysSo) return null;
  const between = hasDescriptor ? DESCRIPTOR_BYTES : [0];
  return (await isFollowed(first + packedBytes, between, nextAt, slice)) ? first : null;
}

/** Whether the next entry begins right behind, or the directory behind the last one. */
async function isFollowed(
  end: number,
  descriptorBytes: readonly number[],
  nextAt: number | null,
  slice: Slice,
): Promise<boolean> {
  if (nextAt !== null) return descriptorBytes.some((bytes) => end + bytes === nextAt);
  const signatures = await Promise.all(
    descriptorBytes.map(async (bytes) => {
      const found = await slice(end + bytes, end + bytes + 4);
      return found.length < 4 ? 0 : new DataView(found.buffer, found.byteOffset).getUint32(0, true);
    }),
  );
  return signatures.some((signature) => AFTER_THE_LAST.has(signature));
}

/** CRC-32 as ZIP and PNG have it (ISO 3309, reflected, polynomial 0xEDB88320). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The sum of what came before (0: nothing) and these bytes. */
export function addCrc32(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
