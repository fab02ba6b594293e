/** Completion for fish, with what each command and option does. */
import type { CommandEntry, KnownKind, OptionEntry } from './command-table.ts';

export function fishCompletion(table: readonly CommandEntry[]): string {
  const commands = table.filter(({ path }) => path !== '').map(({ path }) => fishWord(path));
  return `# Completes labseal in fish. In ~/.config/fish/config.fish: labseal completion fish | source
function __labseal_at
    set -l place
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $place $word)
        if contains -- "$next" ${commands.join(' ')}
            set place $next
        end
    end
    test "$place" = "$argv[1]"
end
complete -c labseal -e
complete -c labseal -f
${table.flatMap(linesOf).join('\n')}
`;
}

function linesOf(entry: CommandEntry): readonly string[] {
  const begin = `complete -c labseal -n ${fishWord(`__labseal_at ${fishWord(entry.path)}`)}`;
  const [first] = entry.arguments;
  const choices = first?.choices ?? [];
  return [
    ...entry.commands.map(({ name, summary }) => `${begin} -a ${name} -d ${told(summary)}`),
    ...(first?.isPath === true ? [`${begin} -F`] : []),
    ...(first?.known == null ? [] : [`${begin} -a ${knownWords(first.known)}`]),
    ...(choices.length === 0 ? [] : [`${begin} -a ${fishWord(choices.map(fishWord).join(' '))}`]),
    ...[...entry.options, ...entry.globalOptions].map((each) => `${begin} ${optionText(each)}`),
  ];
}

function optionText({ names, description, value }: OptionEntry): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const taken = value === null ? [] : [valueText(value)];
  return [...flags, ...taken, `-d ${told(description)}`].join(' ');
}

/** An optional value is offered behind "=" only, so that the next word stays free. */
function valueText({
  isPath,
  choices,
  known,
  isRequired,
}: NonNullable<OptionEntry['value']>): string {
  const ids = known === null ? '' : ` -a ${knownWords(known)}`;
  if (isPath) return `-r -F${ids}`;
  if (known !== null) return `-x${ids}`;
  const offered = choices.length === 0 ? '' : ` -a ${fishWord(choices.map(fishWord).join(' '))}`;
  return `${isRequired ? '-x' : '-f'}${offered}`;
}

/** What this computer knows, asked when Tab is pressed. */
function knownWords(kind: KnownKind): string {
  return fishWord(`(labseal known ${kind} 2>/dev/null </dev/null)`);
}

function told(text: string): string {
  return fishWord(text.split('\n', 1)[0] ?? '');
}

/** Between single quotes fish reads backslash and quote only. */
function fishWord(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
