import type * as english from '../en/overview.ts';
import { number, plural } from './figures.ts';

export const overview = {
  welcome: 'Comincia da una cartella',
  welcomeText:
    'Scegli una cartella in cui gli strumenti salvano i file. Labseal mostra che cosa farebbe e quanto costa. Niente viene registrato o addebitato prima della tua approvazione.',
  looked: (when) => `Cartelle controllate: ${when}`,
  watchFolder: 'Osserva una cartella',
  nothingWatched: 'Qui niente è osservato',
  done: (count) => `${number(count)} fatti`,
  toGo: (count) => `${number(count)} da fare`,
  missing: (count) => plural(count, 'mancante', 'mancanti'),
  deleted: (count) => plural(count, 'eliminato sul servizio', 'eliminati sul servizio'),
  leftOut: (count) => plural(count, 'escluso', 'esclusi'),
  firstSteps: 'Primi passi',
  steps: {
    'first-file': 'Notarizza un primo file',
    watch: 'Osserva una cartella',
    verify: 'Verifica un file',
    invite: 'Invita una collega o un collega',
  },
  allCredits: 'Crediti e budget',
  latest: 'Ultimi certificati',
  files: (count) => plural(count, 'file', 'file'),
  balanceUnknown: 'Il saldo non è ancora stato letto.',
  now: 'Adesso',
  job: 'File terminati del lavoro in corso',
  jobSoFar: (finished, files) =>
    `${number(finished)} di ${plural(files, 'file terminato', 'file terminati')}`,
  nowUnknown: 'Non è noto finché Labseal non risponde.',
  lastDays: 'Ultimi 30 giorni',
  doneByDay: 'File terminati',
  doneInDays: (count) => `${number(count)} file in 30 giorni.`,
  doneFiles: 'Terminati',
  day: 'Giorno',
  noneDone: 'In questi giorni non è stato ancora terminato nessun file.',
} satisfies typeof english.overview;

export const inbox = {
  title: (count) =>
    count === 0 ? 'Serve il tuo intervento' : `Serve il tuo intervento (${number(count)})`,
  nothing: 'Niente richiede il tuo intervento.',
  showAll: (count) => `Mostra tutto (${number(count)})`,
  chooseFiles: 'Scegli i file…',
  chooseOf: (files) => `Scegli: ${files}…`,
  changeLimits: 'Modifica i limiti…',
  compare: 'Confronta',
  decide: 'Decidi…',
  verbs: {
    credits: 'Vai ai crediti',
    size_limit: 'Mostra i file',
    procedure: 'Aggiungi la procedura…',
    labels: 'Aggiungi etichette…',
    permission: 'Cambia progetto…',
    id_in_use: 'Confronta le registrazioni',
    failed: 'Mostra i motivi',
    changed: 'Confronta le versioni',
  },
  decided: 'Deciso, in attesa',
  approved: 'Approvati, in attesa di invio',
  approvedOne: 'Approvato, in attesa di invio.',
  approvedAwayOne: 'Approvato, in attesa del servizio.',
  sentByItself: 'Viene inviato automaticamente; non serve altro.',
  sentWithFolder: 'Viene inviato quando la sua cartella sarà di nuovo lì.',
  approvedFiles: (count, short) => {
    const files = plural(count, 'file', 'file');
    if (short === 0) return `${files}. Inviati automaticamente; non serve altro.`;
    if (short === count) return `${files}. Inviati quando i crediti e i limiti lo permettono.`;
    return `${files}: ${number(count - short)} inviati automaticamente, ${number(short)} quando i crediti e i limiti lo permettono.`;
  },
  changesAway: 'Modifiche in attesa del servizio',
  changes: 'Modifiche in attesa di invio',
  changesInOutbox: (count) => `${plural(count, 'modifica', 'modifiche')} in uscita.`,
} satisfies typeof english.inbox;

export const firstRun = {
  step: (step) => `Passo ${step} di 3`,
  place: 'Dove va il tuo primo file?',
  placeText:
    'I file appartengono ai progetti. Chi partecipa a un progetto vede cosa vi è stato notarizzato.',
  project: 'Progetto',
  notYet: 'Prima del tuo primo file',
  newProject: (credits: number) => `Nuovo progetto (${plural(credits, 'credito', 'crediti')})`,
  next: 'Avanti',
  back: 'Indietro',
  skip: 'Più tardi',
  what: 'Cosa vuoi notarizzare?',
  whatText: (project: string) => `Va in ${project}.`,
  fewFiles: 'Alcuni file adesso',
  fewFilesText: 'File da notarizzare adesso',
  folder: 'Una cartella, da ora in poi',
  folderText:
    'Labseal la osserva e prende ogni file quando è finito. Niente viene inviato prima della tua approvazione.',
  details: 'Come va notarizzato?',
  files: 'File',
  checked: 'Ciò che il servizio ha già è gratis.',
  notarize: (price: string) => `Notarizza (${price})`,
  costs: (price: string) => `Costa al massimo ${price}.`,
  leaves: (price: string, left: string) => `Costa al massimo ${price}; restano ${left}.`,
  short: (price: string, credits: number) =>
    `Costa al massimo ${price}: ne mancano ${number(credits)}. Il resto attende finché ne hai abbastanza.`,
  onItsWay: 'Invio in corso',
  onItsWayText: 'Da qui in poi fa tutto Labseal.',
  steps: 'I passaggi del file',
  takesLonger:
    'La registrazione può richiedere qualche minuto. Puoi lasciare questa pagina: prosegue da sola, e il certificato appare in Certificati.',
  done: 'Fatto',
  doneText: 'Ogni passo è fatto; il certificato è tuo.',
  begin: 'Notarizza il tuo primo file',
} satisfies typeof english.firstRun;
