/**
 * What everything that was chosen amounts to, together: a line for every file, and one result. Pure: whatever was read is
 * handed over. Nothing that was chosen is passed over: it is judged, or named with the reason why not.
 */
import { isListedForgeably, weightOf } from '../model/proofs/evidence.ts';
import type { Digests } from '../model/proofs/hash-method.ts';
import { readFileHash } from '../model/proofs/file-hash.ts';
import { contradictionBetween, type Evaluation } from '../model/proofs/judge.ts';
import {
  type Confirmation,
  type Contradiction,
  isWeak,
  type ProofResult,
} from '../model/proofs/proof.ts';
import { type CertificateReading, isCut, isNameWritten } from '../model/proofs/read-certificate.ts';
import {
  type JudgedBundle,
  type Judgement,
  type LineKind,
  type LineWhy,
  type LooseCertificate,
  type ProofLine,
  type Refusal,
  type SaidOfRecord,
  verdictOf,
} from '../model/proofs/judgement.ts';
import { listNamed, PAYLOAD_FOLDER } from './bag-format.ts';
import type { BagList } from './bag-lists.ts';
import { CERTIFICATES_FOLDER, collectTroubles, FILES_FOLDER, type ReadBag } from './read-bag.ts';

/** A chosen file as it was read. */
export interface ReadEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly refusal: Refusal | null;
  /** Null: it could not be read, or nothing asked for it. */
  readonly digests: Digests | null;
}

export interface FoundCertificate {
  readonly path: string;
  readonly form: CertificateReading['form'];
  /** Null: nothing in it can be read as a certificate. */
  readonly reading: CertificateReading | null;
  /** Of a PDF: it was not read, as there are too many beside their data; or no fingerprint can be read in it. */
  readonly unread: 'too-many' | 'unreadable' | null;
}

/** A file and a certificate that may be about it. */
export interface Pair {
  readonly path: string;
  readonly certificate: string;
  /** The bundle says so. */
  readonly isDeclared: boolean;
}

export interface JudgedPair extends Pair {
  readonly evaluation: Evaluation;
  readonly confirmation: Confirmation;
}

export interface ChoiceEvidence {
  readonly entries: readonly ReadEntry[];
  readonly bags: readonly ReadBag[];
  readonly certificates: readonly FoundCertificate[];
  readonly pairs: readonly JudgedPair[];
}

const SYSTEM = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*|__MACOSX\/.*)$/i;

type Role = 'content' | 'certificate' | 'own' | 'system';

interface Place {
  readonly bag: ReadBag | null;
  readonly name: string;
  readonly role: Role;
}

/** Where each file belongs: to the innermost bag around it. */
export function placesOf(
  entries: readonly Pick<ReadEntry, 'path'>[],
  bags: readonly ReadBag[],
  certificates: ReadonlySet<string>,
): ReadonlyMap<string, Place> {
  const inner = bags.toSorted((one, other) => other.root.length - one.root.length);
  const declared = new Map(
    bags.map((bag) => [bag, new Set(bag.checks?.parts.map(({ path }) => path))]),
  );
  return new Map(
    entries.map(({ path }) => {
      const bag = inner.find(({ root }) => path.startsWith(root)) ?? null;
      const name = path.slice(bag?.root.length ?? 0);
      const isDeclared = bag !== null && declared.get(bag)?.has(name) === true;
      return [
        path,
        { bag, name, role: roleOf(path, name, bag, isDeclared, certificates) },
      ] as const;
    }),
  );
}

function roleOf(
  path: string,
  name: string,
  bag: ReadBag | null,
  isDeclared: boolean,
  certificates: ReadonlySet<string>,
): Role {
  if (SYSTEM.test(path)) return 'system';
  if (certificates.has(path)) return 'certificate';
  if (bag === null) return 'content';
  if (!bag.isEvidence) return name.startsWith(`${PAYLOAD_FOLDER}/`) ? 'content' : 'own';
  return name.startsWith(FILES_FOLDER) || isDeclared ? 'content' : 'own';
}

