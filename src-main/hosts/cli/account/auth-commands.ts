/** `labseal auth …`: the account on the service. Passwords come from stdin or a prompt, never from the command line. */
import { fieldLabels } from '../../../../src-shared/model/words/en/record-fields.ts';
import {
  PROFILE_FIELDS,
  type ProfileChange,
  type ProfileField,
} from '../../../../src-shared/service/users.ts';
import { profileFlag, withProfile } from './profile-options.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { DAY_MS, HOUR_MS, isoFromMs, MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import { momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { unavailableText } from '../../../../src-shared/model/words/en/faults.ts';
import { withheldWords } from '../../../../src-shared/model/words/en/withheld.ts';
import type { SessionView } from '../../../../src-shared/bridge/session-calls.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Keeping, Leftover } from '../../../../src-shared/model/people/session-view.ts';
import { LONGEST_NAME } from '../../../../src-shared/model/text/longest-texts.ts';
import { CommandFault, EXIT, type ExitCode, UsageError } from '../exit-code.ts';
import { isEmail, readEmail } from '../option-values.ts';
import { readSettings } from '../process-environment.ts';
import { ask, askSecretly, readFirstLine } from '../prompt.ts';
import type { Output } from '../output.ts';

interface ServerOption {
  readonly server?: string;
}

interface PasswordOption {
  readonly passwordStdin?: boolean;
}

type RegisterOptions = ServerOption &
  PasswordOption &
  Partial<Record<ProfileField | 'email', string>>;

const ANY_SERVICE = { choosesService: true };

export function addAuthCommands(program: AnsweringCommand): void {
  const auth = program.command('auth').description('your account: sign in, sign out, register');

  auth
    .command('login')
    .description('sign in; the password is read from a prompt, or from stdin with --password-stdin')
    .option('--server <url>', 'address of the service (else LABSEAL_SERVER, or the last one)')
    .option(
      '--email <address>',
      'your e-mail address (else LABSEAL_EMAIL, or you are asked)',
      readEmail('--email'),
    )
    .option('--password-stdin', 'read the password from stdin')
    .works(
      async (
        { call, isElsewhere },
        output,
        options: ServerOption & PasswordOption & { email?: string },
      ) => {
        const server = serverOf(options, output);
        await atServer(server, call('session.checkServer', { server }));
        const known = output.environment.env['LABSEAL_EMAIL'] ?? '';
        const email =
          options.email ??
          (known === '' ? await askEmail(output) : readEmail('LABSEAL_EMAIL')(known));
        const password = await readPassword('Password: ', options, output);
        const signedIn = await atServer(
          server,
          call('session.signIn', { server, email, password }),
        );
        output.environment.signal.throwIfAborted(); // what the keychain did not take by then is not kept
        output.line(`Signed in as ${signedIn.email} at ${signedIn.server}.`);
        output.note(keepingSentence(signedIn.keeping, isElsewhere));
        return EXIT.done;
      },
      ANY_SERVICE,
    );

  auth
    .command('logout')
    .description('sign out and remove the token from this computer')
    .works(
      async ({ call }, output) => {
        const { session } = await call('session.state', {});
        const { leftover } = await call('session.signOut', {});
        if (isLeft(leftover, output)) return EXIT.needsPerson;
        output.line(
          session.state === 'signed-out'
            ? 'Nobody is signed in, and no token is kept.'
            : 'Signed out. Your folders and records stay on this computer.',
        );
        return EXIT.done;
      },
      { without: signOutAlone },
    );

  auth
    .command('status')
    .description('who is signed in, and until when')
    .answers(async ({ call, isElsewhere }, output) => {
      const view = await call('session.state', {});
      const { session } = view;
      output.json(sessionDocument(view));
      output.line(sessionSentence(view));
      if (session.state !== 'signed-in') return EXIT.notSignedIn;
      output.note(keepingSentence(session.keeping, isElsewhere));
      return EXIT.done;
    });

  withProfile(
    auth
      .command('register')
      .description('create an account; an activation e-mail is sent')
      .option('--server <url>', 'address of the service')
      .option('--email <address>', 'your e-mail address', readEmail('--email')),
  )
    .option('--password-stdin', 'read the password from stdin')
    .works(async ({ call }, output, options: RegisterOptions) => {
      const server = serverOf(options, output);
      await atServer(server, call('session.checkServer', { server }));
      const email = options.email ?? (await askEmail(output));
      const profile: Partial<Record<ProfileField, string>> = {};
      for (const field of PROFILE_FIELDS) {
        const question = `${fieldLabels.profile[field]}: `;
        profile[field] = options[field] ?? (await askFilled(question, profileFlag(field), output));
      }
      const password = await readNewPassword('Password', options, output);
      const person = { ...(profile as ProfileChange), email, password };
      await call('session.register', { server, person });
      output.line(
        `We asked for an e-mail to ${person.email}. Activate the account with "labseal auth activate TOKEN".`,
      );
      return EXIT.done;
    }, ANY_SERVICE);

  auth
    .command('activate <token>')
    .description('activate an account with the token, or the whole link, from the e-mail')
    .option('--server <url>', 'address of the service')
    .works(async ({ call }, output, pasted: string, options: ServerOption) => {
      await call('session.activate', { server: serverOf(options, output), pasted });
      output.line('The account is active. Sign in with "labseal auth login".');
      return EXIT.done;
    }, ANY_SERVICE);

  auth
    .command('forgot')
    .description('ask for an e-mail that lets you set a new password')
    .argument('<email>', '', readEmail('<email>'))
    .option('--server <url>', 'address of the service')
    .works(async ({ call }, output, email: string, options: ServerOption) => {
      await call('session.forgot', { server: serverOf(options, output), email });
      output.line('If this address has an account, an e-mail is on its way.');
      return EXIT.done;
    }, ANY_SERVICE);

  auth
    .command('reset <token>')
    .description('set a new password with the token, or the whole link, from the e-mail')
    .option('--server <url>', 'address of the service')
    .option('--password-stdin', 'read the new password from stdin')
    .works(async ({ call }, output, pasted: string, options: ServerOption & PasswordOption) => {
      const server = serverOf(options, output);
      await call('session.checkServer', { server });
      const password = await readNewPassword('New password', options, output);
      await call('session.reset', { server, pasted, password });
      output.line('The password is set. Sign in with "labseal auth login".');
      return EXIT.done;
    }, ANY_SERVICE);
}

