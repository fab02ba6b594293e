/** Che cosa ha trovato una verifica, in italiano. Nessuna frase dice più di quanto è provato. */
import type { ServiceFault } from '../../status/service-fault.ts';
import { assertNever } from '../../result.ts';
import { isForgeable } from '../../proofs/hash-method.ts';
import {
  type Confirmation,
  type Contradiction,
  isDeleted,
  type RecordDenial,
  type Unconfirmed,
} from '../../proofs/proof.ts';
import { CERTIFICATE_FIELDS, type CertificateField } from '../../proofs/read-certificate.ts';
import type { Doubt, RecordFacts, Verification } from '../../proofs/verdict.ts';
import { ALGORITHMS, quotable, type VerdictFigures, type VerdictWords } from '../verdict-words.ts';
import { pluralForm, proofMoment } from './figures.ts';
import { unreadableSentence } from './unreadable.ts';

export const verdictWords: VerdictWords = {
  labels: { match: 'Corrisponde', mismatch: 'Non corrisponde', unsure: 'Non si può ancora dire' },
  unproven: 'Non ancora provato',
  denied: 'Smentito',
  text: verdictText,
  confirmation: confirmationText,
  confirmedBriefly: (confirmation) => {
    const open = confirmation.by === 'record' ? list(confirmation.uncompared) : '';
    return `Confermato dalla sua registrazione.${open === '' ? '' : ` Non confrontati: ${open}.`}`;
  },
  weak: 'Corrisponde, ma in modo debole',
  lights: { file: 'Il file', certificate: 'Il certificato', service: 'Il servizio' },
  answer: (knows) =>
    knows
      ? 'È stato interrogato e conosce questo contenuto.'
      : 'È stato interrogato e non conosce questo contenuto. Dice lo stesso di un contenuto che vi è stato eliminato.',
  doubt: doubtText,
  settlings: {
    'check-again': 'Controlla di nuovo',
    'choose-file': 'Scegli un altro file',
    wait: 'Si risolve da solo. Controlla di nuovo tra qualche minuto.',
    'look-at-record': 'Apri la registrazione',
    'fetch-again': 'Leggila di nuovo',
    'sign-in': 'Accedi',
    'ask-service': 'Chiedi al servizio (invia il file)',
    'other-certificate': 'Scegli un altro certificato',
    'name-record': 'Confronta con una registrazione',
  },
  decidedBy: {
    reading: 'La lettura del file',
    status: 'Quello che il servizio ha detto per ultimo della registrazione',
    metadata: 'L’impronta nel documento della registrazione',
    certificate: 'L’impronta nel certificato',
    search: 'Una ricerca tra tutte le registrazioni note qui',
  },
  against: {
    own: 'La registrazione di questo file',
    record: 'Una registrazione',
    certificate: 'Un certificato',
    project: 'Le registrazioni di un progetto',
    anything: 'Ogni registrazione nota qui',
  },
};

function verdictText(
  { verdict, confirmation }: Pick<Verification, 'verdict' | 'confirmation'>,
  figures: VerdictFigures,
): string {
  switch (verdict.kind) {
    case 'match': {
      // Of a record only what is known of it, never what a certificate says.
      const isOfRecord = confirmation.kind === 'confirmed' && confirmation.by === 'record';
      if (isOfRecord) return recordMatchText(confirmation.record, figures);
      const { algorithm } = verdict.comparison.method;
      return isForgeable(algorithm)
        ? `Questo file ha l’impronta ${ALGORITHMS[algorithm]} che il certificato nomina. Due file con la stessa si possono fare apposta.`
        : 'Questo file è, byte per byte, quello di cui parla il certificato.';
    }
    case 'mismatch':
      return [
        verdict.isChangedSince === true
          ? `${changedText(verdict.record, figures)} Basta un solo byte cambiato per questo risultato.`
          : verdict.comparison === null
            ? 'Questo file ha una dimensione diversa da quella che nomina il suo certificato, quindi il contenuto è diverso.'
            : 'Il contenuto di questo file è diverso da quello notarizzato. Basta un solo byte cambiato per questo risultato.',
        ...lengthText(verdict.longerByBytes, figures),
        ...othersText(verdict.matches, figures),
      ].join(' ');
    case 'unsure':
      return [
        ...(verdict.isChangedSince === true ? [changedText(verdict.record, figures)] : []),
        doubtText(verdict.doubt),
        ...othersText(verdict.matches, figures),
      ].join(' ');
    default:
      return assertNever(verdict);
  }
}

