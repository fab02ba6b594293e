import type { CallName, CallOutput } from '../../../src-shared/bridge/calls.ts';
import { plural, pluralForm, number } from './figures.ts';

/** What came of an action, said aloud: on the screen what was pressed is gone, or reads otherwise. */
export const outcomes = {
  'files.agree': ({ files, credits }) =>
    `${plural(files, 'file', 'files')} approved for at most ${plural(credits, 'credit', 'credits')}.`,
  'files.approve': (files) => `${plural(files, 'file', 'files')} approved.`,
  'files.keepVersion': () => 'New version approved.',
  'files.takeEarlier': (ids) =>
    pluralForm(ids.length, '1 file added.', `${number(ids.length)} files added.`),
  'files.assign': (files) => `${plural(files, 'file', 'files')} changed.`,
  'files.resolve': ({ files }) => `${plural(files, 'file', 'files')} sent again.`,
  'files.uploadAgain': () => 'Sent again.',
  'files.locate': () => 'File found.',
  'files.forgetCopy': () => 'Local copy forgotten.',
  'folders.edit': () => 'Folder saved.',
  'folders.takeEarlier': () => 'Files that were there already are added.',
  'folders.relocate': () => 'Folder found.',
  'folders.acceptDrives': () => 'Drive accepted.',
  'folders.remove': () => 'The folder is not watched any more.',
  'folders.look': () => 'Checking now.',
  'transfers.pause': () => 'Uploads are paused.',
  'transfers.resume': () => 'Uploads go on.',
  'transfers.cancel': () => 'Upload stopped.',
  'transfers.restart': () => 'Back in the queue.',
  'credits.setLimit': () => 'Limit saved.',
  'lineage.undo': () => 'Taken back.',
} satisfies Sentences;

/** Of a file that a person waits for, or of several at once. */
export const notarized = (files: number, name: string | null) =>
  name === null ? `${plural(files, 'file', 'files')} notarized.` : `Notarized: ${name}`;

type Sentences = { readonly [Name in CallName]?: (output: CallOutput<Name>) => string };
