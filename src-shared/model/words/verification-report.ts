/**
 * A verification as a file to keep: JSON whose keys explain themselves to whoever finds it in ten years, or text for
 * people. It says what was compared with what, and never more than that proves. Pure.
 */
import type { Digests } from '../proofs/hash-method.ts';
import { printable, printableJson } from '../text/printable.ts';
import { PRODUCT } from '../text/product.ts';
import { isoFromMs } from '../text/time.ts';
import { confirmationOf, resultOf, type ServiceAnswer } from '../proofs/proof.ts';
import { settledBy, type RecordFacts, type Verification } from '../proofs/verdict.ts';
import { reportWords as english, type ReportWords } from './en/verification-report.ts';
import { verdictWords as englishVerdicts } from './en/verdicts.ts';
import { reportWords as italian } from './it/verification-report.ts';
import { verdictWords as italianVerdicts } from './it/verdicts.ts';
import type { Language } from './languages.ts';
import {
  algorithmName,
  methodName,
  resultLabel,
  secondLight,
  type VerdictWords,
} from './verdict-words.ts';

const REPORT_FORMAT = 'labseal-verification';
/** Rises when a key changes its meaning or goes; new keys do not move it. */
const REPORT_VERSION = 1;

const WORDS: Readonly<
  Record<Language, { readonly report: ReportWords; readonly verdicts: VerdictWords }>
> = {
  en: { report: english, verdicts: englishVerdicts },
  it: { report: italian, verdicts: italianVerdicts },
};
const MADE_BY = `${PRODUCT.name} ${PRODUCT.version}`;
const GROUP = 4; // digits of a fingerprint that stand together
const LONGEST_NAME = 60;

export function verificationReport(
  verification: Verification,
  form: 'json' | 'text',
  language: Language,
) {
  const isJson = form === 'json';
  return {
    fileName: `verification-${safeName(verification.asked.name)}-${isoFromMs(verification.checkedAtMs).slice(0, 10)}.${isJson ? 'json' : 'txt'}`,
    mediaType: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    text: isJson
      ? `${printableJson(reportDocument(verification, language), 2)}\n`
      : reportText(verification, language),
  };
}

/** The report as plain data, for JSON and for bundles. Moments are ISO 8601 in UTC. */
export function reportDocument(verification: Verification, language: Language) {
  const { verdict, file, asked, method, serviceAnswer } = verification;
  const comparison = verdict.kind === 'unsure' ? null : verdict.comparison;
  return {
    format: REPORT_FORMAT,
    formatVersion: REPORT_VERSION,
    madeBy: MADE_BY,
    verdict: verdict.kind,
    result: resultOf(verification),
    confirmation: confirmationDocument(verification),
    meaning: meaningOf(verification, language),
    checkedAt: isoFromMs(verification.checkedAtMs),
    service: verification.service,
    heldAgainst: verification.against,
    decidedBy: verification.decidedBy,
    file: {
      name: asked.name,
      path: asked.path,
      sizeBytes: file?.sizeBytes ?? null,
      lastWrittenAt: isoOrNull(file?.modifiedAtMs),
      fingerprintsHex: file?.digests ?? null,
    },
    record: verdict.record === null ? null : recordDocument(verdict.record),
    comparison:
      comparison === null
        ? null
        : {
            recordFingerprintFrom:
              comparison.source === 'metadata' ? 'metadata document' : 'certificate',
            placeInCertificate: comparison.at ?? null,
            recordFingerprintAsWritten: comparison.written,
            algorithm: comparison.method.algorithm,
            encoding: comparison.method.encoding,
            fileFingerprintHex: comparison.fileHex,
            recordFingerprintHex: comparison.recordHex,
            areEqual: comparison.fileHex === comparison.recordHex,
          },
    sizeDifferenceBytes: verdict.kind === 'mismatch' ? verdict.longerByBytes : null,
    doubt: verdict.kind === 'unsure' ? verdict.doubt : null,
    settledBy: verdict.kind === 'unsure' ? settledBy(verdict.doubt) : [],
    otherRecordsWithThisContent:
      verdict.kind === 'match' ? [] : verdict.matches.map(recordDocument),
    methodOfTheService: method,
    isWhatThisComputerUploaded: verification.isAsUploaded,
    serviceAnswer: serviceAnswer === null ? null : answerDocument(serviceAnswer),
  };
}

/** Each light in a sentence or more; without a second one it is null. */
export function lightsOf(
  verification: Verification,
  language: Language,
): {
  readonly file: string;
  readonly second: { readonly label: string; readonly text: string } | null;
} {
  const { report, verdicts } = WORDS[language];
  const { verdict, isAsUploaded } = verification;
  const figures = { moment: report.moment, size: report.bytes };
  const text = verdicts.text(verification, figures);
  const tellsMore =
    verdict.kind === 'unsure' &&
    verdict.doubt.kind !== 'contradicts-upload' &&
    isAsUploaded !== null;
  return {
    file: tellsMore ? `${text} ${report.isAsUploaded(isAsUploaded)}` : text,
    second: secondLight(verification, verdicts, figures),
  };
}

