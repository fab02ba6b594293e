/** Questions to a person at a terminal. Without one nothing is asked: the missing answer is an error that names its option. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { InterruptedQuestion, UsageError } from './exit-code.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { sentence } from './terminal.ts';

const MAX_STDIN_BYTES = 65_536; // a password, not a file that was piped in by mistake

/** True when a person can be asked. */
export function canAsk({ stdin, stderr }: ProcessEnvironment): boolean {
  return stdin.isTTY && stderr.isTTY;
}

/** Asks for one line; `option` is named when nobody can be asked. */
export async function ask(
  question: string,
  option: string,
  environment: ProcessEnvironment,
): Promise<string> {
  const { stderr } = environment;
  if (!canAsk(environment)) throw missing(question, `give it with ${option}`);
  const shown = sentence(question, stderr).trimEnd();
  return (await answerTo(`${shown} `, stderr, environment)).trim();
}

/**
 * Throws `InterruptedQuestion` for Ctrl-C and Ctrl-D, of which the process itself hears nothing meanwhile, and when the
 * terminal goes.
 */
async function answerTo(
  question: string,
  output: NodeJS.WritableStream,
  { stdin, stderr, signal }: ProcessEnvironment,
): Promise<string> {
  const reader = createInterface({ input: stdin, output, terminal: true });
  // A question that is open when the input ends is never answered: with nothing else to do, Node would leave it so.
  const closing = new AbortController();
  reader.once('close', () => closing.abort());
  try {
    return await reader.question(question, { signal: AbortSignal.any([signal, closing.signal]) });
  } catch (error) {
    stderr.write('\n'); // the next message has a line of its own
    const isKey = !signal.aborted && error instanceof Error && error.name === 'AbortError';
    throw isKey ? new InterruptedQuestion() : error;
  } finally {
    reader.close();
  }
}

function missing(question: string, remedy: string): UsageError {
  const what = question.replace(/:? *$/, '');
  return new UsageError(`${what} is missing. Without a terminal to ask at, ${remedy}.`);
}

/** Asks without showing what is typed; --password-stdin reads it from stdin instead. */
export async function askSecretly(
  question: string,
  environment: ProcessEnvironment,
): Promise<string> {
  const { stderr } = environment;
  if (!canAsk(environment)) throw missing(question, 'pipe it in and add --password-stdin');
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await answerTo('', nowhere, environment);
  stderr.write('\n');
  return answer;
}

/** A command that asks takes --yes instead. */
export async function confirm(question: string, environment: ProcessEnvironment): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `, '--yes', environment);
  return /^y(es)?$/i.test(answer);
}

/** Reads everything that was piped in, up to the end of its first line. */
export async function readFirstLine({ stdin }: ProcessEnvironment): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MAX_STDIN_BYTES) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}
