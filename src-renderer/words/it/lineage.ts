import {
  citedAsLabels,
  relationLabels,
  warningSentence,
} from '../../../src-shared/model/words/it/lineage.ts';
import type { lineage as english } from '../en/lineage.ts';
import { plural } from './figures.ts';

export const lineage = {
  title: 'Provenienza',
  listOf: (project) => `Quale file è stato ricavato da quale in ${project}`,
  view: 'Mostra come',
  views: { list: 'Elenco', graph: 'Grafo' },
  count: (files, secondary) =>
    `${plural(files, 'file', 'file')}, ${plural(secondary, 'file secondario', 'file secondari')}`,
  search: 'Cerca per nome, etichetta o id',
  onlyWarnings: 'Solo i file che hanno qualcosa che non va',
  warnings: (count) => `${plural(count, 'citazione ha', 'citazioni hanno')} bisogno di te`,
  warningsText: 'Vengono per prime nell’elenco.',
  passing: (count) =>
    `${plural(count, 'altra', 'altre')} si risolverà da sé quando i file saranno registrati.`,
  showThem: 'Mostrale',
  addProcedure: 'Aggiungi procedura',
  none: 'Ancora nessun file secondario',
  noneText:
    'I file secondari dicono da quali file primari sono stati ricavati, e come. Qui compaiono con ciò che citano.',
  noneFits: 'Nessun file corrisponde',
  noneFitsText: 'In questo progetto nulla ha questo testo nel nome, nelle etichette o nell’id.',
  name: 'File',
  status: 'Stato',
  check: 'Che cosa non va',
  usedBy: 'Usato da',
  usedByCount: (count) => plural(count, 'file', 'file'),
  level: (level) => `Livello ${level}.`,
  relation: relationLabels,
  citedAs: citedAsLabels,
  warning: warningSentence,
  shownAbove: 'Ciò che cita è elencato sopra.',
  wrongCount: (count) => plural(count, 'avviso', 'avvisi'),
  unknown: 'Sconosciuto alla piattaforma',
  onlyHere: 'Per ora solo su questo computer',
  elsewhere: 'In un altro progetto',
  derivedFrom: 'Ricavato da',
  follows: 'Procedura',
  usedFor: 'Usato per',
  howItWasMade: 'Come è stato fatto',
  nothingCited: 'Non cita alcun file.',
  citedByNobody: 'Nessun file ne è stato ricavato.',
  showInGraph: 'Mostra nel grafo',
  showInList: 'Mostra nell’elenco',
  openFile: 'Apri il file',
  wholeGraph: 'Mostra tutto ciò che è collegato',
  around: (name) => `${name}: da che cosa è stato ricavato, e che cosa ne è stato ricavato`,
  all: 'File che si citano',
  cut: (most) =>
    `Più di ${most} file sono collegati, quindi non tutti sono disegnati. Scegline uno per vedere tutto ciò che gli sta intorno.`,
  legend:
    'Le frecce partono da ciò che viene prima. Una linea tratteggiata parte da una procedura.',
  box: (name, kind, status, wrong) =>
    [name, kind, status, wrong].filter((part) => part !== '').join(', '),
  larger: 'Più grande',
  smaller: 'Più piccolo',
  fit: 'Mostra tutto',
  nothingJoined: 'Ancora nessun collegamento',
  nothingJoinedText: 'Nessun file di questo progetto ne cita un altro.',
} satisfies typeof english;
