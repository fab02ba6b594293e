/** Why a path on this computer cannot be read, in English. */
import { LABSEAL_DATA_SENTENCE } from './paths.ts';
import { sentenceOfTrouble, type ReadTroubleWords } from '../read-trouble-words.ts';

const WORDS: ReadTroubleWords = {
  forbidden: () =>
    'You have no permission to read it. Ask its owner for permission, then try again.',
  busy: () => 'Another program has it open or has locked it. Close it there, then try again.',
  damaged: (code) =>
    `The disk could not read it (${code}). Copy it from another place and check the disk.`,
  'drive-lost': (code) =>
    `Its drive cannot be reached, or has lost it (${code}). Connect the drive again, then try again.`,
  'drive-silent': () => 'The drive did not answer in time. Check its connection, then try again.',
  'drive-gone': () =>
    'The drive that held it is not connected. Connect it; or, if what is there now is right, tell Labseal to use that.',
  'other-drive': () =>
    'Another drive is in the place of the one that held it. Connect the right one; or, if this one is right, tell Labseal to use it.',
  'untrue-size': () =>
    'Its drive tells another size of it than it has. Copy it to another drive, or mount this one with true sizes.',
  restless: () =>
    'Its drive tells another time or number of it at each look. Copy it to another drive, or mount this one so that they stay.',
  'no-key': (code) =>
    `It is encrypted, and its key is not loaded or no longer valid (${code}). Unlock it, for example by signing in to this computer again, then try again.`,
  'open-files': () =>
    'Too many files are open on this computer. Close some programs, then try again.',
  loop: () => 'It leads back to itself, so it is not looked into.',
  'too-deep': () => 'Its path is too long or too deep to be read. Move it further up.',
  'labseal-data': () => LABSEAL_DATA_SENTENCE,
  'ignore-file': () =>
    'The .labsealignore file in it cannot be used, so nothing in it is taken. Correct that file: a pattern may hold ** twice at most, and the .labsealignore files of a folder and of those above it may hold 2,000 patterns together, where one with ** in its middle counts as 10 and one with ** twice as 100.',
  'ignore-encoding': (encoding) =>
    `The .labsealignore file in it is ${encoding === 'binary' ? 'no text' : `written in ${encoding} or something like it`}, so nothing in it is taken. Save that file as UTF-8.`,
  'many-rules': () =>
    'With the .labsealignore file in it, the watched folder holds more than 100,000 patterns together, so nothing in it is taken. Remove patterns from it, or write those that many folders share once, further up; a pattern with ** in its middle counts as 10 and one with ** twice as 100.',
  'slow-rules': (file) =>
    `Matching the patterns of ${file} takes too long, so nothing in it is taken. Use fewer patterns with * and ** in that file.`,
  'unusable-name': () => 'Its name is not valid text, so it cannot be reached. Rename the file.',
  'not-a-file': () => 'It is not an ordinary file, so it is not read.',
  'reader-ended': () =>
    'The part of Labseal that reads files ended on it twice, so it was left alone. Check its disk; if that is sound, send a report to support.',
  other: (code) =>
    `The computer could not read it (code ${code}). Try again; if that does not help, check its drive.`,
};

/** From the system's code. */
export const unreadableSentence = (errno: string): string => sentenceOfTrouble(errno, WORDS);
