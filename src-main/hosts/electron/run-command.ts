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

/** The first word of such a start, as the launchers in build/command write it; what Chromium needs may follow, then `--`. */
const MARK = '--labseal-command';

/** What the launcher of an AppImage puts before; no page is loaded that it would take a protection from. */
const UNPROTECTED = 'no-sandbox';

/** `argv`: without the executable. The words of the command; null: a window is wanted. */
export function commandWords(argv: readonly string[]): readonly string[] | null {
  const [first] = argv[0]?.slice(2) === UNPROTECTED ? argv.slice(1) : argv;
  const end = argv.indexOf('--');
  return first === MARK && end > 0 ? argv.slice(end + 1) : null;
}
