/** Why a path on this computer is not watched or is left out, in English. */
import { type WatchLimit, THERE_BEFORE, LABSEAL_DATA } from '../../folders/folder-rules.ts';
import { assertNever } from '../../result.ts';

/** What belongs to a Labseal's data folder. */
export const LABSEAL_DATA_SENTENCE = "It belongs to Labseal's own data, which is never uploaded.";

/** When the system allows no more watches. */
export const WATCH_LIMIT_SENTENCE =
  "This computer can't watch that many folders; the others are checked for changes at intervals instead.";

/** Why changes in a folder may not be seen at once. */
export function watchLimitSentence(late: WatchLimit): string {
  switch (late.kind) {
    case 'too-many-folders':
      return `It has more folders than this computer can watch at a time (${late.most}): the others are checked for changes every ${late.seconds} seconds.`;
    case 'limited':
      return `This computer lets Labseal watch no more folders: some in it are checked for changes every ${late.seconds} seconds. An administrator can raise the limit.`;
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
  const [, origin, pattern] = /^(folder settings|built-in): (.*)$/s.exec(rule) ?? [];
  if (pattern === undefined) return `It matches the rule ${rule}.`;
  const whose = origin === 'built-in' ? 'a built-in pattern' : 'a pattern of its folder';
  return `It matches "${pattern}", ${whose} to exclude.`;
}
