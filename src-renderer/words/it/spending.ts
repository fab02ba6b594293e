import type { spending as english } from '../en/spending.ts';
import { number, plural } from './figures.ts';

export const spending = {
  price: 'Prezzo',
  balance: 'Il tuo saldo',
  fromTo: (before, after) => `${number(before)} → ${number(after)}`,
  agree: (what, credits) => `${what} (${plural(credits, 'credito', 'crediti')})`,
  cancel: 'Annulla',
  alreadyThere: 'È già così. Nulla è stato inviato né speso.',
  tooFewCredits: (needed, balance) =>
    `Costa ${plural(needed, 'credito', 'crediti')} e ne hai ${number(balance)}. Nulla è stato inviato.`,
  projectExists: 'Hai già un progetto con questo nome e queste date. Nulla è stato inviato.',
  waits: 'Ora non è stato possibile inviarlo. Resta in attesa e nulla è stato speso.',
  sending: 'Invio in corso.',
  unknown:
    'La risposta è andata persa: può essere stato fatto e pagato. Labseal guarda prima di inviare di nuovo.',
  delivered: 'Fatto.',
  withdrawn: 'È stato ritirato. Nulla è stato speso.',
} satisfies typeof english;
