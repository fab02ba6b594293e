/** Why a session that did not end is not used, in English, and what to do. */
import type { ReadTrouble, Withheld } from '../../people/session-view.ts';
import { assertNever } from '../../result.ts';
import { closeFileCommand } from '../../text/shell-word.ts';
import type { WithheldWords } from '../withheld-words.ts';
import { momentText } from './figures.ts';

const TROUBLES = {
  absent: {
    found: 'No keychain can be reached from here, so your sign-in cannot be read.',
    repair: 'Start Labseal from your desktop, or sign in again.',
  },
  denied: {
    found: 'The keychain is locked, or refuses Labseal, so your sign-in cannot be read.',
    repair: 'Unlock the keychain, or sign in again.',
  },
  slow: {
    found: 'The keychain did not answer within five seconds, so your sign-in cannot be read.',
    repair:
      'It may be waiting for you: look for its question behind other windows. Or sign in again.',
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
        found: `By this computer's clock your sign-in ended on ${momentText(why.endedAtMs)}.`,
        repair:
          'The service decides as soon as it can be asked. If the clock is wrong, set it; if it is right, sign in again.',
      };
    default:
      return assertNever(why);
  }
}

function openFileWords(path: string): WithheldWords {
  return {
    found: `Other users of this computer may read the file of your sign-in (${path}), so it is not used.`,
    repair: `Close it with "${closeFileCommand(path)}", and it is used again; or sign in again.`,
  };
}
