/**
 * The text files of a BagIt bag (RFC 8493), written as version 1.0 and read as anybody may have written them. The lists
 * of fingerprints have the form that `sha512sum -c` reads as well. Pure.
 */

export const BAGIT_FILE = 'bagit.txt';
export const BAG_INFO_FILE = 'bag-info.txt';
export const FETCH_FILE = 'fetch.txt';
export const PAYLOAD_FOLDER = 'data';

/** Lists that a bundle carries, the one that RFC 8493 recommends first. */
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

/** One line for each file, in the order of their paths. */
export function manifestText(files: readonly ListedFile[]): string {
  const lines = files.map(({ path, digest }) => `${digest}  ${encodeBagPath(path)}\n`);
  return lines.toSorted((one, other) => (afterDigest(one) < afterDigest(other) ? -1 : 1)).join('');
}

function afterDigest(line: string): string {
  return line.slice(line.indexOf(' '));
}

/** `Label: value` lines; a value is one line, whatever is in it. Without a value there is no line. */
export function bagInfoText(fields: readonly (readonly [label: string, value: string])[]): string {
  return fields
    .map(([label, value]) => [label, value.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').trim()])
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');
}

const ENCODED: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' };

/** As a path stands in a list: the only three characters that are written out. */
export function encodeBagPath(path: string): string {
  return path.replaceAll(/[%\r\n]/g, (character) => ENCODED[character] ?? character);
}

export function decodeBagPath(text: string): string {
  return text.replaceAll(/%(0a|0d|25)/gi, (code) => decodeURIComponent(code));
}

export interface BagDeclaration {
  readonly version: string;
  /** In which the bag's other text files are written. */
  readonly encoding: string;
}

const DECLARATION =
  /^BagIt-Version: (0\.9[3-7]|1\.0)\r?\nTag-File-Character-Encoding: ([\w.:-]+)\s*$/i;

/** Null when it is no declaration, or none of a version that is known. */
export function readDeclaration(text: string): BagDeclaration | null {
  const [, version, encoding] = DECLARATION.exec(text) ?? [];
  return version === undefined || encoding === undefined ? null : { version, encoding };
}

/** The text of a bag's own file; null when that encoding is not known here. */
export function decodeTagFile(bytes: Uint8Array, encoding: string): string | null {
  const isBigEndian = /^utf-?16$/i.test(encoding) && bytes[0] === 0xfe && bytes[1] === 0xff;
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : encoding).decode(bytes);
  } catch {
    return null;
  }
}

export interface ManifestLine {
  readonly path: string;
  readonly digest: string;
}

/** The lines of a list; null for one that cannot be read, or whose path could lead out of the bag. */
export function readManifest(text: string): readonly (ManifestLine | null)[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map(readLine);
}

function readLine(line: string): ManifestLine | null {
  const [, digest = '', encoded = ''] = /^([\da-f]+)[ \t]+\*?(.+)$/i.exec(line) ?? [];
  const path = decodeBagPath(encoded).replace(/^(\.\/)+/, '');
  if (digest === '' || !staysInside(path)) return null;
  return { path, digest: digest.toLowerCase() };
}

function staysInside(path: string): boolean {
  const isAbsolute = path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path);
  return path !== '' && !isAbsolute && !path.includes('\0') && !path.split(/[/\\]/).includes('..');
}

/** Total of bytes and of files of the payload; null when the text says none. */
export function readOxum(
  bagInfo: string,
): { readonly sizeBytes: number; readonly files: number } | null {
  const [, bytes, files] = /^Payload-Oxum:\s*(\d+)\.(\d+)\s*$/im.exec(bagInfo) ?? [];
  if (bytes === undefined || files === undefined) return null;
  return { sizeBytes: Number(bytes), files: Number(files) };
}
