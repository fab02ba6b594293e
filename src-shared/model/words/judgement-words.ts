/** What everything that was chosen amounts to, in words: one sentence on top, what to do next, and a line for every file. */
import { type BagTrouble, weightOf } from '../proofs/evidence.ts';
import {
  type Judgement,
  type LineKind,
  type LineWhy,
  type LooseCertificate,
  type ProofLine,
  type SaidOfRecord,
  verdictOf,
  type ZipTrouble,
} from '../proofs/judgement.ts';
import { type Confirmation, isDeleted } from '../proofs/proof.ts';
import { printable, printableName } from '../text/printable.ts';
import { troubleText, type EvidenceWords } from './evidence-words.ts';
import {
  algorithmName,
  quotable,
  type VerdictFigures,
  type VerdictWords,
} from './verdict-words.ts';

/** What the sentence on top is made of. */
export interface Figured {
  /** Of the only file; null: there are several, or none. */
  readonly name: string | null;
  readonly files: number;
  readonly fitting: number;
  readonly weak: number;
  /** Files that something speaks against; by its path, where it is one. */
  readonly wrong: number;
  readonly wrongPath: string | null;
  /** What speaks against the only one; of several whether lists of bundles do. */
  readonly wrongBy: 'itself' | 'record' | 'certificate' | 'list' | 'no-list';
  /** Its path by the list; null: it was not renamed, or several things are wrong. */
  readonly renamedFrom: string | null;
  /** Files, and what else of a bundle is wrong. */
  readonly parts: number;
  /** What lists name and is not there; by its path, where it is one. */
  readonly missing: number;
  readonly missingPath: string | null;
  /** The first and the last day that certificates name; null: they name none. */
  readonly days: readonly [first: string, last: string] | null;
  /** The first and the last record that certificates name, shortened. */
  readonly records: readonly [first: string, last: string] | null;
  /** What is wrong about bundles, beside their files. */
  readonly troubles: number;
  /** Names in ZIPs that lead out of them, or can be meant in two ways. */
  readonly misleading: number;
  /** Files beside those that certificates are about; by its path, where it is one. */
  readonly strays: number;
  readonly strayPath: string | null;
  /** ZIPs that were not opened. */
  readonly zips: number;
  readonly zipPath: string | null;
}

export interface NextStep {
  /** Further files to which the same applies. */
  readonly others: number;
  /** Null: no certificate names one. */
  readonly address: string | null;
  /** The day on which it was recorded, as the certificate has it. */
  readonly day: string | null;
  readonly record: string | null;
  readonly sha256: string | null;
}

/** What a certificate says of a file and its record. */
export type SaidFacts = Omit<NextStep, 'others'> & {
  readonly name: string | null;
  readonly owner: string | null;
  /** As it is written, with the name of its method where that is known. */
  readonly fingerprint: string | null;
};

export interface JudgementWords {
  readonly labels: Readonly<Record<LineKind, string>>;
  readonly proven: (figured: Figured) => string;
  readonly unchanged: (figured: Figured) => string;
  readonly weakly: (figured: Figured) => string;
  readonly partly: (figured: Figured) => string;
  readonly none: (files: number) => string;
  readonly wrong: (figured: Figured) => string;
  readonly bundleChanged: (figured: Figured) => string;
  /** Nothing else is wrong. */
  readonly missing: (figured: Figured) => string;
  /** Names in a ZIP that lead out of it, or can be meant in two ways; nothing else is wrong. */
  readonly misleading: (names: number) => string;
  readonly denied: (figured: Figured) => string;
  /** Of a bundle without files. */
  readonly proofsOnly: string;
  readonly unconfirmed: (files: number) => string;
  readonly partlyConfirmed: (confirmed: number, files: number) => string;
  readonly complete: (bundles: number) => string;
  readonly lacking: (bundles: number) => string;
  /** Behind the first sentence. */
  readonly strays: (figured: Figured) => string;
  readonly closed: (figured: Figured) => string;
  /** Of certificates without any file. */
  readonly alone: (certificates: number) => string;
  readonly ofTest: (certificates: number, all: number) => string;
  readonly addresses: (count: number) => string;
  readonly addressesCaution: string;
  readonly facts: (facts: SaidFacts) => readonly string[];
  readonly next: (step: NextStep) => string;
  readonly nextAlone: string;
  readonly nextWrong: string;
  readonly nextDenied: string;
  readonly nextNone: string;
  readonly nextRenamed: string;
  /** Of certificates of a service for trying. */
  readonly nextOfTest: string;
  readonly since: (day: string) => string;
  readonly record: (id: string) => string;
  readonly forgeable: (algorithm: string) => string;
  /** Of the record that confirms it. */
  readonly deleted: string;
  /** Beside what a proof says. */
  readonly whys: Readonly<Record<Exclude<LineWhy, 'proof' | 'renamed'>, string>>;
  /** `name`: as the list has it. */
  readonly renamed: (name: string) => string;
  readonly zips: Readonly<Record<ZipTrouble, string>>;
  /** Of the certificate. */
  readonly calledOther: (name: string) => string;
  readonly loose: string;
  readonly asSaid: string;
  readonly day: (ms: number) => string;
}

