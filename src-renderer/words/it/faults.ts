import type { faults as english } from '../en/faults.ts';

export const faults = {
  notSent:
    'Labseal su questo computer non risponde, quindi nulla è stato fatto. Riprova quando risponde.',
  answerLost:
    'Labseal su questo computer ha smesso di rispondere: non si sa se sia stato fatto. Guarda di nuovo quando risponde.',
  outcomeUnknown:
    'Il servizio non ha risposto in tempo: non si sa se sia stato fatto. Guarda prima di riprovare.',
  unknownUser:
    'Il servizio non conosce nessuno con questo indirizzo e-mail. Forse deve prima registrarsi.',
  changeOpen: 'La stessa cosa è già stata chiesta e l’esito è aperto. Guarda prima lì.',
  dearer: 'Ora costa più di quanto hai accettato. Nulla è stato speso; guarda di nuovo il prezzo.',
  unavailable:
    'Il servizio non è raggiungibile. Controlla la rete e il suo indirizzo, poi riprova.',
  throttled: 'Il servizio chiede una pausa. Riprova tra un minuto.',
  notTheService: 'Ha risposto qualcosa che non è il servizio. Controlla l’indirizzo del servizio.',
  signedOut: 'La sessione è terminata. Accedi di nuovo.',
  refused: 'Il servizio non lo ha accettato.',
  serviceSays: (words) => `Il servizio dice: “${words}”`,
  unexpected: (code) =>
    `Qualcosa non ha funzionato in Labseal. Riprova; se continua, segnala il codice ${code}.`,
  noFolder: (path) => `Su questo computer non c’è una cartella ${path}.`,
  notAFolder: (path) => `${path} non è una cartella.`,
  unreadableFolder: (path) => `Non puoi leggere ${path}.`,
  watchedAlready: (path) => `${path} è già osservata.`,
  insideWatched: (path, other) => `${path} è dentro ${other}, già osservata.`,
  containsWatched: (path, other) => `${path} contiene ${other}, già osservata.`,
  ownData: 'Lì Labseal tiene i suoi dati. Scegli un’altra cartella.',
  badRule: (pattern) => `Il modello ${pattern} non si può usare.`,
  needLabel: 'Aggiungi almeno un’etichetta.',
  badLabel: (label) => `L’etichetta ${label} non si può usare.`,
  cannotPick: (path) =>
    `${path} non si può prendere: non c’è, non si legge o non è un file ordinario.`,
  unknownFile: 'Su questo computer non si sa più niente di questo file.',
  unknownFolder: 'Questa cartella non è più osservata.',
  sentAlready: 'Il servizio ha questo file, o può averlo: il caricamento non si può più cambiare.',
  notWaiting: 'Questo file non aspetta più questo. Guardalo di nuovo.',
  notInDoubt: 'Questo caricamento non è più in dubbio. Guardalo di nuovo.',
  notOnPlatform: 'Questo file non ha una registrazione propria sulla piattaforma.',
  noCertificate: 'Il suo certificato non c’è ancora.',
  diskTrouble:
    'La cartella dei dati di Labseal non si può scrivere. Fai spazio sul disco e riprova.',
  tooLarge: 'Il servizio accetta file fino a 2,5 GB. Niente è stato inviato né addebitato.',
  noPermission: 'Non hai il permesso per questo.',
  tryAgain: 'Riprova',
} satisfies typeof english;
