/** Come sta Labseal, in italiano. */
import { clockErrorMs } from '../../status/wrong-clock.ts';
import { type HealthFigures, makeHealthWords, repairOf, titleOf } from '../health-words.ts';
import { causeWords } from './causes.ts';
import { pluralForm } from './figures.ts';
import { withheldWords } from './withheld.ts';

const TROUBLES = {
  absent: 'non c’è più',
  unreadable: 'non si può leggere',
  silent: 'è su un’unità che non risponde',
  emptied: 'è all’improvviso vuota',
  'other-drive': 'ora è su un’altra unità',
  'watched-twice': 'ha file in comune con una osservata prima',
} as const;

const RIGHT_DRIVE =
  'Collega l’unità giusta, oppure di’ a Labseal di usare ciò che c’è ora. Fino ad allora non ne viene inviato nulla.';

const uncharged = (count: number) =>
  `per ${pluralForm(count, 'questo', 'questi')} non è stato addebitato niente.`;
const waitOn = (count: number) => pluralForm(count, '1 file attende', `${count} file attendono`);

const words = makeHealthWords(
  {
    'host-lost': {
      label: 'Labseal non risponde',
      title: 'Labseal non risponde.',
      text: 'Forse non è in esecuzione: avvialo di nuovo. Vedi l’ultimo stato noto, e questa pagina si ricollega da sola.',
    },
    'engine-stopped': {
      label: 'Fermo',
      title: 'Labseal non può proseguire da solo.',
      text: (item, figures) => `Riprova: ${figures.moment(item.retryAtMs)}. Niente è andato perso.`,
    },
    offline: {
      label: 'Senza rete',
      title: (item) => titleOf(item.why, causeWords) ?? 'Il servizio non è raggiungibile.',
      text: (item, figures) =>
        `${waiting(item.files)}${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'service-back': {
      label: 'Si riprende tra poco',
      title: 'Il servizio è di nuovo raggiungibile.',
      text: (item, figures) =>
        `${waiting(item.files)} Per non sovraccaricare il servizio, non tutti riprendono insieme: Labseal riprende tra ${figures.timeUntil(item.untilMs)}.`,
    },
    'server-down': {
      label: 'Servizio assente',
      title: (item) => titleOf(item.why, causeWords) ?? 'Il servizio non risponde come dovrebbe.',
      text: (item, figures) =>
        `${waiting(item.files)}${repairOf(item.why, causeWords)}${again(item.untilMs, figures)}`,
    },
    'signed-out': {
      label: 'Accesso scaduto',
      title: 'L’accesso è scaduto.',
      text: (item) =>
        item.files === 0
          ? 'Niente viene inviato finché non accedi.'
          : `${waitOn(item.files)} il tuo accesso.`,
    },
    'account-refused': {
      label: 'Account rifiutato',
      title: (item) => `Il servizio rifiuta il tuo account: «${item.serviceSays}»`,
      text: (item, figures) =>
        `Da: ${figures.moment(item.sinceMs)}. Chiedi a un amministratore del servizio; poi tutto riprende. ${item.files === 0 ? 'Niente è andato perso.' : `${waitOn(item.files)}.`}`,
    },
    'session-withheld': {
      label: 'Accesso non leggibile',
      title: ({ why }) => withheldWords(why).found,
      text: ({ why, files }) =>
        `${withheldWords(why).repair} ${files === 0 ? 'Fino ad allora niente viene inviato.' : `Fino ad allora ${waitOn(files)}.`}`,
    },
    'session-ends-soon': {
      label: 'L’accesso sta per scadere',
      title: (item, figures) => `L’accesso scade tra ${figures.timeUntil(item.atMs)}.`,
      text: (item) =>
        `${item.files} file non faranno in tempo. Accedi di nuovo e proseguono senza pausa.`,
    },
    'credits-short': {
      label: 'Crediti insufficienti',
      title: 'Crediti insufficienti.',
      text: (item) => `${waitOn(item.files)} crediti; ${uncharged(item.files)}`,
    },
    'budget-reached': {
      label: 'Budget esaurito',
      title: 'Hai raggiunto un limite che hai impostato.',
      text: (item) => `${waitOn(item.files)} te; ${uncharged(item.files)}`,
    },
    'folder-trouble': {
      label: 'Cartella in pausa',
      title: (item) => `La cartella ${item.path} ${TROUBLES[item.trouble]}.`,
      text: (item) =>
        item.trouble === 'other-drive'
          ? RIGHT_DRIVE
          : item.trouble === 'watched-twice'
            ? 'Questi file li notarizza l’altra cartella. Smetti di osservare una delle due.'
            : item.trouble === 'absent'
              ? 'Spostata o scollegata? Indica dove si trova ora.'
              : 'Collega la sua unità, o rimetti a posto la cartella. Fino ad allora non ne viene inviato nulla.',
    },
    'drive-trouble': {
      label: 'Unità assente',
      title: (item) =>
        item.trouble === 'gone'
          ? `L’unità di ${item.path} non è collegata.`
          : `In ${item.path} è collegata un’altra unità.`,
      text: RIGHT_DRIVE,
    },
    'silent-change': {
      label: 'Cambiato di nascosto',
      title: (item) =>
        pluralForm(
          item.files,
          '1 file notarizzato è cambiato di nascosto.',
          `${item.files} file notarizzati sono cambiati di nascosto.`,
        ),
      text: (item) =>
        `In ${item.path} dimensione e data sono rimaste uguali, ma i byte no: il disco può essere guasto. Guarda il controllo e ripristina da una copia.`,
    },
    'paid-twice': {
      label: 'Pagato due volte',
      title: (item) =>
        item.files === 1
          ? `Pagato due volte: ${item.name}.`
          : `${item.files} file sono stati pagati due volte, da ultimo ${item.name}.`,
      text: (item) =>
        `È costato ${item.credits} ${pluralForm(item.credits, 'credito', 'crediti')} in più. La cronologia dice come è successo.`,
    },
    'certificates-missing': {
      label: 'Certificati mancanti',
      title: (item) =>
        pluralForm(
          item.certificates,
          'Manca 1 certificato.',
          `Mancano ${item.certificates} certificati.`,
        ),
      text: 'I file sono registrati, ma il servizio non ne invia i certificati come dovrebbe. Labseal riprova da solo; se resta così, avvisa chi gestisce il servizio.',
    },
    'changes-need-you': {
      label: 'Modifiche da vedere',
      title: (item) =>
        pluralForm(
          item.changes,
          '1 modifica richiede il tuo intervento.',
          `${item.changes} modifiche richiedono il tuo intervento.`,
        ),
      text: 'La pagina In uscita dice di ognuna che cosa è successo. Nulla viene inviato di nuovo prima che tu decida.',
    },
    'clock-wrong': {
      label: 'Orologio sbagliato',
      title: (item, figures) =>
        `L’orologio di questo computer è ${item.aheadMs > 0 ? 'avanti' : 'indietro'} di ${figures.duration(clockErrorMs(item.aheadMs))} rispetto a quello del servizio.`,
      text: 'Lascia che il sistema regoli il suo orologio. Fino ad allora le ore mostrate qui sono sbagliate, e le connessioni possono fallire.',
    },
    'watch-limit': {
      label: 'Alcune cartelle a turno',
      title: 'Questo computer non può osservare così tante cartelle.',
      text: 'Le altre vengono controllate a intervalli, quindi i loro file nuovi si vedono più tardi. Un amministratore di questo computer può alzare il limite.',
    },
    'history-incomplete': {
      label: 'Registrazioni incomplete',
      title: 'Su questo computer possono mancare registrazioni di lavori precedenti.',
      text: 'Finché non sono complete, Labseal chiede al servizio di ogni file prima di pagare.',
    },
    'update-ready': {
      label: 'Nuova versione',
      title: (item) => `Labseal ${item.version} è pronto.`,
      text: 'Nessun invio viene interrotto; i tuoi file e i certificati restano.',
    },
  },
  {
    computer: 'Connessione bloccata',
    proxy: 'Problema del proxy',
  },
);
export const healthWords = words.of;
export const healthLabel = words.label;

function waiting(count: number): string {
  return count === 0 ? 'Niente è andato perso.' : `${waitOn(count)}.`;
}

function again(untilMs: number | null, figures: HealthFigures): string {
  return untilMs === null ? '' : ` Prossimo tentativo: ${figures.moment(untilMs)}.`;
}
