import type * as english from '../en/folders.ts';
import { number, plural } from './figures.ts';

const PAUSED =
  'Collega la sua unità, o rimetti a posto la cartella. Fino ad allora non ne viene inviato nulla.';

export const folders = {
  needsProject:
    'I file di una cartella osservata vanno in un progetto, e tu non sei ancora in nessuno.',
  watchText:
    'Scegli una cartella, guarda il prezzo e indica il progetto dei suoi file. Niente viene registrato o addebitato prima della tua approvazione.',
  watchAndNotarize: (files, price) =>
    `Osserva e notarizza ${plural(files, 'file', 'file')} (${price})`,
  priceBeyond: (price, balance) => `${price}, ne hai ${number(balance)}`,
  watchOnly: 'Osserva, notarizza più tardi',
  advanced: 'Altro: tipo, controllo dei duplicati, regole, budget',
  dropFolder: 'Cartella da osservare',
  dropFolderHere: 'Trascina qui una cartella, oppure sceglila qui sotto.',
  noDroppedPath: (name) =>
    `Il browser non dice a questa pagina dove si trova “${name}”. Scegli la cartella qui sotto, o incolla il suo percorso.`,
  notAFolderDropped: 'È un file. Trascina una cartella, oppure aggiungi i singoli file.',
  chooseFirst: 'Scegli una cartella per vedere il prezzo.',
  reading: 'Lettura della cartella…',
  summaryNew: 'Adesso niente viene addebitato. I nuovi file attendono la tua approvazione.',
  summaryAll: (files, size, price) => `${plural(files, 'file', 'file')} (${size}), ${price}`,
  step: (at, name) => `${number(at)}. ${name}`,
  next: 'Continua',
  stepFolder: 'Cartella',
  stepRules: 'Che cosa e dove',
  stepPrice: 'Prezzo',
  path: 'Percorso della cartella',
  pathHint: 'Scegli qui sotto, o incollalo qui.',
  chooseFolder: 'Scegli una cartella…',
  thisComputer: 'Questo computer',
  chooseIn: (place) => `Cartelle in ${place}`,
  up: 'Su',
  home: (name) => `${name} (cartella personale)`,
  wholeComputer: 'Tutto il computer (/)',
  noFolders: 'Non contiene cartelle.',
  shortened: 'Qui ci sono più cartelle di quelle mostrate. Incolla il percorso.',
  needPath: 'Scegli una cartella, o incolla il suo percorso intero.',
  dryRun: 'Che cosa succederebbe',
  wouldGo: 'Da notarizzare',
  wouldStay: 'Esclusi',
  checkUploads: (files, size) => `Invia al massimo ${files} · ${size} prima del prezzo (gratis)`,
  costAtMost: 'Costa al massimo',
  leftOver: (balance, left) => `${number(balance)} crediti, ne restano ${number(left)}`,
  notEnough: ({ credits, reserve }) =>
    `${number(credits)} crediti${(reserve ?? 0) === 0 ? '' : `, ${number(reserve ?? 0)} di riserva`}: non bastano per tutti; gli altri attendono`,
  asPrivate: 'Come file privati',
  examples: 'Esclusi',
  file: 'File',
  whatHappens: 'Che cosa succede',
  ignoredBy: (rule) => `Escluso da ${rule}`,
  temporary: (pattern) => `File temporaneo o di sistema, saltato (${pattern})`,
  labsealData: 'Saltato: i dati di Labseal non vengono mai caricati',
  thereBefore: 'Saltato: c’era già prima dell’osservazione',
  recorded: 'Saltato: già notarizzato, o già sul servizio',
  changedSince: 'Cambiato dopo la notarizzazione: si approva a parte',
  earlier: 'File che ci sono già',
  existing: { 'only-new': 'Escludili', all: 'Notarizza anche quelli' },
  existingHints: {
    'only-new':
      'Si prendono solo i file che arrivano da adesso. Gli altri si possono includere più tardi.',
    all: 'Approvi il loro prezzo qui sotto, o più tardi.',
  },
  onlyWhatComes: 'Niente adesso, e ogni file che arriva da adesso in poi',
  costsLater: 'Niente adesso',
  earlierLeftOut: 'Esclusi',
  changes: 'Modifiche',
  tooManyFolders: (most, seconds) =>
    `Ha più cartelle di quante questo computer ne possa osservare insieme (${number(most)}): le altre sono controllate ogni ${plural(seconds, 'secondo', 'secondi')}`,
  watchLimited: (seconds) =>
    `Questo computer non lascia osservare altre cartelle: alcune sono controllate ogni ${plural(seconds, 'secondo', 'secondi')}`,
  polled: (seconds) => `Controllate ogni ${plural(seconds, 'secondo', 'secondi')}`,
  polledDrive: (seconds) =>
    `Controllate ogni ${plural(seconds, 'secondo', 'secondi')}: è un’unità di rete`,
  watchMode: 'Rilevamento delle modifiche',
  watchModes: {
    auto: 'Automatico',
    poll: 'Con controlli regolari',
  },
  watchModeHints: {
    auto: 'Notifiche di sistema, e controlli regolari sulle unità di rete.',
    poll: 'Per le unità che non segnalano le modifiche. A ogni controllo si elencano tutti i file.',
  },
  pollSeconds: 'Secondi tra un controllo e l’altro',
  pollSecondsHint: 'Per i controlli regolari e le unità di rete.',
  needSeconds: (least, most) => `Inserisci un numero intero da ${number(least)} a ${number(most)}.`,
  takeEarlier: 'Prendi anche i file precedenti…',
  takeEarlierTitle: 'Prendere i file che c’erano già?',
  takeEarlierText: 'Da adesso sono trattati come i file nuovi.',
  takeEarlierAgree: 'Prendili',
  thenAsks: 'Aspettano la tua approvazione, con il loro prezzo.',
  thenPays: (credits) =>
    `Questa cartella spende fino a ${plural(credits, 'credito', 'crediti')} senza chiedere: alcuni possono essere pagati subito.`,
  tooLarge: 'Più grande di 2,5 GB',
  notAFile: 'Non è un file normale',
  unreadable: 'Non leggibile',
  exclude: 'Da escludere',
  excludeHint:
    'Un modello per riga, come in un file .gitignore. I file temporanei sono esclusi comunque.',
  settle: 'Attesa del salvataggio (secondi)',
  settleHint: 'Lascia vuoto per automatico (più a lungo per i file grandi).',
  needCount: 'Inserisci un numero intero.',
  spending: 'Spesa',
  spendings: {
    ask: 'Chiedimi prima di pagare qualcosa',
    each: 'Trattieni ogni file finché non lo approvo',
    budget: 'Fino a un budget senza chiedere',
  },
  spendingHints: {
    ask: 'I nuovi file attendono la tua approvazione, con il loro prezzo.',
    each: 'Approvi ogni file uno per uno.',
    budget: 'Oltre, i file attendono la tua approvazione.',
  },
  budget: 'Budget di questa cartella in crediti',
  upTo: (credits) => `Fino a ${plural(credits, 'credito', 'crediti')} senza chiedere`,
  edit: 'Cambia le regole',
  save: 'Salva le regole',
  back: 'Cartelle del progetto',
  gone: 'Questa cartella non è più osservata.',
  none: 'Nessuna cartella è osservata per questo progetto',
  noneText:
    'I file che gli strumenti salvano in una cartella osservata vengono notarizzati automaticamente.',
  latestFile: 'Ultimo file',
  lastAudit: 'Ultimo controllo',
  addedByHand: 'Aggiunti a mano',
  lastLook: 'Ultima scansione',
  never: 'Non ancora',
  rules: 'Regole',
  patterns: (count) => plural(count, 'modello escluso', 'modelli esclusi'),
  look: 'Scansiona adesso',
  stop: 'Smetti di osservare',
  stopTitle: 'Smettere di osservare questa cartella?',
  stopText: (path) =>
    `I nuovi file in ${path} non vengono più notati. I suoi file e le loro registrazioni restano come sono.`,
  troubles: {
    absent: 'Questa cartella non c’è più.',
    unreadable: 'Questa cartella non si può leggere.',
    silent: 'L’unità di questa cartella non risponde.',
    emptied: 'Questa cartella è all’improvviso vuota.',
    'other-drive': 'Questa cartella ora è su un’altra unità.',
    'watched-twice': 'Questa cartella ha file in comune con una osservata prima.',
  },
  troubleTexts: {
    absent: 'Spostata o scollegata? Indica dove si trova ora.',
    unreadable: PAUSED,
    silent: 'Ricollega l’unità: Labseal se ne accorge da solo.',
    emptied: PAUSED,
    'other-drive':
      'Collega l’unità giusta: Labseal se ne accorge entro un minuto. Fino ad allora niente viene inviato.',
    'watched-twice':
      'Questi file li notarizza l’altra cartella. Smetti di osservare una delle due.',
  },
  driveTroubles: {
    gone: (path) => `L’unità di ${path} non è collegata.`,
    other: (path) => `In ${path} è collegata un’altra unità.`,
  },
  relocate: 'Ora è qui…',
  relocateTitle: 'Dov’è ora la cartella?',
  relocateText:
    'I suoi file conservano certificati e cronologia. Ciò che vi è già conosciuto non viene addebitato di nuovo.',
  relocateAgree: 'È lì',
  acceptDrives: 'Usa ciò che c’è ora…',
  acceptDrivesTitle: 'Usare le unità che ci sono ora?',
  acceptDrivesText:
    'Fallo solo se l’unità giusta non tornerà. I file che qui mancano risultano mancanti; quelli nuovi attendono la tua approvazione.',
  acceptDrivesAgree: 'Usale',
} satisfies typeof english.folders;

