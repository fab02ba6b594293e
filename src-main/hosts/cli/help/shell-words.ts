/** What the completions of all shells have in common. */
import type { CommandEntry, OptionEntry } from './command-table.ts';

/** As one word of a shell: nothing in it is expanded. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

interface ValueOf {
  readonly place: string;
  /** The option, as it is written. */
  readonly name: string;
  readonly value: NonNullable<OptionEntry['value']>;
}

/** Every option that takes a value, under each of its names. */
export function valuesOf(table: readonly CommandEntry[]): readonly ValueOf[] {
  return table.flatMap(({ path: place, options, globalOptions }) =>
    [...options, ...globalOptions].flatMap(({ names, value }) =>
      value === null ? [] : names.map((name) => ({ place, name, value })),
    ),
  );
}
