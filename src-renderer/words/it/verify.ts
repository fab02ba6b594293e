import { proofMomentAlone } from '../../../src-shared/model/words/it/figures.ts';
import type { verify as english } from '../en/verify.ts';
import { plural } from './figures.ts';

export const verify = {
  title: 'Verifica un file',
  command: 'Verifica un file…',
  subtitle:
    'Questo file è quello notarizzato? Viene letto su questo computer; niente viene inviato se non chiedi anche al servizio.',
  compareWith: 'Confronta con',
  kinds: {
    anything: {
      label: 'Tutto quello che questo account conosce',
      hint: 'Trova se il file è mai stato notarizzato.',
    },
    record: { label: 'Una registrazione', hint: 'Un file notarizzato che scegli tu.' },
    certificate: {
      label: 'Un certificato',
      hint: 'Il suo PDF o i suoi dati (JSON), anche del file di qualcun altro.',
    },
    project: { label: 'Un progetto', hint: 'Tutte le sue registrazioni note qui.' },
  },
  chooseRecord: 'Scegli una registrazione',
  moreRecords: (count) =>
    `${plural(count, 'altro corrisponde', 'altri corrispondono')}: scrivi parte del nome o l’inizio di un’impronta.`,
  otherRecord: 'Confronta con un’altra registrazione',
  chooseProject: 'Scegli un progetto',
  certificateUnread:
    'In questo PDF non si legge alcuna impronta. Scegli invece i dati del certificato (JSON).',
  chooseCertificate: 'Scegli un certificato (PDF o JSON)',
  certificateText: 'I dati del certificato (JSON)',
  certificateHint: 'Incollali qui, scegli il file, o trascina insieme file e certificato.',
  sayAgainst: 'viene letto appena è chiaro con che cosa confrontarlo.',
  drop: 'File da controllare',
  dropBoth:
    'Trascina un file, un file con il suo certificato (PDF o JSON), o un pacchetto (cartella o ZIP), oppure',
  moreFiles: (count) => `… e ${plural(count, 'un altro file', 'altri file')}`,
  useCopy: (folder) => `Usa la copia in ${folder}`,
  changedCopy: (folder) =>
    `Il file in ${folder} è cambiato dopo la notarizzazione, quindi non corrisponderebbe.`,
  nothingSent: 'Niente viene inviato.',
  reading: 'Lettura del file',
  alsoAsk: 'Chiedi anche al servizio se conosce questo contenuto (invia il file)',
  alsoAskSize: (size) =>
    `Chiedi anche al servizio se conosce questo contenuto (invia il file: ${size})`,
  noConnection: 'Il servizio non è raggiungibile. Il confronto su questo computer continua.',
  workingOffline: 'Lavori offline. Il confronto su questo computer continua.',
  signedOut: 'Non hai effettuato l’accesso. Il confronto su questo computer continua.',
  askService: 'Chiedi al servizio (invia il file)',
  askServiceSize: (size) => `Chiedi al servizio (invia il file: ${size})`,
  asking: 'Domanda al servizio. Per questo il file viene inviato…',
  askingEnded: 'La richiesta è stata interrotta.',
  askAgain: 'Chiedi di nuovo',
  serviceKnows: (name, project) => {
    const file = name === '' ? '' : `: ${name}`;
    const place = project === '' ? '' : ` in ${project}`;
    return `Il servizio conosce questo contenuto${file}${place}.`;
  },
  serviceDoesNotKnow: 'Il servizio non conosce questo contenuto.',
  thisFile: 'Questo file',
  record: 'Registrazione',
  certificate: 'Certificato',
  demoRecord: 'Registrazione della demo: fuori dalla demo non prova niente.',
  notarizedWhen: proofMomentAlone,
  facts: {
    record: 'Registrazione',
    project: 'Progetto',
    notarized: 'Notarizzato',
    size: 'Dimensione',
    method: 'Metodo del servizio',
    written: 'Come è scritta nella registrazione',
    against: 'Confrontato con',
    decidedBy: 'Deciso da',
    uploaded: 'Caricato da qui',
    checked: 'Controllato',
  },
  sizes: (file, record) => `${file}; il file notarizzato aveva ${record}`,
  methodUnknown: 'Non ancora noto',
  asUploaded: {
    yes: 'Sì: sono i byte che questo computer ha inviato',
    no: 'No: questo computer ha inviato altri byte',
  },
  printOfFile: (method) => `${method} di questo file`,
  saveReport: 'Salva rapporto',
  asText: 'Come testo, da leggere',
  asJson: 'Come JSON, per programmi',
  wholeFolder: 'Una cartella intera',
  wholeFolderText:
    'Un controllo rilegge ogni file di una cartella e dice quali sono provati immutati, cambiati, mancanti o mai notarizzati.',
  withoutLabseal: {
    title: 'Per chi non ha Labseal',
    text: 'Una pagina che confronta i file con i loro certificati in qualsiasi browser, senza rete e senza installare nulla. La contiene anche ogni pacchetto di prove.',
    save: 'Salva la pagina di verifica',
  },
} satisfies typeof english;