/** In a bundle only what lies in its folder of certificates is one; elsewhere whatever reads as one. */
export function mayBeCertificate(name: string, bag: ReadBag | null): boolean {
  if (!/\.(json|pdf)$/i.test(name)) return false;
  return bag === null || (bag.isEvidence && name.startsWith(CERTIFICATES_FOLDER));
}

type Paired = Pick<ChoiceEvidence, 'entries' | 'bags' | 'certificates'>;

/**
 * Which certificate is to be held against which file: as the bundle says, by equal fingerprints, then what is left by the name of
 * the file, and the last one with the last.
 */
export function pairUp({ entries, bags, certificates }: Paired): readonly Pair[] {
  const places = placesOf(entries, bags, new Set(certificates.map(({ path }) => path)));
  const contents = entries.filter(
    ({ path, digests }) => digests !== null && places.get(path)?.role === 'content',
  );
  const readable = certificates.filter(({ reading }) => reading !== null);
  const pairs = new Map<string, Pair>();
  const add = (path: string, certificate: string, isDeclared: boolean) => {
    const key = JSON.stringify([path, certificate]);
    if (!pairs.has(key)) pairs.set(key, { path, certificate, isDeclared });
  };
  const known = new Set(
    certificates.filter(({ unread }) => unread === null).map(({ path }) => path),
  );
  const read = new Set(contents.map(({ path }) => path));
  for (const { root, checks } of bags) {
    for (const part of checks?.parts ?? []) {
      const path = part.path === null ? '' : root + part.path;
      for (const certificate of part.certificates.map((name) => root + name)) {
        if (read.has(path) && known.has(certificate)) add(path, certificate, true);
      }
    }
  }
  /** By certificate: the files whose fingerprint it names. */
  const fitting = new Map<string, Set<string>>();
  const byDigest = new Map<string, string[]>();
  for (const { path, reading } of readable) {
    for (const { text } of reading?.fingerprints ?? []) {
      for (const { algorithm, digestHex } of readFileHash(text)) {
        const key = `${algorithm} ${digestHex}`;
        byDigest
          .set(key, byDigest.get(key) ?? [])
          .get(key)
          ?.push(path);
      }
    }
  }
  for (const { path, digests } of contents) {
    for (const [algorithm, hex] of Object.entries(digests ?? {})) {
      for (const certificate of byDigest.get(`${algorithm} ${hex}`) ?? []) {
        fitting.set(certificate, (fitting.get(certificate) ?? new Set()).add(path));
        add(path, certificate, false);
      }
    }
  }
  pairLeft(contents, readable, places, pairs, add);
  const fitsNoOther = (path: string, certificate: string) =>
    fitting.get(certificate)?.has(path) !== false;
  pairTwins(readable, [...pairs.values()], fitsNoOther, add);
  return [...pairs.values()];
}

/** Within one bundle, or outside of all: what is left on both sides. */
function pairLeft(
  contents: readonly ReadEntry[],
  certificates: readonly FoundCertificate[],
  places: ReadonlyMap<string, Place>,
  pairs: ReadonlyMap<string, Pair>,
  add: (path: string, certificate: string, isDeclared: boolean) => void,
): void {
  const taken = new Set(
    [...pairs.values()].flatMap(({ path, certificate }) => [path, certificate]),
  );
  const rootOf = (path: string) => places.get(path)?.bag?.root ?? null;
  const files = Map.groupBy(
    contents.filter(({ path }) => !taken.has(path)),
    ({ path }) => rootOf(path),
  );
  const left = Map.groupBy(
    certificates.filter(({ path }) => !taken.has(path)),
    ({ path }) => rootOf(path),
  );
  for (const [root, own] of left) {
    const here = files.get(root) ?? [];
    const [only, ...others] = here;
    const isOnly = contents.filter(({ path }) => rootOf(path) === root).length === 1;
    if (only !== undefined && others.length === 0) {
      const about = own.filter((each) => isOnly || saysNoOther(each, only.path));
      for (const { path } of about) add(only.path, path, false);
      continue;
    }
    const byName = Map.groupBy(here, ({ path }) => nameOf(path));
    for (const certificate of own) {
      const named = namesFor(certificate).flatMap((name) => byName.get(name) ?? []);
      const [first, second] = new Set(named.map(({ path }) => path));
      if (first !== undefined && second === undefined) add(first, certificate.path, false);
    }
  }
}

