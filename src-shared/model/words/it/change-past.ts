/** Quello che è conservato di una modifica, in italiano. */
import { causeWords } from './causes.ts';
import {
  isUntried,
  obstacleText,
  quotedWords,
  type ChangePastWords,
  type Obstacle,
} from '../change-past-words.ts';

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  'not-signed-in': 'non avevi effettuato l’accesso',
  throttled: 'il servizio chiedeva una pausa',
  'not-the-service': 'ha risposto qualcos’altro invece del servizio',
  refused: 'il servizio l’ha rifiutata',
  forbidden: 'il servizio non l’ha permessa',
  'not-found': 'il servizio non la conosceva',
  'too-large': 'per il servizio era troppo grande',
};

export const changePastWords: ChangePastWords = {
  lastTry({ atMs, fault }, moment) {
    const { what, status } = obstacleText(fault, causeWords, OBSTACLES);
    if (isUntried(fault)) return `Non ancora tentata: ${what}.`;
    const code = status === null ? '' : ` (codice ${status})`;
    return `Ultimo tentativo il ${moment(atMs)}: ${what}${code}.`;
  },
  denied: ({ status, fault }, when) =>
    `Il servizio ha risposto ${status}${quotedWords(fault)} il ${when}.`,
  refused: (when) => `Rifiutata il ${when}:`,
  checked: (when) => `Controllata il ${when}:`,
};
