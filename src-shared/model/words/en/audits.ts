/** What an audit found, in English. */
import {
  type AuditFinding,
  type ChangeTrace,
  openFiles,
  readShare,
  type UnsureReason,
} from '../../proofs/audit.ts';
import { assertNever } from '../../result.ts';
import type { AuditFigures, AuditWords } from '../audit-words.ts';
import { quotable } from '../verdict-words.ts';
import { counted, integer, proofMoment } from './figures.ts';
import { unreadableSentence } from './unreadable.ts';

export const auditWords: AuditWords = {
  verdicts: {
    changed: 'Changed since notarized',
    missing: 'Missing',
    unreadable: 'Can’t be read',
    unsure: 'Can’t tell yet',
    'never-notarized': 'Never notarized',
    proven: 'Proven unchanged',
  },
  states: {
    running: 'Reading',
    paused: 'Paused',
    complete: 'Complete',
    cancelled: 'Cancelled: not every file was read',
    interrupted: 'Interrupted: not every file was read',
    'no-folder': 'The folder was not there',
  },
  rhythms: { never: 'Never', week: 'Every week', month: 'Every month' },
  progress: (progress, size) => {
    const { totals, expectedBytes } = progress;
    const share = readShare(progress);
    const all =
      share === null || expectedBytes === null
        ? ' read'
        : ` of ${size(expectedBytes)} read (${integer(Math.floor(100 * share))} %)`;
    const open = openFiles(totals);
    return `${size(totals.bytes)}${all} · ${open === 0 ? 'no problems' : counted(open, 'problem', 'problems')}`;
  },
  finding: findingText,
};

const TRACES: Readonly<Record<ChangeTrace, string>> = {
  silent:
    'Size and times are as they were, but the bytes differ: the disk or a cable may be failing. Restore the file from a copy and check the disk.',
  disguised:
    'Size and time of modification are as they were, but the bytes differ. Something has touched the file since.',
  edited:
    'It was changed after it was notarized. The notarized version is unchanged on the service.',
  undated: 'The bytes are not those that were notarized.',
};

const UNSURE: Readonly<Record<UnsureReason, string>> = {
  changing: 'The file changed while it was read. Audit again when it is saved.',
  pending: 'Its bytes are those of a record that is not on the chain yet. This resolves itself.',
  'not-recorded': 'The service received it and could not write it to the chain.',
  'unknown-status': 'The service says something about its record that Labseal does not know.',
  contradicted:
    'The service names another fingerprint for its record than that of the bytes that were sent. Tell the people who run the service.',
  'in-doubt': 'It is on its way to the service, and it is not known yet whether it arrived.',
  'platform-only':
    'The service said that it has this content; there is no record on this computer to compare with.',
  'method-unknown':
    'A record of this name has a fingerprint, and how the service makes its fingerprints is not known yet.',
  'not-fetched':
    'A record of this name has no fingerprint on this computer yet. Audit again when the service answers.',
  'history-incomplete': 'Records of earlier work may be missing on this computer.',
};

function findingText(finding: AuditFinding, figures: AuditFigures): string {
  switch (finding.verdict) {
    case 'proven':
      return provenText(finding, figures);
    case 'changed': {
      const { trace, matches } = finding;
      const instead =
        matches === null ? '' : ` It is now what is notarized as ${quotable(matches.name)}.`;
      return `${TRACES[trace]}${instead}`;
    }
    case 'missing':
      return finding.foundAt === null
        ? 'It was notarized from here and is not in this folder any more. Its record and certificate are safe.'
        : `The same bytes are in this folder as ${quotable(finding.foundAt)}: it was moved or renamed.`;
    case 'unreadable':
      return finding.isFolder
        ? `Nothing in this folder was read. ${unreadableSentence(finding.errno)}`
        : unreadableSentence(finding.errno);
    case 'unsure':
      return UNSURE[finding.reason];
    case 'never-notarized':
      return finding.state === null
        ? 'No record of this account has this content. Labseal does not know the file: it is in no watched folder, or was not scanned yet.'
        : `No record of this account has this content. Labseal has it as: ${figures.state(finding.state, finding.hold, finding.isApproved)}.`;
    default:
      return assertNever(finding);
  }
}

function provenText(
  { reason, basis, record, isDeleted }: Extract<AuditFinding, { verdict: 'proven' }>,
  { moment }: AuditFigures,
): string {
  const when =
    record.provenAtMs === null
      ? ''
      : ` ${proofMoment(moment(record.provenAtMs), record.isDateRecorded)}`;
  const what =
    reason === 'own-record'
      ? `Byte-for-byte as notarized${when}.`
      : `Byte-for-byte what was notarized${when} as ${quotable(record.name)}.`;
  return [
    what,
    ...(basis === 'sent'
      ? [
          'These are the bytes that this computer sent; the service’s own fingerprint of them is not known here.',
        ]
      : []),
    ...(isDeleted
      ? ['It was deleted on the service since; the history of its record is kept.']
      : []),
  ].join(' ');
}
