/** Che cosa è arrivato al posto di un certificato, in italiano. */
import type { NotACertificate } from '../../proofs/not-a-certificate.ts';

const CAME: Readonly<Record<NotACertificate, string>> = {
  empty: 'una risposta vuota',
  html: 'una pagina web',
  'not-a-pdf': 'un file che non è un PDF',
  'cut-pdf': 'un PDF a cui manca la fine',
  'not-json': 'un testo che non è un documento JSON',
  'error-message': 'un messaggio di errore',
  'another-file': 'il certificato di un altro file',
};
const WHAT_TO_DO = 'Labseal riprova da solo; se resta così, avvisa chi gestisce il servizio.';

export function notACertificateSentence(what: NotACertificate): string {
  return `Il servizio ha inviato ${CAME[what]} al posto del certificato, quindi nulla è stato salvato. ${WHAT_TO_DO}`;
}

export const noCertificateSentence = `Il servizio dice che il file è registrato, ma non ne ha il certificato. ${WHAT_TO_DO}`;
