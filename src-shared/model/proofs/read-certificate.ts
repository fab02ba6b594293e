/**
 * What a certificate says, in its data (JSON) or in the text of its page (PDF). Its shape is not documented, so names are read
 * that leave no doubt, and what is not understood contradicts nothing. It may come from anyone: what it says is compared, never
 * trusted, followed or run. Pure.
 */
import { isObject } from '../../service/reading.ts';
import { readErrorBody } from '../../service/envelopes.ts';
import { DAY_MS, momentIn } from '../text/time.ts';
import { algorithmNamed, readFileHash } from './file-hash.ts';
import { DIGEST_ALGORITHMS, type ListAlgorithm } from './hash-method.ts';
import type { Contradiction } from './proof.ts';

export interface WrittenFingerprint {
  readonly text: string;
  /** Its path in the document, such as "file.FileHash" or "proofs.0.digest"; absent for a PDF, which has no paths. */
  readonly at?: string | undefined;
}

export interface CertificateReading {
  readonly form: 'json' | 'pdf';
  /** Those under the documented name, nearest to the top; else every text that reads as a digest. */
  readonly fingerprints: readonly WrittenFingerprint[];
  /** There is no doubt that they are the file's. */
  readonly isNamed: boolean;
  /** In which way it says that its fingerprint was made; null: it does not say, or not in words that are known. */
  readonly stated: ListAlgorithm | null;
  /** As it writes that. */
  readonly statedText: string | null;
  /** Null: it says nothing that cannot all be so. */
  readonly contradiction: Contradiction | null;
  /** What it says of the file with its fingerprint. */
  readonly said: readonly Said[];
  /** The ids of the record that it says it is about; empty when it names none in a way that leaves no doubt. */
  readonly fileIds: readonly string[];
  /** The complete text values in it, outermost first, to find out which file it is about. */
  readonly texts: readonly string[];
  /** The first web address in it: where it says that it can be looked up. */
  readonly address: string | null;
  /** It is of a service for trying: it says so, or is to be looked up on the computer of whoever asks. */
  readonly isOfTest: boolean;
}

/** What can be compared with a record, in the order in which it is told. */
export const CERTIFICATE_FIELDS = [
  'name',
  'size',
  'project',
  'project-name',
  'owner',
  'uploaded',
  'recorded',
  'transaction',
  'block',
  'block-hash',
  'owner-address',
] as const;
export type CertificateField = (typeof CERTIFICATE_FIELDS)[number];
type Meaning = CertificateField | 'file-id' | 'hash' | 'method';

/** Something that the certificate says of its file. */
export interface Said {
  readonly meaning: Meaning;
  readonly text: string;
  /** Equal for what means the same: of moments in ms, of sizes in bytes. */
  readonly value: string | number;
  /** Of a size: its name says so; else it may be in kB, MiB and the like. */
  readonly isInBytes: boolean;
  /** Of a page: its line and those below it, over which a long value goes on, or which are about something else. */
  readonly lines: readonly string[];
}

/** Names without case, dots, dashes and underscores; of what stands in an object of its own with that object's name before. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...names('size', 'size sizebytes sizeinbytes filesize filesizebytes filesizeinbytes'),
  ...names('name', 'filename'),
  ...names('project', 'projectid project.id'),
  ...names('project-name', 'projectname project.name'),
  ...names('owner', 'owner ownername owner.name uploadedby uploader uploader.name'),
  ...names('owner-address', 'owneraddress owner.address'),
  ...names('uploaded', 'uploaded uploadedat uploaddate'),
  ...names('recorded', 'recorded recordedat notarized notarizedat notarizationdate'),
  ...names('transaction', 'transaction transactionhash transactionid txhash txid transaction.hash'),
  ...names('block', 'block blocknumber transaction.blocknumber'),
  ...names('block-hash', 'blockhash transaction.blockhash'),
  ...names('file-id', 'fileid'),
  ...names('hash', 'filehash'),
  ...names('method', 'filehashmethod filehashalgorithm hashmethod hashalgorithm digestalgorithm'),
]);
/** Only beside the fingerprint: elsewhere they are about a signature, say. */
const OWN_MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  names('method', 'algorithm method hashtype fingerprintmethod'),
);
const FILE_MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['name', 'name'],
  ['id', 'file-id'],
]);
const PARTS: ReadonlySet<string> = new Set(['file', 'project', 'owner', 'uploader', 'transaction']);

