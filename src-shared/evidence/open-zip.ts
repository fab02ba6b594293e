/**
 * The files of a ZIP, read where they are: nothing is unpacked to a disk. A ZIP may come from anyone, so what another program
 * could read otherwise is refused: names that lead out, names given twice, entries that share their bytes.
 */
import {
  configure,
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
  configure({ useWebWorkers: false });
  const source = Object.assign(new Reader(null), {
    size: sizeBytes,
    readUint8Array: (at: number, length: number) => slice(at, Math.min(at + length, sizeBytes)),
  });
  const reader = new ZipReader(source, {
    filenameValidation: 'tolerant',
    checkOverlappingEntry: true,
  });
  const found: ChosenEntry[] = [];
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
      found.push({
        path,
        sizeBytes: entry.uncompressedSize,
        refusal,
        pieces: () => piecesOf(entry),
      });
    }
  } catch {
    return 'not-a-zip';
  }
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

async function* piecesOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  let leftBytes = entry.uncompressedSize;
  const written = entry.getData(writable, { checkSignature: true }).then(
    () => null,
    (error: unknown) => error,
  );
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new UnreadablePart();
      });
      if (done) break;
      leftBytes -= value.length;
      if (leftBytes < 0) throw new UnreadablePart(); // more than it says
      yield value;
    }
    if ((await written) !== null || leftBytes !== 0) throw new UnreadablePart();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
