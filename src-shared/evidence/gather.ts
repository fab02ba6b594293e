/**
 * Reads what was chosen and lets the judge speak: first the small texts that say what is to be compared with what, then every
 * file once, from its first to its last byte.
 */
import { equalReading, readFileHash } from '../model/proofs/file-hash.ts';
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
  ListAlgorithm,
} from '../model/proofs/hash-method.ts';
import {
  algorithmsForCertificate,
  judgeAlone,
  type Evaluation,
  contradictionBetween,
  isOfAnother,
  type JudgedFile,
} from '../model/proofs/judge.ts';
import type { Judgement, ZipTrouble } from '../model/proofs/judgement.ts';
import type { Confirmation } from '../model/proofs/proof.ts';
import {
  type CertificateReading,
  readCertificate,
  readCertificatePdf,
  type Said,
} from '../model/proofs/read-certificate.ts';
import { BAGIT_FILE, PAYLOAD_FOLDER } from './bag-format.ts';
import { type ChosenEntry, type DigestAll, readWhole } from './chosen.ts';
import {
  type FoundCertificate,
  type JudgedPair,
  judgeChoice,
  mayBeCertificate,
  type Pair,
  pairUp,
  placesOf,
  type ReadEntry,
} from './judge-choice.ts';
import { openZip } from './open-zip.ts';
import { collectTroubles, type ReadBag, readBag } from './read-bag.ts';

export const MOST_CERTIFICATE_BYTES = 2_000_000;
/** Of all certificates of a choice together: a stranger's could fill the memory. */
const MOST_CERTIFICATES_BYTES = 200_000_000;
const MOST_PDF_BYTES = 20_000_000;
/** Reading a page takes as long as reading fifty files: of more, the data beside it is what is compared. */
const MOST_PDFS_BESIDE_DATA = 100;
const MOST_PDFS = 500;
/** Each has its files looked through once. */
const MOST_BAGS = 100;

export interface GatherPorts {
  readonly digestAll: DigestAll;
  /** What stands on the pages of a PDF; null: it cannot be read. */
  readonly pdfText: (bytes: Uint8Array) => Promise<string | null>;
  /** Both lights, with what this computer read from the service. */
  readonly judge: (
    certificate: { readonly reading: CertificateReading; readonly text: () => Promise<string> },
    file: JudgedFile,
  ) => Promise<{ readonly evaluation: Evaluation; readonly confirmation: Confirmation }>;
  /** As which the account's service makes its fingerprints; null: not known. */
  readonly method: HashMethod | null;
  readonly onRead: (doneBytes: number, totalBytes: number) => void;
}

export async function checkChoice(
  chosen: readonly ChosenEntry[],
  ports: GatherPorts,
): Promise<Judgement> {
  const { entries: opened, zips } = await withOpenedZips(chosen, ports);
  const entries = opened.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const bags = await readBags(entries);
  const certificates = await readCertificates(entries, bags, ports);
  const read = await readFiles(entries, bags, certificates, ports);
  const pairs = pairUp({ entries: read, bags, certificates });
  const judged: JudgedPair[] = [];
  const files = new Map(read.map((entry) => [entry.path, entry]));
  const readings = new Map(certificates.map((each) => [each.path, each]));
  for (const pair of pairs) {
    const both = await judgePair(pair, files, readings, byPath, ports);
    if (both !== null) judged.push({ ...pair, ...both });
  }
  const compared = await withDocuments(bags, byPath, files, readings, judged, ports);
  const found = judgeChoice({ entries: read, bags: compared, certificates, pairs: judged });
  const unjudged = new Set(
    found.lines.filter(({ why }) => why === 'no-certificate').map(({ path }) => path),
  );
  return { ...found, zips: zips.filter(({ path }) => unjudged.has(path)) };
}

