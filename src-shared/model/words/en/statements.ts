/** Texts for papers and plans, in English. They say what a record shows and no more. */
import type { CitedSummary, StatementWords } from '../statement-words.ts';
import { byteText, fileText, integer, momentText, pluralForm, proofMoment } from './figures.ts';

const are = (count: number) => pluralForm(count, 'is', 'are');
const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ');

const projectsOf = ({ projects }: CitedSummary) =>
  `${pluralForm(projects.length, 'project', 'projects')} ${quoted(projects)}`;

const accessTo = (cited: CitedSummary) =>
  [
    cited.public === 0
      ? ''
      : `${fileText(cited.public)} ${are(cited.public)} public there and can be downloaded by people with access to it.`,
    cited.private === 0
      ? ''
      : `${fileText(cited.private)} ${are(cited.private)} private and cannot be downloaded from it.`,
    cited.deleted === 0
      ? ''
      : `${fileText(cited.deleted)} ${pluralForm(cited.deleted, 'was', 'were')} deleted there; the records remain.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

const WHAT_IT_SHOWS =
  'A record shows that the service knew exactly these bytes when it recorded them. It does not show who made the data or whether they are correct.';

export const statementWords: StatementWords = {
  citation: ({ name, sha256, fileId, notarizedAtMs, isDateRecorded }, { service, account }) =>
    `${name}. SHA-256 ${sha256}. Notarized ${proofMoment(momentText(notarizedAtMs), isDateRecorded)}, record ${fileId} at ${service}${account === '' ? '' : ` (account of ${account})`}.`,
  deleted: 'Deleted on the service since: the record remains.',
  forgeable: (algorithm) =>
    `The records name ${algorithm} fingerprints, an old kind that can be forged: they prove less than SHA-256 would.`,
  paragraphs: {
    availability: (cited) => [
      'Data availability',
      `The data are in ${fileText(cited.files)} (${byteText(cited.sizeBytes)}) and are available from [repository and identifier, or person and conditions].`,
      `The notarization service at ${cited.service} recorded ${pluralForm(cited.files, 'the file', 'each file')} on a blockchain no later than ${momentText(cited.lastMs)}. ${accessTo(cited)} The SHA-256 fingerprints below show whether a copy is the same, byte for byte.`,
    ],
    methods: (cited) => [
      'Integrity of the data files',
      `${fileText(cited.files)} (${byteText(cited.sizeBytes)}) of the ${projectsOf(cited)} ${are(cited.files)} notarized: the service at ${cited.service} recorded a fingerprint of ${pluralForm(cited.files, 'its', 'their')} content on a blockchain no later than ${momentText(cited.lastMs)}. The SHA-256 fingerprints below were computed with Labseal from all bytes of each file. ${WHAT_IT_SHOWS}`,
      'The files used in the analysis were compared with these fingerprints on [date, by whom; or delete this sentence].',
    ],
    plan: (cited) => [
      'Integrity and provenance of data',
      `Data files of the ${projectsOf(cited)} are notarized with Labseal by the service at ${cited.service}, which records a fingerprint of their content on a blockchain. No later than ${momentText(cited.lastMs)}, this was done for ${fileText(cited.files)} (${byteText(cited.sizeBytes)}). ${WHAT_IT_SHOWS} A file and its certificate can be compared without Labseal; evidence bundles hold both in standard forms (BagIt, RO-Crate).`,
      `Access: ${accessTo(cited)} Others obtain the data from [repository, or person and conditions].`,
      'Storage and backup: notarization is no backup. The files are stored on [where] and backed up to [where, how often].',
      'Retention: the files are kept for [how long]; responsible: [name].',
    ],
  },
  records: 'Records',
  manyRecords: (count) =>
    `The ${fileText(count)} and their records are listed in [supplementary table].`,
  label: {
    notarized: (atMs, isDateRecorded) =>
      `notarized ${proofMoment(momentText(atMs), isDateRecorded)}`,
    record: (fileId) => `record ${fileId}`,
    files: fileText,
    deleted: (count) => `${count === null ? '' : `${integer(count)} `}deleted on the service since`,
    past: (kind, count) =>
      `${count === null ? '' : `${integer(count)} `}${kind === 'changed' ? 'changed since' : 'missing since'}`,
    forgeable: (algorithm) => `recorded by ${algorithm}, which can be forged`,
    list: 'SHA-256 of records.csv',
  },
};
