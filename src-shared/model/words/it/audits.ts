/** Che cosa ha trovato un controllo, in italiano. */
import {
  type AuditFinding,
  type ChangeTrace,
  openFiles,
  readShare,
  type UnsureReason,
} from '../../proofs/audit.ts';
import { assertNever } from '../../result.ts';
import type { AuditFigures, AuditWords } from '../audit-words.ts';
import { quotable } from '../verdict-words.ts';
import { integer, pluralForm, proofMoment } from './figures.ts';
import { unreadableSentence } from './unreadable.ts';

export const auditWords: AuditWords = {
  verdicts: {
    changed: 'Cambiato dopo la notarizzazione',
    missing: 'Mancante',
    unreadable: 'Non si può leggere',
    unsure: 'Non si può ancora dire',
    'never-notarized': 'Mai notarizzato',
    proven: 'Provato immutato',
  },
  states: {
    running: 'In lettura',
    paused: 'In pausa',
    complete: 'Completo',
    cancelled: 'Annullato: non tutti i file sono stati letti',
    interrupted: 'Interrotto: non tutti i file sono stati letti',
    'no-folder': 'La cartella non c’era',
  },
  rhythms: { never: 'Mai', week: 'Ogni settimana', month: 'Ogni mese' },
  progress: (progress, size) => {
    const { totals, expectedBytes } = progress;
    const share = readShare(progress);
    const all =
      share === null || expectedBytes === null
        ? ' letti'
        : ` di ${size(expectedBytes)} letti (${integer(Math.floor(100 * share))} %)`;
    const open = openFiles(totals);
    return `${size(totals.bytes)}${all} · ${open === 0 ? 'nessun problema' : `${integer(open)} ${pluralForm(open, 'problema', 'problemi')}`}`;
  },
  finding: findingText,
};

const TRACES: Readonly<Record<ChangeTrace, string>> = {
  silent:
    'Dimensione e date sono rimaste uguali, ma i byte no: il disco o un cavo può essere guasto. Ripristina il file da una copia e controlla il disco.',
  disguised:
    'Dimensione e data di modifica sono rimaste uguali, ma i byte no. Da allora qualcosa ha toccato il file.',
  edited:
    'È stato modificato dopo la notarizzazione. La versione notarizzata è intatta sul servizio.',
  undated: 'I byte non sono quelli notarizzati.',
};

const UNSURE: Readonly<Record<UnsureReason, string>> = {
  changing: 'Il file è cambiato durante la lettura. Ripeti il controllo quando è salvato.',
  pending:
    'I suoi byte sono quelli di una registrazione che non è ancora sulla catena. Si risolve da solo.',
  'not-recorded': 'Il servizio lo ha ricevuto e non è riuscito a scriverlo sulla catena.',
  'unknown-status': 'Il servizio dice della sua registrazione qualcosa che Labseal non conosce.',
  contradicted:
    'Per la sua registrazione il servizio indica un’impronta diversa da quella dei byte inviati. Avvisa chi gestisce il servizio.',
  'in-doubt': 'È in viaggio verso il servizio, e non è ancora noto se è arrivato.',
  'platform-only':
    'Il servizio ha detto di avere questo contenuto; su questo computer non c’è una registrazione con cui confrontare.',
  'method-unknown':
    'Una registrazione con questo nome ha un’impronta, e non è ancora noto come il servizio le calcola.',
  'not-fetched':
    'Una registrazione con questo nome non ha ancora un’impronta su questo computer. Ripeti il controllo quando il servizio risponde.',
  'history-incomplete': 'Su questo computer possono mancare registrazioni di lavori precedenti.',
};

function findingText(finding: AuditFinding, figures: AuditFigures): string {
  switch (finding.verdict) {
    case 'proven':
      return provenText(finding, figures);
    case 'changed': {
      const { trace, matches } = finding;
      const instead =
        matches === null
          ? ''
          : ` Adesso è quello che è notarizzato come ${quotable(matches.name)}.`;
      return `${TRACES[trace]}${instead}`;
    }
    case 'missing':
      return finding.foundAt === null
        ? 'È stato notarizzato da qui e non è più in questa cartella. La registrazione e il certificato sono al sicuro.'
        : `Gli stessi byte sono in questa cartella come ${quotable(finding.foundAt)}: è stato spostato o rinominato.`;
    case 'unreadable':
      return finding.isFolder
        ? `In questa cartella non si è letto niente. ${unreadableSentence(finding.errno)}`
        : unreadableSentence(finding.errno);
    case 'unsure':
      return UNSURE[finding.reason];
    case 'never-notarized':
      return finding.state === null
        ? 'Nessuna registrazione di questo account ha questo contenuto. Labseal non conosce il file: non è in nessuna cartella osservata, o non c’è ancora stata una scansione.'
        : `Nessuna registrazione di questo account ha questo contenuto. Per Labseal è: ${figures.state(finding.state, finding.hold, finding.isApproved)}.`;
    default:
      return assertNever(finding);
  }
}

function provenText(
  { reason, basis, record, isDeleted }: Extract<AuditFinding, { verdict: 'proven' }>,
  { moment }: AuditFigures,
): string {
  const when =
    record.provenAtMs === null
      ? ''
      : ` ${proofMoment(moment(record.provenAtMs), record.isDateRecorded)}`;
  const what =
    reason === 'own-record'
      ? `Byte per byte come notarizzato${when}.`
      : `Byte per byte quello notarizzato${when} come ${quotable(record.name)}.`;
  return [
    what,
    ...(basis === 'sent'
      ? [
          'Sono i byte che questo computer ha inviato; l’impronta calcolata dal servizio qui non è nota.',
        ]
      : []),
    ...(isDeleted
      ? ['Da allora è stato eliminato dal servizio; la storia della registrazione resta.']
      : []),
  ].join(' ');
}
