/** What is kept about a change, in English. */
import { obstacleOf, type ChangePastWords, type Obstacle } from '../change-past-words.ts';

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  'no-address': 'the server address could not be found',
  'no-connection': 'the service could not be reached',
  'broken-connection': 'the connection to the service broke',
  'not-http': 'something other than the service answered',
  'timed-out': 'the service did not answer in time',
  'working-offline': 'you were working offline',
  insecure: 'the server could not prove who it is',
  'server-error': 'the service had a problem',
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
    const { what, status } = obstacleOf(fault);
    const code = status === null ? '' : ` (code ${status})`;
    return `It was last tried on ${moment(atMs)}: ${OBSTACLES[what]}${code}.`;
  },
  refused: (when) => `Refused on ${when}:`,
  checked: (when) => `Checked on ${when}:`,
};