/** One paragraph: what was found and what it means. */
function meaningOf(verification: Verification, language: Language): string {
  const { file, second } = lightsOf(verification, language);
  return second === null ? file : `${file} ${second.label}: ${second.text}`;
}

function confirmationDocument(verification: Verification) {
  const confirmation = confirmationOf(verification);
  return 'record' in confirmation
    ? { ...confirmation, record: recordDocument(confirmation.record) }
    : confirmation;
}

/** The file was sent for it. */
function answerDocument({ atMs, ...answer }: ServiceAnswer) {
  return { ...answer, askedAt: isoFromMs(atMs), wasContentSent: true };
}

function recordDocument(record: RecordFacts) {
  const { notarizedAtMs, uploadedAtMs, isCertificateSaved: _, ...facts } = record;
  const isDateRecorded = record.isDateRecorded === true;
  const [notarizedAt, uploadedAt] = [isoOrNull(notarizedAtMs), isoOrNull(uploadedAtMs)];
  return { ...facts, notarizedAt, isDateRecorded, uploadedAt };
}

function reportText(verification: Verification, language: Language): string {
  const { report, verdicts } = WORDS[language];
  const { verdict, file, asked } = verification;
  const { record } = verdict;
  const comparison = verdict.kind === 'unsure' ? null : verdict.comparison;
  const head: Row[] = [
    [report.verdict, resultLabel(verification, verdicts)],
    [report.checked, report.moment(verification.checkedAtMs)],
    [report.service, verification.service],
    [report.heldAgainst, verdicts.against[verification.against]],
    [report.decidedBy, verdicts.decidedBy[verification.decidedBy]],
  ];
  const about: Row[] = [
    [report.file, asked.name],
    [report.path, asked.path],
    [report.size, file === null ? null : report.bytes(file.sizeBytes)],
    [report.modified, file?.modifiedAtMs == null ? null : report.moment(file.modifiedAtMs)],
  ];
  const recorded: Row[] =
    record === null
      ? []
      : [
          [report.record, record.name],
          [report.recordId, record.fileId],
          [report.project, record.projectName ?? record.projectId],
          [report.status, record.status],
          [
            report.notarized,
            record.notarizedAtMs === null
              ? null
              : report.proofMoment(report.moment(record.notarizedAtMs), record.isDateRecorded),
          ],
        ];
  const compared: Row[] =
    comparison === null
      ? []
      : [
          [report.fingerprints, methodName(comparison.method)],
          [report.fileFingerprint, grouped(comparison.fileHex)],
          [report.recordFingerprint, grouped(comparison.recordHex)],
          [report.asWritten, comparison.written],
          [report.at, comparison.at ?? null],
        ];
  const settlings = verdict.kind === 'unsure' ? settledBy(verdict.doubt) : [];
  const doubted: Row[] = settlings.map((each) => [report.settledBy, verdicts.settlings[each]]);
  const digests = file === null ? [] : digestRows(file.digests);
  const { serviceAnswer } = verification;
  const answered: Row[] =
    serviceAnswer === null
      ? []
      : [
          [
            report.serviceAsked,
            report.serviceAnswer(serviceAnswer, report.moment(serviceAnswer.atMs)),
          ],
        ];
  const groups = [head, about, recorded, compared, digests, answered, doubted];
  return [
    report.title,
    '',
    printable(meaningOf(verification, language)),
    ...groups.flatMap((rows) => lines(rows, widthOf(groups))),
    '',
    report.footer(MADE_BY, serviceAnswer !== null),
    '',
  ].join('\n');
}

type Row = readonly [label: string, value: string | null];

function digestRows(digests: Digests): readonly Row[] {
  const kept = [digests.blake3, digests.sha256] as const;
  return [
    [algorithmName('blake3'), kept[0] === undefined ? null : grouped(kept[0])],
    [algorithmName('sha256'), kept[1] === undefined ? null : grouped(kept[1])],
  ];
}

/** A group begins with an empty line; one without rows is nothing. */
function lines(rows: readonly Row[], width: number): readonly string[] {
  const written = rows.flatMap(([label, value]) =>
    value === null ? [] : [`${label.padEnd(width)}  ${printable(value)}`],
  );
  return written.length === 0 ? [] : ['', ...written];
}

function widthOf(groups: readonly (readonly Row[])[]): number {
  return Math.max(...groups.flat().map(([label]) => label.length));
}

/** Two fingerprints below each other are compared by eye in groups. */
export function grouped(hex: string): string {
  return hex.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ') ?? '';
}

function isoOrNull(ms: number | null | undefined): string | null {
  return ms == null ? null : isoFromMs(ms);
}

/** A name that every system takes; whoever saves it may choose another. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^[._]+/, '');
  const short = safe.slice(0, LONGEST_NAME);
  // Not half of a letter that is two units long.
  return (short.isWellFormed() ? short : short.slice(0, -1)) || 'file';
}
