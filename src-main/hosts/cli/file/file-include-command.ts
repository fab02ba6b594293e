/** `labseal file include`: takes files that were left out because they lay in their folder before. It spends nothing. */
import type { Command } from 'commander';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault, EXIT } from '../exit-code.ts';

/** `file`: the noun the command is added to. */
export function addFileIncludeCommand(file: Command, context: CommandContext): void {
  file
    .command('include <file...>')
    .description('take files that "folder add --only-new" left out; spends nothing')
    .option('--json', 'print one JSON document')
    .action((asked: string[], options: { readonly json?: boolean }) =>
      context.withAccount(options, ({ files, folders }, output) => {
        const ids = asked.map((text) => {
          const view = files.find(text);
          if (view === null) throw new CommandFault({ kind: 'unknown-file', asked: text });
          return Number(view.id);
        });
        const taken = folders.takeBaselineFiles(ids);
        output.json({ included: taken.map(String) });
        output.line(
          taken.length === 0
            ? 'None of them was left out for having been there before.'
            : `${counted(taken.length, 'file goes', 'files go')} the way of new files.`,
        );
        output.note('Nothing was spent. "labseal sync" shows the price first.');
        return Promise.resolve(EXIT.done);
      }),
    );
}
