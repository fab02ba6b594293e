/** Perché una sessione che non è terminata non viene usata, in italiano, e che cosa fare. */
import type { ReadTrouble, Withheld } from '../../people/session-view.ts';
import { assertNever } from '../../result.ts';
import { closeFileCommand } from '../../text/shell-word.ts';
import type { WithheldWords } from '../withheld-words.ts';
import { momentText } from './figures.ts';

const TROUBLES = {
  absent: {
    found: 'Da qui non si raggiunge alcun portachiavi, quindi il tuo accesso non si può leggere.',
    repair: 'Avvia Labseal dal tuo desktop, oppure accedi di nuovo.',
  },
  denied: {
    found: 'Il portachiavi è bloccato o rifiuta Labseal, quindi il tuo accesso non si può leggere.',
    repair: 'Sblocca il portachiavi, oppure accedi di nuovo.',
  },
  slow: {
    found:
      'Il portachiavi non ha risposto entro cinque secondi, quindi il tuo accesso non si può leggere.',
    repair:
      'Forse attende te: cerca la sua domanda dietro le altre finestre. Oppure accedi di nuovo.',
  },
} satisfies Record<ReadTrouble, WithheldWords>;

export function withheldWords(why: Withheld): WithheldWords {
  switch (why.by) {
    case 'keychain':
      return TROUBLES[why.trouble];
    case 'open-file':
      return openFileWords(why.path);
    case 'clock':
      return {
        found: `Secondo l’orologio di questo computer il tuo accesso è scaduto il ${momentText(why.endedAtMs)}.`,
        repair:
          'Decide il servizio, appena si può chiedere. Se l’orologio è sbagliato, regolalo; se è giusto, accedi di nuovo.',
      };
    default:
      return assertNever(why);
  }
}

function openFileWords(path: string): WithheldWords {
  return {
    found: `Altri utenti di questo computer possono leggere il file del tuo accesso (${path}), quindi non viene usato.`,
    repair: `Chiudilo con “${closeFileCommand(path)}”, e viene usata di nuovo; oppure accedi di nuovo.`,
  };
}
