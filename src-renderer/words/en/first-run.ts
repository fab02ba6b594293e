import { number, plural } from './figures.ts';

export const firstRun = {
  place: 'Where should your first file go?',
  placeText: 'Files belong to projects. Whoever is in one sees what was notarized in it.',
  project: 'Project',
  notYet: 'Before your first file',
  newProject: (credits: number) => `New project (${plural(credits, 'credit', 'credits')})`,
  next: 'Next',
  back: 'Back',
  skip: 'Later',
  what: 'What do you want to notarize?',
  whatText: (project: string) => `It goes to ${project}.`,
  fewFiles: 'A few files now',
  fewFilesText: 'Files to notarize now',
  folder: 'A folder, from now on',
  folderText:
    'Labseal watches it and takes each file when it is finished. You choose first what may be uploaded to check for duplicates. Nothing is recorded or charged before you approve.',
  details: 'How should it be notarized?',
  files: 'Files',
  checked:
    'The duplicate check uploads each file to the service first (free). What is there already is not charged.',
  notarize: (price: string) => `Notarize (${price})`,
  costs: (price: string) => `Costs at most ${price}.`,
  leaves: (price: string, left: string) => `Costs at most ${price}; that leaves ${left}.`,
  short: (price: string, credits: number) =>
    `Costs at most ${price}: ${number(credits)} more than you have. What does not fit waits; nothing of it is charged.`,
  onItsWay: 'On its way',
  onItsWayText: 'From here on Labseal does the rest.',
  takesLonger:
    'Recording can take a few minutes. You can leave this page; Labseal continues, and the certificate appears under Certificates.',
  done: 'Done',
  doneText: 'Every step is done; the certificate is yours to keep.',
  begin: 'Notarize your first file',
};
