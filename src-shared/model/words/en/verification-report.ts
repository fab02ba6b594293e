/** The English labels of a saved verification report. What was found is said in the words of `verdict-words.ts`. */
import type { ServiceAnswer } from '../../proofs/proof.ts';
import { counted, momentText, proofMomentAlone } from './figures.ts';

export const reportWords = {
  title: 'Verification of a file',
  verdict: 'Verdict',
  checked: 'Checked',
  service: 'Service',
  heldAgainst: 'Compared with',
  decidedBy: 'Decided by',
  file: 'File',
  path: 'Path',
  size: 'Size',
  bytes: (count: number) => counted(count, 'byte', 'bytes'),
  modified: 'Last written',
  record: 'Record',
  recordId: 'Id on the service',
  project: 'Project',
  status: 'The service says',
  notarized: 'Notarized',
  fingerprints: 'Fingerprints',
  fileFingerprint: 'This file',
  recordFingerprint: 'Record',
  asWritten: 'As it is written',
  /** Where in the certificate it stands. */
  at: 'In the certificate at',
  settledBy: 'What settles it',
  isAsUploaded: (isAsUploaded: boolean): string =>
    isAsUploaded
      ? 'It is byte-for-byte what this computer uploaded as this record.'
      : 'It is not what this computer uploaded as this record.',
  serviceAsked: 'The service was asked',
  serviceAnswer: ({ exists, fileName, project }: ServiceAnswer, moment: string) =>
    exists
      ? `${moment}: it knows this content${fileName === '' ? '' : ` (${fileName})`}${project === '' ? '' : ` in ${project}`}.`
      : `${moment}: it does not know this content.`,
  /** Who made the report, and whether the file was sent. */
  footer: (product: string, wasSent: boolean) =>
    `Made by ${product}. The file was read on this computer, from its first to its last byte. ${
      wasSent
        ? 'It was sent to the service only to ask whether the service knows it.'
        : 'Nothing of it was sent for this comparison.'
    }`,
  moment: momentText,
  proofMoment: proofMomentAlone,
};
export type ReportWords = typeof reportWords;
