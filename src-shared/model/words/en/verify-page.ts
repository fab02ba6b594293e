/** What the page that checks a bundle without Labseal says in English, beside the words about verdicts and bundles. */
import { counted, integer } from './figures.ts';

export const verifyPageWords = {
  title: 'Check files against their certificates',
  intro:
    'This page reads the files on this computer and compares them with their certificates. It sends nothing and needs no network.',
  language: 'Language',
  drop: 'Drop the folder of the evidence bundle here, or files together with their certificates (JSON)',
  chooseFolder: 'Choose a folder…',
  chooseFiles: 'Choose files…',
  reading: (percent: string) => `Reading the files: ${percent}`,
  stop: 'Stop',
  stopped: 'Stopped. Nothing was decided.',
  /** What is meant by a light of its name. */
  lists: 'The folder',
  complete: (files: number) =>
    `Complete: ${counted(files, 'file is', 'files are')} exactly as the lists of this bundle say.`,
  incomplete: 'Something about it is wrong:',
  noBag:
    'Single files: without the folder of a bundle there are no lists to compare with, only certificates.',
  fit: (matching: number, files: number) =>
    `${integer(matching)} of ${counted(files, 'file is', 'files are')} byte-for-byte what a certificate is about.`,
  fitWeakly: (matching: number, files: number) =>
    `${integer(matching)} of ${counted(files, 'file has', 'files have')} a fingerprint that a certificate names.`,
  weak: (algorithm: string) =>
    `The fingerprint that fits is ${algorithm}. Two files that share one can be made on purpose.`,
  lacking: (files: number) =>
    `${counted(files, 'file is', 'files are')} exactly as the lists of this bundle say, and something is missing:`,
  formUnknown:
    'The form of this folder is not known: its bagit.txt is of another version, so its lists were not read. The files were compared with their certificates alone.',
  pdf: 'a certificate as a PDF, for people to read; it was not compared.',
  changed: 'It is not what the lists of this bundle say: it was changed or damaged.',
  differs: 'The certificate beside it names no fingerprint of it.',
  unreadable: 'It could not be read.',
  noCertificate:
    'No certificate (JSON) here is about it. Choose the file and its certificate together.',
  ask: (address: string) =>
    `Ask at ${address}. This address was written by whoever made the bundle: find out on your own whether it is that of the service.`,
  askUnknown:
    'Nothing here names the service. Ask whoever gave you the files which service recorded them.',
  caution:
    'Whoever can change a bundle can change this page in it, too. If much depends on the answer, use a copy of this page that you got elsewhere, or the commands in README.txt.',
  columns: { file: 'File', result: 'Result', fingerprint: 'Fingerprint (SHA-256)' },
  more: (count: number) => `… and ${counted(count, 'further file', 'further files')}`,
  nothing: 'There was no file in what you chose.',
  print: 'Print this report',
  made: (moment: string, product: string) =>
    `Checked on ${moment} with the verification page of ${product}.`,
};
export type VerifyPageWords = typeof verifyPageWords;
