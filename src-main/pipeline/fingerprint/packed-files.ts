/**
 * How the main thread and its readers exchange many small files, as a few strings: a message of objects takes both
 * sides longer than the file itself.
 */
import { identityFromKey, identityKey } from '../../platform/file-identity.ts';
import type { ExpectedFile } from '../common/fingerprint.ts';
import type { Fingerprint } from '../common/fingerprint.ts';

/** Path and `identityKey` of each, '' to accept whatever is there; no path of any system holds a NUL. */
export type PackedFiles = string;

/** The fingerprint of a file that was as expected; any other result unpacked. */
export type PackedPrint = string | Fingerprint;

export function packFiles(files: readonly ExpectedFile[]): PackedFiles {
  return files
    .map(({ path, expected }) => `${path}\0${expected === null ? '' : identityKey(expected)}`)
    .join('\0');
}

export function* unpackFiles(packed: PackedFiles): Generator<ExpectedFile> {
  const parts = packed.split('\0');
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [path = '', key = ''] = [parts[index], parts[index + 1]];
    yield { path, expected: key === '' ? null : identityFromKey(key) };
  }
}

export function packPrint(print: Fingerprint, { expected }: ExpectedFile): PackedPrint {
  const isAsExpected = print.kind === 'done' && print.more === undefined && expected !== null;
  return isAsExpected ? print.blake3 : print;
}

export function unpackPrint(packed: PackedPrint, { expected }: ExpectedFile): Fingerprint {
  if (typeof packed !== 'string') return packed;
  if (expected === null) throw new Error('nothing was expected of this file');
  return { kind: 'done', blake3: packed, sizeBytes: expected.sizeBytes, identity: expected };
}
