/** Le parole italiane della pagina che verifica un pacchetto senza Labseal. */
import type { VerifyPageWords } from '../en/verify-page.ts';
import { integer, pluralForm } from './figures.ts';

export const verifyPageWords: VerifyPageWords = {
  title: 'Verifica i file con i loro certificati',
  intro:
    'Questa pagina legge i file su questo computer e li confronta con i loro certificati. Non invia nulla e funziona senza rete.',
  language: 'Lingua',
  drop: 'Trascina qui ciò che hai ricevuto: un pacchetto (la cartella o lo ZIP), o un file con il suo certificato (JSON o PDF)',
  chooseFolder: 'Scegli una cartella…',
  chooseFiles: 'Scegli dei file…',
  reading: (percent) => `Lettura dei file: ${percent}`,
  stop: 'Interrompi',
  stopped: 'Interrotto. Nulla è stato deciso.',
  caution:
    'Chi può cambiare un pacchetto può cambiare anche questa pagina al suo interno. Se dalla risposta dipende molto, usa una copia di questa pagina che hai ottenuto altrove, o i comandi in README.txt.',
  columns: { file: 'File', result: 'Risultato', fingerprint: 'Impronta (SHA-256)' },
  more: (count) => `… e ${pluralForm(count, 'un altro file', `altri ${integer(count)} file`)}`,
  moreTroubles: (count) =>
    `… e ${pluralForm(count, 'un’altra cosa', `altre ${integer(count)} cose`)}`,
  nothing: 'In ciò che hai scelto non c’è nessun file.',
  print: 'Stampa questo rapporto',
  made: (moment, product) => `Verificato il ${moment} con la pagina di verifica di ${product}.`,
};
