/** `labseal completion`: what completes commands, options and their words in a shell. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { readOneOf } from '../option-values.ts';
import { bashCompletion } from './bash-completion.ts';
import { commandTable } from './command-table.ts';
import { fishCompletion } from './fish-completion.ts';
import { powershellCompletion } from './powershell-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;
type Shell = keyof typeof SHELLS;
const NAMES = Object.keys(SHELLS) as readonly Shell[];

export function addCompletionCommand(program: AnsweringCommand, context: CommandContext): void {
  program
    .command('completion')
    .summary('print what completes labseal in your shell')
    .description(
      `print what completes labseal in your shell

In ~/.bashrc: eval "$(labseal completion bash)". In ~/.zshrc, after compinit: eval "$(labseal completion zsh)". In ~/.config/fish/config.fish: labseal completion fish | source. In PowerShell's $PROFILE: labseal completion powershell | Out-String | Invoke-Expression`,
    )
    .argument('<shell>', NAMES.join(', '), readOneOf('The shell', NAMES))
    .action((shell: Shell) => {
      context.stdout.write(SHELLS[shell](commandTable(program)));
      context.exitWith(EXIT.done);
    });
}
