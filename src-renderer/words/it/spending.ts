import type * as english from '../en/spending.ts';
import { number, plural, pluralForm } from './figures.ts';

export const spend = {
  title: (files) => `Approvare ${number(files)} file?`,
  files: 'File',
  balance: 'Saldo',
  left: 'Resta dopo',
  has: ({ credits, floor }) =>
    (floor ?? 0) === 0
      ? number(credits)
      : `${number(credits)}, di cui vuoi tenerne ${number(floor ?? 0)}`,
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
  lacks: (lacking, { floor }) =>
    `ne mancano ${number(lacking)}${(floor ?? 0) === 0 ? '' : `, tenendone ${number(floor ?? 0)}`}: ciò che non ci sta attende i crediti.`,
} satisfies typeof english.spend;

export const spending = {
  price: 'Prezzo',
  balance: 'Il tuo saldo',
  fromTo: (before, after) => `${number(before)} → ${number(after)}`,
  agree: (what, credits) => `${what} (${plural(credits, 'credito', 'crediti')})`,
  withWaiting: (credits) => `con ${plural(credits, 'credito', 'crediti')} in attesa`,
  queue: 'Invia quando in linea',
  alreadyThere: 'È già così. Nulla è stato inviato né speso.',
  tooFewCredits: (needed, balance) =>
    `Costa ${plural(needed, 'credito', 'crediti')} e ne hai ${number(balance)}. Nulla è stato inviato.`,
  changedThere:
    'Qualcuno l’ha modificato nel frattempo. Nulla è stato inviato; scegli come deve essere.',
  projectFull: (members, most) =>
    `Il progetto è al completo (${members} su ${most}). Nulla è stato addebitato.`,
  projectAway: {
    hidden: 'Il servizio non mostra questo progetto al tuo account.',
    gone: 'Il servizio non conosce questo progetto, o non lo mostra al tuo account.',
  },
  unread: {
    projects:
      'Nulla è stato inviato: il servizio non mostra al tuo account l’elenco dei progetti, e Labseal lo guarda prima, perché nessun progetto sia pagato due volte.',
    project:
      'Nulla è stato inviato: il servizio non mostra questo progetto al tuo account, e Labseal lo guarda prima.',
    person:
      'Nulla è stato inviato: il servizio non permette al tuo account di cercare persone per indirizzo e-mail.',
    balance:
      'Nulla è stato inviato: il servizio non mostra il tuo saldo, e Labseal lo controlla prima di spendere crediti.',
    file: 'Nulla è stato inviato: il servizio non mostra questo file al tuo account, e Labseal controlla prima che la sua eliminazione non sia già stata pagata.',
    record:
      'Nulla è stato inviato: il servizio non mostra i tuoi dati, e una modifica li sostituisce tutti.',
    tags: 'Nulla è stato inviato: una risposta precedente è andata persa, e il servizio non permette al tuo account di cercare tag. Guarda sulla piattaforma se il tag c’è.',
  },
  noAccount: (email) => `Non esiste un account con l’indirizzo ${email}. Nulla è stato addebitato.`,
  belowFloor: (left, floor) =>
    `Resterebbero ${number(left)} crediti, meno dei ${number(floor)} che vuoi tenere. Nulla è stato inviato.`,
  wouldWait:
    'Il servizio ora non si può interrogare. Sarà inviato quando torni online, a questo prezzo.',
  wouldCancel: 'Una modifica in attesa viene ritirata. Nulla è inviato né addebitato.',
  projectExists: 'Hai già un progetto con questo nome e queste date. Nulla è stato inviato.',
  goesByItself: 'Viene inviato automaticamente quando sei in linea.',
  waits: 'Non è ancora stato fatto e attende la tua approvazione.',
  sending: 'Invio in corso.',
  unknown:
    'La risposta è andata persa: può essere stato fatto e pagato. Labseal guarda prima di inviare di nuovo.',
  denied: 'Può essere stato fatto e pagato lo stesso.',
  denialOpen: 'Labseal lo sta controllando. Non serve ancora nessuna decisione.',
  earlierLost: 'L’esito di un tentativo precedente è sconosciuto, e può essere stato addebitato.',
  delivered: 'Fatto.',
  withdrawn: 'È stato ritirato. Nulla è stato speso.',
} satisfies typeof english.spending;