function changedText(record: RecordFacts | null, { moment }: VerdictFigures): string {
  const atMs = record?.notarizedAtMs ?? null;
  return record === null || atMs === null
    ? 'Questo file è stato modificato dopo la notarizzazione.'
    : `Questo file, notarizzato ${proofMoment(moment(atMs), record.isDateRecorded)}, è stato modificato da allora.`;
}

function recordMatchText(record: RecordFacts, { moment }: VerdictFigures): string {
  const { notarizedAtMs, name, isDateRecorded } = record;
  const match =
    notarizedAtMs === null
      ? `Questo file è, byte per byte, quello che il servizio ha come «${quotable(name)}».`
      : `Questo file è, byte per byte, quello notarizzato ${proofMoment(moment(notarizedAtMs), isDateRecorded)}.`;
  return isDeleted(record)
    ? `${match} Da allora è stato eliminato dal servizio; la storia della registrazione resta.`
    : match;
}

function confirmationText(
  confirmation: Confirmation,
  { moment }: VerdictFigures,
  isBesideFile = false,
): string {
  const said = (text: string) =>
    isBesideFile ? `Il suo certificato ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
  switch (confirmation.kind) {
    case 'confirmed': {
      if (confirmation.by === 'service') {
        return 'È confermato dal servizio, che conosce questo contenuto. Il resto del certificato, come la data, non è stato confrontato.';
      }
      const { name, notarizedAtMs, isDateRecorded } = confirmation.record;
      const when =
        notarizedAtMs === null
          ? ''
          : `, notarizzato ${proofMoment(moment(notarizedAtMs), isDateRecorded)}`;
      return `È confermato dalla registrazione «${quotable(name)}»${when}, che questo account ha letto dal servizio.${comparedText(confirmation)}`;
    }
    case 'unconfirmed':
      return `Non è confermato: ${UNCONFIRMED[confirmation.why]} Chiunque può scrivere un file così.${wayToConfirm(confirmation.why)}`;
    case 'denied':
      switch (confirmation.by) {
        case 'record':
          return said(
            `è sbagliato: ${recordDenialText(confirmation)} È stato cambiato, o composto male.`,
          );
        case 'service':
          return said(
            'è smentito: il servizio, interrogato, non conosce questo contenuto. Dice lo stesso di un contenuto che vi è stato eliminato.',
          );
        case 'itself':
          return said(`si contraddice: ${contradictionText(confirmation.contradiction)}`);
      }
    default:
      return assertNever(confirmation);
  }
}

function wayToConfirm(why: Unconfirmed): string {
  if (why === 'other-file') return '';
  return why === 'no-account'
    ? ' Accedi, oppure apri l’indirizzo che è nel certificato e confronta.'
    : ' Si può chiedere al servizio se conosce questo contenuto.';
}

function recordDenialText({ record, contradiction }: RecordDenial): string {
  const name = `«${quotable(record.name)}»`;
  if (contradiction === undefined)
    return `la registrazione ${name} di questo file ha un’altra impronta.`;
  const [one, other] = contradiction.values.map((value) => `“${quotable(value)}”`);
  return `dice ${one} dove la registrazione ${name}, che questo account ha letto dal servizio, ha ${other}.`;
}

function contradictionText({ about, values: [one, other] }: Contradiction): string {
  const [first, second] = [`“${quotable(one)}”`, `“${quotable(other)}”`];
  switch (about) {
    case 'fingerprint':
      return 'dà a un solo file due impronte.';
    case 'file-size':
      return `dà l’impronta di questo file di ${other} byte, e come sua dimensione ${first}.`;
    case 'date':
      return `indica una stessa data come ${first} e come ${second}.`;
    case 'order':
      return `la sua registrazione (${first}) è precedente al suo caricamento (${second}).`;
    case 'method':
      return `${first} non produce impronte come ${second}.`;
    case 'key':
      return `contiene ${first} due volte.`;
    case 'name':
    case 'size':
    case 'project':
    case 'project-name':
    case 'owner':
    case 'transaction':
    case 'block':
    case 'block-hash':
    case 'owner-address':
      return `indica ${FIELDS[about]} come ${first} e come ${second}.`;
    default:
      return assertNever(about);
  }
}

const FIELDS: Readonly<Record<CertificateField, string>> = {
  name: 'il nome del file',
  size: 'la dimensione del file',
  project: 'l’id del progetto',
  'project-name': 'il nome del progetto',
  owner: 'il proprietario',
  uploaded: 'il momento del caricamento',
  recorded: 'il momento della registrazione',
  transaction: 'la transazione',
  block: 'il blocco',
  'block-hash': 'l’hash del blocco',
  'owner-address': 'l’indirizzo del proprietario',
};

const list = (fields: readonly CertificateField[] = []) =>
  CERTIFICATE_FIELDS.filter((field) => fields.includes(field))
    .map((field) => FIELDS[field])
    .join(', ');

function comparedText({
  compared,
  uncompared,
}: {
  readonly compared?: readonly CertificateField[];
  readonly uncompared?: readonly CertificateField[];
}): string {
  const same = list(compared);
  const open = list(uncompared);
  return [
    ...(same === '' ? [] : [` Come nella registrazione: ${same}.`]),
    ...(open === '' ? [] : [` Non confrontati: ${open}.`]),
  ].join('');
}

const UNCONFIRMED: Readonly<Record<Unconfirmed, string>> = {
  'no-account': 'non hai effettuato l’accesso, quindi la sua registrazione non è stata letta.',
  'account-busy':
    'il tuo account non è stato consultato, perché un altro comando lo sta usando. Riprova quando ha finito.',
  'no-record': 'questo account non ha letto alcuna registrazione simile.',
  'unread-record':
    'l’impronta della registrazione che nomina non si è potuta leggere o confrontare.',
  'other-file':
    'il servizio è stato interrogato su questo file, che non risulta essere quello del certificato.',
};

function lengthText(longerByBytes: number | null, { size }: VerdictFigures): readonly string[] {
  if (longerByBytes === null) return [];
  if (longerByBytes === 0) return ['Hanno la stessa dimensione.'];
  const by = size(Math.abs(longerByBytes));
  return [`È più ${longerByBytes > 0 ? 'lungo' : 'corto'} di ${by} rispetto a quello notarizzato.`];
}

function othersText([best]: readonly RecordFacts[], { moment }: VerdictFigures): readonly string[] {
  if (best === undefined) return [];
  const name = quotable(best.name);
  if (best.notarizedAtMs === null) return [`Corrisponde a ${name}.`];
  return [
    `Corrisponde a ${name}, notarizzato ${proofMoment(moment(best.notarizedAtMs), best.isDateRecorded)}.`,
  ];
}

function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'absent':
      return 'Il file lì non c’è più. Scegli dove si trova adesso.';
    case 'not-a-file':
      return 'Questa è una cartella o un dispositivo, non un file. Scegli un solo file; una cartella intera si verifica con un controllo.';
    case 'unreadable':
      return `Il file non si è potuto leggere. ${unreadableSentence(doubt.errno)}`;
    case 'changed-while-read':
      return 'Il file è cambiato durante la lettura. Aspetta che sia salvato, poi controlla di nuovo.';
    case 'recording':
      return 'La registrazione non è ancora sulla catena: il servizio lo sta scrivendo.';
    case 'record-error':
      return 'Il servizio non è riuscito a scrivere questa registrazione sulla catena, quindi non c’è niente con cui confrontare.';
    case 'unknown-status':
      return `Il servizio chiama questa registrazione «${quotable(doubt.status)}», che questa versione di Labseal non conosce.`;
    case 'not-fetched':
      return notFetchedText(doubt.fault);
    case 'no-fingerprint':
      return 'Il servizio non indica alcuna impronta per questa registrazione, quindi non c’è niente con cui confrontare.';
    case 'unreadable-fingerprint':
      return `La registrazione non ha un’impronta che Labseal possa leggere. Dice «${quotable(doubt.written)}».`;
    case 'method-unknown':
      return 'Non è ancora noto come questo servizio calcola le sue impronte. Controlla di nuovo dopo che ha notarizzato un altro tuo file.';
    case 'contradicts-upload':
      return 'Questo computer ha caricato esattamente questi byte come quella registrazione, e il servizio indica un’altra impronta. Avvisa chi gestisce il servizio.';
    case 'not-a-certificate':
      return 'Questo non è un certificato leggibile. Scegli il suo JSON o il suo PDF.';
    case 'certificate-without-fingerprint':
      return 'Questo certificato non ha un’impronta che Labseal possa leggere. Scegli il suo JSON, o chiedine un altro.';
    case 'certificate-contradicts-itself':
      return 'Questo certificato dice due cose che non possono essere vere insieme, quindi nessun file gli corrisponde.';
    case 'certificate-method-unknown':
      return 'Questo certificato non dice come è stata calcolata la sua impronta. Chiedi il certificato (JSON), oppure chiedi al servizio.';
    case 'certificate-method-not-computed':
      return `L’impronta di questo certificato è stata calcolata con “${quotable(doubt.stated)}”, che Labseal non calcola. Chiedi al servizio.`;
    case 'certificate-contradicts-record':
      return 'Il file è quello della registrazione di cui parla questo certificato, ma il certificato indica un’altra impronta. È stato modificato o composto male: recuperalo di nuovo dal servizio.';
    case 'no-such-record':
      return noRecordText(doubt);
    default:
      return assertNever(doubt);
  }
}

function notFetchedText(fault: ServiceFault | null): string {
  const missing = 'L’impronta della registrazione non è ancora su questo computer';
  if (fault?.kind === 'not-signed-in')
    return `${missing}, e non hai effettuato l’accesso. Accedi, poi leggila.`;
  if (fault?.kind === 'not-the-service') {
    return `${missing}: ciò che è arrivato adesso non è di questa registrazione, o non si può leggere. Il file non ha niente che non va.`;
  }
  if (fault !== null) {
    return `${missing}, e adesso il servizio non ha dato una risposta utilizzabile. Il file non ha niente che non va.`;
  }
  return `${missing}.`;
}

function noRecordText({
  projectId,
  compared,
  uncompared,
}: Extract<Doubt, { kind: 'no-such-record' }>): string {
  const where = projectId === null ? 'su questo computer' : 'di questo progetto';
  const count = compared === 0 ? '' : ` (${records(compared)} a confronto)`;
  const parts = [`Nessuna registrazione ${where} ha questo contenuto${count}.`];
  if (uncompared > 0) {
    parts.push(
      `${records(uncompared)} non ${pluralForm(uncompared, 'si è potuta', 'si sono potute')} ancora confrontare, perché qui l’impronta non è nota.`,
    );
  }
  return parts.join(' ');
}

const records = (count: number) => pluralForm(count, '1 registrazione', `${count} registrazioni`);
