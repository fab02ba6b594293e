/** Quello che l’app dice fuori dalla sua pagina, in italiano. */
import type { DesktopWords, DoingWords } from '../en/desktop.ts';
import { HOUR_MS, MINUTE_MS } from '../../text/time.ts';
import { healthLabel } from './health.ts';
import { integer, pluralForm } from './figures.ts';

const files = (count: number) => `${integer(count)} file`;
const waits = (count: number, what: string) =>
  `${files(count)} ${pluralForm(count, 'attende', 'attendono')} ${what}`;
const uploads = (count: number) => pluralForm(count, '1 caricamento', `${count} caricamenti`);

export const doingWords: DoingWords = {
  sending: (count) => `Invio di ${files(count)}`,
  checking: (count) => `Controllo di ${files(count)}`,
  preparing: (count) => `Preparazione di ${files(count)}`,
  settling: (count) =>
    `In attesa che ${files(count)} ${pluralForm(count, 'sia salvato', 'siano salvati')}`,
  approved: (count) => `${files(count)} ${pluralForm(count, 'approvato', 'approvati')}`,
  cutOff: (count) => waits(count, 'il servizio'),
  signIn: (count) =>
    count === 0 ? 'Niente viene inviato finché non accedi' : waits(count, 'il tuo accesso'),
  folder: (count) => waits(count, pluralForm(count, 'la sua cartella', 'la loro cartella')),
  paused: (count) =>
    count === 0 ? 'Caricamenti in pausa' : `Caricamenti in pausa, ${files(count)} in attesa`,
  awaiting: (count) => waits(count, 'la tua approvazione'),
  waiting: (count) => `${files(count)} in attesa`,
  asking: () => 'Nessun invio in corso',
  changes: (count) =>
    pluralForm(
      count,
      '1 modifica attende in uscita',
      `${integer(count)} modifiche attendono in uscita`,
    ),
  idle: 'Niente in attesa',
};

export const noticeWords: DesktopWords['notices'] = {
  notarized: (count) =>
    pluralForm(count, '1 file è stato notarizzato.', `${files(count)} sono stati notarizzati.`),
  'needs-you': (count) =>
    pluralForm(
      count,
      '1 file richiede il tuo intervento.',
      `${files(count)} richiedono il tuo intervento.`,
    ),
  'signed-out': (count) =>
    `L’accesso è scaduto; ${pluralForm(count, '1 file attende', `${files(count)} attendono`)}.`,
  credits: (count) =>
    `${pluralForm(count, '1 file attende', `${files(count)} attendono`)} crediti o un budget.`,
  refused: (count) =>
    pluralForm(
      count,
      '1 modifica richiede il tuo intervento.',
      `${integer(count)} modifiche richiedono il tuo intervento.`,
    ),
};

/** Per eccesso, perché una promessa si mantiene meglio in anticipo. */
function duration(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  if (minutes < 120) return pluralForm(minutes, '1 minuto', `${minutes} minuti`);
  return `${integer(Math.ceil(ms / HOUR_MS))} ore`;
}

function fate({ all, goOn }: { readonly all: number; readonly goOn: number }): string {
  const anew = all - goOn;
  const parts = [
    ...(goOn === 0
      ? []
      : [`${goOn} ${pluralForm(goOn, 'riprende', 'riprendono')} da dove si interrompe`]),
    ...(anew === 0 ? [] : [`${anew} ${pluralForm(anew, 'ricomincia', 'ricominciano')} da 0`]),
  ];
  return `Se esci ora, ${parts.join(', ')}. Niente viene pagato due volte.`;
}

