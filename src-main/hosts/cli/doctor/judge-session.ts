/** Where the session is kept, and whether there is one. */
import type { KeychainTrouble, Unread } from '../../../../src-shared/model/people/session-view.ts';
import { closeFileCommand } from '../../../../src-shared/model/text/shell-word.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { durationText, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { DoctorFacts, ProgramFacts } from '../../../app/doctor/doctor-facts.ts';
import {
  passed,
  problem,
  setVariable,
  unchecked,
  unsetVariable,
  warning,
  type Finding,
  type Repair,
} from './check.ts';
import { isClosedToUs } from './judge-data-folder.ts';

export function judgeTokenStore({ tokenStore, program }: DoctorFacts): Finding {
  const { platform } = program;
  const { choice, keychain } = tokenStore;
  const keychainInstead = {
    repair: 'To keep it in the keychain, unset the variable and sign in again.',
    command: unsetVariable('LABSEAL_TOKEN_STORE', platform),
  };
  if (choice === 'file') {
    return warning(
      'Your sign-in is stored unprotected, in a file that only you can read (LABSEAL_TOKEN_STORE=file).',
      keychainInstead,
    );
  }
  if (choice === 'memory' || keychain === null) {
    return warning(
      'Your sign-in is kept in memory only (LABSEAL_TOKEN_STORE=memory): each start asks for the password.',
      keychainInstead,
    );
  }
  const { trouble, isLeft } = keychain;
  if (trouble !== null) {
    const { found, ...repair } = keychainTrouble(trouble, program);
    return problem(found, repair);
  }
  if (isLeft) {
    return warning('The keychain works, but did not remove the test entry of this check.', {
      repair: `Remove the entries of "labseal" that begin with "doctor-" in ${keychainProgram(program)}.`,
    });
  }
  return passed('The keychain took a test entry, gave it back and removed it.');
}

function keychainProgram({ platform, isKde = false }: ProgramFacts): string {
  if (isKde) return 'KWalletManager';
  if (platform === 'darwin') return 'Keychain Access';
  return platform === 'win32' ? 'Credential Manager' : 'Passwords and Keys (Seahorse)';
}

function keychainTrouble(
  trouble: KeychainTrouble,
  computer: ProgramFacts,
): Repair & { readonly found: string } {
  const { platform, isKde = false } = computer;
  const program = keychainProgram(computer);
  switch (trouble) {
    case 'absent':
      return {
        found:
          'This computer has no keychain that Labseal can use, so each start asks for the password.',
        repair: isKde
          ? 'Make a wallet: in System Settings, under "KDE Wallet", turn on the wallet and its use for the Secret Service, then sign in again. Or keep your sign-in in a file that only you can read.'
          : 'Install one (GNOME Keyring, KWallet or KeePassXC) and sign in to the desktop again. On a computer without a desktop, keep your sign-in in a file that only you can read.',
        command: setVariable('LABSEAL_TOKEN_STORE', 'file', platform),
      };
    case 'denied':
      return {
        found: 'The keychain is locked, or refuses Labseal.',
        repair: `Open ${program}, unlock the keychain "login", and run "labseal doctor" again. Allow Labseal when you are asked.`,
      };
    case 'slow':
      return {
        found: 'The keychain did not answer within five seconds.',
        repair: `It may be waiting for you: look for its question behind other windows, or unlock it in ${program}.`,
      };
    case 'unfaithful':
      return {
        found: 'The keychain gave back something else than it was given.',
        repair: `Remove the entries of "labseal" in ${program} and sign in again.`,
      };
    default:
      return assertNever(trouble);
  }
}

const SIGN_IN = { repair: 'Sign in again. Nothing is lost.', command: 'labseal auth login' };

const WITHHELD = {
  keychain: 'cannot be read',
  'open-file': 'is not used, because other users of this computer may read its file',
} as const;

/** What is wrong with the keychain is said where it was tried. */
function repairOf(why: Unread, program: ProgramFacts): Repair {
  if (why.by === 'keychain') return { repair: keychainTrouble(why.trouble, program).repair };
  return {
    repair: 'Keep the file to yourself, or sign in again.',
    command: closeFileCommand(why.path),
  };
}

export function judgeSession(facts: DoctorFacts, nowMs: number): Finding {
  const { session, service, tokenStore, dataFolder, program } = facts;
  switch (session.kind) {
    case 'nobody':
      if (isClosedToUs(facts)) return unchecked('Who has signed in cannot be read.');
      return warning('You are signed out.', {
        repair: 'Sign in.',
        command: 'labseal auth login --server URL --email E',
      });
    case 'not-kept': {
      const isElsewhere = tokenStore.choice === 'memory' && dataFolder.lock === 'held';
      if (isElsewhere) {
        return passed(
          `The sign-in of ${session.email} is in the memory of the Labseal that is running.`,
        );
      }
      const found = `The sign-in of ${session.email} is not kept here`;
      const why = session.isDamaged ? ': its file is damaged, so it is not used' : '';
      return problem(`${found}${why}.`, SIGN_IN);
    }
    case 'withheld':
      return problem(
        `The sign-in of ${session.email} ${WITHHELD[session.why.by]}.`,
        repairOf(session.why, program),
      );
    case 'kept': {
      const { email, expiresAtMs } = session;
      const clockAheadMs = service.kind === 'asked' ? (service.clockAheadMs ?? 0) : 0;
      const leftMs = expiresAtMs - (nowMs - clockAheadMs);
      if (leftMs <= 0) {
        return problem(`The sign-in of ${email} ended on ${momentText(expiresAtMs)}.`, SIGN_IN);
      }
      if (service.kind === 'asked' && service.isTokenRefused) {
        return problem(`The service no longer accepts the sign-in of ${email}.`, SIGN_IN);
      }
      const left = durationText(leftMs);
      return passed(`Signed in as ${email} until ${momentText(expiresAtMs)} (${left}).`);
    }
    default:
      return assertNever(session);
  }
}
