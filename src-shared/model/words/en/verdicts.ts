/** What a verification found, in English. A sentence never says more than was proven. */
import type { ServiceFault } from '../../status/service-fault.ts';
import { assertNever } from '../../result.ts';
import { isForgeable } from '../../proofs/hash-method.ts';
import {
  type Confirmation,
  type Contradiction,
  isDeleted,
  type RecordDenial,
  type Unconfirmed,
} from '../../proofs/proof.ts';
import { CERTIFICATE_FIELDS, type CertificateField } from '../../proofs/read-certificate.ts';
import type { Doubt, RecordFacts, Verification } from '../../proofs/verdict.ts';
import { ALGORITHMS, quotable, type VerdictFigures, type VerdictWords } from '../verdict-words.ts';
import { integer, pluralForm, proofMoment } from './figures.ts';
import { unreadableSentence } from './unreadable.ts';

export const verdictWords: VerdictWords = {
  labels: { match: 'Match', mismatch: 'Does not match', unsure: 'Can’t tell yet' },
  unproven: 'Not proven yet',
  denied: 'Denied',
  text: verdictText,
  confirmation: confirmationText,
  confirmedBriefly: (confirmation) => {
    const open = confirmation.by === 'record' ? list(confirmation.uncompared) : '';
    return `Confirmed by its record.${open === '' ? '' : ` Not compared: ${open}.`}`;
  },
  weak: 'Fits, weakly',
  lights: { file: 'The file', certificate: 'The certificate', service: 'The service' },
  answer: (knows) =>
    knows
      ? 'It was asked, and knows this content.'
      : 'It was asked, and does not know this content. It says the same of a content that was deleted there.',
  doubt: doubtText,
  settlings: {
    'check-again': 'Check again',
    'choose-file': 'Choose another file',
    wait: 'This resolves itself. Check again in a few minutes.',
    'look-at-record': 'Look at the record',
    'fetch-again': 'Fetch it again',
    'sign-in': 'Sign in',
    'ask-service': 'Ask the service (sends the file)',
    'other-certificate': 'Choose another certificate',
    'name-record': 'Compare with a record',
  },
  decidedBy: {
    reading: 'Reading the file',
    status: 'What the service said of the record last',
    metadata: 'The fingerprint in the record’s document',
    certificate: 'The fingerprint in the certificate',
    search: 'A search among all records known here',
  },
  against: {
    own: 'The record of this file',
    record: 'One record',
    certificate: 'A certificate',
    project: 'The records of a project',
    anything: 'Every record that is known here',
  },
};

function verdictText(
  { verdict, confirmation }: Pick<Verification, 'verdict' | 'confirmation'>,
  figures: VerdictFigures,
): string {
  switch (verdict.kind) {
    case 'match': {
      // Of a record only what is known of it, never what a certificate says.
      const isOfRecord = confirmation.kind === 'confirmed' && confirmation.by === 'record';
      if (isOfRecord) return recordMatchText(confirmation.record, figures);
      const { algorithm } = verdict.comparison.method;
      return isForgeable(algorithm)
        ? `This file has the ${ALGORITHMS[algorithm]} fingerprint that the certificate names. Two files that share one can be made on purpose.`
        : 'This file is byte-for-byte the one that the certificate is about.';
    }
    case 'mismatch':
      return [
        verdict.isChangedSince === true
          ? `${changedText(verdict.record, figures)} Even one changed byte gives this result.`
          : verdict.comparison === null
            ? 'This file has another size than its certificate names, so its contents differ.'
            : 'This file’s contents differ from the notarized file. Even one changed byte gives this result.',
        ...lengthText(verdict.longerByBytes, figures),
        ...othersText(verdict.matches, figures),
      ].join(' ');
    case 'unsure':
      return [
        ...(verdict.isChangedSince === true ? [changedText(verdict.record, figures)] : []),
        doubtText(verdict.doubt),
        ...othersText(verdict.matches, figures),
      ].join(' ');
    default:
      return assertNever(verdict);
  }
}

function changedText(record: RecordFacts | null, { moment }: VerdictFigures): string {
  const atMs = record?.notarizedAtMs ?? null;
  return record === null || atMs === null
    ? 'This file was changed since it was notarized.'
    : `This file was changed since it was notarized ${proofMoment(moment(atMs), record.isDateRecorded)}.`;
}

