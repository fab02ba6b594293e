/** Completion for bash, from 3.2 on. It asks the program for ids and folders alone: any other key is answered at once. */
import { type CommandEntry, type KnownKind, quoted, valuesOf } from './command-table.ts';

export function bashCompletion(table: readonly CommandEntry[]): string {
  const commands = table.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completes labseal in bash. In ~/.bashrc: eval "$(labseal completion bash)"
_labseal() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local place='' word index words='' takes=value
  # "--type=primary" comes as three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${place:+$place }\${COMP_WORDS[index]}
    case $word in
      ${commands.join(' | ')}) place=$word ;;
    esac
  done
  if [[ $current == -* ]]; then
    case $place in
${cases(table.map((entry) => [entry.path, listed(optionNames(entry))]))}
    esac
  else
    case "$place $previous" in
${cases(values(table))}
      *)
        case $place in
${cases(operands(table))}
        esac
        ;;
    esac
  fi
  # Names of files are offered where a file is meant, and nowhere else (bash 3.2 cannot say that).
  [[ $takes == path ]] || compopt +o default 2>/dev/null
  current=\${current//\\\\/}
  COMPREPLY=()
  while IFS= read -r word; do
    [[ -n $word && $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
  done <<<"$words"
}
complete -o default -F _labseal labseal
`;
}

type Case = readonly [pattern: string, action: string];

function cases(all: readonly Case[]): string {
  return all
    .filter(([, action]) => action !== '')
    .map(([pattern, action]) => `      ${quoted(pattern)}) ${action} ;;`)
    .join('\n');
}

const TAKES_PATH = 'takes=path';

function listed(words: readonly string[]): string {
  return words.length === 0 ? '' : `words=${quoted(words.join('\n'))}`;
}

/** With the names of what can stand there as well. */
function known(kind: KnownKind, names: readonly string[] = []): string {
  const asked = `$(labseal known ${kind} 2>/dev/null </dev/null)`;
  return `words=${[...names.map((name) => `${quoted(name)}$'\\n'`), `"${asked}"`].join('')}`;
}

function optionNames({ options, globalOptions }: CommandEntry): readonly string[] {
  return [...options, ...globalOptions].flatMap(({ names }) => names);
}

/** What follows an option: one of its words, a file, or what only the person knows. */
function values(table: readonly CommandEntry[]): readonly Case[] {
  return valuesOf(table).map(({ place, name, value }) => [
    `${place} ${name}`,
    [
      value.isPath ? TAKES_PATH : '',
      value.known === null ? listed(value.choices) : known(value.known),
    ]
      .filter((each) => each !== '')
      .join('; ') || ':',
  ]);
}

/** What follows a command. */
function operands(table: readonly CommandEntry[]): readonly Case[] {
  return table.map((entry) => {
    const [first] = entry.arguments;
    const names = [...entry.commands.map(({ name }) => name), ...(first?.choices ?? [])];
    const files = first?.isPath === true ? TAKES_PATH : '';
    const ids = first?.known == null ? '' : known(first.known, names);
    const words = ids === '' ? listed(names) : ids;
    return [entry.path, [files, words].filter((each) => each !== '').join('; ')];
  });
}
