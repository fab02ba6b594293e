/** What is said of a line that cannot be carried out: what commander says, in sentences like all other messages, and what left. */
const SENTENCES: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [/^unknown command '(.*)'$/su, (name) => `There is no command "${name}".`],
  [/^unknown option '(.*)'$/su, (name) => `There is no option ${name} here.`],
  [/^missing required argument '(.*)'$/su, (name) => `<${name}> is missing.`],
  [/^required option '(.*)' not specified$/su, (flags) => `${flags} is missing.`],
  [/^option '(.*)' argument missing$/su, (flags) => `A value is missing: ${flags}.`],
  [
    /^too many arguments for '.*'\. Expected (\d+) arguments? but got (\d+)(.*)$/su,
    (most, given) =>
      most === '0'
        ? 'The command takes nothing behind it but options.'
        : `At most ${most} ${most === '1' ? 'value is' : 'values are'} taken here, not ${given}. Put what has spaces in quotes.`,
  ],
];
const MEANT = /^\((Did you mean .*\?)\)$/su;

/** `text`: with a line break at its end, and perhaps what was meant on further lines. */
export function refusedLine(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const said = line.replace(/^error: /, '');
      for (const [pattern, write] of SENTENCES) {
        const found = pattern.exec(said);
        if (found !== null) return write(...found.slice(1));
      }
      return MEANT.exec(said)?.[1] ?? said;
    })
    .join('\n');
}

// What earlier versions had, and what other programs have under another name: which command does it is said in a sentence, in
// place of a guess at what was meant.

/** What does the work of the limit per file. */
export const EACH_FILE =
  '"labseal folder edit FOLDER --approve-each yes" asks about each new file.';
export const NO_ASK_ABOVE = `There is no limit per file any more. ${EACH_FILE}`;
const NO_SEND_AGAIN =
  'No switch is needed: what shows neither a record nor a charge after ten minutes is sent again once by itself; "labseal file resolve" is about the others.';

/** By the words of a command, and of an option behind it. */
export const LEFT: Readonly<Record<string, string>> = {
  'sync --dry-run':
    '"labseal folder preview FOLDER" lists the files and their price. "labseal sync" asks before it spends, too.',
  'sync --ask-above': NO_ASK_ABOVE,
  'folder add --ask-above': NO_ASK_ABOVE,
  'folder edit --ask-above': NO_ASK_ABOVE,
  'sync --send-again': NO_SEND_AGAIN,
  'file approve --send-again': NO_SEND_AGAIN,
  'folder rm': '"labseal folder remove FOLDER" stops watching; its files and records stay.',
  'folder delete': '"labseal folder remove FOLDER" stops watching; its files and records stay.',
  'file rm':
    '"labseal file delete FILE" deletes a file on the service, for a price. Labseal deletes none here.',
  'transfer first':
    '"transfer first" is gone: "labseal transfer next FILE" sends it before all others.',
  'transfer last':
    '"transfer last" is gone: "labseal transfer next FILE" sends another one before it.',
  'transfer normal': '"transfer normal" is gone: a file goes in its turn unless you send it next.',
};

/** The sentence about what a command line asks for and is no more; null: there is nothing of that. */
export function whatLeft(argv: readonly string[]): string | null {
  const words = argv.filter((word) => !word.startsWith('-'));
  const options = argv.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  const [noun = '', verb = ''] = words;
  const asked = ['', ...options].flatMap((option) => [
    `${noun} ${option}`,
    `${noun} ${verb} ${option}`,
  ]);
  const found = asked.map((text) => text.trim()).find((text) => Object.hasOwn(LEFT, text));
  return found === undefined ? null : (LEFT[found] ?? null);
}
