/** The Italian words for states and holds; the compiler checks that none is missing. */
import type { HoldReason, NamedState } from '../../files/file-state.ts';
import type { BudgetName } from '../../money/spend-limits.ts';

export const stateLabels = {
  discovered: 'Trovato',
  settling: 'In attesa del salvataggio',
  hashing: 'Calcolo dell’impronta',
  checking: 'Ricerca di duplicati',
  duplicate: 'Già sul servizio',
  ready: 'Pronto',
  awaiting: 'Attende la tua approvazione',
  approved: 'Approvato',
  uploading: 'Invio',
  confirming: 'Controllo se è arrivato',
  recording: 'Controllo · in registrazione',
  notarized: 'Notarizzato',
  record_error: 'Non registrato · errore',
  failed: 'Rifiutato',
  changed: 'Cambiato dopo la notarizzazione',
  missing: 'Non più su questo computer',
  remote_only: 'Solo sul servizio',
  deleting: 'In eliminazione',
  deleted: 'Eliminato sul servizio',
  ignored: 'Escluso',
  unreadable: 'Non leggibile',
} satisfies Readonly<Record<NamedState, string>>;

export const holdLabels = {
  credits: 'Fermo · crediti insufficienti',
  balance_unknown: 'In attesa del saldo',
  budget: 'Fermo · oltre un limite',
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
  review: 'Fermo · volevi guardarlo prima',
  refusal: 'Fermo · il servizio ha detto no',
  id_in_use: 'Fermo · il suo id è di un altro file',
  record_deleted: 'Fermo · eliminato sul servizio',
  undecided: 'Non si sa se è arrivato',
} satisfies Readonly<Record<HoldReason, string>>;

const LIMIT_NAMES: Readonly<Record<BudgetName, string>> = {
  run: 'quanto hai concesso per un giro',
  reserve: 'la riserva',
  folder: 'il budget di una cartella',
  month: 'il limite mensile',
};

/** File oltre i limiti: quali. Nessuno: non si sa. */
export function overLimitsLabel(budgets: readonly BudgetName[]): string {
  if (budgets.length === 0) return holdLabels.budget;
  return `Fermo · per ${budgets.map((name) => LIMIT_NAMES[name]).join(', ')}`;
}
