/** Why a path on this computer cannot be read, is not watched or is left out, in English. */
import type { WatchLimit } from '../../folders/watch-capability.ts';
import { assertNever } from '../../result.ts';
import { SLOW_RULES } from '../../folders/slow-rules.ts';
import { THERE_BEFORE } from '../../folders/baseline-file.ts';
import { LABSEAL_DATA } from '../../folders/labseal-data.ts';

const LABSEAL_DATA_SENTENCE =
  'It belongs to a Labseal data folder, which holds a sign-in and the names of private files, so it is never uploaded.';

const ERRNO_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'You have no permission to read it. Ask its owner for permission, then try again.',
  EPERM: 'You have no permission to read it. Ask its owner for permission, then try again.',
  EBUSY: 'Another program has it open. Close it there; the next "labseal sync" tries it again.',
  EIO: 'The disk could not read it. Copy it from another place and check the disk.',
  ELOOP: 'It leads back to itself, so it is not looked into.',
  ETIMEDOUT: 'The drive did not answer in time. Check its connection, then try again.',
  ESTALE: 'The network drive has lost it. Connect the drive again, then try again.',
  EMFILE: 'Too many files are open on this computer. Close some programs, then try again.',
  EIGNORE:
    'The .labsealignore file in it cannot be used, so nothing in it is taken. Correct that file: a pattern may hold ** twice at most, and the .labsealignore files of a folder and of those above it may hold 2,000 patterns together, where one with ** in its middle counts as 10 and one with ** twice as 100.',
  EMANYRULES:
    'With the .labsealignore file in it, the watched folder holds more than 100,000 patterns together, so nothing in it is taken. Remove patterns from it, or write those that many folders share once, further up; a pattern with ** in its middle counts as 10 and one with ** twice as 100.',
  ELABSEAL: LABSEAL_DATA_SENTENCE,
  'unusable-name': 'Its name is not valid text, so it cannot be reached. Rename the file.',
};

/** Why a file cannot be read, from the system's code. */
export function unreadableSentence(errno: string): string {
  if (errno.startsWith(SLOW_RULES)) {
    const file = errno.slice(SLOW_RULES.length);
    return `Matching the patterns of ${file} takes too long, so nothing in it is taken. Use fewer patterns with * and ** in that file.`;
  }
  return ERRNO_SENTENCES[errno] ?? `The computer could not read it (code ${errno || 'unknown'}).`;
}

/** When the system allows no more watches. */
export const WATCH_LIMIT_SENTENCE =
  "This computer can't watch that many folders; they are checked every 10 minutes instead.";

/** Why changes in a folder may not be seen at once. */
export function watchLimitSentence(late: WatchLimit): string {
  switch (late.kind) {
    case 'network-drive':
      return 'Changes that other computers make there are seen within 10 minutes: it is on a network drive.';
    case 'too-many-folders':
      return `Changes may take 10 minutes to be seen: it has more folders than this computer can watch at a time (${late.most}).`;
    case 'polled':
      return late.isNetworkDrive
        ? `It is on a network drive, so it is checked for changes every ${late.seconds} seconds.`
        : `It is checked for changes every ${late.seconds} seconds.`;
    default:
      return assertNever(late);
  }
}

/** Why a path is ignored; `rule` is the pattern, or what the path is instead of a file. */
export function ignoredSentence(rule: string): string {
  if (rule === '') return 'It is left out.';
  if (rule === THERE_BEFORE) {
    return 'It was there before its folder was watched, and only new files are wanted.';
  }
  if (rule === LABSEAL_DATA) return LABSEAL_DATA_SENTENCE;
  if (rule === 'symlink') return 'It is a link; links are not followed.';
  if (rule === 'special') return 'It is not an ordinary file.';
  return `It matches the rule ${rule}.`;
}
