/** The printed report of an audit, in Italian. */
import { auditedFiles, isAllProven, openFiles } from '../../proofs/audit.ts';
import type { AuditPaperWords } from '../en/audit-paper.ts';
import { auditWords } from './audits.ts';
import { namedState } from '../../files/file-state.ts';
import { holdLabels, stateLabels } from './states.ts';
import { byteText, integer, momentText, pluralForm } from './figures.ts';

const counted = (count: number, one: string, other: string) =>
  `${integer(count)} ${pluralForm(count, one, other)}`;
const files = (count: number) => counted(count, 'file', 'file');

export const auditPaperWords: AuditPaperWords = {
  language: 'it',
  audits: auditWords,
  figures: {
    moment: momentText,
    state: (state, hold, isApproved) => {
      if (hold !== null && (state === 'held' || state === 'confirming')) return holdLabels[hold];
      return state === 'held' ? holdLabels.review : stateLabels[namedState(state, isApproved)];
    },
  },
  bytes: byteText,
  files,
  title: 'Rapporto del controllo',
  outcome(run) {
    const { totals, state } = run;
    const open = openFiles(totals);
    if (state !== 'complete') return `${auditWords.states[state]}.`;
    if (auditedFiles(totals) === 0) return 'La cartella non ha file.';
    if (isAllProven(run)) return 'Ogni file è provato immutato.';
    return `${counted(open, 'file non è provato immutato', 'file non sono provati immutati')}.`;
  },
  labels: {
    folder: 'Cartella',
    service: 'Servizio',
    account: 'Account',
    audit: 'Numero del controllo',
    began: 'Avviato',
    ended: 'Finito',
    startedBy: 'Avviato da',
    resumptions: 'Riprese',
    state: 'Stato',
    files: 'File',
    read: 'Letti',
    moved: 'Spostati o rinominati nella cartella',
    deleted: 'Provati, poi eliminati sul servizio',
    silent: 'Cambiati di nascosto',
    notLookedAt: 'Non letti',
    list: 'SHA-256 dell’elenco completo (CSV)',
    name: 'Nome',
    date: 'Data',
    signature: 'Firma',
  },
  startedBy: { person: 'una persona', schedule: 'il calendario' },
  notLookedAt: ({ ignoredFiles, ignoredFolders, links, special }) =>
    [
      ...(ignoredFiles > 0 ? [`${files(ignoredFiles)} per le regole`] : []),
      ...(ignoredFolders > 0
        ? [`${counted(ignoredFolders, 'cartella', 'cartelle')} per le regole`]
        : []),
      ...(links > 0 ? [counted(links, 'collegamento', 'collegamenti')] : []),
      ...(special > 0 ? [counted(special, 'pipe o dispositivo', 'pipe o dispositivi')] : []),
    ].join(', '),
  method:
    'Ciò che è contato come letto è stato letto dal primo all’ultimo byte e confrontato con quello che è notarizzato. Niente è stato inviato e niente è stato cambiato. Gli orari sono UTC.',
  forgeable: (algorithm: string) =>
    `Le registrazioni indicano impronte ${algorithm}, di un tipo vecchio che si può falsificare: due file con la stessa impronta si possono fare apposta.`,
  confirms: 'Ho letto questo rapporto.',
  checked: (when) => `letto ${when}`,
  record: ({ fileId, projectId }) => `registrazione ${fileId} nel progetto ${projectId}`,
  status: (status) => `il servizio dice: ${status}`,
  before: (size, modified) => `quando era provato: ${size}, modificato ${modified}`,
  more: (count) =>
    pluralForm(
      count,
      'Un altro file: vedi l’elenco completo.',
      `Altri ${integer(count)} file: vedi l’elenco completo.`,
    ),
  rowsGone: 'Questo controllo è più vecchio: dei file provati resta solo il numero.',
  listGone: (hasDigest) =>
    hasDigest
      ? 'Labseal non conserva più questo elenco: una copia salvata è completa e invariata se ha questa impronta.'
      : 'Labseal non conserva più l’elenco completo di questo controllo più vecchio, né la sua impronta.',
  page: (page, of) => `Pagina ${page} di ${of}`,
};
