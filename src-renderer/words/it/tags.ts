import type { tags as english } from '../en/tags.ts';
import { plural } from './figures.ts';

export const tags = {
  title: 'Etichette',
  search: 'Cerca etichette',
  searchService: 'Cerca nel servizio',
  newTag: 'Nuova etichetta',
  create: 'Crea etichetta',
  needName: 'Dai un nome all’etichetta.',
  created: (name) => `L’etichetta “${name}” è stata creata.`,
  createdUnseen: (name) =>
    `Il servizio ha accettato l’etichetta “${name}” ma non la mostra ancora.`,
  kept: (name) => `L’etichetta “${name}” sarà creata quando sei in linea.`,
  none: 'Ancora nessuna etichetta',
  noneText: 'Qui appaiono le etichette della piattaforma, con cui si segnano i progetti.',
  noneFits: 'Nessuna etichetta contiene questo testo',
  noneFitsText: 'Prova con un’altra parola, o crea l’etichetta.',
  incomplete:
    'Il servizio non ha mostrato tutte le etichette, oppure l’elenco non finisce mai. Cerca una parola per trovare le altre.',
  count: (count) => plural(count, 'etichetta', 'etichette'),
  noDeleting: 'Il servizio non permette di eliminare un’etichetta.',
  usedIn: 'Un progetto riceve le etichette nella sua pagina Dettagli.',
} satisfies typeof english;
