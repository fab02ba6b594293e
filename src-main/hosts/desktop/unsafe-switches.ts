/** Chromium switches that disable a protection of the program, whoever put them on its command line. Pure. */

const WEAKENING: ReadonlySet<string> = new Set([
  'allow-running-insecure-content',
  'disable-gpu-sandbox',
  'disable-setuid-sandbox',
  'disable-site-isolation-trials',
  'disable-web-security',
  'ignore-certificate-errors',
  'no-sandbox',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'single-process',
]);

/**
 * The first of them, without its value; null when there is none. Read as Chromium reads it: blanks around a word do not
 * count, and on Windows `/` begins a switch. That form is refused everywhere, since the program takes no paths.
 */
export function weakeningSwitch(argv: readonly string[]): string | null {
  for (const word of argv.map((each) => each.trim())) {
    if (word === '--') return null; // what follows is no switch any more
    const [, name = ''] = /^(?:--?|\/)([a-z-]+)(?:=|$)/i.exec(word) ?? [];
    if (WEAKENING.has(name.toLowerCase())) return `--${name.toLowerCase()}`;
  }
  return null;
}
