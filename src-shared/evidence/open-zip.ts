/**
 * The files of a ZIP, read where they are: nothing is unpacked to a disk. A ZIP may come from anyone, so what another program
 * could read otherwise is refused: names that lead out, names given twice, entries that share their bytes. The library reads
 * its directory; an entry's bytes are read here, for an entry of the library keeps 35 KB, and a data set has 50,000.
 */
import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Refusal, ZipTrouble } from '../model/proofs/judgement.ts';
import { type ChosenEntry, MOST_ENTRIES, UnreadablePart } from './chosen.ts';
import { addCrc32 } from './crc32.ts';

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
  let totalBytes = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (found.length >= MOST_ENTRIES) return 'too-large';
      if (entry.directory) continue;
      totalBytes += entry.uncompressedSize;
      const path = `${zip.path}/${entry.filename}`;
      const refusal = refusalOf(entry, names);
      names.add(entry.filename);
      const { offset, compressedSize, uncompressedSize, compressionMethod, signature } = entry;
      const own = { at: offset, packedBytes: compressedSize, sizeBytes: uncompressedSize };
      const place = { ...own, method: compressionMethod, crc32: signature, sharesBytes: false };
      packed.push(place);
      found.push({
        path,
        sizeBytes: uncompressedSize,
        refusal,
        pieces: () => piecesOf(place, slice),
      });
    }
  } catch {
    return 'not-a-zip';
  }
  markShared(packed);
  const isBomb = totalBytes > MOST_BYTES || totalBytes > sizeBytes * MOST_EXPANSION;
  return isBomb ? 'bomb' : { entries: found };
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
  /** Another entry begins before its end. */
  sharesBytes: boolean;
}

const STORED = 0;
const DEFLATED = 8;
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04_03_4b_50;
const PIECE_BYTES = 262_144;

function markShared(entries: readonly PackedEntry[]): void {
  let before: PackedEntry | null = null;
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    if (before !== null && before.at + HEADER_BYTES + before.packedBytes > entry.at) {
      before.sharesBytes = true;
      entry.sharesBytes = true;
    }
    if (before === null || endOf(entry) > endOf(before)) before = entry;
  }
}

const endOf = ({ at, packedBytes }: PackedEntry) => at + HEADER_BYTES + packedBytes;

type Slice = NonNullable<ChosenEntry['slice']>;

async function* piecesOf(entry: PackedEntry, slice: Slice): AsyncGenerator<Uint8Array> {
  const { method, sizeBytes, sharesBytes } = entry;
  if (sharesBytes || (method !== STORED && method !== DEFLATED)) throw new UnreadablePart();
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
  { at, packedBytes }: PackedEntry,
  slice: Slice,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const head = await slice(at, at + HEADER_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < HEADER_BYTES || view.getUint32(0, true) !== HEADER_SIGNATURE) {
    throw new UnreadablePart();
  }
  const first = at + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  for (let from = first; from < first + packedBytes; from += PIECE_BYTES) {
    const piece = await slice(from, Math.min(from + PIECE_BYTES, first + packedBytes));
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
