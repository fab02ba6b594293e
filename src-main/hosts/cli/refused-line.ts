/** What commander says of a line that it cannot read, in sentences like all other messages. */
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