function saysNoOther({ reading }: FoundCertificate, path: string): boolean {
  const named = (reading?.said ?? []).filter(({ meaning }) => meaning === 'name');
  return named.every(
    (said) =>
      nameOf(String(said.value)) === nameOf(path) ||
      isNameWritten(said, nameOf(path)) ||
      isCut(said),
  );
}

const stemOf = (path: string) => path.replace(/\.(json|pdf)$/i, '');

/** Data and page of one name, or of one record whatever they are called, are one certificate. */
function twinsOf(certificates: readonly FoundCertificate[]) {
  const twins = new Map<string, FoundCertificate[]>();
  for (const certificate of certificates) {
    for (const key of twinKeys(certificate.path, certificate)) {
      const all = twins.get(key);
      if (all === undefined) twins.set(key, [certificate]);
      else all.push(certificate);
    }
  }
  return twins;
}

const twinKeys = (path: string, { reading }: Pick<FoundCertificate, 'reading'>) => [
  `name ${stemOf(path)}`,
  ...(reading?.fileIds ?? []).map((id) => `record ${id}`),
];

/** What a certificate is about, its twin is held against, unless that fits another file. */
function pairTwins(
  certificates: readonly FoundCertificate[],
  pairs: readonly Pair[],
  fitsNoOther: (path: string, certificate: string) => boolean,
  add: (path: string, certificate: string, isDeclared: boolean) => void,
): void {
  const twins = twinsOf(certificates);
  const byPath = new Map(certificates.map((each) => [each.path, each]));
  for (const { path, certificate } of pairs) {
    const found = byPath.get(certificate) ?? { reading: null };
    for (const twin of twinKeys(certificate, found).flatMap((key) => twins.get(key) ?? [])) {
      if (fitsNoOther(path, twin.path)) add(path, twin.path, true);
    }
  }
}

/** Of certificates in data and on a page that are one: what they say differently. */
function contradictoryTwins(
  certificates: readonly FoundCertificate[],
): ReadonlyMap<string, Contradiction> {
  const found = new Map<string, Contradiction>();
  for (const twins of twinsOf(certificates).values()) {
    const contradiction = contradictionBetween(twins.flatMap(({ reading }) => reading ?? []));
    if (twins.length === 1 || contradiction === null) continue;
    for (const { path } of twins) found.set(path, contradiction);
  }
  return found;
}

const nameOf = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .normalize();

/** What the file of a certificate may be called: as it says itself, or as it is called without its own ending. */
function namesFor({ path, reading }: FoundCertificate): readonly string[] {
  const said = (reading?.said ?? []).flatMap(({ meaning, value }) =>
    meaning === 'name' ? [nameOf(String(value))] : [],
  );
  const stem = nameOf(path).replace(/\.(json|pdf)$/, '');
  return [...said, stem, stem.replace(/[-_. ]certificate$/, '')];
}

