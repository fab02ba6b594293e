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
    'L’unità che lo conteneva non è collegata. Collegala, oppure di’ a Labseal di usare ciò che c’è ora.',
  'other-drive': () =>
    'Al suo posto c’è un’altra unità. Collega quella giusta, oppure di’ a Labseal di usare questa.',
  'untrue-size': () => 'L’unità indica una dimensione sbagliata. Copia il file su un’altra unità.',
  restless: () => 'L’unità indica ogni volta un’ora diversa. Copia il file su un’altra unità.',
  'no-key': (code) =>
    `Il contenuto è cifrato, e la chiave non è caricata o non vale più (${code}). Sbloccalo, per esempio accedendo di nuovo a questo computer, poi riprova.`,
  'open-files': () =>
    'Su questo computer sono aperti troppi file. Chiudi qualche programma, poi riprova.',
  loop: () => 'Il percorso riporta a se stesso, quindi non si guarda dentro.',
  'too-deep': () =>
    'Il percorso è troppo lungo o troppo profondo per la lettura. Spostalo più in alto.',
  'labseal-data': () => 'Appartiene ai dati di Labseal, che non vengono mai caricati.',
  'ignore-file': () =>
    'Il file .labsealignore che contiene ha troppi modelli, o uno con più di due **, quindi non se ne prende nulla. Usa meno modelli (al massimo 2.000) con meno **.',
  'ignore-encoding': (encoding) =>
    `Il file .labsealignore che contiene ${encoding === 'binary' ? 'non è un testo' : `è scritto in ${encoding} o simili`}, quindi non se ne prende nulla. Salvalo come UTF-8.`,
  'many-rules': () =>
    'I file .labsealignore della cartella osservata hanno più di 100.000 modelli, quindi non se ne prende nulla. Scrivi una volta sola, più in alto, i modelli comuni a molte cartelle.',
  'slow-rules': (file) =>
    `Confrontare i modelli di ${file} richiede troppo tempo, quindi non se ne prende nulla. Usa meno modelli con * e ** in quel file.`,
  'unusable-name': () =>
    'Il nome non è un testo valido, quindi il file non si può raggiungere. Rinominalo.',
  'not-a-file': () => 'Non è un file normale, quindi non si legge.',
  'reader-ended': () =>
    'La lettura è fallita due volte. Controlla il disco; se è a posto, manda un rapporto all’assistenza.',
  other: (code) =>
    `Il computer non è riuscito a leggere il contenuto (codice ${code}). Riprova; se non basta, controlla l’unità.`,
};

/** Dal codice del sistema. */
export const unreadableSentence = (errno: string): string => sentenceOfTrouble(errno, WORDS);
