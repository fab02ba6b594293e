/** Entry of `bin/labseal`: help and version are said at once, for all else the program is loaded. */
import { keepCompiledCode } from './compiled-code.ts';
import { preparedHelp } from './help/prepared-help.ts';

// better-sqlite3 13 kills an older Node without a message, so nothing of the program is imported before this.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('Labseal needs its own Node 24: start it with bin/labseal.\n');
  process.exit(70);
}
// Nothing may relax TLS, whatever the shell's environment contains, and nothing that is started here may write what is sent.
for (const name of ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE']) {
  delete process.env[name];
}
// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(
    `The answer could not be written (${error.code}). What was done before is kept.\n`,
  );
  process.exit(1);
});

const { argv, stdout, env } = process;
const prepared = preparedHelp(argv.slice(2), new URL('./', import.meta.url), stdout, env);
if (prepared !== null) stdout.write(prepared);
else {
  if (import.meta.url.endsWith('.js')) keepCompiledCode(import.meta.dirname); // Node keeps nothing of the sources' types
  await import('./start.ts');
}
