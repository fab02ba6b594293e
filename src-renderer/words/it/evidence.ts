import { evidenceWords } from '../../../src-shared/model/words/it/evidence.ts';
import type { Words } from '../en.ts';
import { number, plural } from './figures.ts';

const files = (count: number) => plural(count, 'file', 'file');

export const evidence: Words['evidence'] = {
  lacks: evidenceWords,
  export: 'Prove…',
  titleOf: (name) => `Prove di ${name}`,
  titleOfFiles: (count) => `Prove di ${files(count)}`,
  about:
    'Crea una cartella con file, certificati, registrazioni e verifiche, per chi non ha mai sentito parlare di Labseal. Si può controllare senza di esso, e non viene inviato nulla.',
  offer: (count, size) => `${files(count)}, ${size}`,
  unproven: (count) =>
    `${files(count)} senza registrazione sul servizio: vi sono nominati e non ne fanno parte.`,
  leftOut: (count) => `${files(count)} esclusi dalle regole della loro cartella restano fuori.`,
  contents: 'Che cosa contiene',
  withFiles: 'I file e le loro prove',
  proofsOnly: 'Solo le prove',
  proofsOnlyHint: 'I file vengono comunque letti e confrontati.',
  where: 'Scegli la cartella in cui starà quella nuova. Non deve essere osservata.',
  name: 'Nome della nuova cartella',
  make: 'Crea le prove',
  making: 'Creazione in corso',
  progress: (done, total, bytes, allBytes) =>
    `${number(done)} di ${files(total)} · ${bytes} di ${allBytes}`,
  giveUp: 'Annulla',
  givenUp: 'Annullato. Non ne è rimasto nulla.',
  useFree: (name) => `Usa il nome “${name}”`,
  done: 'Esportazione completa.',
  doneText: (count, size) => `${files(count)} con ciò che li prova, ${size}.`,
  notWhole: 'Manca qualcosa.',
  notWholeText: (count) =>
    `${files(count)} non si sono potuti includere del tutto. Sono nominati anche nella cartella.`,
  more: (count) => `… e altri ${number(count)}, nel suo elenco delle verifiche.`,
  lies: 'Posizione',
  copyPath: 'Copia il percorso',
  reveal: 'Mostra nella cartella',
  close: 'Chiudi',
  readme: 'README.txt al suo interno dice come controllarlo.',
};