const NAME = 'filehash';
/** Objects of such names are about other files, which a certificate may cite. */
const CITING =
  /parent|procedure|source|primary|secondary|previous|related|link|refer|cite|input|deriv|version/i;
const DEEPEST = 40; // levels; the paths of a maliciously deep document would fill the memory
const MOST_FINGERPRINTS = 100; // a certificate has no more, and each costs a comparison
const MOST_TEXTS = 2_000; // each is looked up among the records
/** Without a name, a short text of letters is more likely a word than a digest in base64. */
const SHORTEST_UNNAMED = 32;

/** Null when the text is no JSON object, or an error message of a service. */
export function readCertificate(text: string): CertificateReading | null {
  const value = parsed(text);
  if (!isObject(value) || readErrorBody(value) !== null) return null;
  const reading = readDocument(value, 'json');
  if (reading.contradiction !== null) return reading;
  const twice = keyGivenTwice(text);
  return twice === null
    ? reading
    : { ...reading, contradiction: { about: 'key', values: [twice, twice] } };
}

type Found = WrittenFingerprint & Pick<FoundText, 'path'>;

/** `lines`: those of a page from a value on, by the value's name. */
function readDocument(
  value: object,
  form: CertificateReading['form'],
  lines: Readonly<Record<string, readonly string[]>> = {},
): CertificateReading {
  const texts = new Set<string>();
  const named: Found[] = [];
  const others: WrittenFingerprint[] = [];
  /** Where it names one that cannot be read. */
  let unreadable: readonly string[] | null = null;
  for (const { path, text: found } of textsIn(value)) {
    if (texts.size < MOST_TEXTS) texts.add(found);
    const isName = path.at(-1)?.toLowerCase() === NAME;
    if (!isName && found.trim().length < SHORTEST_UNNAMED) continue;
    if (readFileHash(found).length === 0) {
      if (isName) unreadable ??= path;
      continue;
    }
    const written = { text: found, at: path.join('.') };
    if (isName) named.push({ ...written, path });
    else others.push(written);
  }
  const top = Math.min(...named.map(({ path }) => path.length));
  const nearest = named.filter(({ path }) => path.length === top);
  // Two different ones at the same level: it is unknown which one belongs to the file.
  const isNamed = new Set(nearest.map((each) => each.text)).size === 1;
  const fingerprints = isNamed
    ? nearest.slice(0, 1).map(({ text: found, at }) => ({ text: found, at }))
    : named.length === 0 && unreadable !== null
      ? [] // it has one, and it is none of the others
      : [...named.map(({ text: found, at }) => ({ text: found, at })), ...others];
  const [first] = nearest;
  const isOne = isNamed || new Set(fingerprints.map((each) => each.text)).size <= 1;
  const path = isNamed ? first?.path : unreadable;
  const said = isOne ? saidOn(value, path ?? [''], lines) : [];
  const address = [...texts].find(isShownAddress) ?? null;
  const statedText = said.find(({ meaning }) => meaning === 'method')?.text ?? null;
  return {
    form,
    fingerprints: fingerprints.slice(0, MOST_FINGERPRINTS),
    isNamed,
    stated: statedText === null ? null : algorithmNamed(statedText),
    statedText,
    contradiction: twoFingerprints(named) ?? (isNamed ? findContradiction(said) : null),
    said,
    fileIds: fileIdsOf(value, first?.path ?? ['']),
    texts: [...texts],
    address,
    isOfTest: [...texts].some((each) => TEST_MARK.test(each)) || OWN_ADDRESS.test(address ?? ''),
  };
}

