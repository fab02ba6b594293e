/** Perché qualcosa su questo computer non si può leggere, in italiano. */
import { sentenceOfTrouble, type ReadTroubleWords } from '../read-trouble-words.ts';

const WORDS: ReadTroubleWords = {
  forbidden: () => 'Manca il permesso di lettura. Chiedilo al proprietario, poi riprova.',
  busy: () => 'Un altro programma tiene aperto o bloccato il contenuto. Chiudilo lì, poi riprova.',
  damaged: (code) =>
    `Il disco non è riuscito a leggere il contenuto (${code}). Copialo da un altro posto e controlla il disco.`,
  'drive-lost': (code) =>
    `L’unità non è raggiungibile, o ha perso il contenuto (${code}). Ricollegala, poi riprova.`,
  'drive-silent': () => 'L’unità non ha risposto in tempo. Controlla il collegamento, poi riprova.',
  'drive-gone': () =>
    'L’unità che lo conteneva non è collegata. Collegala; oppure, se ciò che c’è ora è giusto, di’ a Labseal di usarlo.',
  'other-drive': () =>
    'Al posto dell’unità che lo conteneva ce n’è un’altra. Collega quella giusta; oppure, se questa è giusta, di’ a Labseal di usarla.',
  'untrue-size': () =>
    'L’unità indica una dimensione diversa da quella vera. Copia il file su un’altra unità, o monta questa con dimensioni vere.',
  restless: () =>
    'L’unità indica ogni volta un’ora o un numero diverso. Copia il file su un’altra unità, o monta questa in modo che restino.',
  'no-key': (code) =>
    `Il contenuto è cifrato, e la chiave non è caricata o non vale più (${code}). Sbloccalo, per esempio accedendo di nuovo a questo computer, poi riprova.`,
  'open-files': () =>
    'Su questo computer sono aperti troppi file. Chiudi qualche programma, poi riprova.',
  loop: () => 'Il percorso riporta a se stesso, quindi non si guarda dentro.',
  'too-deep': () =>
    'Il percorso è troppo lungo o troppo profondo per la lettura. Spostalo più in alto.',
  'labseal-data': () =>
    'Appartiene a una cartella dei dati di Labseal, che contiene un accesso e i nomi di file privati, quindi non viene mai caricato.',
  'ignore-file': () =>
    'Il file .labsealignore che contiene non si può usare, quindi non se ne prende nulla. Correggi quel file: un modello può contenere ** al massimo due volte, e i file .labsealignore di una cartella e di quelle sopra possono contenere insieme 2.000 modelli, dove uno con ** in mezzo conta come 10 e uno con ** due volte come 100.',
  'ignore-encoding': (encoding) =>
    `Il file .labsealignore che contiene ${encoding === 'binary' ? 'non è un testo' : `è scritto in ${encoding} o simili`}, quindi non se ne prende nulla. Salvalo come UTF-8.`,
  'many-rules': () =>
    'Con il file .labsealignore che contiene, la cartella osservata ha in tutto più di 100.000 modelli, quindi non se ne prende nulla. Togline alcuni, o scrivi una volta sola, più in alto, quelli comuni a molte cartelle; un modello con ** in mezzo conta come 10 e uno con ** due volte come 100.',
  'slow-rules': (file) =>
    `Confrontare i modelli di ${file} richiede troppo tempo, quindi non se ne prende nulla. Usa meno modelli con * e ** in quel file.`,
  'unusable-name': () =>
    'Il nome non è un testo valido, quindi il file non si può raggiungere. Rinominalo.',
  'not-a-file': () => 'Non è un file ordinario, quindi non si legge.',
  'reader-ended': () =>
    'La parte di Labseal che legge i file si è interrotta due volte su questo contenuto, che è stato lasciato stare. Controlla il disco; se è a posto, manda un rapporto all’assistenza.',
  other: (code) =>
    `Il computer non è riuscito a leggere il contenuto (codice ${code}). Riprova; se non basta, controlla l’unità.`,
};

/** Dal codice del sistema. */
export const unreadableSentence = (errno: string): string => sentenceOfTrouble(errno, WORDS);