/** Bags with what their papers say against the certificates that they name for their files, and that fit them. */
async function withDocuments(
  bags: readonly ReadBag[],
  entries: ReadonlyMap<string, ChosenEntry>,
  files: ReadonlyMap<string, ReadEntry>,
  readings: ReadonlyMap<string, FoundCertificate>,
  judged: readonly JudgedPair[],
  { digestAll }: GatherPorts,
): Promise<readonly ReadBag[]> {
  const fitting = new Map<string, CertificateReading[]>();
  for (const { path, certificate, evaluation, isDeclared } of judged) {
    // One content may have been recorded twice: the certificate of the other record fits, too.
    const reading =
      isDeclared && evaluation.kind === 'match' ? readings.get(certificate)?.reading : null;
    if (reading != null) fitting.set(path, [...(fitting.get(path) ?? []), reading]);
  }
  const names = new Set([...files.keys()].map((each) => each.normalize()));
  const compared: ReadBag[] = [];
  for (const bag of bags) {
    const { troubles, trouble } = collectTroubles(bag.troubles);
    const areSameIds = bag.told.some(
      ({ path, said }) => isSameRecord(said, fitting.get(bag.root + path) ?? []) === true,
    );
    for (const { by, path, sha256, said } of bag.told) {
      const own = files.get(bag.root + path)?.digests?.sha256;
      const certificates = fitting.get(bag.root + path);
      if (!names.has((bag.root + path).normalize())) trouble('missing', path);
      if (own === undefined || certificates === undefined) continue;
      const isOther =
        (sha256 !== '' && sha256 !== own) ||
        contradictionBetween([{ said }, ...certificates]) !== null ||
        // A service may name its records in one way in its lists and in another in its certificates.
        (areSameIds && isSameRecord(said, certificates) === false);
      if (isOther) trouble(by, path);
    }
    for (const { path, metadata } of bag.checks?.parts ?? []) {
      const file = files.get(bag.root + path);
      const certificates = fitting.get(bag.root + path);
      if (path === null || file?.digests == null || certificates === undefined) continue;
      const entry = metadata === null ? undefined : entries.get(bag.root + metadata);
      const bytes = entry === undefined ? null : await readWhole(entry, MOST_CERTIFICATE_BYTES);
      const document = bytes instanceof Uint8Array ? readCertificate(textOf(bytes)) : null;
      if (metadata === null || document === null) continue;
      const digests = {
        ...file.digests,
        ...(await furtherDigests(file, document, entries, digestAll)),
      };
      if (isOfAnother(document, certificates, { digests, sizeBytes: file.sizeBytes })) {
        trouble('metadata-differs', metadata);
      }
    }
    compared.push({ ...bag, troubles });
  }
  return compared;
}

const idsIn = (all: readonly Said[]) =>
  all.flatMap(({ meaning, value }) => (meaning === 'file-id' ? [value] : []));

/** Null: one of both does not say. */
function isSameRecord(
  said: readonly Said[],
  certificates: readonly CertificateReading[],
): boolean | null {
  const [named, known] = [idsIn(said), idsIn(certificates.flatMap((each) => each.said))];
  return named.length === 0 || known.length === 0 ? null : named.some((id) => known.includes(id));
}

/** In every way in which the document can mean its fingerprint: only where the usual ones do not fit. */
async function furtherDigests(
  { path, digests }: ReadEntry,
  document: CertificateReading,
  entries: ReadonlyMap<string, ChosenEntry>,
  digestAll: DigestAll,
): Promise<Digests> {
  const entry = entries.get(path);
  const meanings = document.fingerprints.flatMap(({ text }) => readFileHash(text));
  if (entry === undefined || equalReading(meanings, digests ?? {}) !== null) return {};
  const algorithms = [...new Set(meanings.map(({ algorithm }) => algorithm))];
  const [found] = await digestAll([{ entry, algorithms }], () => undefined);
  return found ?? {};
}

/** A ZIP that a certificate beside it is about is a file; of any other the files in it were chosen. */
async function withOpenedZips(chosen: readonly ChosenEntry[], { digestAll }: GatherPorts) {
  const entries: ChosenEntry[] = [];
  const zips: { path: string; why: ZipTrouble }[] = [];
  const isInBag = (path: string) =>
    chosen.some(
      (each) =>
        each.path.endsWith(BAGIT_FILE) && path.startsWith(each.path.slice(0, -BAGIT_FILE.length)),
    );
  const beside = chosen.filter(({ path }) => /\.json$/i.test(path) && !isInBag(path));
  for (const entry of chosen) {
    if (!/\.zip$/i.test(entry.path) || entry.refusal !== null || isInBag(entry.path)) {
      entries.push(entry);
      continue;
    }
    if (await isCertified(entry, beside, digestAll)) {
      entries.push(entry);
      continue;
    }
    const opened = await openZip(entry);
    if (typeof opened === 'string') {
      zips.push({ path: entry.path, why: opened });
      entries.push(entry);
    } else {
      entries.push(...opened.entries);
      for (const { path } of opened.entries) {
        if (/\.zip$/i.test(path)) zips.push({ path, why: 'inside' });
      }
    }
  }
  return { entries, zips };
}