export const desktopWords: DesktopWords = {
  tray: {
    doing: doingWords,
    health: healthLabel,
    timeLeft: (ms) => `circa ${duration(ms)}`,
    signedOut: 'Non hai effettuato l’accesso',
    needYou: (count) =>
      pluralForm(count, '1 richiede il tuo intervento', `${count} richiedono il tuo intervento`),
    credits: ({ balance, awaitingFiles, awaitingCredits }) => {
      const has = pluralForm(balance, '1 credito', `${integer(balance)} crediti`);
      if (awaitingFiles === 0) return has;
      return `${has} (circa ${integer(awaitingCredits)} attendono la tua approvazione)`;
    },
    open: 'Apri Labseal',
    signIn: 'Accedi…',
    verify: 'Verifica un file…',
    addFiles: 'Aggiungi file…',
    pause: 'Metti in pausa i caricamenti',
    pauseAfter: 'Dopo i file in corso',
    pauseNow: 'Ferma subito',
    until: { hour: 'Per 1 ora', tomorrow: 'Fino a domani', resumed: 'Finché non riprendo' },
    resume: 'Riprendi i caricamenti',
    lastProofs: 'Ultimi notarizzati',
    settings: 'Impostazioni…',
    quit: 'Esci da Labseal',
  },
  menus: {
    file: 'File',
    edit: 'Modifica',
    view: 'Vista',
    project: 'Progetto',
    transfers: 'Trasferimenti',
    window: 'Finestra',
    help: 'Aiuto',
  },
  roles: {
    undo: 'Annulla',
    redo: 'Ripeti',
    cut: 'Taglia',
    copy: 'Copia',
    paste: 'Incolla',
    selectAll: 'Seleziona tutto',
    about: 'Informazioni su Labseal',
    services: 'Servizi',
    hide: 'Nascondi Labseal',
    hideOthers: 'Nascondi altre',
    unhide: 'Mostra tutte',
    minimize: 'Riduci a icona',
    zoom: 'Ridimensiona',
    front: 'Porta tutto in primo piano',
    close: 'Chiudi finestra',
    togglefullscreen: 'Schermo intero',
    resetZoom: 'Dimensioni reali',
    zoomIn: 'Ingrandisci',
    zoomOut: 'Riduci',
  },
  lookUp: (text) => `Cerca “${text}”`,
  notices: noticeWords,
  goesOn: 'Labseal continua in background. L’icona accanto all’orologio lo riapre e lo chiude.',
  quitWithUploads: ({ all, goOn }) => ({
    message: `${uploads(all)} in corso.`,
    detail: fate({ all, goOn }),
    buttons: ['Completa ed esci', 'Esci ora', 'Annulla'],
  }),
  updateReady: (version) => ({
    message: `Labseal ${version} è pronto.`,
    detail: 'Labseal si chiude, viene sostituito e si riapre. File, coda e certificati restano.',
    buttons: ['Installa e riapri', 'Più tardi'],
  }),
  updateWithUploads: ({ all }) => ({
    message: `${uploads(all)} in corso.`,
    detail:
      'Un caricamento non viene mai interrotto per una nuova versione. Si può installare quando non si invia niente.',
    buttons: ['OK'],
  }),
  runsElsewhere: {
    message: 'Labseal è già in funzione su questo computer.',
    detail:
      'Un terminale o una pagina del browser ha aperto i suoi dati, e due insieme potrebbero pagare due volte. Continua lì, oppure chiudilo e riapri questa finestra.',
    buttons: ['Aprilo nel browser', 'Esci'],
  },
  cannotStart: (reason) => ({
    message: 'Labseal non può avviarsi.',
    detail: reason,
    buttons: ['Esci'],
  }),
  mistake: (logId) => ({
    message: 'Labseal ha commesso un errore e si è fermato.',
    detail: `Niente è andato perso. Riavvialo; se succede ancora, segnalalo con il numero ${logId}.`,
    buttons: ['Esci'],
  }),
  installCommand: 'Installa la riga di comando…',
  commandInstalled: {
    message: 'La riga di comando è installata.',
    detail: 'Apri un nuovo terminale e scrivi: labseal status',
    buttons: ['OK'],
  },
  commandByHand: (line) => ({
    message: 'La riga di comando si installa in un terminale.',
    detail: `Copia questa riga in un terminale; chiede la password di un amministratore:\n\n${line}`,
    buttons: ['OK'],
  }),
  commandTaken: (file) => ({
    message: 'Un altro comando ha già questo nome.',
    detail: `${file} non è di questo programma e resta com’è. Rinominalo o rimuovilo, poi scegli di nuovo questa voce.`,
    buttons: ['OK'],
  }),
  weakened: ({ name, appImage }) => ({
    message: 'Labseal non si avvia senza la sua protezione.',
    detail:
      appImage !== null
        ? `Questo computer non lascia che un’AppImage isoli la sua finestra dal resto del sistema, perciò è stata avviata con ${name}. Installa il pacchetto .deb, che può farlo, o usa Labseal nel browser con questa riga in un terminale:\n\n${appImage} --labseal-command -- serve --open`
        : `È stato avviato con ${name}, che toglie una protezione. Avvialo senza.`,
    buttons: ['Esci'],
  }),
  pageEnds: {
    message: 'La pagina di Labseal si chiude di continuo.',
    detail:
      'I caricamenti continuano. Ricarica la pagina; se si chiude ancora, invia la diagnostica all’assistenza.',
    buttons: ['Ricarica', 'Diagnostica', 'Più tardi'],
  },
};
