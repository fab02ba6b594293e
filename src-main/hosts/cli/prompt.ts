/** Questions to a person at a terminal. Without one nothing is asked: the missing answer is an error that names its option. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './exit-code.ts';
import type { ProcessEnvironment } from './process-environment.ts';

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
  const { stdin, stderr, signal } = environment;
  if (!canAsk(environment)) throw missing(question, `give it with ${option}`);
  const reader = createInterface({ input: stdin, output: stderr, terminal: true });
  try {
    return (await reader.question(question, { signal })).trim();
  } finally {
    reader.close();
  }
}

function missing(question: string, remedy: string): UsageError {
  const what = question.replace(/:? *$/, '');
  return new UsageError(`${what} is missing. Without a terminal to ask at, ${remedy}.`);
}

/** Asks without showing what is typed; `option` is the one that reads it from stdin instead. */
export async function askSecretly(
  question: string,
  option: string,
  environment: ProcessEnvironment,
): Promise<string> {
  const { stdin, stderr, signal } = environment;
  if (!canAsk(environment)) throw missing(question, `pipe it in and add ${option}`);
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await reader.question('', { signal });
  } finally {
    reader.close();
    stderr.write('\n');
  }
}

export async function confirm(
  question: string,
  option: string,
  environment: ProcessEnvironment,
): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `, option, environment);
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
