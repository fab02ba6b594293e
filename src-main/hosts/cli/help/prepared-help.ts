/**
 * Help and version as the build has written them (make-manual.ts): whoever asks for them waits for nothing of the program.
 * What is not asked for in these very words, or does not fit the terminal, is left to the program.
 */
import fs from 'node:fs';
import { hasStyles, withoutStyles } from '../styles.ts';

/** Of every page, in a pipe too: one column less than the usual terminal has, so that no full line wraps. */
export const HELP_COLUMNS = 79;

/** Of the folder of pages, beside the program. */
export const PAGES = 'help/';
export const VERSION_PAGE = 'version.txt';

/** `words`: of the command; none: the program itself. */
export function pageName(words: readonly string[]): string {
  return `${['labseal', ...words].join('.')}.txt`;
}

/** The file that answers this line; null: none does. */
export function pageFor(argv: readonly string[]): string | null {
  if (argv.length === 1 && /^(--)?version$/.test(argv[0] ?? '')) return VERSION_PAGE;
  const isAsked =
    argv.length === 0 || argv[0] === 'help' || /^(-h|--help)$/.test(argv.at(-1) ?? '');
  const words = argv[0] === 'help' ? argv.slice(1) : argv.slice(0, -1);
  return isAsked && words.every((word) => /^[a-z]+(-[a-z]+)*$/.test(word)) ? pageName(words) : null;
}

/** What the program would print; null: the program has to be asked. `folder` holds `PAGES`. */
export function preparedHelp(
  argv: readonly string[],
  folder: URL,
  stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
  env: NodeJS.ProcessEnv,
): string | null {
  const name = pageFor(argv);
  if (name === null || (stdout.isTTY && stdout.columns <= HELP_COLUMNS)) return null;
  let page: string;
  try {
    page = fs.readFileSync(new URL(PAGES + name, folder), 'utf8');
  } catch {
    return null; // a mistyped command, or a program that was not built
  }
  return hasStyles(stdout, env) ? page : withoutStyles(page);
}
