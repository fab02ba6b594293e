/** The Italian words about downloads, for every face. */
import type { againSentences as english, arrivalSentences as arrivals } from '../en/downloads.ts';

export const arrivalSentences = {
  match: 'Corrisponde al suo record: sono i byte che sono stati notarizzati.',
  mismatch:
    'Non corrisponde al suo record, quindi è stato tenuto con un nome che lo dice. Non usarlo come il file notarizzato; avvisa chi gestisce il servizio.',
  unsure:
    'Non si può ancora dire se corrisponde al suo record: il servizio non mostra un’impronta, o qui non si sa come la calcola. Il file è stato tenuto; verificalo più tardi.',
} satisfies typeof arrivals;

export const againSentences = {
  changed: 'L’archivio ha ormai un altro contenuto, quindi è stato ripreso dall’inizio.',
  'no-ranges': 'L’archivio dà i file solo interi, quindi è stato ripreso dall’inizio.',
  'did-not-fit': 'I pezzi arrivati non combaciavano, quindi è stato ripreso dall’inizio.',
} satisfies typeof english;