export type Look = 'good' | 'open' | 'bad';

export interface SaidLine {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly look: Look;
  readonly label: string;
  readonly text: string;
}

export interface SaidJudgement {
  readonly look: Look;
  /** Two or three sentences, the first on top. */
  readonly sentences: readonly string[];
  /** What to do now. */
  readonly next: string | null;
  /** What is wrong or missing beside the files. */
  readonly troubles: readonly string[];
  readonly lines: readonly SaidLine[];
  /** Where to look up each of several records that nothing confirms yet, and what to compare. */
  readonly addresses: readonly string[];
}

interface AllWords {
  readonly judgement: JudgementWords;
  readonly verdicts: VerdictWords;
  readonly evidence: EvidenceWords;
  readonly figures: VerdictFigures;
}

export function sayJudgement(judged: Judgement, words: AllWords): SaidJudgement {
  const { judgement, evidence } = words;
  const { lines, bundles, zips } = judged;
  const figured = figuredOf(judged, judgement);
  const open = openOf(judged);
  const ofLists = new Set(lines.filter(({ why }) => OF_LISTS.has(why)).map(({ path }) => path));
  const troubles = bundles.flatMap(({ root, troubles: found }) =>
    found
      // That the sums are wrong is no wonder where files are.
      .filter(({ kind }) => kind !== 'wrong-sum' || found.length === 1)
      .filter(({ kind, where }) => !OF_LINES.has(kind) || !ofLists.has(root + where))
      .map((trouble) => troubleOf(trouble, root, evidence)),
  );
  const closed = new Map(zips.map(({ path, why }) => [path, why]));
  return {
    look: lookOf(judged),
    sentences: sentencesOf(judged, figured, judgement),
    next: nextOf(judged, open, judgement),
    troubles: [
      ...zips.map(({ path, why }) => `${printableName(path)}: ${judgement.zips[why]}`),
      ...judged.loose.map((each) => `${printableName(each.path)}: ${looseText(each, words)}`),
      ...troubles,
    ],
    lines: lines.map((line) => sayLine(line, closed.get(line.path), words)),
    addresses:
      open.length < 2 ? [] : reachable(open).flatMap((line) => addressText(line, judgement)),
  };
}

/** What lists say against files; their lines tell it, and nothing else has to. */
const OF_LISTS: ReadonlySet<LineWhy> = new Set([
  'changed',
  'lists-differ',
  'not-listed',
  'renamed',
]);
const OF_LINES: ReadonlySet<BagTrouble['kind']> = new Set(['changed', 'not-listed']);

/** Those whose records can be looked up elsewhere than on the computer of whoever tried the service. */
const reachable = (lines: readonly ProofLine[]) =>
  lines.filter(({ proof }) => proof?.said.isOfTest !== true);

/** Files that fit a certificate which nothing confirms yet. */
function openOf({ result, lines }: Judgement): readonly ProofLine[] {
  if (result !== 'unproven') return [];
  return lines.filter(
    ({ kind, proof }) =>
      (kind === 'fits' || kind === 'weak') && proof?.confirmation.kind !== 'confirmed',
  );
}

