import type * as english from '../en/outcomes.ts';
import { number, pluralForm } from './figures.ts';

export const outcomes = {
  'files.agree': ({ files, credits }) =>
    `${pluralForm(files, '1 file approvato', `${number(files)} file approvati`)} per al massimo ${pluralForm(credits, '1 credito', `${number(credits)} crediti`)}.`,
  'files.approve': (files) =>
    pluralForm(files, '1 file approvato.', `${number(files)} file approvati.`),
  'files.keepVersion': () => 'Nuova versione approvata.',
  'files.takeEarlier': (ids) =>
    pluralForm(ids.length, '1 file aggiunto.', `${number(ids.length)} file aggiunti.`),
  'files.assign': (files) =>
    pluralForm(files, '1 file modificato.', `${number(files)} file modificati.`),
  'files.resolve': ({ files }) =>
    pluralForm(files, '1 file inviato di nuovo.', `${number(files)} file inviati di nuovo.`),
  'files.uploadAgain': () => 'Inviato di nuovo.',
  'files.locate': () => 'File trovato.',
  'files.forgetCopy': () => 'Copia locale dimenticata.',
  'folders.edit': () => 'Cartella salvata.',
  'folders.takeEarlier': () => 'I file che c’erano già sono aggiunti.',
  'folders.relocate': () => 'Cartella trovata.',
  'folders.acceptDrives': () => 'Unità accettata.',
  'folders.remove': () => 'La cartella non è più osservata.',
  'folders.look': () => 'Controllo in corso.',
  'transfers.pause': () => 'I caricamenti sono in pausa.',
  'transfers.resume': () => 'I caricamenti riprendono.',
  'transfers.cancel': () => 'Caricamento fermato.',
  'transfers.restart': () => 'Di nuovo in coda.',
  'credits.setLimit': () => 'Limite salvato.',
  'lineage.undo': () => 'Annullato.',
} satisfies typeof english.outcomes;

export const notarized = ((files, name) =>
  name === null
    ? pluralForm(files, '1 file notarizzato.', `${number(files)} file notarizzati.`)
    : `Notarizzato: ${name}`) satisfies typeof english.notarized;
