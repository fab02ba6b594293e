import type * as english from '../en/folders.ts';
import { number, plural } from './figures.ts';

export const folders = {
  needsProject:
    'I file di una cartella osservata vanno in un progetto, e tu non sei ancora in nessuno.',
  watchText:
    'Scegli una cartella, guarda il prezzo e indica il progetto dei suoi file. Niente viene registrato o addebitato prima della tua approvazione.',
  watchAndNotarize: (files, price) =>
    `Osserva e approva ${plural(files, 'file', 'file')} (${price})`,
  watchOnly: 'Osserva, approva più tardi',
  advanced: 'Altro: tipo, controllo dei duplicati, regole, budget',
  dropFolder: 'Cartella da osservare',
  dropFolderHere: 'Trascina qui una cartella, oppure sceglila qui sotto.',
  noDroppedPath: (name) =>
    `Il browser non dice a questa pagina dove si trova “${name}”. Scegli la cartella qui sotto, o incolla il suo percorso.`,
  notAFolderDropped: 'È un file. Trascina una cartella, oppure aggiungi i singoli file.',
  chooseFirst: 'Scegli una cartella per vedere il prezzo.',
  reading: 'Lettura della cartella…',
  summaryNew: 'Adesso niente viene addebitato. I nuovi file attendono la tua approvazione.',
  summaryAll: (files, size, price) => `${plural(files, 'file', 'file')} (${size}), fino a ${price}`,
  step: (at, name) => `${number(at)}. ${name}`,
  next: 'Continua',
  stepFolder: 'Cartella',
  stepRules: 'Che cosa e dove',
  stepPrice: 'Prezzo',
  askFirstHint:
    'I file vengono comunque confrontati con le registrazioni su questo computer. Senza chiedere, i file caricati da altri possono essere addebitati di nuovo.',
  askFirst: 'Chiedi prima al servizio se ha già questi file (li carica, gratis)',
  path: 'Percorso della cartella',
  pathHint: 'Scegli qui sotto, o incollalo qui.',
  chooseFolder: 'Scegli una cartella…',
  thisComputer: 'Questo computer',
  chooseIn: (place) => `Cartelle in ${place}`,
  up: 'Su',
  home: (name) => `${name} (cartella personale)`,
  noFolders: 'Non contiene cartelle.',
  shortened: 'Qui ci sono più cartelle di quelle mostrate. Incolla il percorso.',
  needPath: 'Scegli una cartella, o incolla il suo percorso intero.',
  dryRun: 'Che cosa succederebbe',
  wouldGo: 'Da notarizzare',
  wouldStay: 'Esclusi',
  checkUploads: (files, size) => `Carica al massimo ${files} · ${size} (gratis)`,
  checkUploadsNothing: 'Non carica alcun file',
  byDefault: (choice) => `${choice} (predefinito)`,
  costAtMost: 'Costa al massimo',
  leftOver: (balance, left) => `${number(balance)} crediti, ne restano ${number(left)}`,
  shortBy: ({ credits, floor }, lacking) =>
    `${number(credits)} crediti${(floor ?? 0) === 0 ? '' : `, di cui vuoi tenerne ${number(floor ?? 0)}`}; ne mancano ${number(lacking)}: ciò che non ci sta attende`,
  asPrivate: 'Come file privati',
  examples: 'Alcuni dei suoi file',
  file: 'File',
  whatHappens: 'Che cosa succede',
  goes: (price) => `Verrà notarizzato (fino a ${price})`,
  ignoredBy: (rule) => `Escluso da ${rule}`,
  labsealData: 'Saltato: appartiene a una cartella dei dati di Labseal, che non viene mai caricata',
  thereBefore: 'Saltato: c’era già prima dell’osservazione',
  recorded: 'Saltato: già notarizzato, o già sulla piattaforma',
  earlier: 'File che ci sono già',
  existing: { 'only-new': 'Lasciali fuori', all: 'Notarizza anche quelli' },
  existingHints: {
    'only-new':
      'Si prendono solo i file che arrivano da adesso. Gli altri si possono includere più tardi.',
    all: 'Approvi il loro prezzo qui sotto, o più tardi.',
  },
  onlyWhatComes: 'Niente adesso, e ogni file che arriva da adesso in poi',
  costsLater: 'Niente adesso',
  earlierLeftOut: 'Esclusi',
  changes: 'Modifiche',
  networkDrive: 'Quelle fatte da altri computer si vedono entro 10 minuti: è un’unità di rete',
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
    native: 'Con le notifiche di sistema',
    chokidar: 'Con le notifiche del sistema, secondo metodo',
    poll: 'Con controlli regolari',
  },
  watchModeHints: {
    auto: 'Notifiche di sistema, e controlli regolari sulle unità di rete.',
    native:
      'Immediato, ma su un’unità di rete le modifiche di altri computer possono vedersi dopo 10 minuti.',
    chokidar:
      'Usa anch’essa le notifiche di sistema. Da provare se le modifiche si vedono in ritardo.',
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
  notAFile: 'Non è un file ordinario',
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
    budget: 'Fino a un budget senza chiedere',
  },
  spendingHints: {
    ask: 'I nuovi file attendono la tua approvazione, con il loro prezzo.',
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
    emptied: 'Questa cartella è all’improvviso vuota.',
    'other-drive': 'Questa cartella ora è su un’altra unità.',
  },
  driveTroubles: {
    gone: (path) => `L’unità di ${path} non è collegata.`,
    other: (path) => `In ${path} è collegata un’altra unità.`,
  },
  driveText:
    'I suoi file restano come erano: nessuno risulta mancante e niente di ciò che c’è lì viene inviato. Collega l’unità giusta: Labseal se ne accorge entro un minuto.',
  acceptDrives: 'Usa ciò che c’è ora…',
  acceptDrivesTitle: 'Usare le unità che ci sono ora?',
  acceptDrivesText:
    'Fallo solo se l’unità giusta non tornerà. I file che non ci sono risultano mancanti, quelli nuovi vanno in coda con il loro prezzo. Niente viene inviato prima della tua approvazione.',
  acceptDrivesAgree: 'Usale',
  troubleText: 'In pausa: i suoi file non risultano mancanti e niente viene inviato.',
} satisfies typeof english.folders;

