/** Asks the labseal program itself which commands and options it has, so that documents are checked against the truth. */
import { runProgram } from '../../src-main/hosts/cli/program.ts';
import { fakeTerminal } from '../../src-main/hosts/cli/test-support/fake-terminal.ts';
import type { LabsealCommand } from './document.ts';

interface Help {
  readonly commands: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
}

/** Reads commander's help text: the first word of each line in a block, indented by two. */
export function readHelp(text: string): Help {
  const [, commandBlock = ''] = /^Commands:\n((?: .*\n?)*)/m.exec(text) ?? [];
  const commands = [...commandBlock.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, word = '']) => word);
  const options = [...text.matchAll(/(?:^ {2}|, )(--[a-z][a-z-]*)/gm)].map(([, word = '']) => word);
  return { commands: new Set(commands), options: new Set(options) };
}

/** `findProblem` answers with a sentence about the first thing the program does not know, or null. */
export function makeHelp() {
  const asked = new Map<string, Promise<Help>>();

  function ask(words: readonly string[]): Promise<Help> {
    const key = words.join(' ');
    const known = asked.get(key) ?? runHelp(words);
    asked.set(key, known);
    return known;
  }

  async function findProblemOf(
    words: readonly string[],
    options: readonly string[],
  ): Promise<string | null> {
    const reached: string[] = [];
    let help = await ask(reached);
    const known = new Set([...help.options, '--help']);
    for (const word of words) {
      if (!help.commands.has(word)) {
        if (help.commands.size === 0) break; // what follows a command without sub-commands is a value
        return `labseal ${[...reached, word].join(' ')}: no such command`;
      }
      reached.push(word);
      help = await ask(reached);
      for (const option of help.options) known.add(option);
    }
    const wrong = options.find((option) => !known.has(option));
    return wrong === undefined ? null : `labseal ${reached.join(' ')}: no option ${wrong}`;
  }

  return {
    async findProblem({ words, options }: LabsealCommand): Promise<string | null> {
      for (const choice of choices(words)) {
        const problem = await findProblemOf(choice, options);
        if (problem !== null) return problem;
      }
      return null;
    },
  };
}

/** "project list|show" are two commands; every combination is asked for. */
function choices(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (before, options) => before.flatMap((start) => options.map((option) => start.concat(option))),
    [[]],
  );
}

/** In this process: starting the program for every question would take most of the tests' time. */
async function runHelp(words: readonly string[]): Promise<Help> {
  const terminal = fakeTerminal();
  const code = await runProgram([...words, '--help'], terminal);
  if (code !== 0) throw new Error(`labseal ${words.join(' ')} --help ended with ${code}`);
  return readHelp(terminal.written.stdout());
}