async function isCertified(
  zip: ChosenEntry,
  beside: readonly ChosenEntry[],
  digestAll: DigestAll,
): Promise<boolean> {
  for (const entry of beside) {
    const bytes = await readWhole(entry, MOST_CERTIFICATE_BYTES);
    const reading =
      bytes instanceof Uint8Array ? readCertificate(new TextDecoder().decode(bytes)) : null;
    const fingerprints = reading?.fingerprints ?? [];
    if (reading === null || fingerprints.length === 0) continue;
    const algorithms = ['sha256', 'blake3', ...algorithmsForCertificate(reading, null)] as const;
    const [digests] = await digestAll([{ entry: zip, algorithms }], () => undefined);
    const file = { digests: digests ?? {}, sizeBytes: zip.sizeBytes };
    if (judgeAlone(reading, file).evaluation.kind === 'match') return true;
  }
  return false;
}

/** Wherever there is a declaration: at the root, deeper, hidden, inside another. */
async function readBags(entries: readonly ChosenEntry[]): Promise<readonly ReadBag[]> {
  const roots = entries
    .filter(({ path }) => path === BAGIT_FILE || path.endsWith(`/${BAGIT_FILE}`))
    .map(({ path }) => path.slice(0, -BAGIT_FILE.length));
  const bags: ReadBag[] = [];
  for (const root of [...new Set(roots)].slice(0, MOST_BAGS)) {
    const files = new Map(
      entries
        // What stands in the place of a file is not that file.
        .filter(
          ({ path, refusal }) =>
            path.startsWith(root) && refusal !== 'link' && refusal !== 'special',
        )
        .map((entry) => [entry.path.slice(root.length), entry]),
    );
    bags.push(await readBag(root, files));
  }
  return bags;
}

const isPdf = ({ path }: ChosenEntry) => /\.pdf$/i.test(path);

async function readCertificates(
  entries: readonly ChosenEntry[],
  bags: readonly ReadBag[],
  { pdfText }: GatherPorts,
): Promise<readonly FoundCertificate[]> {
  const places = placesOf(entries, bags, new Set());
  const found: FoundCertificate[] = [];
  let leftBytes = MOST_CERTIFICATES_BYTES;
  let pdfs = 0;
  const possible = entries.filter(({ path, refusal }) => {
    const place = places.get(path);
    return (
      refusal === null &&
      place !== undefined &&
      place.role !== 'system' &&
      mayBeCertificate(place.name, place.bag)
    );
  });
  const data = new Set(possible.filter((each) => !isPdf(each)).map(({ path }) => path));
  const beside = possible.filter(
    (each) => isPdf(each) && data.has(each.path.replace(/\.pdf$/i, '.json')),
  );
  const isMany = beside.length > MOST_PDFS_BESIDE_DATA;
  for (const entry of possible) {
    const isLoose = places.get(entry.path)?.bag === null;
    if (isPdf(entry) && isMany && beside.includes(entry)) {
      found.push({ path: entry.path, form: 'pdf', reading: null, unread: 'too-many' });
      continue;
    }
    if (isPdf(entry) && (pdfs += 1) > MOST_PDFS) continue;
    const most = isPdf(entry) ? MOST_PDF_BYTES : MOST_CERTIFICATE_BYTES;
    const bytes = await readWhole(entry, Math.min(most, leftBytes));
    const isRead = bytes instanceof Uint8Array;
    leftBytes -= isRead ? bytes.length : 0;
    const form = isPdf(entry) ? 'pdf' : 'json';
    const text = !isRead ? null : form === 'pdf' ? await pdfText(bytes) : textOf(bytes);
    const reading =
      text === null ? null : form === 'pdf' ? readCertificatePdf(text) : readCertificate(text);
    // What is no certificate is a file like others, unless it lies where a bundle has its certificates.
    if (isLoose && (reading === null || !isAboutAFile(reading))) continue;
    const isUnread = form === 'pdf' && reading === null && (!isRead || beginsAsPdf(bytes));
    found.push({ path: entry.path, form, reading, unread: isUnread ? 'unreadable' : null });
  }
  return found;
}

/** Programs look for it among the first bytes. */
function beginsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-');
}

function isAboutAFile({ fingerprints, said }: CertificateReading): boolean {
  return fingerprints.length > 0 || said.some(({ meaning }) => meaning === 'hash');
}

