/** Come sta Labseal, in italiano. */
import type { HealthCode, HealthItem } from '../../status/health.ts';
import {
  isMendedHere,
  type Party,
  traitsOfCause,
  type UnavailableCause,
} from '../../status/unavailable-cause.ts';
import { clockErrorMs } from '../../status/wrong-clock.ts';
import { assertNever } from '../../result.ts';
import type { HealthFigures, HealthWords } from '../health-words.ts';
import { causeWords } from './causes.ts';
import { pluralForm } from './figures.ts';
import { withheldWords } from './withheld.ts';

const TROUBLES = {
  absent: 'non c’è più',
  unreadable: 'non si può leggere',
  emptied: 'è all’improvviso vuota',
  'other-drive': 'ora è su un’altra unità',
} as const;

const RIGHT_DRIVE =
  'Collega l’unità giusta; oppure, se ciò che c’è ora è giusto, di’ a Labseal di usarlo.';

const uncharged = (count: number) =>
  `per ${pluralForm(count, 'questo', 'questi')} non è stato addebitato niente.`;
const waitOn = (count: number) => pluralForm(count, '1 file attende', `${count} file attendono`);

export function healthWords(item: HealthItem, figures: HealthFigures): HealthWords {
  switch (item.code) {
    case 'host-lost':
      return {
        title: 'Labseal non risponde.',
        text: 'Forse non è in esecuzione: avvialo di nuovo. Vedi l’ultimo stato noto, e questa pagina si ricollega da sola.',
      };
    case 'engine-stopped':
      return {
        title: 'Labseal non può proseguire da solo.',
        text: `Riprova: ${figures.moment(item.retryAtMs)}. Niente è andato perso.`,
      };
    case 'offline':
      return {
        title: titleOf(item.why) ?? 'Il servizio non è raggiungibile.',
        text: `${waitingText(item.files)}il calcolo delle impronte continua.${repairOf(item.why)}${again(item.untilMs, figures)}`,
      };
    case 'service-back':
      return {
        title: 'Il servizio è di nuovo raggiungibile.',
        text: `${waitingText(item.files)}l’invio riprende entro ${figures.moment(item.untilMs)}, perché non tutti tornino insieme.`,
      };
    case 'server-down':
      return {
        title: titleOf(item.why) ?? 'Il servizio non risponde come dovrebbe.',
        text: `${waitingText(item.files)}niente è andato perso.${repairOf(item.why)}${again(item.untilMs, figures)}`,
      };
    case 'signed-out':
      return {
        title: 'La sessione è terminata.',
        text:
          item.files === 0
            ? 'Il calcolo delle impronte continua; i nuovi caricamenti attendono il tuo accesso.'
            : `${waitOn(item.files)} il tuo accesso; il calcolo delle impronte continua.`,
      };
    case 'session-withheld': {
      const { found, repair } = withheldWords(item.why);
      const rest =
        item.files === 0
          ? 'Il calcolo delle impronte continua; i nuovi caricamenti attendono.'
          : `${waitOn(item.files)}; il calcolo delle impronte continua.`;
      return { title: found, text: `${repair} ${rest}` };
    }
    case 'session-ends-soon':
      return {
        title: `La sessione termina tra ${figures.timeUntil(item.atMs)}.`,
        text: `${item.files} file non faranno in tempo. Accedi di nuovo e proseguono senza pausa.`,
      };
    case 'credits-short':
      return {
        title: 'Crediti insufficienti.',
        text: `${waitOn(item.files)} crediti; ${uncharged(item.files)}`,
      };
    case 'budget-reached':
      return {
        title: 'Quanto hai consentito è esaurito.',
        text: `${waitOn(item.files)} te; ${uncharged(item.files)}`,
      };
    case 'folder-trouble':
      return {
        title: `La cartella ${item.path} ${TROUBLES[item.trouble]}.`,
        text:
          item.trouble === 'other-drive'
            ? `È a riposo: nessuno dei suoi file conta come mancante e niente di quell’unità viene inviato. ${RIGHT_DRIVE}`
            : 'È a riposo: nessuno dei suoi file conta come mancante e niente viene inviato.',
      };
    case 'drive-trouble':
      return {
        title:
          item.trouble === 'gone'
            ? `L’unità di ${item.path} non è collegata.`
            : `In ${item.path} è collegata un’altra unità.`,
        text: `I suoi file restano come erano: nessuno conta come mancante e niente di ciò che c’è lì viene inviato. ${RIGHT_DRIVE}`,
      };
    case 'silent-change':
      return {
        title: pluralForm(
          item.files,
          '1 file notarizzato è cambiato di nascosto.',
          `${item.files} file notarizzati sono cambiati di nascosto.`,
        ),
        text: `In ${item.path} i byte sono diversi anche se dimensione e data dicono che non è stato scritto niente: il disco potrebbe essere guasto, o un programma ha rimesso la data. La versione notarizzata si può dimostrare e, se è pubblica, scaricare; guarda il controllo.`,
      };
    case 'certificates-missing':
      return {
        title: pluralForm(
          item.certificates,
          'Manca 1 certificato.',
          `Mancano ${item.certificates} certificati.`,
        ),
        text: 'I file sono registrati, ma il servizio non ne invia i certificati come dovrebbe. Labseal riprova da solo; se resta così, avvisa chi gestisce il servizio.',
      };
    case 'changes-need-you':
      return {
        title: pluralForm(
          item.changes,
          '1 modifica richiede il tuo intervento.',
          `${item.changes} modifiche richiedono il tuo intervento.`,
        ),
        text: 'La posta in uscita dice di ognuna che cosa è successo. Nulla viene inviato di nuovo prima che tu decida.',
      };
    case 'clock-wrong':
      return {
        title: `L’orologio di questo computer è ${item.aheadMs > 0 ? 'avanti' : 'indietro'} di ${figures.duration(clockErrorMs(item.aheadMs))} rispetto a quello del servizio.`,
        text: 'Lascia che il sistema regoli il suo orologio. I caricamenti portano l’ora del servizio; le altre ore mostrate qui sono sbagliate, e le connessioni sicure possono fallire.',
      };
    case 'watch-limit':
      return {
        title: 'Questo computer non può osservare così tante cartelle.',
        text: 'Le altre vengono controllate a intervalli, quindi i loro file nuovi si vedono più tardi. Un amministratore di questo computer può alzare il limite.',
      };
    case 'history-incomplete':
      return {
        title: 'Su questo computer può mancare la memoria di lavori precedenti.',
        text: 'Finché non è completa, si chiede alla piattaforma di ogni file prima di pagare.',
      };
    case 'update-ready':
      return {
        title: `Labseal ${item.version} è pronto.`,
        text: 'Nessun invio viene interrotto; i tuoi file e i certificati restano.',
      };
    default:
      return assertNever(item);
  }
}