export function judgeChoice({
  entries,
  bags,
  certificates,
  pairs: judged,
}: ChoiceEvidence): Omit<Judgement, 'zips'> {
  const twins = contradictoryTwins(certificates);
  const pairs = judged.map((pair) => {
    const contradiction = twins.get(pair.certificate);
    if (contradiction === undefined || pair.confirmation.kind === 'denied') return pair;
    return { ...pair, confirmation: { kind: 'denied', by: 'itself', contradiction } as const };
  });
  const places = placesOf(entries, bags, new Set(certificates.map(({ path }) => path)));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const troubled: Troubled = new Map();
  const reports: Reports = new Map(bags.map((bag) => [bag, collectTroubles(bag.troubles)]));
  const bundles = bags.map((bag) => judgeBag(bag, entries, places, troubled, reports));
  const readings = new Map(certificates.map((each) => [each.path, each]));
  judgeCertificates(certificates, pairs, places, reports);
  const ofFile = Map.groupBy(withoutExchanged(pairs), ({ path }) => path);
  const lines: ProofLine[] = [];
  const counts = { files: 0, fitting: 0, weak: 0, confirmed: 0, wrong: 0, strays: 0 };
  for (const entry of entries) {
    const place = places.get(entry.path);
    const { why, listedAs = null } = troubled.get(entry.path) ?? {};
    const own = ofFile.get(entry.path) ?? [];
    const pair = mostTelling(own);
    const facts = {
      path: entry.path,
      sizeBytes: entry.sizeBytes,
      sha256: entry.digests?.sha256 ?? null,
      listedAs,
    };
    const certificate = pair === null ? undefined : readings.get(pair.certificate);
    const said = saidOfRecord(certificate?.reading ?? null);
    const isOther = certificate !== undefined && !saysNoOther(certificate, entry.path);
    const proof = pair && { ...pair, said, otherName: isOther ? said.name : null };
    if (place?.role === 'content') {
      const [kind, reason] = lineOf(entry, why, pair, areAtOdds(own));
      counts.files += 1;
      if (kind === 'denied' || kind === 'differs' || kind === 'unlisted') counts.wrong += 1;
      if (kind === 'fits') counts.fitting += 1;
      if (kind === 'weak') counts.weak += 1;
      if (kind === 'fits' && pair?.confirmation.kind === 'confirmed') counts.confirmed += 1;
      if (reason === 'no-certificate' && place.bag?.isEvidence === true) {
        reports.get(place.bag)?.trouble('no-certificate', place.name);
      }
      lines.push({ ...facts, kind, why: reason, proof });
    } else if (entry.refusal !== null) {
      lines.push({ ...facts, kind: 'unchecked', why: entry.refusal, proof: null });
    } else if (why !== undefined) {
      const kind = CHANGED.has(why) ? 'differs' : UNLISTED.has(why) ? 'unlisted' : 'unchecked';
      lines.push({ ...facts, kind, why, proof: null });
    } else if (place?.role === 'system') {
      lines.push({ ...facts, kind: 'unchecked', why: 'system', proof: null });
    } else if (readings.get(entry.path)?.unread === 'too-many') {
      lines.push({ ...facts, kind: 'unchecked', why: 'pdf-unread', proof: null });
    }
  }
  const paired = new Set(pairs.map(({ certificate }) => certificate));
  const loose = certificates
    .filter(({ path }) => places.get(path)?.bag === null && !paired.has(path) && byPath.has(path))
    .map(({ path, reading }) => looseOf(path, reading, twins.get(path)));
  const strays = straysIn(lines, places);
  counts.strays = strays.size;
  counts.files -= strays.size;
  return {
    result: resultOf(lines, bundles, loose, counts),
    lines: [
      ...lines.filter((line) => !strays.has(line)),
      ...[...strays].map((line): ProofLine => Object.assign(line, { kind: 'unchecked' })),
    ].toSorted((one, other) => order(one) - order(other)),
    bundles,
    loose,
    counts,
  };
}

/** What lies beside files that certificates are about, and none is about it. One that is called like them may be taken for them. */
function straysIn(
  lines: readonly ProofLine[],
  places: ReadonlyMap<string, Place>,
): ReadonlySet<ProofLine> {
  const names = new Set(lines.flatMap(({ path, proof }) => (proof === null ? [] : [nameOf(path)])));
  if (names.size === 0) return new Set();
  return new Set(
    lines.filter(
      ({ path, why }) =>
        why === 'no-certificate' && places.get(path)?.bag === null && !names.has(nameOf(path)),
    ),
  );
}

