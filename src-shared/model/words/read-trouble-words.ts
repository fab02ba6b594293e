/** What is said of a path that cannot be read: one sentence for what happened, one for what to do. */
import { readTroubleOf, type ReadTrouble } from '../files/read-trouble.ts';
import { quotable } from './verdict-words.ts';

/**
 * `detail`: the path of the ignore file for `slow-rules`, its encoding for `ignore-encoding`, the system's code for the
 * others.
 */
export type ReadTroubleWords = Readonly<Record<ReadTrouble, (detail: string) => string>>;

/** The words of one language, from the system's code. */
export function sentenceOfTrouble(errno: string, words: ReadTroubleWords): string {
  const trouble = readTroubleOf(errno);
  const isDetailed = trouble === 'slow-rules' || trouble === 'ignore-encoding';
  const detail = isDetailed ? errno.slice(errno.indexOf(':') + 1) : errno;
  return words[trouble](quotable(detail) || 'unknown');
}
