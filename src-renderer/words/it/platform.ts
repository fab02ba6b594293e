import type { platform as english } from '../en/platform.ts';
import { plural } from './figures.ts';

export const platform = {
  title: 'Sulla piattaforma',
  listOf: (project) => `File di ${project} sulla piattaforma`,
  count: (count) => plural(count, 'file', 'file'),
  search: 'Cerca per nome',
  name: 'Nome',
  status: 'Stato',
  kind: 'Tipo',
  by: 'Caricato da',
  when: 'Caricato',
  labels: 'Etichette',
  size: 'Dimensione',
  hash: 'Impronta, come la indica il servizio',
  hashNotSaid: 'Il servizio non ne indica nessuna.',
  here: 'Su questo computer',
  isHere: 'Una copia è qui',
  isNotHere: 'Nessuna copia nota',
  onlyThere: 'Solo sulla piattaforma',
  serviceSays: (word) => `Il servizio dice: ${word}`,
  saysNothing: 'Il servizio non dice nulla',
  uploadedBy: (who, when) => `Caricato da ${who}, ${when}`,
  uploaded: (when) => `Caricato ${when}`,
  uploadedByOnly: (who) => `Caricato da ${who}`,
  certificate: 'Apri il certificato',
  noCertificate: 'Avrà un certificato quando sarà notarizzato.',
  download: 'Ottieni il link per scaricare',
  openLink: 'Scarica ora',
  beforeDownload: 'Il servizio lo conta e lo registra.',
  linkText: 'Il link vale per poco tempo.',
  noDownload: 'Il servizio non restituisce i file privati a nessuno. Chiedi a chi lo ha caricato.',
  noDownloadHere:
    'Il servizio non restituisce i file privati a nessuno. Una copia è su questo computer.',
  noDownloadDeleted: 'È stato eliminato dalla piattaforma.',
  openLocal: 'Apri il file locale',
  none: 'Ancora niente sulla piattaforma',
  noneText: 'Qui compaiono i file che tu o altri notarizzate in questo progetto.',
  noneFits: 'Nessun file con questo nome',
  noneFitsText: 'Niente in questo progetto ha questo testo nel nome.',
  incomplete:
    'Il servizio non ha mostrato tutti i file, oppure l’elenco non finisce mai. Potrebbero essercene altri.',
  unread: {
    public: 'Non è stato possibile leggere i file pubblici.',
    private: 'Non è stato possibile leggere i file privati.',
  },
  standing: {
    gone: 'Il servizio non ha più questo progetto. Questo è ciò che ha mostrato per ultimo.',
    forbidden:
      'Non puoi più vedere i file di questo progetto. Questo è ciò che hai visto per ultimo.',
  },
} satisfies typeof english;
