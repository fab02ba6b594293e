/** Perché una sessione che non è terminata non viene usata, in italiano, e che cosa fare. */
import type { ReadTrouble, Withheld } from '../../people/session-view.ts';
import { closeFileCommand } from '../../text/shell-word.ts';
import type { WithheldWords } from '../withheld-words.ts';

const TROUBLES = {
  absent: {
    found: 'Da qui non si raggiunge alcun portachiavi, quindi la tua sessione non si può leggere.',
    repair: 'Avvia Labseal nella tua sessione del desktop, oppure accedi di nuovo.',
  },
  denied: {
    found:
      'Il portachiavi è bloccato o rifiuta Labseal, quindi la tua sessione non si può leggere.',
    repair: 'Sbloccalo, e la sessione viene letta di nuovo; oppure accedi di nuovo.',
  },
  slow: {
    found:
      'Il portachiavi non ha risposto entro cinque secondi, quindi la tua sessione non si può leggere.',
    repair:
      'Forse attende te: cerca la sua domanda dietro le altre finestre. Oppure accedi di nuovo.',
  },
} satisfies Record<ReadTrouble, WithheldWords>;

export function withheldWords(why: Withheld): WithheldWords {
  if (why.by === 'keychain') return TROUBLES[why.trouble];
  return {
    found: `Altri utenti di questo computer possono leggere il file della tua sessione (${why.path}), quindi non viene usata.`,
    repair: `Chiudilo con “${closeFileCommand(why.path)}”, e viene usata di nuovo; oppure accedi di nuovo.`,
  };
}
