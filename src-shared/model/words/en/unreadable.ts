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
    'The drive that held it is not connected. Connect it, or tell Labseal to use what is there now.',
  'other-drive': () =>
    'Another drive is in its place. Connect the right one, or tell Labseal to use this one.',
  'untrue-size': () => 'Its drive reports a wrong size. Copy the file to another drive.',
  restless: () => 'Its drive reports another time at each look. Copy the file to another drive.',
  'no-key': (code) =>
    `It is encrypted, and its key is not loaded or no longer valid (${code}). Unlock it, for example by signing in to this computer again, then try again.`,
  'open-files': () =>
    'Too many files are open on this computer. Close some programs, then try again.',
  loop: () => 'It leads back to itself, so it is not looked into.',
  'too-deep': () => 'Its path is too long or too deep to be read. Move it further up.',
  'labseal-data': () => LABSEAL_DATA_SENTENCE,
  'ignore-file': () =>
    'The .labsealignore file in it has too many patterns, or one with more than two **, so nothing in it is taken. Use fewer patterns (2,000 at most) with less **.',
  'ignore-encoding': (encoding) =>
    `The .labsealignore file in it is ${encoding === 'binary' ? 'no text' : `written in ${encoding} or something like it`}, so nothing in it is taken. Save that file as UTF-8.`,
  'many-rules': () =>
    'The .labsealignore files of the watched folder hold more than 100,000 patterns, so nothing in it is taken. Write patterns that many folders share once, further up.',
  'slow-rules': (file) =>
    `Matching the patterns of ${file} takes too long, so nothing in it is taken. Use fewer patterns with * and ** in that file.`,
  'unusable-name': () => 'Its name is not valid text, so it cannot be reached. Rename the file.',
  'not-a-file': () => 'It is not an ordinary file, so it is not read.',
  'reader-ended': () =>
    'Reading it failed twice. Check its disk; if that is sound, send a report to support.',
  other: (code) =>
    `The computer could not read it (code ${code}). Try again; if that does not help, check its drive.`,
};

/** From the system's code. */
export const unreadableSentence = (errno: string): string => sentenceOfTrouble(errno, WORDS);