/** As the bundled service marks what it issues. */
const TEST_MARK = /\bDEMO – issued by the bundled service\b/;
/** Of the computer itself, which on every computer is another one. */
const OWN_ADDRESS = /^https?:\/\/(?:127(?:\.\d+){3}|(?:[^/?#]+\.)?localhost|\[::1\])(?::|[/?#]|$)/i;

const LONGEST_ADDRESS = 300;

/** Of plain letters, which look like no others; without a user's name, which would look like a host. */
const SHOWN_ADDRESS = /^https?:\/\/(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** A web address that a person can be told to open: whole, or not at all. */
const isShownAddress = (text: string) => text.length <= LONGEST_ADDRESS && SHOWN_ADDRESS.test(text);

/** Two that are both said to be the file's own, and are not two ways of writing the same. */
function twoFingerprints(named: readonly Found[]): Contradiction | null {
  const own = named.filter(
    ({ path }) => !path.some((key) => /^\d+$/.test(key) || CITING.test(key)),
  );
  for (const [index, one] of own.entries()) {
    const other = own
      .slice(index + 1)
      .find(
        (each) =>
          isOnOneLine(one.path.slice(0, -1), each.path.slice(0, -1)) &&
          areDifferent(one.text, each.text),
      );
    if (other !== undefined) return { about: 'fingerprint', values: [one.text, other.text] };
  }
  return null;
}

/** One of them is the other, or lies around it. */
function isOnOneLine(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).join('\0') === other.slice(0, length).join('\0');
}

function areDifferent(one: string, other: string): boolean {
  const hexes = new Set(readFileHash(one).map(({ digestHex }) => digestHex));
  return !readFileHash(other).some(({ digestHex }) => hexes.has(digestHex));
}

/** What it says twice and differently, or what cannot be so. */
function findContradiction(said: readonly Said[]): Contradiction | null {
  for (const meaning of CERTIFICATE_FIELDS) {
    const [first, ...others] = said.filter((each) => each.meaning === meaning);
    const other = others.find(({ value }) => value !== first?.value);
    if (first === undefined || other === undefined) continue;
    return { about: aboutOf(meaning), values: [first.text, other.text] };
  }
  const of = (meaning: Meaning) => said.find((each) => each.meaning === meaning);
  const [uploaded, recorded] = [of('uploaded'), of('recorded')];
  if (uploaded !== undefined && recorded !== undefined && recorded.value < uploaded.value) {
    return { about: 'order', values: [recorded.text, uploaded.text] };
  }
  const [hash, method] = [of('hash'), of('method')];
  const algorithm = method === undefined ? null : algorithmNamed(method.text);
  if (hash === undefined || method === undefined || algorithm === null) return null;
  const readings = readFileHash(hash.text);
  const isKnown = (DIGEST_ALGORITHMS as readonly string[]).includes(algorithm);
  if (readings.length === 0 || !isKnown) return null; // of a length, or a way, that is not known here
  const isPossible = readings.some((reading) => reading.algorithm === algorithm);
  return isPossible ? null : { about: 'method', values: [method.text, hash.text] };
}

export function aboutOf(field: CertificateField): Contradiction['about'] {
  return field === 'uploaded' || field === 'recorded' ? 'date' : field;
}

const UNITS = [1_000, 1_000 ** 2, 1_000 ** 3, 1_024, 1_024 ** 2, 1_024 ** 3] as const; // in bytes

/** A size that it gives to its file, and that a file of so many bytes does not have; null: there is none. */
export function otherSize(
  { said }: Pick<CertificateReading, 'said'>,
  sizeBytes: number,
): Said | null {
  const wrong = said.find(
    ({ meaning, value, isInBytes }) =>
      meaning === 'size' &&
      typeof value === 'number' &&
      value !== sizeBytes &&
      (isInBytes || UNITS.every((unit) => Math.abs(value - sizeBytes / unit) >= 1)),
  );
  return wrong ?? null;
}

const MOST_LINES = 4; // of one value
const SHORTEST_SHORTENED = 30; // characters that must be left of a value with a gap

/**
 * Whether this name is written there, in any case: in one line, or on a page over several, where spaces at their ends are lost,
 * characters without ink are spelled as [U+202E], and the middle of a very long one may be left out.
 */
export function isNameWritten({ value, lines }: Said, name: string): boolean {
  const known = name.normalize().toLowerCase();
  if (String(value).normalize().toLowerCase() === known) return true;
  const wanted = squeezed(known);
  return lines.some((_line, index) => {
    const shown = squeezed(lines.slice(0, index + 1).join(''));
    const [head = '', tail = '', ...more] = shown.split('…');
    return (
      shown === wanted ||
      (more.length === 0 &&
        tail !== '' &&
        head.length + tail.length >= SHORTEST_SHORTENED &&
        head.length + tail.length < wanted.length &&
        wanted.startsWith(head) &&
        wanted.endsWith(tail))
    );
  });
}

/** A page may end a value that is too long for it with dots: that says nothing of the rest. */
export function isCut({ text, lines }: Said): boolean {
  return lines.length > 0 && /(?:…|\.{3})$/.test(text);
}

function squeezed(text: string): string {
  return text
    .normalize()
    .toLowerCase()
    .replaceAll(/\[u\+([\da-f]{4,6})\]/g, (spelled, digits: string) => {
      const point = Number.parseInt(digits, 16);
      return point > LAST_CODE_POINT ? spelled : String.fromCodePoint(point);
    })
    .replaceAll(/\s+/g, '');
}

const LAST_CODE_POINT = 0x10_ffff;

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

/** A key that one object has twice: programs take the last one, and people read the first. */
function keyGivenTwice(text: string): string | null {
  const open: (Set<string> | null)[] = []; // null: a list
  for (const { 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

interface Around {
  readonly object: object;
  /** `own`: holds the fingerprint; `outer`: holds one that does; else an object beside the fingerprint, by its name. */
  readonly place: string;
}

/** The objects around the fingerprint, outermost first, each with its parts about the file. */
function objectsOn(certificate: object, path: readonly string[]): readonly Around[] {
  let found: Around[] = [];
  let here: unknown = certificate;
  for (const [index, key] of path.entries()) {
    if (Array.isArray(here)) {
      found = []; // what stands around a list may be about many files
    } else if (isObject(here)) {
      found.push({ object: here, place: index === path.length - 1 ? 'own' : 'outer' });
      for (const [name, part] of Object.entries(here)) {
        const place = plain(name);
        if (isObject(part) && PARTS.has(place) && place !== plain(key)) {
          found.push({ object: part, place });
        }
      }
    }
    here = Object(here)[key];
  }
  return found;
}

function saidOn(
  certificate: object,
  path: readonly string[],
  lines: Readonly<Record<string, readonly string[]>>,
): readonly Said[] {
  return objectsOn(certificate, path).flatMap((around) => saidIn(around, lines));
}

/** What a document that is no certificate says, by the names of a certificate. */
export const saidOf = (document: object): readonly Said[] =>
  saidIn({ object: document, place: 'outer' }, {});

function saidIn(
  { object, place }: Around,
  lines: Readonly<Record<string, readonly string[]>>,
): readonly Said[] {
  return Object.entries(object).flatMap(([key, value]: readonly [string, unknown]) => {
    const name = plain(key);
    const meaning = meaningOf(name, place);
    if (meaning === undefined || (typeof value !== 'string' && typeof value !== 'number'))
      return [];
    const read = valueOf(meaning, String(value).trim());
    const isInBytes = name.includes('bytes');
    if (read === null) return [];
    return [
      { meaning, text: String(value), value: read, isInBytes, lines: lines[key] ?? NO_LINES },
    ];
  });
}

/** One for all: there may be very many certificates. */
const NO_LINES: readonly string[] = [];

function meaningOf(name: string, place: string): Meaning | undefined {
  if (place === 'file') return FILE_MEANINGS.get(name) ?? MEANINGS.get(name);
  if (PARTS.has(place)) return MEANINGS.get(`${place}.${name}`);
  if (place === 'outer' && name.startsWith('size')) return undefined;
  return MEANINGS.get(name) ?? (place === 'own' ? OWN_MEANINGS.get(name) : undefined);
}

/** Null when it cannot be compared. */
function valueOf(meaning: Meaning, text: string): string | number | null {
  if (text === '') return null;
  if (meaning === 'size') return /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (meaning === 'uploaded' || meaning === 'recorded') return momentIn(text);
  const isHex =
    meaning === 'transaction' || meaning === 'block-hash' || meaning === 'owner-address';
  return isHex ? text.toLowerCase() : text.normalize();
}

/** What a certificate calls the record of its file; empty when it does not say. */
function fileIdsOf(certificate: object, path: readonly string[]): readonly string[] {
  return objectsOn(certificate, path).flatMap(({ object, place }) =>
    Object.entries(object).flatMap(([key, value]: readonly [string, unknown]) => {
      const name = plain(key);
      const isId = name === 'fileid' || (name === 'id' && (place === 'own' || place === 'file'));
      return isId && typeof value === 'string' ? [value] : [];
    }),
  );
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function names(meaning: Meaning, list: string): readonly (readonly [string, Meaning])[] {
  return list.split(' ').map((name) => [name, meaning]);
}

// The text of a PDF, visible or not: a line after another, in the order in which it is drawn.

/** Digits of MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. */
const DIGEST_DIGITS: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);
/** In groups of four, over lines; or whole. Those of a chain begin with 0x. */
const DIGEST =
  /(?<![0-9a-z])(?:[0-9a-f]{4}(?:\s+[0-9a-f]{4}(?![0-9a-z])){7,31}|[0-9a-f]{32,128})(?![0-9a-z])/gi;
const ID = /(?<![0-9a-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z-])/gi;
const ADDRESS = /https?:\/\/\S+/gi;
/** A long one goes on in the next line, which is no words then. */
const BROKEN_ADDRESS =
  /(https?:\/\/\S{40,})[^\S\n]*\n[^\S\n]*(?=\S*\d)(\S{4,})(?=[^\S\n]*(?:\n|$))/gi;
/** In full, with separators or without: "6,442,450,944 bytes". A number that comes in pieces is none. */
const SIZE =
  /(?<!\d[^\S\n]*|[.,]\s*)(\d{1,3}(?:[,.’'\u00A0\u2009\u202F]\d{3})+|\d{1,15})\s+bytes?(?![a-z])/gi;
/** Before a digest that is not the file's. */
const OF_ANOTHER =
  /\b(transaction|tx|block|address|cid|ipfs|metadata|wallet|contract|signature|key|merkle|seal)\b[^\n]{0,24}\s*$/i;
const OF_FILE = /\b(fingerprint|hash|digest|checksum|md5|sha-?\d+)\b[^\n]{0,40}\s*$/i;
/** "FINGERPRINT · SHA-256, hex". */
const METHOD = /\b(?:fingerprint|hash|digest|checksum)\b[^\n\w]{1,5}([^\n]{2,40})/gi;
const MOST_IN_TEXT = 100;

/** What stands on a page before a value: "FILE ID  7202…", "Uploaded: 26 November 2026", or on a line of its own. */
const CAPTIONS: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^file(?: ?name)?$/i, 'fileName'],
  [/^(?:file|record) id$/i, 'fileId'],
  [/^uploaded(?: at| on)?$/i, 'uploaded'],
  [/^(?:recorded|notarized)(?: at| on)?$/i, 'recorded'],
  [/^project(?: name)?$/i, 'projectName'],
  [/^project id$/i, 'projectId'],
  [/^(?:owner|uploaded by)$/i, 'owner'],
  [/^transaction(?: hash| id)?$/i, 'transaction'],
  [/^block(?: number)?$/i, 'block'],
  [/^block hash$/i, 'blockHash'],
];

/** Behind the caption, or in a sentence: the day on which its record was made. */
const RECORDED_ON =
  /(?:^[^\S\n]*(?:recorded|notarized)(?: at| on)?[\s:]+|\brecorded on the chain on\s+)(\d{1,2} \p{L}{3,9} \d{4})\b/gimu;

/** Two days that are further apart than zones make them. */
function twoDays(text: string): Contradiction | null {
  const days = Array.from(text.matchAll(RECORDED_ON), ([, day = '']) => ({
    day,
    ms: momentIn(`${day}, 00:00 UTC`),
  })).filter(({ ms }) => ms !== null);
  const [first] = days;
  const other = days.find(({ ms }) => Math.abs((ms ?? 0) - (first?.ms ?? 0)) > DAY_MS);
  return first === undefined || other === undefined
    ? null
    : { about: 'date', values: [first.day, other.day] };
}

/** Null when the text names no fingerprint that can be read. */
export function readCertificatePdf(text: string): CertificateReading | null {
  const digests = digestsIn(text);
  const [first, ...others] = digests;
  if (first === undefined) return null;
  const other = others.find((each) => isAnotherOf(each, first));
  const method =
    Array.from(text.matchAll(METHOD), ([, named = '']) => named.trim()).find(
      (named) => algorithmNamed(named) !== null,
    ) ?? '';
  const sizes = new Set(
    Array.from(text.matchAll(SIZE), ([, size = '']) => size.replaceAll(/\D/g, '')),
  );
  const captions = captioned(text);
  const lines = Object.fromEntries(
    captions.toReversed().map(({ key, value }) => [key, value] as const),
  );
  const document = {
    FileHash: first,
    ...(method === '' ? {} : { FileHashMethod: method }),
    // Of several, the file's cannot be told.
    ...(sizes.size === 1 ? { sizeBytes: [...sizes][0] } : {}),
    ...Object.fromEntries(
      Object.entries(lines).map(([key, [value = '']]) => [key, value] as const),
    ),
    more: others,
    notice: TEST_MARK.exec(text)?.[0],
    ids: distinct(text, ID),
    addresses: distinct(text.replaceAll(BROKEN_ADDRESS, '$1$2'), ADDRESS),
  };
  const reading = readDocument(document, 'pdf', lines);
  const fingerprints = digests.map((each) => ({ text: each }));
  if (other === undefined) {
    const contradiction = reading.contradiction ?? twoDays(text) ?? twoOwners(captions);
    return { ...reading, fingerprints, contradiction };
  }
  const contradiction = { about: 'fingerprint', values: [first, other] } as const;
  return { ...reading, fingerprints, contradiction };
}

/** Those that the file's can be, each once. */
function digestsIn(text: string): readonly string[] {
  const found = Array.from(text.matchAll(DIGEST), ({ 0: written, index }) => {
    const digest = written.replaceAll(/\s+/g, '').toLowerCase();
    const before = text.slice(Math.max(0, index - 80), index);
    const isOther = OF_ANOTHER.test(before) || (digest.length === 32 && !OF_FILE.test(before));
    return isOther || !DIGEST_DIGITS.has(digest.length) ? '' : digest;
  });
  const hexes = found.filter((each) => each !== '');
  return [...new Set([...hexes, ...lettersBelowCaptions(text)])].slice(0, MOST_IN_TEXT);
}

/** Fingerprints in base64 and content identifiers, in groups and over lines: only below a caption, as they look like words. */
function lettersBelowCaptions(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, before] = /^(.*?)\b(?:fingerprint|hash|digest|checksum)\b/i.exec(line) ?? [];
    if (before === undefined || OF_ANOTHER.test(before)) return [];
    const behind = /:\s*(\S.*)$/.exec(line)?.[1] ?? '';
    const following = [behind, ...lines.slice(at + 1, at + 1 + MOST_LINES)];
    const readable = following
      .map((_line, index) =>
        following
          .slice(0, index + 1)
          .join('')
          .replaceAll(/\s+/g, ''),
      )
      .filter((each) => !/^[\da-f]+$/i.test(each) && readFileHash(each).length > 0);
    return readable.slice(-1); // the longest: a part of one may read as a shorter one
  });
}

/** Another fingerprint that was made in the same way, as far as its length says. */
function isAnotherOf(one: string, other: string): boolean {
  const ways = new Set(readFileHash(other).map(({ algorithm }) => algorithm));
  const isAlike = readFileHash(one).some(({ algorithm }) => ways.has(algorithm));
  return isAlike ? areDifferent(one, other) : one.length === other.length;
}

interface Captioned {
  readonly caption: string;
  readonly key: string;
  /** What stands behind or below it: its line, and those that follow. */
  readonly value: readonly string[];
}

function captioned(text: string): readonly Captioned[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const { caption, key, after } = captionOf(line);
    const value = [...(after === '' ? [] : [after]), ...lines.slice(at + 1, at + MOST_LINES)];
    return key === undefined || (value[0] ?? '') === '' ? [] : [{ caption, key, value }];
  });
}

/** `key` undefined: it has none. */
function captionOf(line: string) {
  const [, before = line, after = ''] =
    /^((?:file|record) id)\s+(\S+)$/i.exec(line) ??
    /^([\p{L} ]{2,30}?)(?:\s*:\s*|\s{2,})(\S.*)$/u.exec(line) ??
    [];
  const caption = before.trim().toLowerCase();
  const key = CAPTIONS.find(([pattern]) => pattern.test(caption))?.[1];
  return { caption, key, after: after.trim() };
}

/** Below one caption, where one may have been drawn over the other. A name that goes on is the same. */
function twoOwners(captions: readonly Captioned[]): Contradiction | null {
  const owners = captions.flatMap(({ caption, key, value: [name = ''] }) =>
    key === 'owner' && captionOf(name).key === undefined ? [{ caption, name }] : [],
  );
  for (const one of owners) {
    const other = owners.find(
      ({ caption, name }) =>
        caption === one.caption &&
        !squeezed(name).startsWith(squeezed(one.name)) &&
        !squeezed(one.name).startsWith(squeezed(name)),
    );
    if (other !== undefined) return { about: 'owner', values: [one.name, other.name] };
  }
  return null;
}

function distinct(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])].slice(0, MOST_IN_TEXT);
}
