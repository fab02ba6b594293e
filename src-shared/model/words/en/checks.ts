/** What a duplicate check uploads and costs. */
import type { CheckPolicy } from '../../files/assignment.ts';
import { byteText, fileText } from './figures.ts';

/** As short as a cell of a table. */
export function checkText(policy: CheckPolicy): string {
  return typeof policy === 'string' ? policy : `up to ${byteText(policy.upToBytes)}`;
}

const NOTHING_BEFORE = 'Nothing is recorded or charged before you approve.';

export const CHECK_PROMISE = `The duplicate check uploads each new file to the service (free). ${NOTHING_BEFORE}`;

/** What no check and no list can exclude. */
export const SAME_MOMENT =
  'Two computers of your account that send the same file at the same moment can both be charged.';

/** Of every answer but `always`. */
const UNLESS_LACKING = 'unless this computer may lack records of your account';

/** What each answer means, where a person is asked. */
export const CHECK_CHOICES: readonly (readonly [answer: string, means: string])[] = [
  ['always', 'uploads each new file to check for duplicates'],
  [
    '100MB',
    `(or another size) only files up to it, ${UNLESS_LACKING}; larger files that others uploaded may be charged again`,
  ],
  [
    'never',
    `uploads no file for the check, ${UNLESS_LACKING}; files that others uploaded may be charged again`,
  ],
];

/** It may: why, and until when. */
export const CHECKED_AFTER_LOSS =
  'Records of this computer were lost: until the lists of the service account for all files, each new file is uploaded for the duplicate check (free), whatever a folder is set to.';

/** What the choice for a folder means. */
export function checkSentence(policy: CheckPolicy): string {
  if (policy === 'always') return `${CHECK_PROMISE} ${SAME_MOMENT}`;
  const uploads =
    policy === 'never'
      ? `No file is uploaded for the duplicate check, ${UNLESS_LACKING}. Files`
      : `The duplicate check uploads each new file of up to ${byteText(policy.upToBytes)} to the service (free), and none that is larger, ${UNLESS_LACKING}. Larger files`;
  return `${uploads} that others uploaded may be charged again. ${NOTHING_BEFORE} ${SAME_MOMENT}`;
}

/** What a price leaves open, of files that nobody allowed to check. */
export function uncheckedSentence(files: number): string {
  return files === 1
    ? `One file is not checked for duplicates, ${UNLESS_LACKING}: if others uploaded its content, it may be charged again.`
    : `${fileText(files)} are not checked for duplicates, ${UNLESS_LACKING}: those whose content others uploaded may be charged again.`;
}

interface Uploads {
  readonly files: number;
  readonly bytes: number;
}

/** "The duplicate check uploads at most 24 files, 1.2 GB (free)." */
export function checkUploadsSentence({ files, bytes }: Uploads): string {
  if (files === 0) return 'The duplicate check uploads no file.';
  return `The duplicate check uploads at most ${fileText(files)}, ${byteText(bytes)} (free).`;
}

/** "The duplicate check uploaded 24 files, 1.2 GB (free). Nothing was recorded or charged for it." */
export function checkedUploadsSentence({ files, bytes }: Uploads): string {
  return `The duplicate check uploaded ${fileText(files)}, ${byteText(bytes)} (free). Nothing was recorded or charged for it.`;
}
