import type { credits as english } from '../en/credits.ts';
import { transactionType } from '../../../src-shared/model/words/it/transaction-type.ts';
import { number, plural, pluralForm } from './figures.ts';

export const credits = {
  title: 'Crediti',
  balance: 'Saldo',
  unknownBalance: 'Saldo non ancora letto',
  maybeOld: 'Il saldo potrebbe non essere aggiornato.',
  keeps: (credits_) => `di cui vuoi tenerne ${number(credits_)}`,
  available: (credits_) => `${credits_} a disposizione dopo tutto ciò che attende`,
  short: (credits_) => `${credits_} in meno del necessario per tutto ciò che attende`,
  queueNeeds: (files, price) =>
    `${plural(files, 'file in attesa richiede', 'file in attesa richiedono')} circa ${price}`,
  changesNeed: (changes, price) =>
    `${plural(changes, 'modifica richiede', 'modifiche richiedono')} ${price}`,
  fitsNow: (files, price) => `ora bastano per ${number(files)} (${price})`,
  lasts: (days) =>
    `Bastano per circa ${plural(days, 'giorno', 'giorni')} al ritmo degli ultimi 7 giorni`,
  lastsUnknown: 'Previsione disponibile dopo 5 giorni d’uso.',
  limitsTitle: 'Limiti',
  sendsAgain:
    'Invia di nuovo automaticamente quando il servizio non mostra né registrazione né addebito',
  sendsAgainText:
    'Una volta per file, dopo aver controllato elenchi completi e cronologia dei crediti almeno dieci minuti dopo l’invio. Un servizio che registra ancora più tardi può addebitare due volte quel file.',
  limits: {
    day: {
      label: 'Al giorno',
      text: 'Quanto i caricamenti possono spendere in un giorno UTC',
      field: 'Crediti al giorno',
    },
    month: {
      label: 'Al mese',
      text: 'Quanto i caricamenti possono spendere in un mese UTC',
      field: 'Crediti al mese',
    },
    floor: {
      label: 'Riserva',
      text: 'I caricamenti si fermano prima che il saldo scenda sotto questa soglia',
      field: 'Crediti da tenere',
    },
    'ask-above': {
      label: 'Chiedi oltre',
      text: 'I file che costano di più richiedono la tua approvazione',
      field: 'Crediti per un file',
    },
    'brake-files': {
      label: 'Ferma i gruppi grandi: per file',
      text: 'Una cartella che porta più file in una volta attende la tua decisione',
      field: 'File in una volta',
    },
    'brake-credits': {
      label: 'Ferma i gruppi grandi: per crediti',
      text: 'Una cartella che costa di più in una volta attende la tua decisione',
      field: 'Crediti in una volta',
    },
  },
  folderBudget: 'Budget di questa cartella, si cambia con la cartella',
  noLimit: 'Nessun limite',
  change: 'Cambia',
  changeOf: (label) => `Cambia: ${label}`,
  emptyLifts: 'Vuoto significa nessun limite.',
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
  releaseSelected: (price) => `Libera i file scelti (${price})`,
  releaseFitting: (files, price) =>
    `Libera ciò che ci sta: ${plural(files, 'file', 'file')} (${price})`,
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
    'I file privati sono custoditi con accesso limitato e non hanno un link pubblico per scaricarli. Sono registrati e hanno un certificato come quelli pubblici.',
  privateForGood:
    'Non si può annullare: una volta notarizzato come privato, un file diventa pubblico solo con un secondo caricamento al prezzo pubblico.',
  ask: 'Chiedi crediti…',
  askTitle: 'Chiedi crediti',
  copyText: 'Copia il testo',
  askFirst: (files, size, projects) =>
    `${plural(files, 'file', 'file')} (${size})${projects.length === 0 ? '' : ` di ${projects.join(', ')}`} non si possono notarizzare: i crediti non bastano.`,
  askSum: (sum, isExact) =>
    isExact ? `Costano ${sum} crediti.` : `Costano al massimo ${sum} crediti.`,
  askMissing: (there, missing) => `Ci sono ${there} crediti, quindi ne servono altri ${missing}.`,
  askWho: (email, userId) => `Account: ${email} (id utente ${userId})`,
  history: 'Movimenti',
  from: 'Dal',
  to: 'Al',
  exportCsv: 'Esporta CSV',
  copyFrom: (moment) => `Copia salvata, letta ${moment}`,
  unknownDays: (days) => `Non è stato possibile leggerne ${plural(days, 'giorno', 'giorni')}.`,
  day: 'Giorno (UTC)',
  spent: 'Spesi',
  added: 'Aggiunti',
  leftAtEnd: 'Rimasti alla fine',
  spentByDay: 'Spesi per giorno',
  leftByDay: 'Rimasti alla fine di ogni giorno',
  spentChart: (total, days) => `${total} crediti in ${plural(days, 'giorno', 'giorni')}.`,
  leftChart: (first, last) => `Da ${first} a ${last} crediti.`,
  budgetPerDay: 'Budget al giorno',
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
  matched: 'abbinato per ora e importo',
  deviates: (charged, expected) =>
    `Il servizio ha addebitato ${charged} dove erano attesi ${expected}.`,
  charges: {
    project: (name) => `Progetto ${name}`,
    member: (name) => `Primo membro del progetto ${name}`,
    invitation: (name) => `Invito di ${name}`,
    deletion: (name) => `Eliminazione di ${name}`,
  },
} satisfies typeof english;
