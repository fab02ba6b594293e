import type { activity as english } from '../en/activity.ts';
import { number, plural } from './figures.ts';

export const activity = {
  title: 'Attività',
  views: { now: 'Adesso', history: 'Cronologia' },
  idle: 'Niente in corso.',
  idleText: 'Ciò che approvi appare qui.',
  running: 'In corso',
  wasSending: 'In invio all’ultimo contatto con Labseal',
  approved: 'Approvati',
  show: 'Mostra',
  moreNext: (count) => `Dopo questi: altri ${plural(count, 'file', 'file')}.`,
  paused: 'I caricamenti sono in pausa.',
  untilTime: (moment) => `fino al ${moment}`,
  nextTry: (moment) => `prossimo tentativo: ${moment}`,
  resume: 'Riprendi i caricamenti',
  tryNow: 'Prova ora',
  cancelUpload: 'Annulla il caricamento',
  sendNext: 'Invia per primo',
  sendNextOf: (name) => `Invia ${name} per primo`,
  goesNext: 'Prima degli altri',
  hold: 'Trattieni',
  holdOf: (name) => `Trattieni ${name}`,
  timeLeft: (duration) => `ancora ${duration}`,
  resumption: {
    yes: 'può riprendere',
    no: 'se si interrompe ricomincia da 0',
    unknown: 'il primo caricamento dirà se può riprendere',
  },
  pauseUploads: 'Metti in pausa',
  pauseTitle: 'Mettere in pausa i caricamenti?',
  pause: 'Pausa',
  pauseHow: 'Ciò che è in invio',
  pauseAfter: 'Prima finiscilo',
  pauseAfterHint: 'Non inizia nulla di nuovo.',
  pauseNow: 'Fermalo ora',
  pauseNowHint: {
    yes: 'Riprende da dove si è fermato.',
    no: 'Dopo ricomincia da 0.',
    unknown: 'Non si sa ancora se possa riprendere da dove si è fermato.',
  },
  pauseUntil: 'Fino a quando',
  until: { hour: 'Per 1 ora', tomorrow: 'Fino a domani', resumed: 'Finché non riprendo io' },
  pauseText: (running) =>
    running === 0
      ? 'Nessun caricamento in corso. Le impronte continuano a essere calcolate.'
      : `${plural(running, 'caricamento', 'caricamenti')} in corso. Le impronte continuano a essere calcolate.`,
  nothingNeedsYouText: 'Qui appaiono, per motivo, i file che attendono una tua decisione.',
  showFiles: 'Mostra i file',
  hideFiles: 'Nascondi i file',
  allFiles: (count) => `Tutti i ${number(count)} file`,
  held: 'Fermo',
  sendAgain: (price) => `Invia di nuovo (${price})`,
  sentAgain:
    'La risposta è andata persa, e il servizio non mostra né registrazione né addebito. Viene inviato di nuovo.',
  paidTwice: {
    here: 'Pagato due volte: il servizio l’aveva negato e lo ha poi registrato.',
    elsewhere: 'Pagato due volte: lo ha inviato anche un altro computer del tuo account.',
  },
  advice: {
    record_error:
      'Il servizio non ha potuto scriverli sulla catena. Ha i file; i crediti possono essere stati usati.',
    failed: 'Il servizio ha rifiutato questi file definitivamente. Non risulta alcun addebito.',
    changed:
      'Questi file sono cambiati dopo la notarizzazione. Non vengono notarizzati di nuovo se non lo chiedi.',
    unreadable: 'Ogni file dice perché. Labseal riprova a ogni scansione.',
  },
  holdAdvice: {
    credits: 'Inviati quando hai abbastanza crediti. Nulla è stato addebitato.',
    budget: 'Supererebbero un limite che hai impostato. Ognuno dice quale.',
    size_limit: 'Il servizio accetta file fino a 2,5 GB. Nulla è stato inviato.',
    size_confirm:
      'Sono vicini a 2,5 GB, il massimo che il servizio accetta. Approvali per provare.',
    procedure: 'I file secondari hanno bisogno di una procedura prima dell’invio.',
    labels: 'Il servizio richiede almeno un’etichetta.',
    permission: 'Non puoi aggiungere file a questo progetto.',
    review: 'Hai voluto approvarli di persona.',
    id_in_use:
      'Il servizio ha dato a questi file gli id di altri, e valgono come addebitati. Avvisa chi gestisce il servizio.',
    record_deleted:
      'Erano notarizzati, e le loro registrazioni sono state eliminate sul servizio. Notarizzarli di nuovo si paga di nuovo.',
    refusal: 'Ogni file dice perché il servizio ha detto di no.',
    undecided:
      'La connessione si è interrotta, e non si sa ancora se questi sono arrivati. Quelli arrivati si pagano due volte se li invii di nuovo.',
  },
  day: 'Giorno',
  allDays: 'Tutti i giorni',
  what: 'Che cosa è successo',
  about: 'Argomento',
  subjects: {
    all: 'Tutto',
    done: 'File completati',
    files: 'File',
    changes: 'Progetti, membri, eliminazioni',
  },
  exportLog: 'Esporta il registro',
  asCsv: 'Come tabella (CSV)',
  asJson: 'Come dati (JSON)',
  noLog: 'Ancora niente',
  toHistory: 'Torna alla cronologia',
  noLine: 'Non c’è più',
  noLineText: 'Le voci più vecchie hanno lasciato il posto a quelle nuove.',
  fromTo: (from: string, to: string) => `dalle ${from} alle ${to}`,
  was: (place: string) => `Prima: ${place}`,
  arrived: (count: number) => plural(count, 'nuova voce', 'nuove voci'),
  noLogText: 'Qui è scritto ciò che succede ai tuoi file e alle tue modifiche.',
} satisfies typeof english;