export const assignment = {
  project: 'Progetto',
  labels: 'Etichette',
  labelsHint: 'Almeno una, separate da virgole.',
  visibility: 'Visibilità',
  visibilities: { private: 'Privato', public: 'Pubblico' },
  visibilityHints: {
    private: '1 credito ciascuno. Non c’è un link pubblico per scaricarlo.',
    public: 'Costa quanto la sua dimensione in MB. Chiunque abbia il link può scaricarlo.',
  },
  type: 'Tipo',
  types: { primary: 'Primario', secondary: 'Secondario' },
  typeHints: { primary: 'Dati originali.', secondary: 'Ricavato da file primari.' },
  procedureDescription: 'Come è stato ottenuto',
  linkToProcedure: 'File che descrivono la procedura',
  primaryData: 'File primari da cui deriva',
  idsHint: 'File sulla piattaforma, o file di qui che vi vanno prima.',
  check: 'Controllo dei duplicati',
  checkPromise:
    'I file vengono prima confrontati con le registrazioni di questo computer. Il controllo dei duplicati carica ogni nuovo file sul servizio (gratis). Niente viene registrato o addebitato prima della tua approvazione. Due computer del tuo account che inviano lo stesso file nello stesso momento possono essere addebitati entrambi.',
  checks: { always: 'Sempre', 'up-to': 'Fino a una dimensione', never: 'Mai' },
  checkedUpTo: (size) => `Fino a ${size}`,
  checkHints: {
    always: 'Carica ogni nuovo file per cercare duplicati (gratis).',
    'up-to':
      'Carica per il controllo i file fino a questa dimensione (gratis), e quelli più grandi solo se a questo computer possono mancare registrazioni del tuo account. I file più grandi che altri hanno caricato possono essere addebitati di nuovo.',
    never:
      'Non carica alcun file per il controllo, a meno che a questo computer non possano mancare registrazioni del tuo account. I file che altri hanno caricato possono essere addebitati di nuovo.',
  },
  upTo: 'Fino a quanti MB',
  problems: {
    project: 'Scegli un progetto.',
    labels: 'Aggiungi almeno un’etichetta.',
    procedure: 'Un file secondario ne ha bisogno.',
    check: 'Scegli se i nuovi file possono essere caricati per il controllo dei duplicati.',
    size: 'Inserisci un numero di megabyte maggiore di 0.',
  },
} satisfies typeof english.assignment;
