/** Reads small files of a directory that was just listed, with blocking calls; for worker threads. */
import { errnoOf } from '../../platform/errno.ts';
import type { FileFacts } from '../../platform/disk/file-identity.ts';
import { places, type HeldDirectory } from '../../platform/place.ts';
import { makeFileReadings, type FileReadings, type NoFingerprint } from './fingerprint-file.ts';

export interface DirectoryReader {
  /**
   * A file that was listed as a regular one with these facts. Writes its BLAKE3, 32 bytes, into `digests` at `at`;
   * anything but null is why not.
   */
  read(name: string, expected: FileFacts, digests: Buffer, at: number): NoFingerprint | null;
  /** False when the directory has left its place meanwhile: nothing that was read counts. */
  release(): boolean;
}

/** One for this thread, made with the first file: a thread that only lists needs no memory for bytes. */
let readings: FileReadings | null = null;

/** `directory`: its place, which ends with '/'. `takenAtMs`: as of a `ReadingContext`. */
export function openDirectoryReader(directory: string, takenAtMs?: number): DirectoryReader {
  const context = { takenAtMs, isCancelled: () => false, pause() {}, onRead() {} };
  const own = (readings ??= makeFileReadings());
  const held = hold(directory);
  if (held !== null) {
    return {
      read: (name, expected, digests, at) =>
        own.inDirectory(held, name, expected, digests, at, context),
      release: () => held.release(),
    };
  }
  return {
    read(name, expected, digests, at) {
      const reading = own.atPath(directory + name, expected, context, []);
      if (reading.kind !== 'done') return reading;
      digests.write(reading.blake3, at, 'hex');
      return null;
    },
    release: () => true, // each proved its place
  };
}

/** Null when it cannot be held; then each file is reached, and fails, by itself. */
export function hold(directory: string): HeldDirectory | null {
  try {
    return places.hold(directory);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return null;
  }
}
