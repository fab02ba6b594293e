/** Asks the labseal program itself which commands and options it has, so that documents are checked against the truth. */
import { commandTable } from '../../src-main/hosts/cli/help/command-table.ts';
import { wholeProgram } from '../../src-main/hosts/cli/test-support/whole-program.ts';
import type { LabsealCommand } from './document.ts';

const commands = new Map(
  commandTable(await wholeProgram()).map((entry) => [entry.path, entry] as const),
);

/** A sentence about the first thing that the program does not know, or null. */
export function findProblem({ words, options }: LabsealCommand): string | null {
  const problems = choices(words).map((choice) => findProblemOf(choice, options));
  return problems.find((problem) => problem !== null) ?? null;
}

function findProblemOf(words: readonly string[], options: readonly string[]): string | null {
  const reached: string[] = [];
  const known = new Set(['--help']);
  for (const word of ['', ...words]) {
    const path = [...reached, word].join(' ').trim();
    const entry = commands.get(path);
    const above = commands.get(reached.join(' '));
    if (entry === undefined && above?.isRunnable === true) break; // it takes values
    if (entry === undefined) return `labseal ${path}: no such command`;
    if (word !== '') reached.push(word);
    for (const { names } of [...entry.options, ...entry.globalOptions]) {
      for (const name of names) known.add(name);
    }
  }
  const wrong = options.find((option) => !known.has(option));
  return wrong === undefined ? null : `labseal ${reached.join(' ')}: no option ${wrong}`;
}

/** "project list|show" are two commands; every combination is asked for. */
function choices(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return words.reduce<readonly (readonly string[])[]>(
    (before, options) => before.flatMap((start) => options.map((option) => start.concat(option))),
    [[]],
  );
}
