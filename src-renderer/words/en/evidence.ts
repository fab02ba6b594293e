import { evidenceWords } from '../../../src-shared/model/words/en/evidence.ts';
import { number, plural } from './figures.ts';

const files = (count: number) => plural(count, 'file', 'files');

export const evidence = {
  lacks: evidenceWords,
  export: 'Evidence…',
  titleOf: (name: string) => `Evidence of ${name}`,
  titleOfFiles: (count: number) => `Evidence of ${files(count)}`,
  about:
    'Makes one folder with the files, their certificates, and a page that checks them in any browser. Nothing is sent.',
  offer: (count: number, size: string) => `${files(count)}, ${size}`,
  unproven: (count: number) =>
    `${files(count)} not notarized, or not read: the bundle only names them.`,
  leftOut: (count: number) => `${files(count)} left out by the rules of their folder.`,
  contents: 'What goes into it',
  withFiles: 'The files and their proofs',
  proofsOnly: 'Only the proofs',
  proofsOnlyHint: 'The files are read and compared all the same.',
  where: 'Choose a folder that is not watched. The new folder is made in it.',
  name: 'Name of the new folder',
  make: 'Make evidence',
  making: 'Making it',
  progress: (done: number, total: number, bytes: string, allBytes: string) =>
    `${number(done)} of ${files(total)} · ${bytes} of ${allBytes}`,
  giveUp: 'Cancel',
  givenUp: 'Cancelled. Nothing was kept.',
  useFree: (name: string) => `Use the name “${name}”`,
  done: 'Export complete.',
  doneText: (count: number, size: string) => `${files(count)} with what proves them, ${size}.`,
  notWhole: 'Something is missing.',
  notWholeText: (count: number) =>
    `${files(count)} could not be fully included. They are named in the folder too.`,
  more: (count: number) => `… and ${number(count)} more, in its list of checks.`,
  lies: 'Location',
  copyPath: 'Copy path',
  readme: 'README.txt in it says how to check it.',
  leftUncited: {
    unproven: (count: number) => `Not in it: ${files(count)} without a record on the service.`,
    unread: (count: number) =>
      `Not in it: ${files(count)} that Labseal has not read, or cannot read.`,
    unseen: (count: number) =>
      `Not in it: ${files(count)} whose record or content this computer has not seen itself.`,
    contradicted: (count: number) =>
      `Not in it: ${files(count)} whose record or certificate names another content than was sent. Tell the people who run the service.`,
    byRules: (count: number) => `Not in it: ${files(count)} left out by the rules of a folder.`,
  },
  pastFiles: {
    changed: (count: number) =>
      `${plural(count, 'file was', 'files were')} changed here since: what is cited is the version that was notarized.`,
    missing: (count: number) =>
      `${plural(count, 'file is', 'files are')} missing here: what is cited is the version that was notarized.`,
  },
  nothingCited: 'None of these files has a record that can be cited.',
  statement: {
    open: 'Text for a paper…',
    title: 'Text for a paper or a plan',
    about:
      'Says only what the records show. Parts in [brackets] are for you to fill in: Labseal does not know them.',
    kind: 'Text',
    kinds: {
      availability: 'Data availability statement',
      methods: 'Methods section',
      plan: 'Data management plan',
      records: 'Table of records (CSV)',
    },
    copy: 'Copy text',
    save: 'Save file',
  },
  qrLabels: {
    open: 'QR labels…',
    title: 'Labels with QR codes',
    about:
      'A PDF for stickers; print it at 100 %. Any phone reads fingerprint, record and service from a code.',
    kind: 'Labels',
    kinds: {
      each: 'One for each notarized file',
      together: 'One for all of them, for a box or a drive',
    },
    togetherHint:
      'The label points to the table of records as it is now. Save that table too, under Text for a paper.',
    name: 'Title on the label',
    sheet: 'Size',
    sheets: {
      'a4-65': 'A4, 65 labels of 38 × 21 mm',
      'a4-21': 'A4, 21 labels of 64 × 38 mm',
      'a4-8': 'A4, 8 labels of 99 × 68 mm',
      roll: 'Roll, 57 × 32 mm',
    },
    used: 'Labels already used on the first sheet',
    usedWrong: (most: number) => `A whole number from 0 to ${number(most)}`,
    save: 'Save PDF',
    saved: (count: number) => `${plural(count, 'label', 'labels')} saved.`,
    onlyFirst: (count: number) => `Only the first ${number(count)} files have a label in it.`,
  },
};
