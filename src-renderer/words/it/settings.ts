import type { settings as english } from '../en/settings.ts';
import { number } from './figures.ts';

export const settings = {
  sections: {
    general: 'Generale',
    watching: 'Cartelle nuove',
    notifications: 'Notifiche',
    diagnostics: 'Diagnostica',
    about: 'Informazioni',
    appearance: 'Aspetto',
    spending: 'Caricamenti e crediti',
    pace: 'Rete',
    keyboard: 'Tastiera',
    data: 'Dati e riservatezza',
  },
  spendingText: 'I limiti sono nella pagina Crediti, accanto a quanto ne è usato.',
  needCount: 'Inserisci un numero intero, o niente.',
  toLimits: 'Vai ai limiti',
  speed: 'Limite di invio (kB/s)',
  speedHint: 'Per tutti i caricamenti e i controlli insieme. Vuoto: più veloce possibile.',
  parallel: 'File alla volta',
  asUseful: 'Automatico',
  account: 'Account',
  service: 'Servizio',
  sessionEnds: 'Accesso valido fino a',
  token: 'Accesso',
  noToken: 'Non conservato: non hai effettuato l’accesso.',
  kept: {
    keychain: 'Conservato nel portachiavi di questo computer.',
    memory: 'Conservato finché Labseal è aperto; poi ti viene richiesto.',
    file: 'Conservato senza protezione in un file che solo tu puoi leggere.',
  },
  keychainFailed:
    'Il portachiavi non si è potuto usare. Conservato finché Labseal è aperto; poi ti viene richiesto.',
  dataFolder: 'Cartella dei dati',
  showFirstSteps: 'Mostra i primi passi nella panoramica',
  howItRuns:
    'Labseal continua a osservare e a inviare anche quando questa pagina è chiusa, finché “labseal serve” non termina. Non si avvia da solo con il computer.',
  windowGoesOn:
    'Chiudere la finestra non ferma Labseal: continua a osservare e a inviare. “Esci” nel menu o accanto all’orologio lo ferma.',
  startAtLogin: 'Avvia Labseal quando accedo a questo computer',
  restOnBattery: 'Metti in pausa i caricamenti quando il computer va a batteria',
  windowNotices: 'Mentre guardi altrove, questo computer ti avvisa di:',
  endedFor: (email: string) => `L’accesso è scaduto (${email}).`,
  signOutTitle: 'Uscire con lavori in corso?',
  signOutGoing: (count) =>
    count === 1
      ? '1 file o modifica è in corso, approvato o in attesa di invio. Attende il tuo prossimo accesso.'
      : `${number(count)} file e modifiche sono in corso, approvati o in attesa di invio. Attendono il tuo prossimo accesso.`,
  signOutText:
    'Dopo l’uscita non viene inviato nulla. Cartelle, registrazioni e certificati restano su questo computer.',
  watchingText:
    'Per le cartelle che osserverai da ora in poi. Quelle già osservate conservano le proprie regole.',
  notificationsText:
    'Il browser ti avvisa quando questa pagina è aperta ma non in primo piano. A pagina chiusa Labseal continua a lavorare e non avvisa nessuno.',
  notAllowed: {
    denied:
      'Questo browser non lascia che la pagina mostri avvisi. Consentili nelle sue impostazioni della pagina.',
    never: 'Questo browser non può mostrare avvisi.',
  },
  noticeKinds: {
    notarized: 'Sono stati notarizzati dei file',
    'needs-you': 'Dei file richiedono il tuo intervento',
    'signed-out': 'L’accesso è scaduto mentre qualcosa attende',
    credits: 'I crediti non bastano o un budget è esaurito',
    refused: 'Una modifica richiede il tuo intervento',
  },
  characterKeys: '“?” mostra le scorciatoie, tranne dove scrivi',
  countInTitle: 'Conta nel titolo della scheda i file che richiedono il tuo intervento',
  countInWindow: 'Conta nel titolo della finestra i file che richiedono il tuo intervento',
  report: 'Il rapporto',
  reportText: 'Un rapporto per chi ti aiuta; Labseal non lo invia. Contiene:',
  reportHolds: [
    'le versioni di Labseal e del sistema',
    'i percorsi delle cartelle osservate, con ~ per la tua cartella personale',
    'quanti file sono in quale stato, cosa attende, e i tuoi limiti',
    'gli errori recenti di Labseal, senza segreti',
  ],
  reportLacks:
    'Non contiene il tuo accesso, il tuo indirizzo e-mail, nomi di file né nulla del loro contenuto. Un errore può nominare un percorso: guarda il rapporto prima di darlo a qualcuno.',
  copy: 'Copia',
  copied: 'Il rapporto è stato copiato.',
  saveReport: 'Salva in un file',
  makeAgain: 'Rifallo',
  aboutText:
    'Labseal osserva le cartelle del laboratorio e certifica i file finiti presso un servizio di notarizzazione.',
  version: 'Versione',
  licence: 'Licenza',
  components: 'Fatto con',
  component: 'Pacchetto',
  leaves: 'Cosa lascia questo computer',
  leavesText: [
    'I file che hai approvato, verso il servizio nominato sopra; quelli privati non hanno un link pubblico.',
    'I nuovi file di una cartella che chiede prima del prezzo, per cercare duplicati (gratis).',
    'Nient’altro: nessuna statistica, nessun rapporto, nessuna ricerca di aggiornamenti.',
  ],
} satisfies typeof english;
