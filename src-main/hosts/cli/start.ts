/** Runs the command line of this process, and ends it. */
import { leaveAtOnce } from '../../platform/leave-at-once.ts';
import { realClock } from '../../platform/real-ports.ts';
import { hangingThreads } from '../../platform/threads/worker-thread.ts';
import { EXIT } from './exit-code.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { keepMistake, runProgram } from './program.ts';

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
