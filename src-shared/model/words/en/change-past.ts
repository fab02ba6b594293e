/** What is kept about a change, in English. */
import { causeWords } from './causes.ts';
import {
  isUntried,
  obstacleText,
  quotedWords,
  type ChangePastWords,
  type Obstacle,
} from '../change-past-words.ts';

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  'not-signed-in': 'you were not signed in',
  throttled: 'the service asked for a pause',
  'not-the-service': 'something other than the service answered',
  refused: 'the service refused it',
  forbidden: 'the service did not permit it',
  'not-found': 'the service did not know it',
  'too-large': 'the service found it too large',
};

export const changePastWords: ChangePastWords = {
  lastTry({ atMs, fault }, moment) {
    const { what, status } = obstacleText(fault, causeWords, OBSTACLES);
    if (isUntried(fault)) return `Not tried yet: ${what}.`;
    const code = status === null ? '' : ` (code ${status})`;
    return `It was last tried on ${moment(atMs)}: ${what}${code}.`;
  },
  denied: ({ status, fault }, when) =>
    `The service answered ${status}${quotedWords(fault)} on ${when}.`,
  refused: (when) => `Refused on ${when}:`,
  checked: (when) => `Checked on ${when}:`,
};