function addressText({ path, sha256, proof }: ProofLine, words: JudgementWords): readonly string[] {
  const facts = factsOf(proof?.said, words);
  if (facts.address === null) return [];
  const shown = words.facts({ ...facts, sha256, owner: null });
  return [`${printableName(path)}: ${[facts.address, ...shown].join(' · ')}`];
}

function looseText(
  { said, fingerprint, contradiction }: LooseCertificate,
  { judgement, verdicts, figures }: AllWords,
): string {
  if (contradiction !== null) {
    return verdicts.confirmation({ kind: 'denied', by: 'itself', contradiction }, figures);
  }
  const facts = judgement.facts({
    ...factsOf(said, judgement),
    name: said.name === null ? null : printable(quotable(said.name)),
    fingerprint: fingerprint === null ? null : printable(quotable(fingerprint)),
  });
  return `${judgement.loose}. ${judgement.asSaid} ${facts.join(', ')}`;
}

function factsOf(said: SaidOfRecord | undefined, { day }: JudgementWords): SaidFacts {
  const { fileId = null, address = null, recordedAtMs = null, owner = null } = said ?? {};
  return {
    name: null,
    address: address === null ? null : printable(address),
    day: recordedAtMs === null ? null : day(recordedAtMs),
    record: fileId === null ? null : printable(quotable(fileId)),
    owner: owner === null ? null : printable(quotable(owner)),
    sha256: null,
    fingerprint: null,
  };
}

function troubleOf(trouble: BagTrouble, root: string, words: EvidenceWords): string {
  const inside = trouble.where === '.' ? trouble : { ...trouble, where: root + trouble.where };
  const text = troubleText(inside, words, printableName);
  return trouble.where === '.' && root !== '' ? `${printableName(root)}: ${text}` : text;
}

function lookOf({ result }: Pick<Judgement, 'result'>): Look {
  if (result === 'proven') return 'good';
  return result === 'unproven' ? 'open' : 'bad';
}

function sentencesOf(
  judged: Judgement,
  figured: Figured,
  words: JudgementWords,
): readonly string[] {
  const proofs = judged.lines.flatMap(({ proof }) => proof?.said ?? []);
  const said = [...proofs, ...judged.loose.map((each) => each.said)];
  const ofTest = said.filter(({ isOfTest }) => isOfTest).length;
  const [first = '', ...others] = resultSentences(judged, figured, words);
  const behind = [
    ...(figured.strays > 0 ? [words.strays(figured)] : []),
    ...(figured.zips > 0 && !isClosed(judged) ? [words.closed(figured)] : []),
  ];
  return [
    [first, ...behind].join(' '),
    ...others,
    ...(ofTest > 0 ? [words.ofTest(ofTest, said.length)] : []),
  ];
}

/** Nothing was chosen but ZIPs that were not opened. */
function isClosed({ counts, zips }: Judgement): boolean {
  return zips.length > 0 && zips.length === counts.files + counts.strays;
}

function resultSentences(
  judged: Judgement,
  figured: Figured,
  words: JudgementWords,
): readonly string[] {
  const { result, counts, bundles, loose } = judged;
  const { files, fitting, weak, confirmed } = counts;
  if (result === 'proven') return [words.proven(figured)];
  if (result === 'denied') return [words.denied(figured)];
  if (result === 'differs') {
    if (figured.wrong > 0) return [words.wrong(figured)];
    if (figured.missing > 0 && figured.missing === figured.troubles)
      return [words.missing(figured)];
    return [
      figured.troubles > 0 ? words.bundleChanged(figured) : words.misleading(figured.misleading),
    ];
  }
  if (files === 0 && loose.length > 0) return [words.alone(loose.length)];
  if (isClosed(judged)) return [words.closed(figured)];
  if (files === 0 && bundles.some((each) => each.isEvidence)) return [words.proofsOnly];
  if (fitting + weak === 0) return [words.none(files)];
  const whole = fitting === files;
  const lacks = bundles
    .flatMap(({ troubles }) => troubles)
    .some((each) => weightOf(each) === 'lack');
  const first = whole
    ? words.unchanged(figured)
    : fitting + weak === files
      ? words.weakly(figured)
      : words.partly(figured);
  const open = confirmed === 0 ? words.unconfirmed(files) : words.partlyConfirmed(confirmed, files);
  return [
    first,
    ...(bundles.length > 0 && !lacks ? [words.complete(bundles.length)] : []),
    ...(confirmed === files ? [] : [open]),
    // What it is about follows.
    ...(lacks ? [words.lacking(bundles.length)] : []),
  ];
}

