/**
 * Finds fingerprints in a certificate, whose shape is not documented. It takes complete text values that can be read as
 * a digest, and prefers those under the one name that the service's documents do give (`FileHash`). The certificate may
 * come from anyone, so its contents are only compared, never trusted, followed or executed. Pure.
 */
import { isObject } from '../../../src-shared/service/reading.ts';
import { readErrorBody } from '../../../src-shared/service/envelopes.ts';
import type { Contradiction } from '../../../src-shared/model/proofs/proof.ts';
import { readFileHash } from '../../digests/file-hash.ts';
import {
  fileIdsOf,
  findContradiction,
  type Said,
  saidOn,
  sizesIn,
  type WrittenSize,
} from './find-contradiction.ts';

export interface WrittenFingerprint {
  readonly text: string;
  /** Its path in the document, such as "file.FileHash" or "proofs.0.digest". */
  readonly at: string;
}

export interface CertificateReading {
  /** Those under the documented name, nearest to the top; else every text that reads as a digest. */
  readonly fingerprints: readonly WrittenFingerprint[];
  /** The fingerprints are under the documented name. */
  readonly isNamed: boolean;
  /** Null: it says nothing that cannot all be so. Two fingerprints of one file are `FileHash` and `filehash` beside each other. */
  readonly contradiction: Contradiction | null;
  /** Of the file with its fingerprint; `contradictionAbout` compares them with the file at hand. */
  readonly sizes: readonly WrittenSize[];
  /** What it says of the file with its fingerprint; `contradictionWith` compares it with a record. */
  readonly said: readonly Said[];
  /** The ids of the record that it says it is about; empty when it names none in a way that leaves no doubt. */
  readonly fileIds: readonly string[];
  /** The complete text values in it, outermost first, to find out which file it is about. */
  readonly texts: ReadonlySet<string>;
}

const NAME = 'filehash';
const DEEPEST = 40; // levels; the paths of a maliciously deep document would fill the memory
const MOST_FINGERPRINTS = 100; // a certificate has no more, and each costs a comparison
const MOST_TEXTS = 2_000; // each is looked up among the records
/** Without a name, a short text of letters is more likely a word than a digest in base64. */
const SHORTEST_UNNAMED = 32;

/** Null when the text is no JSON object, or an error message of a service. */
export function readCertificate(text: string): CertificateReading | null {
  const value = parsed(text);
  if (!isObject(value) || readErrorBody(value) !== null) return null;
  const texts = new Set<string>();
  const named: (WrittenFingerprint & Pick<FoundText, 'path'>)[] = [];
  const others: WrittenFingerprint[] = [];
  for (const { path, text: found } of textsIn(value)) {
    if (texts.size < MOST_TEXTS) texts.add(found);
    if (readFileHash(found).length === 0) continue;
    const written = { text: found, at: path.join('.') };
    if (path.at(-1)?.toLowerCase() === NAME) named.push({ ...written, path });
    else if (found.trim().length >= SHORTEST_UNNAMED) others.push(written);
  }
  const top = Math.min(...named.map(({ path }) => path.length));
  const nearest = named.filter(({ path }) => path.length === top);
  // Two different ones at the same level: it is unknown which one belongs to the file.
  const isNamed = new Set(nearest.map((each) => each.text)).size === 1;
  const fingerprints = isNamed
    ? nearest.slice(0, 1).map(({ text: found, at }) => ({ text: found, at }))
    : [...named.map(({ text: found, at }) => ({ text: found, at })), ...others];
  const differing = nearest
    .flatMap((one) => nearest.map((other) => [one, other] as const))
    .find(([one, other]) => contradicts(one, other));
  const [first] = nearest;
  return {
    fingerprints: fingerprints.slice(0, MOST_FINGERPRINTS),
    isNamed,
    contradiction:
      differing !== undefined
        ? { about: 'fingerprint', values: [differing[0].text, differing[1].text] }
        : first !== undefined && isNamed
          ? findContradiction(value, first.path)
          : null,
    sizes: first !== undefined && isNamed ? sizesIn(value, first.path) : [],
    said: first !== undefined && isNamed ? saidOn(value, first.path) : [],
    fileIds: fileIdsOf(value, first?.path ?? ['']),
    texts,
  };
}

/** Beside each other, and not two ways of writing the same. */
function contradicts(one: WrittenFingerprint, other: WrittenFingerprint): boolean {
  const parentOf = ({ at }: WrittenFingerprint) => at.slice(0, at.lastIndexOf('.') + 1);
  if (parentOf(one) !== parentOf(other)) return false;
  const hexes = new Set(readFileHash(one.text).map(({ digestHex }) => digestHex));
  return !readFileHash(other.text).some(({ digestHex }) => hexes.has(digestHex));
}

interface FoundText {
  /** Keys and positions, outermost first. */
  readonly path: readonly string[];
  readonly text: string;
}

/** Every text value, outermost first. Not recursive, because the depth is untrusted input. */
function* textsIn(value: unknown): Generator<FoundText> {
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [
    { path: [], value },
  ];
  for (const next of open) {
    if (typeof next.value === 'string') yield { path: next.path, text: next.value };
    else if (next.path.length === DEEPEST) continue;
    else if (Array.isArray(next.value)) {
      next.value.forEach((item, index) =>
        open.push({ path: [...next.path, String(index)], value: item }),
      );
    } else if (isObject(next.value)) {
      for (const [key, item] of Object.entries(next.value)) {
        open.push({ path: [...next.path, key], value: item });
      }
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
