/** Why a session that did not end is not used, in English, and what to do. */
import type { ReadTrouble, Withheld } from '../../people/session-view.ts';
import { closeFileCommand } from '../../text/shell-word.ts';
import type { WithheldWords } from '../withheld-words.ts';

const TROUBLES = {
  absent: {
    found: 'No keychain can be reached from here, so your session cannot be read.',
    repair: 'Start Labseal in your desktop session, or sign in again.',
  },
  denied: {
    found: 'The keychain is locked, or refuses Labseal, so your session cannot be read.',
    repair: 'Unlock it, and your session is read again; or sign in again.',
  },
  slow: {
    found: 'The keychain did not answer within five seconds, so your session cannot be read.',
    repair:
      'It may be waiting for you: look for its question behind other windows. Or sign in again.',
  },
} satisfies Record<ReadTrouble, WithheldWords>;

export function withheldWords(why: Withheld): WithheldWords {
  if (why.by === 'keychain') return TROUBLES[why.trouble];
  return {
    found: `Other users of this computer may read the file of your session (${why.path}), so it is not used.`,
    repair: `Close it with "${closeFileCommand(why.path)}", and it is used again; or sign in again.`,
  };
}
