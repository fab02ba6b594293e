import type * as english from '../en/spending.ts';
import { number, plural, pluralForm } from './figures.ts';

export const spend = {
  title: (files) => `Notarizzare ${number(files)} file?`,
  files: 'File',
  balance: 'Saldo',
  left: 'Resta dopo',
  has: ({ credits, reserve, free }) =>
    [
      number(credits),
      ...((reserve ?? 0) === 0 ? [] : [`riserva ${number(reserve ?? 0)}`]),
      ...(credits > (free ?? credits)
        ? [`${number(credits - (free ?? credits))} messi da parte per file approvati`]
        : []),
    ].join(', '),
  notRead: 'Non ancora letto',
  short: 'Mancano',
  noCredits: 'Crediti insufficienti',
  shortText: {
    it: 'Attende finché hai abbastanza crediti.',
    rest: 'Il resto attende finché hai abbastanza crediti.',
    all: 'Attendono tutti finché hai abbastanza crediti.',
    some: ({ now, later }) =>
      `${number(now)} ora, ${pluralForm(later, '1 attende', `${number(later)} attendono`)} finché hai abbastanza crediti.`,
  },
  reserveText: {
    it: 'Userebbe la tua riserva, quindi attende finché non la abbassi o permetti di usarla.',
    rest: 'Il resto userebbe la tua riserva, quindi attende finché non la abbassi o permetti di usarla.',
    all: 'Userebbero la tua riserva, quindi attendono finché non la abbassi o permetti di usarla.',
    some: ({ now, later }) =>
      `${number(now)} ora; ${pluralForm(
        later,
        '1 userebbe la tua riserva, quindi attende',
        `${number(later)} userebbero la tua riserva, quindi attendono`,
      )} finché non la abbassi o permetti di usarla.`,
  },
  neverMore: 'Può costare meno, mai di più.',
  again:
    'Il servizio l’ha già ricevuto e non l’ha scritto sulla catena. Quel caricamento può essere stato addebitato; anche questo lo sarà.',
  approveBeyond: {
    reserve: (files, price) => `Notarizza ${number(files)} file e usa la riserva (${price})`,
    limit: (files, price) => `Notarizza ${number(files)} file oltre il limite (${price})`,
  },
  passes: {
    reserve: (limit) => `Così resta meno della tua riserva di ${number(limit)}.`,
    month: (limit) => `Così superi il tuo limite mensile di ${number(limit)}.`,
    folder: (limit) => `Così superi il budget della cartella, ${number(limit)}.`,
  },
  approve: (files, price) => `Notarizza ${number(files)} file (${price})`,
  approveHeld: (files) =>
    `Notarizza ${pluralForm(files, '1 file fermo', `${number(files)} file fermi`)}…`,
  free: 'gratis',
  hasGrown:
    'Il prezzo è appena aumentato, quindi nulla è stato approvato. Controllalo e premi di nuovo.',
  waits: (files) =>
    pluralForm(
      files,
      '1 file attende la tua approvazione.',
      `${number(files)} file attendono la tua approvazione.`,
    ),
  kinds: {
    fresh: (files) => pluralForm(files, '1 nuovo', `${number(files)} nuovi`),
    review: (files) => `${number(files)} da guardare prima`,
    size_confirm: (files) => `${number(files)} vicino a 2,5 GB`,
    record_deleted: (files) => `${number(files)} con registrazione eliminata`,
  },
  willGo: (files, short, isForReserve) =>
    `${pluralForm(files, '1 file sarà notarizzato', `${number(files)} file saranno notarizzati`)}${
      short === 0
        ? ''
        : isForReserve
          ? `; ${pluralForm(short, '1 userebbe la tua riserva e attende', `${number(short)} userebbero la tua riserva e attendono`)}`
          : `, ${pluralForm(short, '1 altro', `altri ${number(short)}`)} quando avrai abbastanza crediti`
    }.`,
  undo: 'Annulla',
  undone: (files, underWay) =>
    [
      ...(files > 0
        ? [
            pluralForm(
              files,
              '1 file attende di nuovo la tua approvazione.',
              `${number(files)} file attendono di nuovo la tua approvazione.`,
            ),
          ]
        : []),
      ...(underWay > 0
        ? [
            pluralForm(
              underWay,
              '1 è già in corso di invio.',
              `${number(underWay)} sono già in corso di invio.`,
            ),
          ]
        : []),
    ].join(' '),
  costs: (files, price) => pluralForm(files, `Costa ${price}`, `Insieme costano ${price}`),
  leaves: (credits) => `dopo ne restano ${number(credits)}.`,
  lacks: (lacking, reserve, waits) =>
    `ne mancano ${number(lacking)}${reserve === 0 ? '' : `, compresa la tua riserva di ${number(reserve)}`}: ${waitsText(waits)} finché ne hai abbastanza.`,
  usesReserve: (reserve, waits) =>
    `userebbe la tua riserva di ${number(reserve)}: ${waitsText(waits)}.`,
  largeBatch:
    'Sono arrivati così tanti insieme che nessun budget li paga prima che tu li abbia visti.',
} satisfies typeof english.spend;

const WAITS = { it: 'attende', rest: 'il resto attende', all: 'attendono tutti' };

function waitsText(waits: english.Waits): string {
  if (typeof waits === 'string') return WAITS[waits];
  const { now, later } = waits;
  return `${number(now)} ora, ${pluralForm(later, '1 attende', `${number(later)} attendono`)}`;
}

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
      'Nulla è stato inviato: il servizio non mostra i tuoi progetti. Labseal li controlla prima, perché nessuno sia pagato due volte.',
    project:
      'Nulla è stato inviato: il servizio non ti mostra questo progetto. Chiedi al responsabile.',
    person:
      'Nulla è stato inviato: il servizio non permette al tuo account di cercare persone per indirizzo e-mail.',
    balance:
      'Nulla è stato inviato: il servizio non mostra il tuo saldo. Labseal lo controlla prima di spendere crediti.',
    file: 'Nulla è stato inviato: il servizio non ti mostra questo file. Labseal lo controlla prima, perché nessuna eliminazione sia pagata due volte.',
    record:
      'Nulla è stato inviato: il servizio non mostra il tuo profilo, e una modifica lo sostituirebbe tutto.',
    tags: 'Nulla è stato inviato: una risposta precedente è andata persa, e il servizio non permette al tuo account di cercare tag. Guarda sul servizio se il tag c’è.',
  },
  noAccount: (email) => `Non esiste un account con l’indirizzo ${email}. Nulla è stato addebitato.`,
  belowReserve: (left, reserve) =>
    `Resterebbero ${number(left)} crediti, usando la tua riserva di ${number(reserve)}. Nulla è stato inviato.`,
  wouldWait:
    'Il servizio ora non si può interrogare. Sarà inviato quando torni in linea, a questo prezzo.',
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
