import type { outbox as english } from '../en/outbox.ts';
import { plural } from './figures.ts';

export const outbox = {
  title: 'In uscita',
  none: 'Niente in attesa di invio',
  noneText:
    'Qui appaiono i nuovi progetti, gli inviti e le eliminazioni che non è stato possibile inviare subito.',
  waitTogether: (changes, price) =>
    `${plural(changes, 'modifica attende', 'modifiche attendono')}: ${price}`,
  asking: 'Serve il tuo intervento',
  waiting: 'In attesa di invio',
  over: 'Precedenti',
  createProject: (name) => `Crea il progetto ${name}`,
  invite: (name) => `Invita ${name}`,
  deleteFile: (name) => `Elimina ${name}`,
  removeMember: (name) => `Rimuovi ${name}`,
  activateMember: (name) => `Accetta l’invito di ${name}`,
  editProject: (name) => `Modifica il progetto ${name}`,
  createTag: (name) => `Crea l’etichetta ${name}`,
  editProfile: 'Modifica il tuo profilo',
  setAvatar: 'Cambia la tua immagine',
  sendNow: (price) => `Invia ora (${price})`,
  sendTitle: 'Inviare ciò che attende?',
  belowFloor: (left, floor) => `Restano ${left} crediti, meno dei ${floor} che vuoi tenere.`,
  checkNow: 'Controlla ora',
  checkNowOf: (name) => `Controlla ora: ${name}`,
  sendAgain: (price) => `Invia di nuovo (${price})`,
  sendAgainOf: (name) => `Invia di nuovo: ${name}`,
  sendAgainTitle: (name) => `Inviare di nuovo: ${name}?`,
  sendAgainText: (price) =>
    `Il primo tentativo può essere riuscito. Inviarlo di nuovo può addebitare ${price} una seconda volta. Resta in uscita finché non lo invii.`,
  leave: 'Lascia come sconosciuto',
  leaveOf: (name) => `Lascia come sconosciuto: ${name}`,
  putAway: 'Archivia',
  putAwayOf: (name) => `Archivia: ${name}`,
  undo: 'Annulla',
  undoOf: (name) => `Annulla: ${name}`,
  findings: {
    'not-looked': 'Non è ancora stato possibile guardare nel servizio.',
    'too-early': 'Il servizio non lo mostra ancora; ciò significa qualcosa solo dopo dieci minuti.',
    absent:
      'Il servizio non lo mostra, in elenchi completi letti oltre dieci minuti dopo: probabilmente non è stato fatto.',
    several: 'Il servizio mostra più di una cosa che potrebbe essere questa.',
    'cannot-tell': 'Il servizio non mostra abbastanza per capirlo.',
  },
} satisfies typeof english;
