import type { spend as english } from '../en/spend.ts';
import { number, pluralForm } from './figures.ts';

export const spend = {
  title: (files) => `Approvare ${number(files)} file?`,
  files: 'File',
  price: 'Prezzo',
  balance: 'Saldo',
  left: 'Resta dopo',
  notRead: 'Non ancora letto',
  short: 'Mancano',
  shortText: 'Ciò che non ci sta attende i crediti; niente va perso.',
  exactText: 'Questo prezzo corrisponde a quanto il servizio ha addebitato finora.',
  aboutText: 'Il servizio non dice prima il prezzo esatto. Non è mai più di questo.',
  again:
    'Il servizio l’ha già ricevuto e non l’ha scritto sulla catena. Quel caricamento può essere stato addebitato; anche questo lo sarà.',
  approve: (price) => `Approva ${price}`,
  hasGrown:
    'Il prezzo è appena aumentato, quindi nulla è stato approvato. Controllalo e approva di nuovo.',
  waits: (files) =>
    pluralForm(
      files,
      '1 file attende la tua approvazione.',
      `${number(files)} file attendono la tua approvazione.`,
    ),
  costs: (files, price) => pluralForm(files, `Costa ${price}`, `Insieme costano ${price}`),
  leaves: (credits) => `dopo ne restano ${number(credits)}.`,
  lacks: (credits) => `ne mancano ${number(credits)}: ciò che non ci sta attende i crediti.`,
} satisfies typeof english;
