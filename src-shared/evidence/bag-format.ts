/**
 * The text files of a BagIt bag (RFC 8493), written as version 1.0 and read in every form the RFC allows. The manifests
 * have the format that `sha512sum -c` also reads. Pure.
 */

import {
  DIGEST_ALGORITHMS,
  FURTHER_ALGORITHMS,
  type ListAlgorithm,
} from '../model/proofs/hash-method.ts';
import { printable } from '../model/text/printable.ts';

export const BAGIT_FILE = 'bagit.txt';
export const BAG_INFO_FILE = 'bag-info.txt';
export const FETCH_FILE = 'fetch.txt';
export const PAYLOAD_FOLDER = 'data';

/** Manifests of a bundle, the one that RFC 8493 recommends first. */
export const BAG_ALGORITHMS = ['sha512', 'sha256'] as const;
export type BagAlgorithm = (typeof BAG_ALGORITHMS)[number];

export const BAG_DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

export interface ListedFile {
  /** Relative to the bag, with `/`. */
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly digest: string;
}

export function manifestName(algorithm: string): string {
  return `manifest-${algorithm}.txt`;
}

export function tagManifestName(algorithm: string): string {
  return `tag${manifestName(algorithm)}`;
}

const LIST = /^(tag)?manifest-([a-z\d_-]+)\.txt$/;

/** By the name in a manifest's file name: RFC 8493 omits what is not a letter or digit, and not every program does. */
const ALGORITHM_OF: ReadonlyMap<string, ListAlgorithm> = new Map([
  ...[...DIGEST_ALGORITHMS, ...FURTHER_ALGORITHMS].map(
    (algorithm) => [algorithm.replaceAll('-', ''), algorithm] as const,
  ),
  ['blake2b', 'blake2b-512'], // as Python calls it
]);

/** What a file of this name lists; null when it is no manifest, or one of an algorithm that is not known here. */
export function listNamed(
  name: string,
): { readonly isOfTags: boolean; readonly algorithm: ListAlgorithm } | null {
  const [, tag, named = ''] = LIST.exec(name) ?? [];
  const algorithm = ALGORITHM_OF.get(named.replaceAll(/[-_]/g, ''));
  return algorithm === undefined ? null : { isOfTags: tag !== undefined, algorithm };
}

/** One line for each file, in the order of their paths. */
export function manifestText(files: readonly ListedFile[]): string {
  const lines = files.map(({ path, digest }) => `${digest}  ${encodeBagPath(path)}\n`);
  return lines.toSorted((one, other) => (afterDigest(one) < afterDigest(other) ? -1 : 1)).join('');
}

function afterDigest(line: string): string {
  return line.slice(line.indexOf(' '));
}

/** `Label: value` lines. A value is always one line, and nothing in it is obeyed by a reader. Without a value there is no line. */
export function bagInfoText(fields: readonly (readonly [label: string, value: string])[]): string {
  return fields
    .map(([label, value]) => [
      label,
      printable(value.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim()),
    ])
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');
}

const ENCODED: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' };

/** A path as written in a manifest: these three characters are the only ones encoded. */
export function encodeBagPath(path: string): string {
  return path.replaceAll(/[%\r\n]/g, (character) => ENCODED[character] ?? character);
}

export function decodeBagPath(text: string): string {
  return text.replaceAll(/%(0a|0d|25)/gi, (code) => decodeURIComponent(code));
}

export interface BagDeclaration {
  readonly version: string;
  /** Encoding of the bag's other text files. */
  readonly encoding: string;
}

const DECLARATION =
  /^BagIt-Version: (0\.9[3-7]|1\.0)\r?\nTag-File-Character-Encoding: ([\w.:-]+)\s*$/i;

/** Null when it is not a declaration, or has an unknown version. */
export function readDeclaration(text: string): BagDeclaration | null {
  const [, version, encoding] = DECLARATION.exec(text) ?? [];
  return version === undefined || encoding === undefined ? null : { version, encoding };
}

/** The text of a bag's own file; null when its encoding is not supported here. */
export function decodeTagFile(bytes: Uint8Array, encoding: string): string | null {
  return tagDecoder(bytes, encoding)?.decode(bytes) ?? null;
}

/** For a file that begins with these bytes. */
export function tagDecoder(
  first: Uint8Array,
  encoding: string,
): InstanceType<typeof TextDecoder> | null {
  const isBigEndian = /^utf-?16$/i.test(encoding) && first[0] === 0xfe && first[1] === 0xff;
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : encoding);
  } catch {
    return null;
  }
}

export interface ManifestLine {
  readonly path: string;
  readonly digest: string;
}

/** A line of a manifest; null for one that cannot be read, or whose path could lead out of the bag. */
export function readManifestLine(line: string): ManifestLine | null {
  const [, digest = '', encoded = ''] = /^([\da-f]+)[ \t]+\*?(.+)$/i.exec(line) ?? [];
  const path = pathInside(encoded);
  return path === null ? null : { path, digest: digest.toLowerCase() };
}

/** The path in a line of `fetch.txt`, behind its address and length; null as above. */
export function readFetchLine(line: string): string | null {
  return pathInside(/^\S+[ \t]+(?:\d+|-)[ \t]+(.+)$/.exec(line)?.[1] ?? '');
}

function pathInside(encoded: string): string | null {
  const path = decodeBagPath(encoded).replace(/^(\.\/)+/, '');
  return staysInside(path) ? path : null;
}

function staysInside(path: string): boolean {
  const isAbsolute = path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path);
  return path !== '' && !isAbsolute && !path.includes('\0') && !path.split(/[/\\]/).includes('..');
}

/** Total bytes and files of the payload; null when the text has none. */
export function readOxum(
  bagInfo: string,
): { readonly sizeBytes: number; readonly files: number } | null {
  const [, bytes, files] = /^Payload-Oxum:\s*(\d+)\.(\d+)\s*$/im.exec(bagInfo) ?? [];
  if (bytes === undefined || files === undefined) return null;
  return { sizeBytes: Number(bytes), files: Number(files) };
}
