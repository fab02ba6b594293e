import type { credits as english } from '../en/credits.ts';
import { transactionType } from '../../../src-shared/model/words/it/transaction-type.ts';
import { number, plural, pluralForm } from './figures.ts';

export const credits = {
  title: 'Crediti',
  balance: 'Saldo',
  unknownBalance: 'Saldo non ancora letto',
  maybeOld: 'Il saldo potrebbe non essere aggiornato.',
  reserve: (credits_) => `Riserva: ${number(credits_)}`,
  enoughForAll: 'Bastano per tutto ciò che attende.',
  enoughFor: (fitting, files) =>
    fitting === 0
      ? pluralForm(
          files,
          'Non bastano per il file in attesa.',
          `Non bastano per nessuno dei ${number(files)} file.`,
        )
      : `Bastano per ${number(fitting)} di ${plural(files, 'file', 'file')}; gli altri attendono.`,
  reserveKeeps: (reserve, files) =>
    `La tua riserva di ${number(reserve)} non lascia nulla per ${pluralForm(files, 'il file in attesa', `nessuno dei ${number(files)} file`)}.`,
  notForChanges: (price) => `Bastano per tutti i file, non per le modifiche in attesa (${price}).`,
  onTheirWay: (credits_) => `${number(credits_)} in viaggio`,
  queueNeeds: (files, price) => `${plural(files, 'file attende', 'file attendono')}: ${price}`,
  changesNeed: (changes, price) =>
    `${plural(changes, 'modifica attende', 'modifiche attendono')}: ${price}`,
  limitsTitle: 'Limiti',
  limits: {
    reserve: {
      label: 'Riserva',
      text: 'I caricamenti non toccano questa parte del saldo',
      field: 'Crediti da tenere di riserva',
    },
    month: {
      label: 'Al mese',
      text: 'Il massimo che i caricamenti da questo computer spendono in un mese di calendario (UTC)',
      field: 'Crediti al mese',
    },
  },
  largeBatches: (files) =>
    `Una cartella che porta più di ${number(files)} nuovi file in una volta attende sempre la tua decisione.`,
  folderBudget: 'Budget di questa cartella, si cambia con la cartella',
  noLimit: 'Nessuno',
  change: 'Cambia',
  changeOf: (label) => `Cambia: ${label}`,
  emptyLifts:
    'Vuoto significa nessun limite. I file approvati che attendono questo limite partono non appena lo permette.',
  wholeNumber: 'Inserisci un numero intero di crediti, o nulla.',
  heldTitle: (files) => `Fermi per crediti o limiti (${number(files)})`,
  smallestFirst: 'prima i più piccoli',
  allHeld: (files) => `Tutti i ${number(files)} file`,
  goesByItself: 'inviato automaticamente quando ci sono crediti',
  selected: (files, sum, spendable) =>
    spendable === null
      ? `Scelti ${number(files)} · ${sum} crediti`
      : `Scelti ${number(files)} · ${sum} di ${spendable} crediti`,
  chooseFirst: 'Scegli dei file per decidere su di loro.',
  moreThanThere: 'È più di quanto resta nel saldo.',
  releaseSelected: (price) => `Notarizza i file scelti (${price})`,
  releaseFitting: (files, price) =>
    `Notarizza ciò che ci sta: ${plural(files, 'file', 'file')} (${price})`,
  someGoByThemselves: 'Alcuni sono inviati automaticamente quando ci sono crediti.',
  makePrivate: (price) => `Rendi privati (${price})…`,
  allPrivate: 'Questi sono già privati.',
  makePrivateTitle: (files) =>
    pluralForm(
      files,
      'Notarizzare questo file come privato?',
      `Notarizzare ${number(files)} file come privati?`,
    ),
  makePrivateAgree: (files, price) =>
    pluralForm(files, `Rendilo privato (${price})`, `Rendili privati (${price})`),
  asPublic: 'Come file pubblici',
  privateMeans:
    'Nessuno può scaricare i file privati dal servizio. Ricevono un certificato come quelli pubblici.',
  privateForGood:
    'Non si può annullare: rendere pubblico un file più tardi è un secondo caricamento, al prezzo pubblico.',
  ask: 'Chiedi crediti…',
  askTitle: 'Chiedi crediti',
  copyText: 'Copia il testo',
  askMissing: ({ there, onTheirWay, reserve, missing }) =>
    `${[
      pluralForm(there, 'C’è 1 credito', `Ci sono ${number(there)} crediti`),
      ...(onTheirWay === 0 ? [] : [`di cui ${number(onTheirWay)} in viaggio`]),
      ...(reserve === 0 ? [] : [`${number(reserve)} da tenere di riserva`]),
    ].join(
      ', ',
    )}: ${pluralForm(missing, 'ne serve un altro', `ne servono altri ${number(missing)}`)}.`,
  askWho: (email, userId) => `Account: ${email} (id utente ${userId})`,
  history: 'Movimenti',
  from: 'Dal',
  to: 'Al',
  exportCsv: 'Esporta CSV',
  copyFrom: (moment) => `Copia salvata, letta ${moment}`,
  unknownDays: (days) => `Non è stato possibile leggere ${plural(days, 'giorno', 'giorni')}.`,
  day: 'Giorno (UTC)',
  spent: 'Spesi',
  added: 'Aggiunti',
  leftAtEnd: 'Rimasti a fine giornata',
  spentByDay: 'Spesi per giorno',
  leftByDay: 'Rimasti alla fine di ogni giorno',
  spentChart: (total, days) => `${total} crediti in ${plural(days, 'giorno', 'giorni')}.`,
  leftChart: (least, most, last) => `Tra ${least} e ${most} crediti, ${last} alla fine.`,
  nothingSpent: 'In questi giorni non è stato ancora speso nulla.',
  nothingLeft: 'Ancora nessun credito in questi giorni.',
  leftUnknown: 'Noto solo per date fino a oggi, dopo la lettura del saldo.',
  noEntries: 'Nessun movimento in queste date.',
  noEntriesText: 'Scegli altre date, o torna dopo il primo caricamento.',
  amount: 'Crediti',
  for: 'Per',
  type: 'Tipo',
  typeText: transactionType,
  notInHistory: 'Non ancora nei movimenti del servizio',
  matched:
    'Il servizio non dice per che cosa è un addebito. Labseal ha trovato il file o la modifica dall’ora e dall’importo.',
  deviates: (charged, expected) =>
    `Il servizio ha addebitato ${charged} dove erano attesi al massimo ${expected}.`,
  charges: {
    project: (name) => `Progetto ${name}`,
    member: (name) => `Primo membro del progetto ${name}`,
    invitation: (name) => `Invito di ${name}`,
    deletion: (name) => `Eliminazione di ${name}`,
  },
} satisfies typeof english;
