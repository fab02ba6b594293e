import { proofMomentAlone } from '../../../src-shared/model/words/en/figures.ts';
import { plural } from './figures.ts';

export const verify = {
  title: 'Verify a file',
  command: 'Verify a file…',
  subtitle:
    'Is this file what was notarized? It is read on this computer; nothing of it is sent unless you also ask the service.',
  compareWith: 'Compare with',
  kinds: {
    anything: {
      label: 'Everything this account knows',
      hint: 'Finds out whether the file was ever notarized.',
    },
    record: { label: 'One record', hint: 'A notarized file that you choose.' },
    certificate: {
      label: 'A certificate',
      hint: 'Its PDF or its data (JSON), also of somebody else’s file.',
    },
    project: { label: 'A project', hint: 'All its records that are known here.' },
  },
  chooseRecord: 'Choose a record',
  moreRecords: (count: number) =>
    `${plural(count, 'more fits', 'more fit')}: type part of the name, or the beginning of a fingerprint.`,
  otherRecord: 'Compare with another record',
  chooseProject: 'Choose a project',
  certificateUnread:
    'No fingerprint can be read in this PDF. Choose the certificate’s data (JSON) instead.',
  chooseCertificate: 'Choose a certificate (PDF or JSON)',
  certificateText: 'The certificate’s data (JSON)',
  certificateHint: 'Paste it here, choose its file, or drop file and certificate together.',
  sayAgainst: 'is read as soon as you choose what to compare it with.',
  drop: 'File to check',
  dropBoth:
    'Drop a file, a file with its certificate (PDF or JSON), or a bundle (its folder or ZIP), or',
  moreFiles: (count: number) => `… and ${plural(count, 'further file', 'further files')}`,
  useCopy: (folder: string) => `Use the copy in ${folder}`,
  changedCopy: (folder: string) =>
    `The file in ${folder} has changed since it was notarized, so it would not match.`,
  nothingSent: 'Nothing is sent.',
  reading: 'Reading the file',
  alsoAsk: 'Also ask the service whether it knows this content (sends the file)',
  alsoAskSize: (size: string) =>
    `Also ask the service whether it knows this content (sends the file: ${size})`,
  noConnection: 'The service cannot be reached. Comparing on this computer goes on.',
  workingOffline: 'You work offline. Comparing on this computer goes on.',
  signedOut: 'You are signed out. Comparing on this computer goes on.',
  askService: 'Ask the service (sends the file)',
  askServiceSize: (size: string) => `Ask the service (sends the file: ${size})`,
  asking: 'Asking the service. The file is sent for this…',
  askingEnded: 'The request was interrupted.',
  askAgain: 'Ask again',
  serviceKnows: (name: string, project: string) => {
    const file = name === '' ? '' : `: ${name}`;
    const place = project === '' ? '' : ` in ${project}`;
    return `The service knows this content${file}${place}.`;
  },
  serviceDoesNotKnow: 'The service does not know this content.',
  thisFile: 'This file',
  record: 'Record',
  certificate: 'Certificate',
  demoRecord: 'Demo record: it proves nothing outside the demo.',
  notarizedWhen: proofMomentAlone,
  facts: {
    record: 'Record',
    project: 'Project',
    notarized: 'Notarized',
    size: 'Size',
    method: 'Method of the service',
    written: 'As the record has it',
    against: 'Compared with',
    decidedBy: 'Decided by',
    uploaded: 'Uploaded from here',
    checked: 'Checked',
  },
  sizes: (file: string, record: string) => `${file}; the notarized file had ${record}`,
  methodUnknown: 'Not known yet',
  asUploaded: {
    yes: 'Yes: these are the bytes that this computer sent',
    no: 'No: this computer sent other bytes',
  },
  printOfFile: (method: string) => `${method} of this file`,
  saveReport: 'Save report',
  asText: 'As text, to read',
  asJson: 'As JSON, for programs',
  wholeFolder: 'A whole folder',
  wholeFolderText:
    'An audit reads every file of a folder again and says which are proven unchanged, changed, missing or never notarized.',
  withoutLabseal: {
    title: 'For somebody who has no Labseal',
    text: 'A page that compares files with their certificates in any browser, without a network or an installation. Every evidence bundle contains it, too.',
    save: 'Save the verification page',
  },
};
