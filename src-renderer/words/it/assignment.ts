import type { assignment as english } from '../en/assignment.ts';

export const assignment = {
  project: 'Progetto',
  labels: 'Etichette',
  labelsHint: 'Almeno una, separate da virgole.',
  visibility: 'Visibilità',
  visibilities: { private: 'Privato', public: 'Pubblico' },
  visibilityHints: {
    private: '1 credito ciascuno. Non c’è un link pubblico per scaricarlo.',
    public: 'Costa quanto la sua dimensione in MB. Chiunque abbia il link può scaricarlo.',
  },
  type: 'Tipo',
  types: { primary: 'Primario', secondary: 'Secondario' },
  typeHints: { primary: 'Dati originali.', secondary: 'Ricavato da file primari.' },
  procedureDescription: 'Come è stato ottenuto',
  linkToProcedure: 'File che descrivono la procedura',
  primaryData: 'File primari da cui deriva',
  idsHint: 'File sulla piattaforma, o file di qui che vi vanno prima.',
  check: 'Controllo dei duplicati',
  checkPromise:
    'I file vengono prima confrontati con le registrazioni di questo computer. Il controllo dei duplicati carica ogni nuovo file sul servizio (gratis). Niente viene registrato o addebitato prima della tua approvazione. Due computer del tuo account che inviano lo stesso file nello stesso momento possono essere addebitati entrambi.',
  checks: { always: 'Sempre', 'up-to': 'Fino a una dimensione', never: 'Mai' },
  checkedUpTo: (size) => `Fino a ${size}`,
  checkHints: {
    always: 'Carica ogni nuovo file per cercare duplicati (gratis).',
    'up-to':
      'Carica per il controllo i file fino a questa dimensione (gratis), e quelli più grandi solo se a questo computer possono mancare registrazioni del tuo account. I file più grandi che altri hanno caricato possono essere addebitati di nuovo.',
    never:
      'Non carica alcun file per il controllo, a meno che a questo computer non possano mancare registrazioni del tuo account. I file che altri hanno caricato possono essere addebitati di nuovo.',
  },
  upTo: 'Fino a quanti MB',
  problems: {
    project: 'Scegli un progetto.',
    labels: 'Aggiungi almeno un’etichetta.',
    procedure: 'Un file secondario ne ha bisogno.',
    check: 'Scegli se i nuovi file possono essere caricati per il controllo dei duplicati.',
    size: 'Inserisci un numero di megabyte maggiore di 0.',
  },
} satisfies typeof english;
