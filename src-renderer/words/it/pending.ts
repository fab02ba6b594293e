import type { pending as english } from '../en/pending.ts';
import { plural } from './figures.ts';

export const pending = {
  edited: 'Non ancora inviato',
  was: (value) => `Non ancora inviato · era ${value}`,
  nothing: 'vuoto',
  needsWord: (price) => `In attesa della tua approvazione · ${price}`,
  sending: 'Invio in corso…',
  unknown: 'Si controlla se è arrivato',
  refused: (why) => `Non accettato: ${why}`,
  undoOf: (what) => `Annulla: ${what}`,
  review: 'Decidi nella posta in uscita',
  reviewOf: (what) => `Decidi nella posta in uscita: ${what}`,
  changesWait: (changes) =>
    `${plural(changes, 'modifica sarà inviata', 'modifiche saranno inviate')} quando sei in linea.`,
  needYou: (changes) =>
    `${plural(changes, 'modifica richiede', 'modifiche richiedono')} il tuo intervento.`,
  seeOutbox: 'Vedi ciò che è in uscita',
  sent: (sent, needYou) =>
    [
      ...(sent > 0 ? [plural(sent, 'modifica inviata', 'modifiche inviate')] : []),
      ...(needYou > 0
        ? [
            `${plural(needYou, sent > 0 ? 'richiede' : 'modifica richiede', sent > 0 ? 'richiedono' : 'modifiche richiedono')} il tuo intervento`,
          ]
        : []),
    ].join(', '),
  offline: 'Lavora offline',
  offlineText:
    'Finché non torni in linea non si chiede e non si invia niente al servizio. I caricamenti si fermano. Le modifiche attendono in uscita.',
  isOffline: 'Lavori offline',
  goOnline: 'Torna in linea',
} satisfies typeof english;
