import type * as english from '../en/outbox.ts';
import { plural } from './figures.ts';

export const outbox = {
  title: 'In uscita',
  none: 'Niente in attesa di invio',
  noneText: 'Qui appaiono le modifiche che non è stato possibile inviare subito.',
  waitTogether: (changes, price) =>
    `${plural(changes, 'modifica attende', 'modifiche attendono')}: ${price}`,
  asking: 'Serve il tuo intervento',
  waiting: 'In attesa di invio',
  over: 'Precedenti',
  sendNow: (price) => `Invia ora (${price})`,
  sendTitle: 'Inviare ciò che attende?',
  belowReserve: (left, reserve) => `Restano ${left} crediti, usando la tua riserva di ${reserve}.`,
  checkNow: 'Controlla ora',
  checkNowOf: (name) => `Controlla ora: ${name}`,
  sendAgain: (price) => `Invia di nuovo (${price})`,
  sendAgainOf: (name) => `Invia di nuovo: ${name}`,
  sendAgainTitle: (name) => `Inviare di nuovo: ${name}?`,
  sendAgainText: (price) =>
    `Il primo tentativo può essere riuscito; inviarlo di nuovo può addebitare ${price} una seconda volta. Resta in uscita finché non lo invii.`,
  leave: 'Non inviare di nuovo',
  leaveOf: (name) => `Non inviare di nuovo: ${name}`,
  putAway: 'Archivia',
  about: (what, change) => `${what}: ${change}`,
  after: (change) => `Dopo: ${change}`,
  free: 'gratis',
  sendFree: 'Invia ora',
  isOffline: 'Lavori offline. Niente è inviato finché non torni in linea.',
  balanceAfter: (before, after) => `Saldo ${before}, ${after} dopo tutto ciò che attende`,
  changedThere: (name) => `${name} è cambiato mentre non c’eri`,
  changedThereText:
    'Qualcuno ha cambiato lo stesso sul servizio. Niente di tuo è stato inviato; scegli come deve essere.',
  base: (value) => `Quando l’hai modificato: ${value}`,
  mine: (value) => `Il tuo: ${value}`,
  theirs: (value) => `Sul servizio: ${value}`,
  rest: (fields) => `Sarà inviato insieme: ${fields}`,
  chooseAll: 'Prima scegli per ogni campo.',
  sendChoices: 'Invia le mie scelte',
  discard: 'Scarta le mie modifiche',
  later: 'Decidi più tardi',
  decide: 'Decidi…',
  decideOf: (name) => `Decidi: ${name}`,
  untilCredits: 'Tieni finché ci sono crediti',
  keepInLine: 'Tieni in uscita',
  useExisting: 'Usa il progetto che c’è già',
  raiseLimit: (most, price) => `Porta il limite a ${most} e invita (${price})`,
  fixEmail: 'Correggi l’e-mail',
  useEmail: 'Usa questo indirizzo',
  copyInvitation: 'Copia il testo d’invito',
  invitation: (email, project, server) =>
    `Vorrei lavorare con te al progetto “${project}”. Crea un account per ${email} su ${server} e dimmelo, così posso invitarti.`,
  copyRequest: 'Copia la richiesta al responsabile',
  request: (change, project) =>
    `Nel progetto “${project}” non posso farlo io: ${change}. Puoi farlo tu, o permettermelo?`,
  discardAll: (changes) => `Scarta ${plural(changes, 'modifica', 'modifiche')}`,
  saveAsText: 'Salva come testo',
  sendUnseen: 'Invia comunque la mia modifica',
  unseen:
    'Labseal non può vedere se qualcun altro ha modificato gli stessi campi. Se la invii comunque, i tuoi valori sostituiscono quelli presenti.',
  undoOf: (name) => `Annulla: ${name}`,
  findings: {
    'not-looked': 'Non è ancora stato possibile guardare nel servizio.',
    'too-early': 'Il servizio non lo mostra ancora. Aspetta dieci minuti prima di decidere.',
    absent: 'Dopo dieci minuti il servizio non lo mostra ancora: probabilmente non è stato fatto.',
    several: 'Il servizio mostra più di una cosa che potrebbe essere questa.',
    'cannot-tell': 'Il servizio non mostra abbastanza per capirlo.',
    charged:
      'Il servizio non lo mostra, ma mancano crediti che qui nulla spiega: può essere stato addebitato.',
  },
} satisfies typeof english.outbox;

export const pending = {
  edited: 'Non ancora inviato',
  was: (value) => `Non ancora inviato · era ${value}`,
  nothing: 'vuoto',
  needsWord: (price) => `In attesa della tua approvazione · ${price}`,
  sending: 'Invio in corso…',
  unknown: 'Si controlla se è arrivato',
  refused: (why) => `Non accettato: ${why}`,
  undoOf: (what) => `Annulla: ${what}`,
  review: 'Decidi in “In uscita”',
  reviewOf: (what) => `Decidi in “In uscita”: ${what}`,
  changesWait: (changes) =>
    `${plural(changes, 'modifica sarà inviata', 'modifiche saranno inviate')} quando sei in linea.`,
  needYou: (changes) =>
    `${plural(changes, 'modifica richiede', 'modifiche richiedono')} il tuo intervento.`,
  seeOutbox: 'Vedi ciò che è in uscita',
  sent: (sent, needYou) =>
    [
      ...(sent > 0 ? [plural(sent, 'modifica inviata', 'modifiche inviate')] : []),
      ...(needYou > 0
        ? [
            `${plural(needYou, sent > 0 ? 'richiede' : 'modifica richiede', sent > 0 ? 'richiedono' : 'modifiche richiedono')} il tuo intervento`,
          ]
        : []),
    ].join(', '),
  offline: 'Lavora offline',
  offlineText:
    'Finché non torni in linea nulla viene chiesto o inviato. Le modifiche attendono in uscita.',
  isOffline: 'Lavori offline',
  goOnline: 'Torna in linea',
} satisfies typeof english.pending;
