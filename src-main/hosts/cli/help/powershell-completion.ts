/**
 * Completion for PowerShell, from 5.1 on, as Microsoft describes it (`Register-ArgumentCompleter -Native`). What is offered
 * lies in it as JSON without a letter beyond ASCII, since 5.1 reads what a program prints in the code page of the console.
 */
import { type CommandEntry, valuesOf } from './command-table.ts';

export function powershellCompletion(table: readonly CommandEntry[]): string {
  return `# Completes labseal in PowerShell. In $PROFILE: labseal completion powershell | Out-String | Invoke-Expression
& {
  $table = ${word(JSON.stringify(table.map(placeOf)))} | ConvertFrom-Json
  $complete = {
    param($current, $line, $cursor)
    $words = @($line.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
    $place = $table | Where-Object { $_.path -eq '' }
    foreach ($word in $words) {
      $path = ($place.path + ' ' + $word).TrimStart()
      $next = $table | Where-Object { $_.path -ceq $path }
      if ($next) { $place = $next }
    }
    $option = $place.values | Where-Object { $words.Count -gt 0 -and $_.names -ccontains $words[-1] }
    $offered = if ("$current".StartsWith('-')) { $place.options } elseif ($option) { $option } else { $place }
    $items = @($offered.words)
    if ($offered.known) {
      $items += labseal known $offered.known 2>$null | ForEach-Object { [pscustomobject]@{ word = $_; text = $_ } }
    }
    $begun = "$current" -replace '^[''"]+|[''"]+$'
    $items | Where-Object { $_ -and $_.word.StartsWith($begun, 'Ordinal') } | ForEach-Object {
      $text = if ($_.word -match '[^\\w./:\\\\-]') { "'" + $_.word.Replace("'", "''") + "'" } else { $_.word }
      [Management.Automation.CompletionResult]::new($text, $_.word, 'ParameterValue', $_.text)
    }
  }
  Register-ArgumentCompleter -Native -CommandName labseal -ScriptBlock $complete.GetNewClosure()
}
`;
}

/** What can stand behind a command, and behind its options that take a value. */
function placeOf(entry: CommandEntry) {
  const { path, commands, options, globalOptions } = entry;
  const [first] = entry.arguments;
  const all = [...options, ...globalOptions];
  const names = all.flatMap((each) => each.names.map((name) => offer(name, each.description)));
  const verbs = commands.map(({ name, summary }) => offer(name, summary));
  const choices = first?.choices ?? [];
  return {
    path,
    words: [...verbs, ...choices.map((choice) => offer(choice))],
    known: first?.known ?? null,
    options: { words: names, known: null },
    values: valuesOf([entry]).map(({ name, value }) => ({
      names: [name],
      words: value.choices.map((choice) => offer(choice)),
      known: value.known,
    })),
  };
}

/** `text`: shown beside it; never empty, which PowerShell refuses. */
function offer(name: string, text = name) {
  const [first = ''] = text.split('\n', 1);
  return { word: name, text: first === '' ? name : first };
}

/** As one word: between single quotes PowerShell reads nothing but those. */
function word(json: string): string {
  const ascii = json.replaceAll(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${ascii.replaceAll("'", "''")}'`;
}