function looseOf(
  path: string,
  reading: CertificateReading | null,
  ofTwins: Contradiction | undefined,
): LooseCertificate {
  const fingerprint = reading?.fingerprints[0]?.text ?? null;
  const contradiction = reading?.contradiction ?? ofTwins ?? null;
  return { path, said: saidOfRecord(reading), fingerprint, contradiction };
}

const order = (line: ProofLine) => ORDER.indexOf(line.kind);

/** Files that a list speaks against, or that none names. */
type Troubled = Map<string, { readonly why: LineWhy; readonly listedAs?: string }>;

type Reports = ReadonlyMap<ReadBag, ReturnType<typeof collectTroubles>>;

const ORDER: readonly LineKind[] = [
  'denied',
  'differs',
  'unlisted',
  'unsure',
  'weak',
  'fits',
  'unchecked',
];
/** What is not checked and leaves nothing open. */
const HARMLESS: ReadonlySet<LineWhy> = new Set(['system', 'no-list', 'pdf-unread']);
/** It is not what a list says. */
const CHANGED: ReadonlySet<LineWhy> = new Set(['changed', 'lists-differ']);
const UNLISTED: ReadonlySet<LineWhy> = new Set(['not-listed', 'renamed']);
/** In a ZIP these were made on purpose. */
const MADE: ReadonlySet<LineWhy> = new Set(['twice', 'bad-name']);

function resultOf(
  lines: readonly ProofLine[],
  bundles: readonly JudgedBundle[],
  loose: readonly LooseCertificate[],
  counts: Judgement['counts'],
): ProofResult {
  const troubles = bundles.flatMap((each) => each.troubles);
  const isDenied =
    lines.some(({ kind }) => kind === 'denied') ||
    loose.some(({ contradiction }) => contradiction !== null) ||
    troubles.some(({ kind }) => kind === 'certificate-contradicts-itself');
  if (isDenied) return 'denied';
  const isWrong =
    lines.some(({ kind, why }) => kind === 'differs' || kind === 'unlisted' || MADE.has(why)) ||
    troubles.some((each) => weightOf(each) === 'wrong');
  if (isWrong) return 'differs';
  const isOpen =
    counts.strays > 0 ||
    lines.some(({ kind, why }) => kind === 'unchecked' && !HARMLESS.has(why)) ||
    troubles.some((each) => weightOf(each) === 'lack');
  return counts.files > 0 && counts.confirmed === counts.files && !isOpen ? 'proven' : 'unproven';
}

function lineOf(
  entry: ReadEntry,
  why: LineWhy | undefined,
  pair: JudgedPair | null,
  isAtOdds: boolean,
): readonly [LineKind, LineWhy] {
  if (entry.refusal !== null) return ['unchecked', entry.refusal];
  if (entry.digests === null) return ['unchecked', 'unreadable'];
  if (why !== undefined && CHANGED.has(why)) return ['differs', why];
  if (pair?.confirmation.kind === 'denied') return ['denied', 'proof'];
  if (isAtOdds) return ['differs', 'certificates-differ'];
  if (pair?.evaluation.kind === 'mismatch') return ['differs', 'proof'];
  if (why !== undefined && UNLISTED.has(why)) return ['unlisted', why];
  if (pair === null) return ['unsure', 'no-certificate'];
  if (pair.evaluation.kind === 'unsure') return ['unsure', 'proof'];
  return [isWeak(verdictOf(pair.evaluation)) ? 'weak' : 'fits', 'proof'];
}

