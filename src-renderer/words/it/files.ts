import { proofMomentAlone } from '../../../src-shared/model/words/it/figures.ts';
import type { files as english } from '../en/files.ts';
import { number, plural, pluralForm } from './figures.ts';

export const files = {
  allFiles: 'Tutti i file',
  oneFile: 'File',
  addFiles: 'Aggiungi file',
  addText: 'Labseal ne tiene una copia: puoi chiudere la pagina o spostare i file nel frattempo.',
  dropLabel: 'File da notarizzare',
  chosen: 'File scelti',
  leaveOut: (name) => `Escludi ${name}`,
  folderDropped: (name) =>
    `“${name}” è una cartella e non è stata aggiunta. Scegli i suoi file, oppure osserva la cartella.`,
  watchInstead: 'Osserva invece una cartella',
  needFiles: 'Scegli almeno un file.',
  addCount: (count) =>
    count === 0 ? 'Aggiungi file' : `Aggiungi ${plural(count, 'file', 'file')}`,
  addedText:
    'Niente viene registrato o addebitato prima che tu approvi il prezzo. Puoi lasciare questa pagina; il lavoro continua.',
  addMore: 'Aggiungi altri file',
  batchProgress: 'Avanzamento dei file aggiunti',
  batchDone: (done, total) => `${number(done)} di ${number(total)} completati`,
  batchNeedAttention: (count) =>
    pluralForm(
      count,
      '1 richiede il tuo intervento',
      `${number(count)} richiedono il tuo intervento`,
    ),
  batchTimeLeft: (duration) => `ancora circa ${duration}`,
  batchMore: (count) => `${plural(count, 'altro file', 'altri file')} non in elenco`,
  openPage: 'Apri come pagina',
  backToList: 'Tutti i file del progetto',
  goneText:
    'Su questo computer non si sa più niente di questo file. La registrazione sul servizio non ne risente.',
  more: 'Altro',
  moreOf: (what) => `Altro: ${what}`,
  history: 'Storia',
  selection: 'File selezionati',
  selected: (count) => `${number(count)} scelti`,
  choose: (name) => `Scegli ${name}`,
  letGo: 'Deseleziona tutto',
  priceUnread: 'Il prezzo non è leggibile',
  undoSelected: 'Annulla l’approvazione',
  includeSelected: 'Includi di nuovo…',
  serviceSaid: (words) => `Il servizio dice: “${words}”`,
  overLimit: {
    run: (limit) => `Supera i crediti che hai concesso (${number(limit)}).`,
    reserve: (limit) => `Userebbe la tua riserva di ${number(limit)}.`,
    month: (limit) => `Supera il tuo limite mensile di ${number(limit)}.`,
    folder: (limit) => `Supera il budget della cartella, ${number(limit)}.`,
  },
  letThrough: 'Notarizzalo comunque, oppure cambia il limite.',
  idInUse: (fileId, name) =>
    name === null ? `Quell’id è ${fileId}.` : `Quell’id è ${fileId}, la registrazione di ${name}.`,
  recordDeleted: (when, price) =>
    when === null
      ? `La registrazione di questo contenuto viene eliminata sul servizio. Notarizzarlo di nuovo? Costa ${price}.`
      : `La registrazione di questo contenuto è stata eliminata sul servizio (visto il ${when}). Notarizzarlo di nuovo? Costa ${price}.`,
  recordUnseen: (status, says) =>
    status === null
      ? 'Il servizio ha il file, ma non lo elenca ancora. Labseal ricontrolla automaticamente.'
      : `Il servizio l’ha ricevuto, ma per l’elenco del progetto ha risposto ${status}${says === null ? '' : `: “${says}”`}. Labseal riprova automaticamente; chiedi al responsabile del progetto l’accesso all’elenco.`,
  unknownStatus: (status) =>
    `Il servizio ha il file e lo chiama “${status}”, una parola che Labseal non conosce. Labseal ricontrolla automaticamente; se resta così, avvisa chi gestisce il servizio.`,
  notCarriedOut: (status) =>
    `Il servizio non ha preso il file: ha risposto ${status}. Nulla è stato addebitato, e Labseal riprova automaticamente.`,
  noProgress: (tries) =>
    `${plural(tries, 'tentativo', 'tentativi')} di fila senza progressi. Labseal riprova automaticamente.`,
  anotherRefused: 'Non inviato: il suo progetto ha rifiutato un altro file.',
  stoppedByYou: 'Ne hai fermato l’invio.',
  projectRefused:
    'Non inviato: il suo progetto ha rifiutato un altro file. Attende che tu abbia il permesso e riprovi.',
  listRefused: (status, says) =>
    `Un tentativo precedente si è interrotto, e il servizio non mostra se il file è arrivato${status === null ? '' : ` (ha risposto ${status}${says === null ? '' : `: “${says}”`})`}. Chiedi al responsabile del progetto l’accesso all’elenco, poi riprova.`,
  notarizedElsewhere:
    'Il suo contenuto è già notarizzato, in un altro progetto o con un’altra visibilità: apri il file per vedere dove. Nulla è stato inviato o addebitato.',
  duplicate: (name, project) =>
    `Stesso contenuto di ${name} in ${project}. Nessun credito è stato usato.`,
  toldFrom: (clock) => `Si saprà dalle ${clock}`,
  whyNot: 'Perché non è caricato?',
  onDisk: 'Sul disco',
  diskSays: {
    file: 'C’è.',
    directory: 'Una cartella ha preso il suo nome.',
    symlink: 'È un collegamento; i collegamenti non si seguono.',
    special: 'Non è un file normale.',
    'labseal-data': 'Appartiene ai dati di Labseal, che non vengono mai caricati.',
    absent: 'Non c’è più.',
    unreadable: 'Non si può leggere.',
  },
  inFolder: 'Nella cartella',
  noFolder: 'In nessuna cartella osservata; è stato scelto a mano.',
  leftOutBy: 'Escluso da',
  noRule: 'Nessuna regola',
  waitsFor: 'A che punto è',
  noCredits: 'Nessuno',
  thereBefore: 'C’era già prima che la cartella fosse osservata, e si vogliono solo i file nuovi.',
  checkAgainOf: (name) => `Ricontrolla: ${name}`,
  uploadAgainOf: (name, price) => `Invia di nuovo (${price}): ${name}`,
  stillNotRecorded: 'Controllato adesso: ancora non registrato.',
  serviceId: 'Id sul servizio',
  reportProject: 'Progetto',
  reportSays: 'Il servizio dice',
  actions: {
    assign: 'Modifica progetto ed etichette…',
    'use-now': 'Non attendere, usalo adesso',
    again: 'Riprova',
    'send-next': 'Invia per primo',
    undo: 'Annulla l’approvazione',
    stop: 'Ferma il caricamento',
    restart: 'Rimetti in coda',
    ignore: 'Ignora questo file',
    'check-record': 'Ricontrolla',
    'copy-report': 'Copia il resoconto',
    locate: 'Ora è qui…',
    'forget-copy': 'Dimentica la copia locale',
    certificate: 'Apri il certificato',
    verify: 'Verifica di nuovo',
    delete: 'Elimina sul servizio…',
  },
  priced: {
    upload: (price) => `Notarizza (${price})`,
    approve: (price) => `Notarizza (${price})`,
    'keep-version': (price) => `Notarizza come nuova versione (${price})…`,
    'upload-again': (price) => `Invia di nuovo (${price})…`,
    'send-again': (price) => `Invia di nuovo (${price})`,
    include: (price) => `Includi di nuovo (${price})`,
  },
  locateTitle: 'Dov’è ora il file?',
  locateText:
    'Labseal cerca il file nella cartella che scegli (gratis). Il certificato resta lo stesso.',
  versions: 'Confronta le versioni',
  versionNotarizedWhen: proofMomentAlone,
  versionNotarized: 'Notarizzata',
  versionHere: 'Qui adesso',
  difference: {
    text: (added: number, removed: number) =>
      added + removed === 0
        ? 'Ora il testo è lo stesso.'
        : `${plural(added, 'riga aggiunta', 'righe aggiunte')}, ${plural(removed, 'riga tolta', 'righe tolte')}.`,
    otherText: (before: number, now: number) =>
      `Quasi tutto è diverso: prima ${plural(before, 'riga', 'righe')}, ora ${number(now)}.`,
    noText: 'Non è un testo: la differenza non si può mostrare riga per riga.',
    tooLarge: 'Riga per riga si confrontano solo file fino a 1 MB.',
    noCopyPrivate:
      'Per vedere che cosa cambia, metti il vecchio file dal tuo backup in una cartella osservata: qui non se ne conosce una copia.',
    noCopyPublic:
      'Per vedere che cosa cambia, recupera il vecchio file in una cartella: qui non se ne conosce una copia.',
    unreadable: 'Ora il file non è leggibile: non si sa che cosa cambia.',
  },
  oldCopyAt: (path: string) => `Il file notarizzato è anche qui: ${path}`,
  differences: 'Che cosa cambia',
  differencesCut: 'Sono mostrate solo le prime 400 righe.',
  lineIs: { added: 'Aggiunta: ', removed: 'Tolta: ' },
  restore: 'Recupera dal servizio…',
  restorePrivate:
    'Il servizio non può restituire i file privati. Ripristina il vecchio file dalla tua copia di sicurezza e questo avviso scompare.',
  keepVersionText:
    'Ciò che c’è ora viene notarizzato come nuova versione. La registrazione precedente resta com’è.',
  assignTitle: (count) =>
    pluralForm(
      count,
      'Progetto ed etichette di questo file',
      `Progetto ed etichette di ${number(count)} file`,
    ),
  deniedChecking: 'Labseal si assicura che nulla sia stato registrato o addebitato.',
  deletionNotRecorded:
    'Il servizio non ha potuto registrare l’eliminazione, e può avere ancora il contenuto. Registrazione e certificato sono com’erano.',
  deletedBecause: (when, reason) => `L’hai fatto eliminare il ${when}: “${reason}”.`,
  deleteTitle: 'Eliminare sul servizio?',
  deleteText:
    'Viene segnato come eliminato sul servizio; la sua storia resta. Il file su questo computer non viene toccato.',
  deleteReason: 'Motivo',
  deleteNeedsReason: 'Di’ perché; viene registrato.',
  deleteNext: 'Mostra il prezzo',
  deleteAgree: 'Elimina',
  whyState: {
    discovered: 'In fila per essere guardato.',
    settling: 'Lo stanno ancora scrivendo. Labseal lo ricontrolla automaticamente.',
    hashing: 'Niente viene inviato mentre si calcola l’impronta.',
    checking:
      'Labseal chiede al servizio se ha già questo contenuto. Per questo invia il file (gratis), se nessun elenco lo mostra.',
    duplicate: 'Un contenuto identico è sul servizio. Nessun credito è stato usato.',
    ready: 'In attesa della tua approvazione del prezzo.',
    held: 'È fermo.',
    uploading: 'Invio in corso.',
    confirming: 'Labseal lo sta cercando sul servizio.',
    recording: 'Il servizio lo ha ricevuto e lo scrive sulla catena.',
    notarized: 'È registrato, e questa copia ha ancora l’impronta registrata.',
    record_error:
      'Il servizio non ha potuto scriverlo sulla catena. È stato ricevuto; può aver usato crediti.',
    failed: 'Niente è stato registrato.',
    changed:
      'Non è più ciò che è stato notarizzato. La registrazione e il certificato sono intatti.',
    missing: 'Registrazione e certificato sono al sicuro. Il file è stato spostato o eliminato.',
    remote_only:
      'Registrazione e certificato sono al sicuro. Su questo computer non c’è una copia.',
    deleting: 'La sua eliminazione viene registrata.',
    deleted: 'La sua storia resta sul servizio.',
    ignored: 'Una regola lo esclude.',
    unreadable: 'Ora non si può leggere. Labseal riprova a ogni scansione.',
  },
  creditsRefused:
    'Il servizio ha rifiutato questo file: i crediti non bastano. Viene inviato quando ne hai abbastanza.',
  whyHold: {
    credits: 'Il saldo non basta. Il file viene inviato quando basta.',
    balance_unknown:
      'Il saldo non è stato letto. Prosegue quando il saldo è noto; niente è stato addebitato.',
    budget:
      'Supererebbe un limite che hai impostato. Notarizzalo comunque, oppure cambia il limite.',
    size_limit: 'Il servizio accetta file fino a 2,5 GB. Niente è stato inviato né addebitato.',
    size_confirm: 'È vicino a 2,5 GB, il massimo che il servizio accetta. Approvalo per provare.',
    procedure: 'Un file secondario deve dire come è stato ottenuto e da che cosa.',
    labels: 'Il servizio non prende file senza etichetta. Aggiungine una.',
    primary_pending: 'Prima va registrato il suo file primario.',
    twin_pending: 'Un file con lo stesso contenuto va prima, così si paga una volta sola.',
    project: 'Il suo progetto è ancora in creazione.',
    offline: 'Prosegue quando c’è rete.',
    signed_out: 'Prosegue dopo il tuo accesso.',
    server: 'Prosegue quando il servizio risponde di nuovo.',
    paused: 'I caricamenti sono in pausa.',
    permission:
      'Non puoi aggiungere file a questo progetto. Chiedi al responsabile, o scegli un altro progetto.',
    review: 'Aspetta la tua approvazione.',
    refusal: 'Niente è stato registrato. Cambia ciò che chiede, o riprova.',
    id_in_use:
      'Il servizio ha dato a questo file l’id di un altro, e vale come addebitato. Avvisa chi gestisce il servizio: un nuovo invio si paga di nuovo.',
    record_deleted:
      'Era notarizzato, e la sua registrazione è stata eliminata sul servizio. Notarizzarlo di nuovo si paga di nuovo.',
    undecided: 'Se era arrivato, inviarlo di nuovo si paga due volte.',
  },
  title: 'File',
  search: 'Cerca nome o cartella',
  searchInvitation: 'Nome o cartella',
  furtherFilters: 'Filtri',
  folder: 'Cartella',
  allFolders: 'Tutte le cartelle',
  moreFolders: (count: number) =>
    `Qui sono elencate solo le prime ${number(count)} cartelle. Cerca il nome di un’altra.`,
  name: 'Nome',
  status: 'Stato',
  size: 'Dimensione',
  credits: 'Crediti',
  when: 'Quando',
  groups: {
    all: 'Tutti',
    waiting: 'In attesa',
    running: 'In corso',
    notarized: 'Notarizzati',
    attention: 'Serve il tuo intervento',
    changed: 'Modificati',
    missing: 'Mancanti',
    'left-out': 'Esclusi',
  },
  allTypes: 'Tutti i tipi',
  allVisibilities: 'Pubblici e privati',
  allLabels: 'Tutte le etichette',
  label: 'Etichetta',
  filters: 'Che cosa mostra l’elenco',
  filter: 'Mostra',
  held: 'Fermi o in attesa',
  count: (count) => plural(count, 'file', 'file'),
  listOf: (project) => `File di ${project}`,
  visibility: { public: 'Pubblico', private: 'Privato' },
  visibilityLabel: 'Visibilità',
  path: 'Su questo computer',
  lastPath: 'Ultima posizione su questo computer',
  fingerprint: 'Impronta',
  noFingerprint: 'Non ancora calcolata',
  none: 'Ancora nessun file',
  noneText: 'Qui appaiono i file delle cartelle osservate per questo progetto.',
  arrived: (count: number) => plural(count, 'nuovo file', 'nuovi file'),
  noneInFolder: 'Ancora nessun file in questa cartella',
  noneInFolderText: 'I suoi file appaiono qui appena vengono trovati.',
  noneFound: 'Nessun file corrisponde',
  noneFoundText: 'Nessun file corrisponde a tutti i filtri qui sopra.',
  linkEmptied: (state: string) => `Nessun file è più “${state}”. Ecco tutti i file.`,
  clearFilters: 'Togli i filtri',
  unknownProject: 'Questo progetto non è su questo computer.',
  steps: {
    saved: 'Salvato e stabile',
    fingerprinted: 'Impronta calcolata',
    checked: 'Cercati i duplicati',
    uploaded: 'Inviato',
    recorded: 'Controllato e registrato',
    certificate: 'Certificato salvato',
    found: 'Già sul servizio',
    refused: 'Il servizio non ha detto se lo ha già',
  },
} satisfies typeof english;
