/** The English labels of a saved verification report. */
import type { ReportWords } from '../verification-report-words.ts';
import { counted, momentText } from './figures.ts';

export const reportWords: ReportWords = {
  title: 'Verification of a file',
  verdict: 'Verdict',
  checked: 'Checked',
  service: 'Service',
  heldAgainst: 'Compared with',
  decidedBy: 'Decided by',
  file: 'File',
  path: 'Path',
  size: 'Size',
  bytes: (count) => counted(count, 'byte', 'bytes'),
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
  at: 'In the certificate at',
  settledBy: 'What settles it',
  isAsUploaded: (isAsUploaded) =>
    isAsUploaded
      ? 'It is byte-for-byte what this computer uploaded as this record.'
      : 'It is not what this computer uploaded as this record.',
  serviceAsked: 'The service was asked',
  serviceAnswer: ({ exists, fileName, project }, moment) =>
    exists
      ? `${moment}: it knows this content${fileName === '' ? '' : ` (${fileName})`}${project === '' ? '' : ` in ${project}`}.`
      : `${moment}: it does not know this content.`,
  footer: (product, wasSent) =>
    `Made by ${product}. The file was read on this computer, from its first to its last byte. ${
      wasSent
        ? 'It was sent to the service for the question whether the service knows it, and for nothing else.'
        : 'Nothing of it was sent for this comparison.'
    }`,
  moment: momentText,
};
