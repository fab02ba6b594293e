/** The Italian words for states and holds; the compiler checks that none is missing. */
import type { FileState, HoldReason } from '../../files/file-state.ts';

export const stateLabels = {
  discovered: 'Trovato',
  settling: 'In attesa del salvataggio',
  hashing: 'Calcolo dell’impronta',
  checking: 'Controllo sulla piattaforma',
  duplicate: 'Già sulla piattaforma',
  ready: 'Pronto da caricare',
  uploading: 'Caricamento',
  confirming: 'Da decidere',
  recording: 'Registrazione sulla catena',
  notarized: 'Notarizzato',
  record_error: 'Non registrato · errore',
  failed: 'Rifiutato dal servizio',
  changed: 'Cambiato dopo la notarizzazione',
  missing: 'Non più su questo computer',
  remote_only: 'Solo sulla piattaforma',
  deleting: 'In eliminazione',
  deleted: 'Eliminato sulla piattaforma',
  ignored: 'Ignorato',
  unreadable: 'Non leggibile',
} satisfies Readonly<Record<Exclude<FileState, 'held'>, string>>;

export const holdLabels = {
  credits: 'Fermo · crediti insufficienti',
  budget: 'Fermo · oltre il tuo budget',
  size_limit: 'Fermo · più grande di 2,5 GB',
  size_confirm: 'Fermo · file grande, conferma',
  procedure: 'Fermo · aggiungi la procedura',
  labels: 'Fermo · aggiungi un’etichetta',
  primary_pending: 'In attesa del file primario',
  twin_pending: 'In attesa di un file con lo stesso contenuto',
  project: 'In attesa che il progetto sia creato',
  offline: 'In attesa della connessione',
  signed_out: 'In attesa del tuo accesso',
  server: 'In attesa del servizio',
  paused: 'In pausa',
  permission: 'Fermo · nessun permesso in questo progetto',
  review: 'Fermo · hai chiesto di approvare',
  refusal: 'Fermo · il servizio ha detto no',
  kept_unknown: 'Lasciato in sospeso',
} satisfies Readonly<Record<HoldReason, string>>;
