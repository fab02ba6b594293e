/** Runs the command line in the installed program, whose executable does not start as Node. */
import path from 'node:path';
import type * as Electron from 'electron';

/** Ends the program with the command's exit code. No window, no instance of its own: a running window is reached as ever. */
export async function runCommand(
  { app }: Pick<typeof Electron, 'app'>,
  words: readonly string[],
): Promise<void> {
  app.setPath('userData', path.join(app.getPath('appData'), 'labseal-command'));
  app.dock?.hide();
  await app.whenReady();
  process.argv = [process.execPath, 'labseal', ...words];
  await import('../cli/main.ts').catch((error: unknown) => {
    process.stderr.write(`Labseal made a mistake: ${String(error)}\n`);
    process.exitCode = 70; // EX_SOFTWARE
  });
  await new Promise<void>((resolve) => void process.stdout.write('', () => resolve())); // all of a pipe
  app.exit(Number(process.exitCode ?? 0));
}
