/** Runs the command line in the installed program, whose executable does not start as Node. */
import path from 'node:path';
import type * as Electron from 'electron';

/** Ends the program with the command's exit code. No window, no instance of its own: a running window is reached as ever. */
export async function runCommand(
  electron: typeof Electron,
  words: readonly string[],
): Promise<void> {
  const { app } = electron;
  app.setPath('userData', path.join(app.getPath('appData'), 'labseal-command'));
  app.dock?.hide();
  await app.whenReady();
  process.argv = [process.execPath, 'labseal', ...words];
  await import('../cli/main.ts');
  await new Promise<void>((resolve) => void process.stdout.write('', () => resolve())); // all of a pipe
  app.exit(Number(process.exitCode ?? 0));
}
