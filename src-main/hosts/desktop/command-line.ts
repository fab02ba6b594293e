/** How the installed program is told to be the command line: its executable does not start as Node. Pure. */

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
