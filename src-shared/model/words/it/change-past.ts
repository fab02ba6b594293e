/** Quello che è conservato di una modifica, in italiano. */
import { obstacleOf, type ChangePastWords, type Obstacle } from '../change-past-words.ts';

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  'no-address': 'l’indirizzo del servizio non è stato trovato',
  'no-connection': 'il servizio non era raggiungibile',
  'broken-connection': 'la connessione al servizio si è interrotta',
  'not-http': 'ha risposto qualcos’altro invece del servizio',
  'timed-out': 'il servizio non ha risposto in tempo',
  'working-offline': 'stavi lavorando offline',
  insecure: 'il servizio non ha potuto dimostrare chi è',
  'server-error': 'il servizio aveva un problema',
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
    const { what, status } = obstacleOf(fault);
    const code = status === null ? '' : ` (codice ${status})`;
    return `Ultimo tentativo il ${moment(atMs)}: ${OBSTACLES[what]}${code}.`;
  },
  refused: (when) => `Rifiutata il ${when}:`,
  checked: (when) => `Controllata il ${when}:`,
};
