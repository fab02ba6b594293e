/** Le parole italiane della pagina che verifica un pacchetto senza Labseal. */
import type { VerifyPageWords } from '../en/verify-page.ts';
import { integer, pluralForm } from './figures.ts';

export const verifyPageWords: VerifyPageWords = {
  title: 'Verifica i file con i loro certificati',
  intro:
    'Questa pagina legge i file su questo computer e li confronta con i loro certificati. Non invia nulla e funziona senza rete.',
  language: 'Lingua',
  drop: 'Trascina qui la cartella del pacchetto di prove, oppure dei file insieme ai loro certificati (JSON)',
  chooseFolder: 'Scegli una cartella…',
  chooseFiles: 'Scegli dei file…',
  reading: (percent) => `Lettura dei file: ${percent}`,
  stop: 'Interrompi',
  stopped: 'Interrotto. Nulla è stato deciso.',
  lists: 'La cartella',
  complete: (files) =>
    `Completa: ${integer(files)} ${pluralForm(files, 'file è', 'file sono')} esattamente come dicono gli elenchi di questo pacchetto.`,
  incomplete: 'Qualcosa non va:',
  noBag:
    'File singoli: senza la cartella di un pacchetto non ci sono elenchi con cui confrontarli, solo certificati.',
  fit: (matching, files) =>
    `${integer(matching)} di ${integer(files)} file ${pluralForm(matching, 'è', 'sono')} byte per byte quelli di cui parla un certificato.`,
  fitWeakly: (matching, files) =>
    `${integer(matching)} di ${integer(files)} file ${pluralForm(matching, 'ha', 'hanno')} un’impronta indicata da un certificato.`,
  weak: (algorithm) =>
    `L’impronta che corrisponde è ${algorithm}. Due file con la stessa si possono fare apposta.`,
  lacking: (files) =>
    `${integer(files)} ${pluralForm(files, 'file è', 'file sono')} esattamente come dicono gli elenchi di questo pacchetto, e manca qualcosa:`,
  formUnknown:
    'La forma di questa cartella non è nota: il suo bagit.txt è di un’altra versione, quindi i suoi elenchi non sono stati letti. I file sono stati confrontati solo con i loro certificati.',
  pdf: 'un certificato in PDF, da leggere; non è stato confrontato.',
  changed:
    'Non è ciò che dicono gli elenchi di questo pacchetto: è stato modificato o danneggiato.',
  differs: 'Il certificato accanto non ne indica nessuna impronta.',
  unreadable: 'Non si è potuto leggere.',
  noCertificate:
    'Nessun certificato (JSON) qui parla di esso. Scegli insieme il file e il suo certificato.',
  ask: (address) =>
    `Chiedi a ${address}. Questo indirizzo l’ha scritto chi ha creato il pacchetto: accerta per conto tuo che sia quello del servizio.`,
  askUnknown:
    'Qui nulla indica il servizio. Chiedi a chi ti ha dato i file quale servizio li ha registrati.',
  caution:
    'Chi può cambiare un pacchetto può cambiare anche questa pagina al suo interno. Se dalla risposta dipende molto, usa una copia di questa pagina che hai ottenuto altrove, o i comandi in README.txt.',
  columns: { file: 'File', result: 'Risultato', fingerprint: 'Impronta (SHA-256)' },
  more: (count) => `… e ${pluralForm(count, 'un altro file', `altri ${integer(count)} file`)}`,
  nothing: 'In ciò che hai scelto non c’è nessun file.',
  print: 'Stampa questo rapporto',
  made: (moment, product) => `Verificato il ${moment} con la pagina di verifica di ${product}.`,
};
