/** Entry of `bin/labseal`. */
import type { ProcessEnvironment } from './process-environment.ts';

// better-sqlite3 13 kills an older Node without a message, so nothing is imported before this.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Labseal needs its own Node 24: start it with bin/labseal.\n');
  process.exit(70);
}
// Nothing may relax TLS, whatever the shell's environment contains, and nothing that is started here may write what is sent.
for (const name of ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE']) {
  delete process.env[name];
}

const { keepCompiledCode } = await import('./compiled-code.ts');
if (import.meta.url.endsWith('.js')) keepCompiledCode(import.meta.dirname); // Node keeps nothing of the sources' types

const { runProgram, keepMistake } = await import('./program.ts');
const { EXIT } = await import('./exit-code.ts');
const { realClock } = await import('../../platform/real-ports.ts');
const { leaveAtOnce } = await import('../../platform/leave-at-once.ts');
const { hangingThreads } = await import('../../platform/threads/worker-thread.ts');

/** What a signal ends is over after this time, or hangs with a drive or somebody else. */
const ENDING_MS = 2_500;

let code: number = EXIT.interrupted;
let ending: NodeJS.Timeout | undefined;
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Once: a second signal ends the process at once, which is safe too.
  process.once(name, () => {
    interruption.abort(new Error(name));
    ending ??= setTimeout(() => {
      if (code === EXIT.interrupted) process.stderr.write('Interrupted. Nothing is lost.\n');
      leaveAtOnce(code);
    }, ENDING_MS);
  });
}
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `The answer could not be written (${error.code}). What was done before is kept.\n`,
  );
  process.exit(1);
});

// With nothing left that could end what a command waits for, Node would end without a word, with 13.
const waitsForEver = () => {
  stderr.write(`${keepMistake(new Error('it waited for what cannot come any more'), env)}\n`);
  process.exit(70);
};
process.once('beforeExit', waitsForEver);

const { stdin, stdout, stderr, env }: Omit<ProcessEnvironment, 'signal' | 'clock'> = process;
try {
  const { signal } = interruption;
  const environment = { env, stdin, stdout, stderr, signal, clock: realClock };
  process.exitCode = await runProgram(process.argv.slice(2), environment, (chosen) => {
    code = chosen;
  });
} catch (error) {
  stderr.write(`${keepMistake(error, env)}\n`);
  if (env['LABSEAL_DEBUG'] !== undefined && error instanceof Error)
    stderr.write(`${error.stack ?? ''}\n`);
  process.exitCode = 70; // EX_SOFTWARE
}
process.off('beforeExit', waitsForEver);
clearTimeout(ending);
// A drive may hang, for which the usual end would wait; everything is kept by now.
if (hangingThreads() > 0) leaveAtOnce(process.exitCode);
else setTimeout(() => leaveAtOnce(Number(process.exitCode)), ENDING_MS).unref();
// stdin may still be open (a pipe that is never closed); everything else is closed by now.
stdin.destroy();
