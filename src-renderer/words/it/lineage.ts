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
  onlyWarnings: 'Solo i file con problemi',
  warnings: (count) =>
    `${plural(count, 'citazione richiede', 'citazioni richiedono')} il tuo intervento`,
  warningsText: 'Vengono per prime nell’elenco.',
  passing: (count) =>
    count === 1
      ? 'Un file cita un file ancora da registrare; si risolverà da solo.'
      : `${plural(count, 'citazione attende', 'citazioni attendono')} file ancora da registrare; si risolverà da solo.`,
  showThem: 'Mostrale',
  addProcedure: 'Aggiungi procedura',
  none: 'Ancora nessun file secondario',
  noneText:
    'I file secondari dicono da quali file primari sono stati ricavati, e come. Qui compaiono con ciò che citano.',
  noneFits: 'Nessun file corrisponde',
  noneFitsText: 'In questo progetto nulla ha questo testo nel nome, nelle etichette o nell’id.',
  name: 'File',
  check: 'Che cosa non va',
  usedBy: 'Usato da',
  usedByCount: (count) => plural(count, 'file', 'file'),
  level: (level) => `Livello ${level}.`,
  relation: relationLabels,
  citedAs: citedAsLabels,
  warning: warningSentence,
  shownAbove: 'Ciò che cita è elencato sopra.',
  wrongCount: (count) => plural(count, 'avviso', 'avvisi'),
  unknown: 'Sconosciuto al servizio',
  onlyHere: 'Per ora solo su questo computer',
  elsewhere: 'In un altro progetto',
  derivedFrom: 'Ricavato da',
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
  colours: 'Che cosa significano i colori',
  tones: {
    danger: 'Non riuscito',
    warn: 'Serve il tuo intervento',
    active: 'In corso',
    ok: 'Sul servizio',
    neutral: 'In attesa, non più presente o sconosciuto',
  },
  larger: 'Più grande',
  smaller: 'Più piccolo',
  fit: 'Mostra tutto',
  nothingJoined: 'Ancora nessun collegamento',
  nothingJoinedText: 'Nessun file di questo progetto ne cita un altro.',
  noneChosen: 'Nessuno scelto.',
  chooseFiles: 'Scegli file',
  closeSearch: 'Chiudi la ricerca',
  searchFiles: 'Cerca per nome, etichetta, progetto o id',
  everywhere: 'In tutti i progetti',
  found: (shown, total) =>
    shown < total ? `${shown} di ${plural(total, 'file', 'file')}` : plural(total, 'file', 'file'),
  noneFound: 'Nessun file corrisponde.',
  filesToChoose: (label) => `File da scegliere: ${label}`,
  orById: 'Un id del servizio?',
  citeId: (id) => `Cita ${id}`,
  notKnown: 'Su questo computer non se ne sa nulla',
  // Completare molti file insieme.
  noneLacking: 'Ogni file dice come è stato fatto',
  noneLackingText: 'Qui compaiono i file secondari senza file primari o senza procedura.',
  lacking: (count) =>
    count === 1
      ? 'Un file è trattenuto perché nessuno ha detto da che cosa è stato ricavato.'
      : `${plural(count, 'file è trattenuto', 'file sono trattenuti')} perché nessuno ha detto da che cosa sono stati ricavati.`,
  lackingCut: 'Questi sono i primi; gli altri verranno dopo.',
  example: 'Da un esempio',
  exampleText:
    'Scegli un file e il file da cui è stato ricavato. Ciò che i loro nomi hanno in comune diventa la regola.',
  exampleFile: 'Un file',
  examplePrimary: 'È stato ricavato da',
  examplePrimaryHint: 'Un solo file primario.',
  makeRule: 'Fanne una regola',
  nothingInCommon: 'I nomi non hanno nulla in comune. Scrivi tu la regola.',
  rule: 'La regola',
  pattern: 'Nomi dei file',
  patternHint:
    'Per esempio peaks_{name}.csv: {name} è ciò che cambia, * è qualsiasi cosa, ? è un carattere.',
  primaryNames: 'Nomi dei loro file primari',
  primaryNamesHint: 'Per esempio {name}.raw, uno per riga.',
  descriptionHint: 'Una o due frasi che può leggere chiunque veda il file.',
  labelsHint: 'Lascia vuoto per tenere le etichette che i file hanno.',
  ruleFaults: {
    'no-pattern': 'Scrivi come si chiamano i file.',
    'bad-pattern': 'A una graffa manca l’altra metà, o è vuota. Scrivi {name}.',
    'no-primary': 'Scrivi come si chiamano i file primari.',
    'bad-primary': 'Indica un file: senza * e ?, e con entrambe le graffe.',
    'unknown-part': 'Una parte tra graffe non è nei nomi dei file qui sopra.',
    'no-procedure': 'Scegli almeno un file che contenga la procedura.',
    'no-description': 'Descrivi come sono stati fatti i file.',
  },
  preview: 'Che cosa riceverebbe ogni file',
  verdict: 'Esito',
  noRuleYet: 'Aspetta la regola',
  verdicts: {
    complete: 'Trovato',
    several: 'Scegli tu',
    none: 'Non trovato',
    'no-match': 'La regola non lo riguarda',
    vague: 'La regola si può leggere in troppi modi',
  },
  noFileNamed: (name) => `Nessun file primario si chiama ${name}.`,
  chooseBetween: (name, count) => `${name}: ${count} file hanno questo nome`,
  chooseOne: 'Scegline uno',
  notShown: (count) =>
    `${plural(count, 'altro file non è mostrato', 'altri file non sono mostrati')}.`,
  keepRule:
    'Conserva la regola: i nuovi file di questa cartella si completano da soli quando un solo file corrisponde',
  planText: (count, cost) =>
    count === 0
      ? 'Nessun file è ancora completo.'
      : `${plural(count, 'file è completo', 'file sono completi')}. L’invio costa ${cost}; niente viene registrato o addebitato se non l’hai approvato.`,
  complete: (count) => (count === 0 ? 'Completa' : `Completa ${plural(count, 'file', 'file')}`),
  completed: (count) => `${plural(count, 'file è completo', 'file sono completi')}.`,
  skipped: (count) =>
    `${plural(count, 'file era già partito ed è rimasto', 'file erano già partiti e sono rimasti')} com’era.`,
  undone: (count, kept) =>
    kept === 0
      ? `${plural(count, 'file ha', 'file hanno')} di nuovo ciò che aveva prima.`
      : `${plural(count, 'file ha', 'file hanno')} di nuovo ciò che aveva prima; ${plural(kept, 'altro è rimasto', 'altri sono rimasti')}: inviato, o cambiato dopo.`,
  seeLineage: 'Vedi la provenienza',
  seeFiles: 'Vedi i file',
  keptRules: 'Regole conservate',
  keptRulesText:
    'I nuovi file di queste cartelle si completano da soli quando un solo file corrisponde.',
  inFolder: 'In',
  forgetting: 'Dimentica',
  forgetRule: 'Dimentica',
  forgetRuleOf: (pattern) => `Dimentica la regola per ${pattern}`,
} satisfies typeof english;
