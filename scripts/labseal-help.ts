/** Asks the labseal program itself which commands and options it has, so that documents are checked against the truth. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { LabsealCommand } from './document.ts';

interface Help {
  readonly commands: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
}

const PROGRAM = 'src-main/host-cli/main.ts';

/** Reads commander's help text: the first word of each line in a block, indented by two. */
export function readHelp(text: string): Help {
  const [, commandBlock = ''] = /^Commands:\n((?: .*\n?)*)/m.exec(text) ?? [];
  const commands = [...commandBlock.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, word = '']) => word);
  const options = [...text.matchAll(/(?:^ {2}|, )(--[a-z][a-z-]*)/gm)].map(([, word = '']) => word);
  return { commands: new Set(commands), options: new Set(options) };
}

/** `findProblem` answers with a sentence about the first thing the program does not know, or null. */
export function makeHelp(root: string) {
  const asked = new Map<string, Promise<Help>>();

  function ask(words: readonly string[]): Promise<Help> {
    const key = words.join(' ');
    const known = asked.get(key) ?? runHelp(root, words);
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

async function runHelp(root: string, words: readonly string[]): Promise<Help> {
  const program = path.join(root, PROGRAM);
  if (!fs.existsSync(program))
    return { commands: new Set(['(no program yet)']), options: new Set() };
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [program, ...words, '--help'], (failure, stdout) => {
      if (failure)
        reject(new Error(`labseal ${words.join(' ')} --help failed`, { cause: failure }));
      else resolve(stdout);
    });
  });
  return readHelp(text);
}