function titleOf(why: UnavailableCause | null): string | null {
  return why === null ? null : causeWords[why].happened;
}

/** What the line and the service mend, nobody here has to. */
function repairOf(why: UnavailableCause | null): string {
  return why !== null && isMendedHere(why) ? ` ${causeWords[why].repair}` : '';
}

function waitingText(count: number): string {
  return count === 0 ? 'I caricamenti attendono; ' : `${waitOn(count)}; `;
}

function again(untilMs: number | null, figures: HealthFigures): string {
  return untilMs === null ? '' : ` Prossimo tentativo: ${figures.moment(untilMs)}.`;
}

const LABELS = {
  'host-lost': 'Labseal non risponde',
  'engine-stopped': 'Fermo',
  offline: 'Senza rete',
  'service-back': 'Si riprende',
  'server-down': 'Servizio assente',
  'signed-out': 'Sessione terminata',
  'session-withheld': 'Sessione non leggibile',
  'session-ends-soon': 'La sessione sta per finire',
  'credits-short': 'Crediti insufficienti',
  'budget-reached': 'Budget esaurito',
  'folder-trouble': 'Cartella a riposo',
  'drive-trouble': 'Unità assente',
  'silent-change': 'Cambiato di nascosto',
  'certificates-missing': 'Certificati mancanti',
  'changes-need-you': 'Modifiche da vedere',
  'clock-wrong': 'Orologio sbagliato',
  'watch-limit': 'Alcune cartelle a turno',
  'history-incomplete': 'Memoria incompleta',
  'update-ready': 'Nuova versione',
} satisfies Readonly<Record<HealthCode, string>>;

const PARTY_LABELS: Readonly<Partial<Record<Party, string>>> = {
  computer: 'Connessione bloccata',
  proxy: 'Problema del proxy',
};

/** Two or three words, for a status bar. */
export function healthLabel(item: HealthItem): string {
  const why = item.code === 'offline' || item.code === 'server-down' ? item.why : null;
  if (why === null || why === 'working-offline') return LABELS[item.code];
  return PARTY_LABELS[traitsOfCause(why).party] ?? LABELS[item.code];
}
