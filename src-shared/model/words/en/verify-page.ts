/** What the page that checks a bundle without Labseal says in English, beside the words about verdicts and bundles. */
import { counted } from './figures.ts';

export const verifyPageWords = {
  title: 'Check files against their certificates',
  intro:
    'This page reads the files on this computer and compares them with their certificates. It sends nothing and needs no network.',
  language: 'Language',
  drop: 'Drop here what you received: a bundle (its folder or ZIP), or a file with its certificate (JSON or PDF)',
  chooseFolder: 'Choose a folder…',
  chooseFiles: 'Choose files…',
  reading: (percent: string) => `Reading the files: ${percent}`,
  stop: 'Stop',
  stopped: 'Stopped. Nothing was decided.',
  caution:
    'Whoever can change a bundle can change this page in it, too. If much depends on the answer, use a copy of this page that you got elsewhere, or the commands in README.txt.',
  columns: { file: 'File', result: 'Result', fingerprint: 'Fingerprint (SHA-256)' },
  more: (count: number) => `… and ${counted(count, 'further file', 'further files')}`,
  moreTroubles: (count: number) => `… and ${counted(count, 'thing', 'things')} more`,
  nothing: 'There was no file in what you chose.',
  print: 'Print this report',
  made: (moment: string, product: string) =>
    `Checked on ${moment} with the verification page of ${product}.`,
};
export type VerifyPageWords = typeof verifyPageWords;