function recordMatchText(record: RecordFacts, { moment }: VerdictFigures): string {
  const { notarizedAtMs, name, isDateRecorded } = record;
  const match =
    notarizedAtMs === null
      ? `This file is byte-for-byte the one that the service has as “${quotable(name)}”.`
      : `This file is byte-for-byte the one notarized ${proofMoment(moment(notarizedAtMs), isDateRecorded)}.`;
  return isDeleted(record)
    ? `${match} It was deleted on the service since; the history of its record is kept.`
    : match;
}

function confirmationText(
  confirmation: Confirmation,
  { moment }: VerdictFigures,
  isBesideFile = false,
): string {
  const it = isBesideFile ? 'Its certificate' : 'It';
  switch (confirmation.kind) {
    case 'confirmed': {
      if (confirmation.by === 'service') {
        return 'It is confirmed by the service, which knows this content. What else the certificate says, such as its date, was not compared.';
      }
      const { name, notarizedAtMs, isDateRecorded } = confirmation.record;
      const when =
        notarizedAtMs === null
          ? ''
          : `, notarized ${proofMoment(moment(notarizedAtMs), isDateRecorded)}`;
      return `It is confirmed by the record “${quotable(name)}”${when}, which this account read from the service.${comparedText(confirmation)}`;
    }
    case 'unconfirmed':
      return `It is not confirmed: ${UNCONFIRMED[confirmation.why]} Anybody can write such a file.${wayToConfirm(confirmation.why)}`;
    case 'denied':
      switch (confirmation.by) {
        case 'record':
          return `${it} is wrong: ${recordDenialText(confirmation)} It was changed, or put together wrongly.`;
        case 'service':
          return `${it} is denied: the service was asked and does not know this content. It says the same of a content that was deleted there.`;
        case 'itself':
          return `${it} contradicts itself: ${contradictionText(confirmation.contradiction)}`;
      }
    default:
      return assertNever(confirmation);
  }
}

function wayToConfirm(why: Unconfirmed): string {
  if (why === 'other-file') return '';
  return why === 'no-account'
    ? ' Sign in, or open the address in the certificate and compare.'
    : ' The service can be asked whether it knows this content.';
}

function recordDenialText({ record, contradiction }: RecordDenial): string {
  const name = `“${quotable(record.name)}”`;
  if (contradiction === undefined)
    return `the record ${name} of this file has another fingerprint.`;
  const [one, other] = contradiction.values.map((value) => `“${quotable(value)}”`);
  return `it says ${one} where the record ${name}, which this account read from the service, has ${other}.`;
}

function contradictionText({ about, values: [one, other] }: Contradiction): string {
  const [first, second] = [`“${quotable(one)}”`, `“${quotable(other)}”`];
  switch (about) {
    case 'fingerprint':
      return 'it gives one file two fingerprints.';
    case 'file-size':
      return `it gives the fingerprint of this file of ${other === '1' ? '1 byte' : `${other} bytes`}, and its size as ${first}.`;
    case 'date':
      return `it gives one date as ${first} and as ${second}.`;
    case 'order':
      return `its record (${first}) is older than its upload (${second}).`;
    case 'method':
      return `${first} makes no fingerprint like ${second}.`;
    case 'key':
      return `it has ${first} twice.`;
    case 'name':
    case 'size':
    case 'project':
    case 'project-name':
    case 'owner':
    case 'transaction':
    case 'block':
    case 'block-hash':
    case 'owner-address':
      return `it gives ${FIELDS[about]} as ${first} and as ${second}.`;
    default:
      return assertNever(about);
  }
}

const FIELDS: Readonly<Record<CertificateField, string>> = {
  name: 'the name of the file',
  size: 'the size of the file',
  project: 'the project’s id',
  'project-name': 'the project’s name',
  owner: 'the owner',
  uploaded: 'the time of its upload',
  recorded: 'the time of its record',
  transaction: 'the transaction',
  block: 'the block',
  'block-hash': 'the block’s hash',
  'owner-address': 'the owner’s address',
};

const list = (fields: readonly CertificateField[] = []) =>
  CERTIFICATE_FIELDS.filter((field) => fields.includes(field))
    .map((field) => FIELDS[field])
    .join(', ');

function comparedText({
  compared,
  uncompared,
}: {
  readonly compared?: readonly CertificateField[];
  readonly uncompared?: readonly CertificateField[];
}): string {
  const same = list(compared);
  const open = list(uncompared);
  return [
    ...(same === '' ? [] : [` As the record has it: ${same}.`]),
    ...(open === '' ? [] : [` Not compared: ${open}.`]),
  ].join('');
}

