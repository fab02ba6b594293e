import { againSentences, arrivalSentences } from '../../../src-shared/model/words/it/downloads.ts';
import type { downloads as english } from '../en/downloads.ts';

export const downloads = {
  title: 'Scaricamenti',
  download: 'Scarica…',
  counted: 'Il servizio conta ogni scaricamento.',
  titleOf: (name) => `Scarica ${name}`,
  whereTo: 'Scegli la cartella a cui è destinato. Nulla di ciò che contiene viene sostituito.',
  here: 'Scarica qui',
  saveAs: (name) => `Salva come “${name}”`,
  list: 'Scaricamenti di questo file',
  to: (folder) => `In ${folder}`,
  progress: (done, all) => `${done} di ${all}`,
  tryAgainByItself: 'Labseal riprova automaticamente.',
  checking: 'È arrivato tutto e viene confrontato con il suo record.',
  kept: (done) => `Ne restano ${done}.`,
  goOn: 'Continua',
  giveUp: 'Elimina lo scaricamento parziale',
  savedAs: 'Salvato come',
  dismiss: 'Nascondi',
  arrived: arrivalSentences,
  again: againSentences,
} satisfies typeof english;
