import type { inbox as english } from '../en/inbox.ts';
import { number, plural } from './figures.ts';

export const inbox = {
  title: (count) =>
    count === 0 ? 'Serve il tuo intervento' : `Serve il tuo intervento (${number(count)})`,
  nothing: 'Niente richiede il tuo intervento.',
  showAll: (count) => `Mostra tutto (${number(count)})`,
  chooseFiles: 'Scegli i file…',
  changeLimits: 'Modifica i limiti…',
  compare: 'Confronta',
  decide: 'Decidi…',
  verbs: {
    credits: 'Vai ai crediti',
    size_limit: 'Mostra i file',
    procedure: 'Aggiungi la procedura…',
    labels: 'Aggiungi etichette…',
    permission: 'Cambia progetto…',
    id_in_use: 'Confronta i record…',
    failed: 'Mostra i motivi',
    changed: 'Confronta le versioni…',
  },
  decided: 'Deciso, in attesa',
  approvedAway: 'Approvati, in attesa del servizio',
  approved: 'Approvati, in attesa di invio',
  approvedOne: 'Approvato, in attesa di invio.',
  approvedAwayOne: 'Approvato, in attesa del servizio.',
  sentByItself: 'Viene inviato automaticamente; non serve altro.',
  approvedFiles: (count) =>
    `${plural(count, 'file', 'file')}. Inviati automaticamente; non serve altro.`,
  changesAway: 'Modifiche in attesa del servizio',
  changes: 'Modifiche in attesa di invio',
  changesInOutbox: (count) => `${plural(count, 'modifica', 'modifiche')} in uscita.`,
} satisfies typeof english;