/** Some editors save UTF-16, and begin it with a mark of its byte order. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Once with what lists and certificates ask for; again only those that no certificate fits, in the other ways. */
async function readFiles(
  entries: readonly ChosenEntry[],
  bags: readonly ReadBag[],
  certificates: readonly FoundCertificate[],
  { digestAll, method, onRead }: GatherPorts,
): Promise<readonly ReadEntry[]> {
  const places = placesOf(entries, bags, new Set(certificates.map(({ path }) => path)));
  const usual = new Set<DigestAlgorithm>(['sha256']);
  const further = new Set<DigestAlgorithm>();
  for (const { reading } of certificates) {
    if (reading === null) continue;
    const wanted = algorithmsForCertificate(reading, method);
    const isOne = wanted.length <= 1 && (reading.stated !== null || wanted.length === 1);
    for (const algorithm of wanted) (isOne ? usual : further).add(algorithm);
    if (!isOne || reading.stated === 'blake3') usual.add('blake3');
  }
  const algorithmsOf = ({ path }: ChosenEntry): readonly ListAlgorithm[] => {
    const due = bags.flatMap(({ root, lists }) =>
      path.startsWith(root)
        ? lists
            .filter(({ digests }) => digests.has(path.slice(root.length)))
            .map(({ algorithm }) => algorithm)
        : [],
    );
    const place = places.get(path);
    const isAsked =
      place?.role === 'content' ||
      (place?.bag !== null && place?.name.startsWith(`${PAYLOAD_FOLDER}/`));
    return [
      ...new Set<ListAlgorithm>([
        ...due,
        ...(place?.role === 'content' ? usual : isAsked ? ['sha256' as const] : []),
      ]),
    ];
  };
  const orders = entries
    .filter(({ refusal }) => refusal === null)
    .map((entry) => ({ entry, algorithms: algorithmsOf(entry) }))
    .filter(({ algorithms }) => algorithms.length > 0);
  const totalBytes = orders.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
  let doneBytes = 0;
  const tell = (bytes: number) => {
    doneBytes += bytes;
    onRead(Math.min(doneBytes, totalBytes), totalBytes);
  };
  const found = await digestAll(orders, tell);
  const digests = new Map<string, Digests | null>(
    orders.map(({ entry }, at) => [entry.path, found[at] ?? null]),
  );
  const read = () =>
    entries.map(({ path, sizeBytes, refusal }) => ({
      path,
      sizeBytes,
      refusal,
      digests: digests.get(path) ?? null,
    }));
  if (further.size === 0) return read();
  const named = new Set(certificates.flatMap(meaningsOf));
  const again = orders.filter(
    ({ entry }) =>
      places.get(entry.path)?.role === 'content' && !isMet(digests.get(entry.path), named),
  );
  const more = await digestAll(
    again.map(({ entry }) => ({ entry, algorithms: [...further] })),
    () => undefined,
  );
  for (const [at, { entry }] of again.entries()) {
    const first = digests.get(entry.path);
    digests.set(entry.path, more[at] == null ? null : { ...first, ...more[at] });
  }
  return read();
}

/** Every digest that it can mean, with its algorithm. */
function meaningsOf({ reading }: FoundCertificate): readonly string[] {
  const readings = (reading?.fingerprints ?? []).flatMap(({ text }) => readFileHash(text));
  return readings.map(({ algorithm, digestHex }) => `${algorithm} ${digestHex}`);
}

/** True also for what could not be read: it cannot be read again. */
function isMet(digests: Digests | null | undefined, named: ReadonlySet<string>): boolean {
  if (digests == null) return true;
  return Object.entries(digests).some(([algorithm, hex]) => named.has(`${algorithm} ${hex}`));
}

async function judgePair(
  { path, certificate }: Pair,
  files: ReadonlyMap<string, ReadEntry>,
  readings: ReadonlyMap<string, FoundCertificate>,
  entries: ReadonlyMap<string, ChosenEntry>,
  { judge, pdfText }: GatherPorts,
) {
  const [file, found] = [files.get(path), readings.get(certificate)];
  if (file?.digests == null || found === undefined) return null;
  const { reading, form } = found;
  const judged = { digests: file.digests, sizeBytes: file.sizeBytes };
  if (reading === null) {
    const evaluation: Evaluation = {
      kind: 'unsure',
      doubt: { kind: 'not-a-certificate' },
      decidedBy: 'certificate',
    };
    return { evaluation, confirmation: { kind: 'unconfirmed', why: 'no-record' } as const };
  }
  const entry = entries.get(certificate);
  const text = async () => {
    const bytes = entry === undefined ? null : await readWhole(entry, MOST_PDF_BYTES);
    if (!(bytes instanceof Uint8Array)) return '';
    return form === 'pdf' ? ((await pdfText(bytes)) ?? '') : textOf(bytes);
  };
  return judge({ reading, text }, judged);
}
