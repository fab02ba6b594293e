import type { spending as english } from '../en/spending.ts';
import { number, plural } from './figures.ts';

export const spending = {
  price: 'Prezzo',
  balance: 'Il tuo saldo',
  fromTo: (before, after) => `${number(before)} → ${number(after)}`,
  agree: (what, credits) => `${what} (${plural(credits, 'credito', 'crediti')})`,
  withWaiting: (credits) => `con ${plural(credits, 'credito', 'crediti')} in attesa`,
  queue: 'Invia quando in linea',
  cancel: 'Annulla',
  alreadyThere: 'È già così. Nulla è stato inviato né speso.',
  tooFewCredits: (needed, balance) =>
    `Costa ${plural(needed, 'credito', 'crediti')} e ne hai ${number(balance)}. Nulla è stato inviato.`,
  changedThere:
    'Qualcuno l’ha modificato nel frattempo. Nulla è stato inviato; scegli come deve essere.',
  projectFull: (members, most) =>
    `Il progetto è al completo (${members} su ${most}). Nulla è stato addebitato.`,
  projectAway: 'Questo progetto non è più disponibile. Nulla è stato addebitato.',
  noAccount: (email) => `Non esiste un account con l’indirizzo ${email}. Nulla è stato addebitato.`,
  belowFloor: (left, floor) =>
    `Resterebbero ${number(left)} crediti, meno dei ${number(floor)} che vuoi tenere. Nulla è stato inviato.`,
  wouldWait:
    'Il servizio ora non si può interrogare. Sarà inviato quando torni online, a questo prezzo.',
  wouldCancel: 'Una modifica in attesa viene ritirata. Nulla è inviato né addebitato.',
  projectExists: 'Hai già un progetto con questo nome e queste date. Nulla è stato inviato.',
  goesByItself: 'Parte da sé quando sei in linea.',
  waits: 'Ora non è stato possibile inviarlo. Resta in attesa e nulla è stato speso.',
  sending: 'Invio in corso.',
  unknown:
    'La risposta è andata persa: può essere stato fatto e pagato. Labseal guarda prima di inviare di nuovo.',
  delivered: 'Fatto.',
  withdrawn: 'È stato ritirato. Nulla è stato speso.',
} satisfies typeof english;
