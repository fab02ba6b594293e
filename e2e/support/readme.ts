/** The commands of README.md as a person types them: in its order, at a terminal, with what it says that they answer. */

export interface Step {
  readonly command: string;
  /** Lines that README.md shows below it. */
  readonly shown: readonly string[];
}

export interface Block {
  /** `sh`: commands alone; `console`: with their answers. */
  readonly kind: 'sh' | 'console';
  readonly steps: readonly Step[];
}

const BLOCK = /^```(sh|console)\n([\s\S]*?)^```$/gm;
const COMMENT = /\s+#\s.*$/;

export function blocksOf(readme: string): readonly Block[] {
  return [...readme.matchAll(BLOCK)].map(([, kind, text = '']) =>
    kind === 'console'
      ? { kind, steps: transcript(text) }
      : { kind: 'sh', steps: linesOf(text).map((line) => ({ command: line, shown: [] })) },
  );
}

function transcript(text: string): readonly Step[] {
  return text
    .split(/^\$ /m)
    .map(linesOf)
    .flatMap(([command, ...shown]) => (command === undefined ? [] : [{ command, shown }]));
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(COMMENT, ''))
    .filter((line) => line.trim() !== '');
}

/** What is typed after a question, by the line that shows both; null: the line asks nothing. */
export function answerIn(
  line: string,
): { readonly question: string; readonly answer: string } | null {
  const [, question, answer] = /^(Password:|.+\? \[y\/N\]) (.+)$/.exec(line) ?? [];
  return question === undefined || answer === undefined ? null : { question, answer };
}