/** The commonest reason why a service is not found by somebody who signs in is its address: it is named. */
async function atServer<Value>(server: string | null, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CommandFault) || server === null) throw error;
    const { fault } = error;
    if (fault.kind === 'unavailable')
      throw new CommandFault(
        fault,
        `${unavailableText(fault)} You asked ${server}: check that this address is right. If it is, check the network connection; the service may be down.`,
      );
    if (fault.kind === 'not-the-service')
      throw new CommandFault(
        fault,
        `What answers at ${server} is not a notarization service that Labseal understands. Check that this address is right, its port too; if it is, tell the people who run the service.`,
      );
    throw error;
  }
}

/** Says what may still hold the token, or name the account. */
function isLeft(left: Leftover | null, output: Output): boolean {
  if (left === 'account') {
    output.note(
      'Signed out, and the token is removed. account.json in the data folder could not be removed and still names your account. Remove it yourself.',
    );
  } else if (left !== null) {
    output.note(`The token could not be removed from the ${left}. Remove it there yourself.`);
  }
  return left !== null;
}

/** Where the data folder cannot be opened, for whatever reason: its tokens are removed all the same. */
async function signOutAlone(output: Output, { kind }: CoreFault): Promise<ExitCode> {
  const { clock, signal, env } = output.environment;
  const { removeKeptTokens } = await import('../../../app/connection.ts');
  const left = await removeKeptTokens(readSettings(env), { clock, interruption: signal });
  if (isLeft(left, output)) return EXIT.needsPerson;
  if (kind === 'engine-running') {
    output.note(
      'The token is removed from this computer. The Labseal that is running stays signed in until you stop it.',
    );
    return EXIT.needsPerson;
  }
  output.line('Signed out. Your folders and records stay on this computer.');
  return EXIT.done;
}

/** Another program that carries the calls out has an environment of its own. */
function serverOf({ server }: ServerOption, { environment: { env } }: Output): string | null {
  return server ?? readSettings(env).server;
}