const UNCONFIRMED: Readonly<Record<Unconfirmed, string>> = {
  'no-account': 'you are signed out, so its record was not read.',
  'account-busy':
    'your account was not looked at, because another command is using it. Try again when that has ended.',
  'no-record': 'this account has read no such record.',
  'unread-record': 'the fingerprint of the record that it names could not be read or compared.',
  'other-file':
    'the service was asked about this file, which is not known to be the certificate’s.',
};

function lengthText(longerByBytes: number | null, { size }: VerdictFigures): readonly string[] {
  if (longerByBytes === null) return [];
  if (longerByBytes === 0) return ['Both have the same size.'];
  const by = size(Math.abs(longerByBytes));
  return [`It is ${by} ${longerByBytes > 0 ? 'longer' : 'shorter'} than the notarized file.`];
}

function othersText([best]: readonly RecordFacts[], { moment }: VerdictFigures): readonly string[] {
  if (best === undefined) return [];
  const name = quotable(best.name);
  if (best.notarizedAtMs === null) return [`It matches ${name}.`];
  return [
    `It matches ${name}, notarized ${proofMoment(moment(best.notarizedAtMs), best.isDateRecorded)}.`,
  ];
}

function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'absent':
      return 'The file is not there any more. Choose where it is now.';
    case 'not-a-file':
      return 'This is a folder or a device, not a file. Choose one file; a whole folder is checked by an audit.';
    case 'unreadable':
      return `The file could not be read. ${unreadableSentence(doubt.errno)}`;
    case 'changed-while-read':
      return 'The file changed while it was read. Wait until it is saved, then check again.';
    case 'recording':
      return 'The record is not on the chain yet: the service is still writing it.';
    case 'record-error':
      return 'The service could not write this record to the chain, so there is nothing to compare with.';
    case 'unknown-status':
      return `The service calls this record “${quotable(doubt.status)}”, which this version of Labseal does not know.`;
    case 'not-fetched':
      return notFetchedText(doubt.fault);
    case 'no-fingerprint':
      return 'The service names no fingerprint for this record, so there is nothing to compare with.';
    case 'unreadable-fingerprint':
      return `The record has no fingerprint that Labseal can read. It says “${quotable(doubt.written)}”.`;
    case 'method-unknown':
      return 'How this service makes its fingerprints is not known yet. Check again once it has notarized one more file of yours.';
    case 'contradicts-upload':
      return 'This computer uploaded exactly these bytes as that record, and the service names another fingerprint. Tell the people who run the service.';
    case 'not-a-certificate':
      return 'This is not a certificate that can be read. Choose its JSON or its PDF.';
    case 'certificate-without-fingerprint':
      return 'This certificate has no fingerprint that Labseal can read. Choose its JSON, or ask for another one.';
    case 'certificate-contradicts-itself':
      return 'This certificate says two things that cannot both be so, so no file fits it.';
    case 'certificate-method-unknown':
      return 'This certificate does not say how its fingerprint was made. Ask for the certificate (JSON), or ask the service.';
    case 'certificate-method-not-computed':
      return `This certificate’s fingerprint was made as “${quotable(doubt.stated)}”, which Labseal does not compute. Ask the service.`;
    case 'certificate-contradicts-record':
      return 'The file is that of the record which this certificate speaks of, but the certificate names another fingerprint. It was changed, or put together wrongly: fetch it from the service again.';
    case 'no-such-record':
      return noRecordText(doubt);
    default:
      return assertNever(doubt);
  }
}

function notFetchedText(fault: ServiceFault | null): string {
  const missing = 'The record’s fingerprint is not on this computer yet';
  if (fault?.kind === 'not-signed-in')
    return `${missing}, and you are signed out. Sign in, then fetch it.`;
  if (fault?.kind === 'not-the-service')
    return `${missing}: what came when it was asked for just now is not this record’s, or cannot be read. Nothing is wrong with the file.`;
  if (fault !== null)
    return `${missing}, and the service gave no usable answer just now. Nothing is wrong with the file.`;
  return `${missing}.`;
}

function noRecordText({
  projectId,
  compared,
  uncompared,
}: Extract<Doubt, { kind: 'no-such-record' }>): string {
  const where = projectId === null ? 'on this computer' : 'of this project';
  const count = compared === 0 ? '' : ` (${records(compared)} compared)`;
  const parts = [`No record ${where} has this content${count}.`];
  if (uncompared > 0) {
    parts.push(
      `${records(uncompared)} could not be compared yet, because ${pluralForm(uncompared, 'its fingerprint is', 'their fingerprints are')} not known here.`,
    );
  }
  return parts.join(' ');
}

const records = (count: number) => `${integer(count)} ${pluralForm(count, 'record', 'records')}`;
