import type { overview as english } from '../en/overview.ts';
import { number, plural } from './figures.ts';

export const overview = {
  title: 'Panoramica',
  projects: 'Progetti',
  welcome: 'Comincia da una cartella',
  welcomeText:
    'Scegli una cartella in cui gli strumenti salvano i file. Labseal mostra che cosa farebbe e quanto costa. Niente viene registrato o addebitato prima della tua approvazione.',
  looked: (when) => `Cartelle controllate: ${when}`,
  watchFolder: 'Osserva una cartella',
  nothingWatched: 'Qui niente è osservato',
  done: (count) => `${number(count)} fatti`,
  toGo: (count) => `${number(count)} da fare`,
  firstSteps: 'Primi passi',
  steps: {
    'first-file': 'Notarizza un primo file',
    watch: 'Osserva una cartella',
    verify: 'Verifica un file',
    invite: 'Invita una collega o un collega',
  },
  allCredits: 'Crediti e budget',
  short: (credits, files) =>
    `A ciò che attende mancano ${number(credits)} crediti. ${files === 0 ? 'Per ora non ci sta niente.' : `${number(files)} file ci stanno adesso.`}`,
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
} satisfies typeof english;