async function readPassword(
  question: string,
  { passwordStdin = false }: PasswordOption,
  output: Output,
): Promise<string> {
  const password = passwordStdin
    ? await readFirstLine(output.environment)
    : await askSecretly(question, output.environment);
  if (password === '') throw new UsageError('The password is empty. Nothing was sent.');
  if (password.length > LONGEST_NAME) {
    throw new UsageError(
      `The password has more than ${LONGEST_NAME} characters. Nothing was sent.`,
    );
  }
  return password;
}

/** Asked for twice: nobody sees what is typed, and a slip of the fingers would lock them out. */
async function readNewPassword(
  question: string,
  options: PasswordOption,
  output: Output,
): Promise<string> {
  if (options.passwordStdin === true) return readPassword(`${question}: `, options, output);
  for (;;) {
    const password = await readPassword(`${question}: `, options, output);
    const again = await askSecretly('Password again: ', output.environment);
    if (again === password) return password;
    output.note('They differ. Type it twice once more.');
  }
}

async function askEmail(output: Output): Promise<string> {
  for (;;) {
    const email = await ask('E-mail: ', '--email', output.environment);
    if (isEmail(email)) return email;
    output.note('Write an e-mail address, like name@example.org.');
  }
}

async function askFilled(question: string, option: string, output: Output): Promise<string> {
  for (;;) {
    const answer = await ask(question, option, output.environment);
    if (answer !== '' && answer.length <= LONGEST_NAME) return answer;
    const rule =
      answer === '' ? 'It cannot be empty.' : `It has at most ${LONGEST_NAME} characters.`;
    output.note(rule);
  }
}

/** `isElsewhere`: it is another program that is signed in. */
function keepingSentence(keeping: Keeping, isElsewhere: boolean): string {
  switch (keeping.kept) {
    case 'keychain':
      return 'Your sign-in is kept in the keychain of this computer.';
    case 'file':
      return 'Your sign-in is stored unprotected, in a file that only you can read (LABSEAL_TOKEN_STORE=file).';
    case 'memory':
      return memorySentence(keeping.instead === null, isElsewhere);
    default:
      return assertNever(keeping);
  }
}

function memorySentence(isChosen: boolean, isElsewhere: boolean): string {
  const until = `this sign-in ends with the ${isElsewhere ? 'Labseal that is running' : 'command'}.`;
  if (isChosen) return `LABSEAL_TOKEN_STORE=memory: ${until}`;
  const file = 'LABSEAL_TOKEN_STORE=file';
  const again = isElsewhere ? `start Labseal with ${file}` : `set ${file}`;
  return `This computer has no usable keychain, so ${until} To keep it in a file that only you can read, ${again} and sign in again.`;
}

function sessionSentence({ server, session: state }: SessionView): string {
  switch (state.state) {
    case 'signed-out':
      return server === null
        ? 'Not signed in. Sign in with "labseal auth login --server URL --email E".'
        : `Not signed in at ${server}. Sign in with "labseal auth login".`;
    case 'withheld': {
      const { found, repair } = withheldWords(state.why);
      return `${found} Nothing is lost. ${repair}`;
    }
    case 'ended':
      return `You are signed out (${state.email} at ${state.server}). Nothing is lost. Sign in with "labseal auth login".`;
    case 'signed-in':
      return `Signed in as ${state.email} at ${state.server}, until ${momentText(state.expiresAtMs)}${leftText(state.expiresAtMs - Date.now())}.`;
    default:
      return assertNever(state);
  }
}

/** A session lasts a day: by a clock that says more, nothing is said about what is left. */
function leftText(ms: number): string {
  if (ms > DAY_MS) return '';
  const left =
    ms >= HOUR_MS
      ? `${Math.floor(ms / HOUR_MS)} h`
      : `${Math.max(0, Math.floor(ms / MINUTE_MS))} min`;
  return ` (${left} left)`;
}

function sessionDocument({ server, session: state }: SessionView) {
  if (state.state === 'signed-out') return { state: state.state, server };
  const who = {
    state: state.state,
    server: state.server,
    email: state.email,
    userId: state.userId,
  };
  if (state.state === 'signed-in') {
    return { ...who, expiresAt: isoFromMs(state.expiresAtMs), keptIn: state.keeping.kept };
  }
  return { ...who, why: state.why };
}
