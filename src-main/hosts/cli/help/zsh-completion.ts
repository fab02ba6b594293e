/** Completion for zsh, with what each command and option does. */
import { type CommandEntry, type KnownKind, quoted, valuesOf } from './command-table.ts';

export function zshCompletion(table: readonly CommandEntry[]): string {
  const commands = table.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `#compdef labseal
# Completes labseal in zsh. In ~/.zshrc, after compinit: eval "$(labseal completion zsh)"
_labseal() {
  local place='' word previous=$words[CURRENT-1]
  local -a items
  integer index
  for ((index = 2; index < CURRENT; index++)); do
    word=\${place:+$place }$words[index]
    case $word in
      (${commands.join('|')}) place=$word ;;
    esac
  done
  if [[ $words[CURRENT] == --*=* ]]; then
    previous=\${words[CURRENT]%%=*}
    compset -P '*='
  elif [[ $words[CURRENT] == -* ]]; then
    case $place in
${table.map((entry) => `      (${quoted(entry.path)}) items=(${optionItems(entry)}) ;;`).join('\n')}
    esac
    _describe -o option items
    return
  fi
  case "$place $previous" in
${valuesOf(table)
  .map(({ place, name, value }) => `    (${quoted(`${place} ${name}`)}) ${valueAction(value)} ;;`)
  .join('\n')}
  esac
  case $place in
${table.map((entry) => `    (${quoted(entry.path)}) ${operandAction(entry)} ;;`).join('\n')}
  esac
}
if [[ $funcstack[1] == _labseal ]]; then _labseal "$@"; else compdef _labseal labseal; fi
`;
}

/** "name:what it does" as one word. */
function item(name: string, text: string): string {
  return quoted(`${name.replaceAll(':', String.raw`\:`)}:${text.split('\n', 1)[0] ?? ''}`);
}

function optionItems({ options, globalOptions }: CommandEntry): string {
  return [...options, ...globalOptions]
    .flatMap(({ names, description }) => names.map((name) => item(name, description)))
    .join(' ');
}

/** What this computer knows, asked when Tab is pressed. */
function knownAction(kind: KnownKind): string {
  return `compadd -- \${(f)"$(labseal known ${kind} 2>/dev/null </dev/null)"}`;
}

function valueAction({
  isPath,
  choices,
  description,
  known,
}: ReturnType<typeof valuesOf>[number]['value']) {
  const files = isPath ? '_files; ' : '';
  if (known !== null) return `${knownAction(known)}; ${files}return`;
  if (isPath) return '_files; return';
  if (choices.length === 0) return `_message ${quoted(description)}; return`;
  return `compadd -- ${choices.map(quoted).join(' ')}; return`;
}

function operandAction({ commands, arguments: operands }: CommandEntry): string {
  if (commands.length > 0) {
    const items = commands.map(({ name, summary }) => item(name, summary)).join(' ');
    const known = operands[0]?.known ?? null;
    const ids = known === null ? '' : `; ${knownAction(known)}`;
    const files = operands[0]?.isPath === true ? `${ids}; _files` : ids;
    return `items=(${items}); _describe command items${files}`;
  }
  const [first] = operands;
  if (first === undefined) return '_message "no more arguments"';
  if (first.known !== null)
    return [knownAction(first.known), ...(first.isPath ? ['_files'] : [])].join('; ');
  if (first.isPath) return '_files';
  if (first.choices.length > 0) return `compadd -- ${first.choices.map(quoted).join(' ')}`;
  return `_message ${quoted(first.description === '' ? first.name : first.description)}`;
}