function figuredOf({ lines, counts, bundles, zips }: Judgement, { day }: JudgementWords): Figured {
  const closed = new Set(zips.map(({ path }) => path));
  const strays = lines.filter(
    ({ path, kind, why }) => kind === 'unchecked' && why === 'no-certificate' && !closed.has(path),
  );
  const said = lines.flatMap(({ proof }) => proof?.said ?? []);
  const moments = said.flatMap(({ recordedAtMs }) => recordedAtMs ?? []);
  const ids = said
    .flatMap(({ fileId }) => fileId ?? [])
    .toSorted(new Intl.Collator('en', { numeric: true }).compare)
    .map(shortened);
  const [first, last] = [ids[0], ids.at(-1)];
  const least = moments.reduce((one, other) => Math.min(one, other), Infinity);
  const most = moments.reduce((one, other) => Math.max(one, other), -Infinity);
  const wrong = lines.filter(
    ({ kind }) => kind === 'denied' || kind === 'differs' || kind === 'unlisted',
  );
  // That the sums are wrong is no wonder where something else is.
  const wrongAbout = bundles
    .flatMap(({ troubles }) => troubles)
    .filter((each) => weightOf(each) === 'wrong')
    .filter(({ kind }, _at, all) => kind !== 'wrong-sum' || all.length === 1);
  const missing = wrongAbout.filter(({ kind }) => kind === 'missing');
  const [only, ...others] = lines.filter(
    ({ kind, why, proof }) => proof !== null || (kind !== 'unchecked' && why === 'no-certificate'),
  );
  return {
    name:
      only === undefined || others.length > 0
        ? null
        : printableName(only.path.replace(/^.*\//s, '')),
    files: counts.files,
    fitting: counts.fitting,
    weak: counts.weak,
    wrong: wrong.length,
    wrongBy: wrongBy(wrong),
    renamedFrom: wrong.length === 1 ? printedOrNull(wrong[0]?.listedAs ?? null) : null,
    parts: counts.files + wrong.length - counts.wrong,
    missing: missing.length,
    missingPath: missing.length === 1 ? printableName(missing[0]?.where ?? '') : null,
    days: moments.length === 0 ? null : [day(least), day(most)],
    records: first === undefined || last === undefined ? null : [first, last],
    wrongPath: wrong.length === 1 ? printableName(wrong[0]?.path ?? '') : null,
    strays: strays.length,
    strayPath: strays.length === 1 ? printedOrNull(strays[0]?.path ?? null) : null,
    zips: zips.length,
    zipPath: zips.length === 1 ? printedOrNull(zips[0]?.path ?? null) : null,
    misleading: lines.filter(({ why }) => why === 'bad-name' || why === 'twice').length,
    troubles: wrongAbout.length,
  };
}

function wrongBy(wrong: readonly ProofLine[]): Figured['wrongBy'] {
  const [only, ...others] = wrong;
  if (others.length > 0) return wrong.some(({ why }) => OF_LISTS.has(why)) ? 'list' : 'certificate';
  const confirmation = only?.proof?.confirmation;
  if (only?.kind === 'denied' && confirmation?.kind === 'denied') {
    return confirmation.by === 'itself' ? 'itself' : 'record';
  }
  if (only?.kind === 'unlisted') return 'no-list';
  return only !== undefined && OF_LISTS.has(only.why) ? 'list' : 'certificate';
}

const printedOrNull = (path: string | null) => (path === null ? null : printableName(path));

const SHOWN = 8; // characters of an id

function shortened(id: string): string {
  const safe = printable(id);
  return safe.length > SHOWN ? `${safe.slice(0, SHOWN)}…` : safe;
}

function nextOf(
  { result, counts, loose, zips, lines, bundles }: Judgement,
  all: readonly ProofLine[],
  words: JudgementWords,
): string | null {
  if (result === 'proven') return null;
  if (result === 'denied') return words.nextDenied;
  if (result === 'differs') {
    const wrong = lines.filter(({ kind }) => kind === 'differs' || kind === 'unlisted');
    return wrong.length > 0 && wrong.every(({ why }) => why === 'renamed')
      ? words.nextRenamed
      : words.nextWrong;
  }
  if (all.length > 0 && reachable(all).length === 0) return words.nextOfTest;
  const [open, ...others] = reachable(all);
  if (open === undefined) {
    const isOfProofs = loose.length > 0 || bundles.some((each) => each.isEvidence);
    if (counts.files === 0 && isOfProofs) return words.nextAlone;
    return counts.confirmed > 0 || zips.length > 0 ? null : words.nextNone;
  }
  const { address, day, record } = factsOf(open.proof?.said, words);
  return words.next({ others: others.length, address, day, record, sha256: open.sha256 });
}

/** What a line says after its label: "Unchanged" goes on with "since 28 Nov 2026", others end there. */
export function behindLabel(text: string): string {
  if (text === '') return '';
  return /^\p{Ll}/u.test(text) ? ` ${text}` : `. ${text}`;
}

/** `closed`: why it was not opened, of a ZIP. */
function sayLine(line: ProofLine, closed: ZipTrouble | undefined, words: AllWords): SaidLine {
  const { path, sizeBytes, sha256, kind, why } = line;
  const { labels, zips } = words.judgement;
  const text =
    closed === undefined || why !== 'no-certificate'
      ? textOf(line, words)
      : `${zips[closed].charAt(0).toUpperCase()}${zips[closed].slice(1)}.`;
  return { path, sizeBytes, sha256, look: LOOKS[kind], label: labels[kind], text };
}

const LOOKS: Readonly<Record<LineKind, Look>> = {
  fits: 'good',
  weak: 'open',
  differs: 'bad',
  denied: 'bad',
  unsure: 'open',
  unlisted: 'bad',
  unchecked: 'open',
};

function deletedText(
  confirmation: Extract<Confirmation, { kind: 'confirmed' }>,
  { deleted }: JudgementWords,
): readonly string[] {
  return confirmation.by === 'record' && isDeleted(confirmation.record) ? [deleted] : [];
}

function textOf({ kind, why, listedAs, proof }: ProofLine, words: AllWords): string {
  const { judgement, verdicts, figures } = words;
  if (why === 'renamed') return judgement.renamed(printableName(listedAs ?? ''));
  if (why !== 'proof') return judgement.whys[why];
  if (proof === null) return '';
  const { evaluation, confirmation, said } = proof;
  if (kind === 'denied') return verdicts.confirmation(confirmation, figures, true);
  const other =
    proof.otherName === null ? [] : [judgement.calledOther(printable(quotable(proof.otherName)))];
  if (kind === 'differs' || kind === 'unsure') {
    const text = verdicts.text({ verdict: verdictOf(evaluation), confirmation }, figures);
    return [text, ...other].join(' ');
  }
  const facts = [
    ...(said.recordedAtMs === null ? [] : [judgement.since(judgement.day(said.recordedAtMs))]),
    ...(said.fileId === null ? [] : [judgement.record(shortened(said.fileId))]),
    ...(said.owner === null ? [] : [printable(quotable(said.owner))]),
  ];
  const weakly =
    kind === 'weak' && evaluation.kind === 'match'
      ? [judgement.forgeable(algorithmName(evaluation.comparison.method.algorithm))]
      : [];
  const confirmed =
    confirmation.kind === 'confirmed'
      ? [verdicts.confirmedBriefly(confirmation), ...deletedText(confirmation, judgement)]
      : [];
  const known = facts.length === 0 ? [] : [`${facts.join(' · ')}.`];
  return [...known, ...other, ...weakly, ...confirmed].join(' ');
}
