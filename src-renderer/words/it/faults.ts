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
  tryAgain: 'Riprova',
} satisfies typeof english;
