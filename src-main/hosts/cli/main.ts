/** Entry of `bin/labseal`. */
import type { ProcessEnvironment } from './process-environment.ts';

// better-sqlite3 13 kills an older Node without a message, so nothing is imported before this.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Labseal needs its own Node 24: start it with bin/labseal.\n');
  process.exit(70);
}
// Nothing may relax TLS, whatever the shell's environment contains.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];

const { keepCompiledCode } = await import('./compiled-code.ts');
if (import.meta.url.endsWith('.js')) keepCompiledCode(import.meta.dirname); // Node keeps nothing of the sources' types

const { runProgram, keepMistake } = await import('./program.ts');
const { realClock } = await import('../../platform/real-ports.ts');

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Once: a second signal ends the process at once, which is safe too.
  process.once(name, () => interruption.abort(new Error(name)));
}
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `The answer could not be written (${error.code}). What was done before is kept.\n`,
  );
  process.exit(1);
});

const { stdin, stdout, stderr, env }: Omit<ProcessEnvironment, 'signal' | 'clock'> = process;
try {
  process.exitCode = await runProgram(process.argv.slice(2), {
    env,
    stdin,
    stdout,
    stderr,
    signal: interruption.signal,
    clock: realClock,
  });
} catch (error) {
  stderr.write(`${keepMistake(error, env)}\n`);
  if (env['LABSEAL_DEBUG'] !== undefined && error instanceof Error)
    stderr.write(`${error.stack ?? ''}\n`);
  process.exitCode = 70; // EX_SOFTWARE
}
// stdin may still be open (a pipe that is never closed); everything else is closed by now.
stdin.destroy();