export const assignment = {
  project: 'Progetto',
  labels: 'Etichette',
  labelsHint: 'Parole per filtrare i file, per esempio: gel, run-14.',
  visibility: 'Visibilità',
  visibilityHint: 'Ogni file viene caricato, e il servizio ne conserva una copia.',
  visibilities: { private: 'Privato', public: 'Pubblico' },
  visibilityHints: {
    private: '1 credito ciascuno. Nessuno può scaricarlo dal servizio, nemmeno tu.',
    public:
      '1 credito per ogni MB iniziato, almeno 1 per file. Chiunque abbia il link può scaricarlo.',
  },
  type: 'Tipo',
  types: { primary: 'Primario', secondary: 'Secondario' },
  typeHints: { primary: 'Dati originali.', secondary: 'Ricavato da file primari.' },
  procedureDescription: 'Come è stato ottenuto',
  linkToProcedure: 'File che descrivono la procedura',
  primaryData: 'File primari da cui deriva',
  idsHint: 'File sul servizio, o file di qui che vi vanno prima.',
  more: 'Altro: controllo dei duplicati',
  check: 'Controllo dei duplicati',
  checkPromise:
    'Prima che tu paghi un file, Labseal chiede al servizio se lo ha già; per questo lo invia (gratis). Per i file privati oltre 100 MB non chiede.',
  checks: { first: 'Prima del prezzo', approved: 'Dopo l’approvazione', never: 'Mai' },
  checkHints: {
    first:
      'I nuovi file vengono inviati prima della tua approvazione. Il prezzo esclude ciò che il servizio ha già.',
    approved:
      'Niente viene inviato prima della tua approvazione. Ciò che il servizio ha già è gratis.',
    never: 'Ciò che altri hanno caricato può essere addebitato di nuovo.',
  },
  problems: {
    project: 'Scegli un progetto.',
    labels: 'Aggiungi almeno un’etichetta.',
    procedure: 'Un file secondario ne ha bisogno.',
  },
} satisfies typeof english.assignment;
