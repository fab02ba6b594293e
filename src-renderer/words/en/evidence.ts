import { evidenceWords } from '../../../src-shared/model/words/en/evidence.ts';
import { number, plural } from './figures.ts';

const files = (count: number) => plural(count, 'file', 'files');

export const evidence = {
  lacks: evidenceWords,
  export: 'Evidence…',
  titleOf: (name: string) => `Evidence of ${name}`,
  titleOfFiles: (count: number) => `Evidence of ${files(count)}`,
  about:
    'Makes one folder with files, certificates, records and checks, for somebody who has never heard of Labseal. It can be checked without it, and nothing is sent.',
  offer: (count: number, size: string) => `${files(count)}, ${size}`,
  unproven: (count: number) =>
    `${files(count)} without a record on the service: they are named in it and not part of it.`,
  leftOut: (count: number) =>
    `${files(count)} that the rules of their folder leave out stay out of it.`,
  contents: 'What goes into it',
  withFiles: 'The files and their proofs',
  proofsOnly: 'Only the proofs',
  proofsOnlyHint: 'The files are read and compared all the same.',
  where: 'Choose the folder that the new one will be in. It must not be watched.',
  name: 'Name of the new folder',
  make: 'Make evidence',
  making: 'Making it',
  progress: (done: number, total: number, bytes: string, allBytes: string) =>
    `${number(done)} of ${files(total)} · ${bytes} of ${allBytes}`,
  giveUp: 'Give up',
  givenUp: 'Given up. Nothing of it was left behind.',
  useFree: (name: string) => `Use the name “${name}”`,
  done: 'Export complete.',
  doneText: (count: number, size: string) => `${files(count)} with what proves them, ${size}.`,
  notWhole: 'Something is missing.',
  notWholeText: (count: number) =>
    `${files(count)} could not be fully included. They are named in the folder too.`,
  more: (count: number) => `… and ${number(count)} more, in its list of checks.`,
  lies: 'Location',
  copyPath: 'Copy path',
  reveal: 'Show in folder',
  close: 'Close',
  readme: 'README.txt in it says how to check it.',
};