/** A certificate of another file here that lies in the place of this one's says nothing about this one, which has its own. */
function withoutExchanged(pairs: readonly JudgedPair[]): readonly JudgedPair[] {
  const fits = pairs.filter(({ evaluation }) => evaluation.kind === 'match');
  const [certificates, files] = [
    new Set(fits.map(({ certificate }) => certificate)),
    new Set(fits.map(({ path }) => path)),
  ];
  return pairs.filter(
    ({ path, certificate, evaluation }) =>
      evaluation.kind !== 'mismatch' || !certificates.has(certificate) || !files.has(path),
  );
}

/** One certificate is about the file, and another is not. */
function areAtOdds(pairs: readonly JudgedPair[]): boolean {
  const has = (kind: Evaluation['kind']) =>
    pairs.some(({ evaluation }) => evaluation.kind === kind);
  return has('match') && has('mismatch');
}

/** What speaks against a file counts before what speaks for it. */
function mostTelling(pairs: readonly JudgedPair[]): JudgedPair | null {
  const rank = ({ evaluation, confirmation }: JudgedPair) =>
    confirmation.kind === 'denied'
      ? 0
      : evaluation.kind === 'mismatch'
        ? 1
        : evaluation.kind === 'unsure'
          ? 4
          : confirmation.kind === 'confirmed'
            ? 2
            : 3;
  return pairs.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

function saidOfRecord(reading: CertificateReading | null): SaidOfRecord {
  const of = (meaning: string) => reading?.said.find((each) => each.meaning === meaning);
  const moment = (of('recorded') ?? of('uploaded'))?.value;
  return {
    name: of('name')?.text ?? null,
    fileId: reading?.fileIds[0] ?? null,
    owner: of('owner')?.text ?? null,
    recordedAtMs: typeof moment === 'number' ? moment : null,
    address: reading?.address ?? null,
    isOfTest: reading?.isOfTest === true,
  };
}

/** The bag's lists and sums, against the files below its root: also those of bags inside. */
function judgeBag(
  bag: ReadBag,
  entries: readonly ReadEntry[],
  places: ReadonlyMap<string, Place>,
  troubled: Troubled,
  reports: Reports,
): JudgedBundle {
  const { root, lists, oxum, checks, isEvidence, version } = bag;
  const { troubles, trouble } = reports.get(bag) ?? collectTroubles();
  let files = 0;
  let sizeBytes = 0;
  for (const entry of entries) {
    if (!entry.path.startsWith(root)) continue;
    const name = entry.path.slice(root.length);
    const due = lists.filter(({ digests }) => digests.has(name));
    if (due.length === 0 && places.get(entry.path)?.role === 'system') continue;
    const isPayload = name.startsWith(`${PAYLOAD_FOLDER}/`);
    if (isPayload) {
      files += 1;
      sizeBytes += entry.sizeBytes;
    }
    if (entry.refusal !== null) {
      trouble(entry.refusal === 'link' ? 'link' : 'unreadable', name);
    } else if (entry.digests === null) {
      if (due.length > 0 || isPayload) trouble('unreadable', name);
    } else {
      const asListed = due.filter(
        ({ algorithm, digests }) => entry.digests?.[algorithm] === digests.get(name),
      );
      if (asListed.length < due.length) {
        trouble('changed', name);
        troubled.set(entry.path, { why: asListed.length === 0 ? 'changed' : 'lists-differ' });
      }
    }
    const why = troubled.get(entry.path)?.why;
    if ((why !== undefined && CHANGED.has(why)) || lists.length === 0) continue;
    if (!isNamed(name, isPayload, lists, version)) {
      trouble('not-listed', name);
      const [listedAs] = lists.flatMap(
        ({ algorithm, absent }) => absent.get(entry.digests?.[algorithm] ?? '') ?? [],
      );
      troubled.set(
        entry.path,
        listedAs === undefined
          ? { why: 'not-listed' }
          : { why: 'renamed', listedAs: root + listedAs },
      );
    } else if (
      due.length === 0 &&
      listNamed(name) === null &&
      name !== 'bagit.txt' &&
      !troubled.has(entry.path)
    ) {
      troubled.set(entry.path, { why: 'no-list' });
    }
  }
  if (oxum !== null && (oxum.files !== files || oxum.sizeBytes !== sizeBytes)) {
    trouble('wrong-sum', 'bag-info.txt');
  }
  const algorithms = lists
    .filter(({ isOfTags }) => !isOfTags)
    .map(({ algorithm }) => algorithm)
    .toSorted();
  if (isListedForgeably({ algorithms })) trouble('weak-lists', '.');
  if (
    isEvidence &&
    checks === null &&
    !troubles.some(({ kind, where }) => kind === 'missing' && where === 'data/checks.json')
  ) {
    trouble('no-checks', 'data/checks.json');
  }
  for (const { kind, where, ...more } of checks?.lacks ?? []) trouble(kind, where, more);
  return {
    root,
    isEvidence,
    files,
    sizeBytes,
    algorithms,
    troubles,
    service: checks?.service ?? '',
  };
}

/**
 * Before version 1.0 one manifest could name files that another did not. A bag may be without lists of its own files; no list of
 * them names such a list.
 */
function isNamed(
  name: string,
  isPayload: boolean,
  lists: readonly BagList[],
  version: string,
): boolean {
  const ofKind = lists.filter(({ isOfTags }) => isOfTags !== isPayload);
  const has = ({ digests }: BagList) => digests.has(name);
  if (!isPayload)
    return ofKind.length === 0 || listNamed(name)?.isOfTags === true || ofKind.some(has);
  return version === '1.0' ? ofKind.every(has) : ofKind.some(has);
}

/** Certificates of a bundle that speak of none of its files, or against themselves. */
function judgeCertificates(
  certificates: readonly FoundCertificate[],
  pairs: readonly JudgedPair[],
  places: ReadonlyMap<string, Place>,
  reports: Reports,
): void {
  const ofCertificate = Map.groupBy(pairs, ({ certificate }) => certificate);
  const without = new Set(
    [...reports].flatMap(([{ root, checks }, { troubles }]) => {
      const missing = new Set(
        troubles.flatMap(({ kind, where }) =>
          kind === 'missing' || kind === 'to-fetch' ? [where] : [],
        ),
      );
      return (checks?.parts ?? []).flatMap(({ path, certificates: own }) =>
        path === null || missing.has(path) ? own.map((name) => root + name) : [],
      );
    }),
  );
  for (const { path, reading, unread } of certificates) {
    const place = places.get(path);
    if (place?.bag == null || unread === 'too-many') continue;
    const report = reports.get(place.bag);
    if (report === undefined) continue;
    const { trouble, troubles } = report;
    if (unread === 'unreadable' || reading?.fingerprints.length === 0) {
      trouble('certificate-unreadable', place.name);
      continue;
    }
    const isChanged = (file: string) =>
      troubles.some(({ kind, where }) => kind === 'changed' && place.bag?.root + where === file);
    const own = ofCertificate.get(path) ?? [];
    const isContradictory =
      (reading !== null && reading.contradiction !== null) ||
      own.some(
        ({ confirmation }) => confirmation.kind === 'denied' && confirmation.by === 'itself',
      );
    if (isContradictory) trouble('certificate-contradicts-itself', place.name);
    else if (reading === null) {
      trouble('certificate-differs', place.name);
    } else if (own.length === 0) {
      // Without its file on purpose, or that file is missing, which was said.
      if (!without.has(path) && reading.isNamed) trouble('certificate-of-nothing', place.name);
    } else {
      // Of a file that was changed it is no wonder: the certificate is about what was packed.
      const untold = isChanged(path) ? [] : own.filter((each) => !isChanged(each.path));
      const fits = own.some(({ evaluation }) => evaluation.kind === 'match');
      const isMisfit = untold.some(
        ({ evaluation, isDeclared }) => evaluation.kind !== 'match' && (isDeclared || !fits),
      );
      if (isMisfit && reading.isNamed) {
        trouble('certificate-differs', place.name);
      }
    }
  }
}
