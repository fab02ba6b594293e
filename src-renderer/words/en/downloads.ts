import { againSentences, arrivalSentences } from '../../../src-shared/model/words/en/downloads.ts';

export const downloads = {
  title: 'Downloads',
  download: 'Download…',
  counted: 'The service counts a download each time.',
  titleOf: (name: string) => `Download ${name}`,
  whereTo: 'Choose the folder it is for. Nothing in it is ever replaced.',
  here: 'Download here',
  saveAs: (name: string) => `Save as “${name}”`,
  list: 'Downloads of this file',
  to: (folder: string) => `To ${folder}`,
  progress: (done: string, all: string) => `${done} of ${all}`,
  tryAgainByItself: 'Labseal tries again automatically.',
  checking: 'Download complete. Comparing it with its record.',
  kept: (done: string) => `${done} of it are kept.`,
  goOn: 'Go on',
  giveUp: 'Discard partial download',
  savedAs: 'Saved as',
  dismiss: 'Hide this',
  arrived: arrivalSentences,
  again: againSentences,
};
