/** The Italian words about downloads, for every face. */
import type { againSentences as english, arrivalSentences as arrivals } from '../en/downloads.ts';

export const arrivalSentences = {
  match: 'Corrisponde alla sua registrazione: sono i byte che sono stati notarizzati.',
  mismatch:
    'Non corrisponde alla sua registrazione, quindi è stato tenuto con un nome che lo dice. Non usarlo come il file notarizzato; avvisa chi gestisce il servizio.',
  unsure:
    'Non si può ancora confrontare con la sua registrazione. Il file è stato tenuto; verificalo più tardi.',
} satisfies typeof arrivals;

export const againSentences = {
  changed: 'Il servizio ora ha un altro contenuto, quindi lo scaricamento è ricominciato.',
  'no-ranges': 'Il servizio dà i file solo interi, quindi lo scaricamento è ricominciato.',
  'did-not-fit': 'I pezzi non combaciavano, quindi lo scaricamento è ricominciato.',
} satisfies typeof english;
