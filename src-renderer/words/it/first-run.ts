import { number, plural } from './figures.ts';
import type { firstRun as english } from '../en/first-run.ts';

export const firstRun = {
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
    'Labseal la osserva e prende ogni file quando è finito. Prima scegli che cosa si può caricare per cercare duplicati. Niente viene registrato o addebitato prima della tua approvazione.',
  details: 'Come va notarizzato?',
  files: 'File',
  checked:
    'Il controllo dei duplicati carica prima ogni file sul servizio (gratis). Quello che c’è già non viene addebitato.',
  notarize: (price: string) => `Notarizza (${price})`,
  costs: (price: string) => `Costa al massimo ${price}.`,
  leaves: (price: string, left: string) => `Costa al massimo ${price}; restano ${left}.`,
  short: (price: string, credits: number) =>
    `Costa al massimo ${price}: ${number(credits)} più di quanto hai. Quello che non ci sta attende; non ne viene addebitato nulla.`,
  onItsWay: 'In viaggio',
  onItsWayText: 'Da qui in poi fa tutto Labseal.',
  takesLonger:
    'La registrazione può richiedere qualche minuto. Puoi lasciare questa pagina: prosegue da sola, e il certificato appare in Certificati.',
  done: 'Fatto',
  doneText: 'Ogni passo è fatto; il certificato è tuo.',
  begin: 'Notarizza il tuo primo file',
} satisfies typeof english;
