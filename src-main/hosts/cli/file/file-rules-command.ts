/** `labseal file rules`: what "file procedure --keep" keeps for the new files of a folder. */
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readNumber } from '../option-values.ts';

export function addFileRulesCommand(file: Command, context: CommandContext): void {
  file
    .command('rules')
    .description(
      'rules by which new files of a folder complete themselves ("file procedure --keep")',
    )
    .option(
      '--forget <number>',
      'forget one of them; files that it completed stay as they are',
      readNumber('--forget'),
    )
    .option('--json', 'print one JSON document')
    .action((options: { forget?: string; json?: boolean }) =>
      context.withAccount(options, ({ provenance }, output) => {
        const { forget } = options;
        const isKnown = provenance.rules().some(({ id }) => id === forget);
        if (forget !== undefined && !isKnown) {
          throw new UsageError(`There is no rule ${forget}. "labseal file rules" shows them.`);
        }
        if (forget !== undefined) provenance.forgetRule(Number(forget));
        const rules = provenance.rules();
        output.json({ rules });
        if (rules.length === 0) output.line('No rule is kept.');
        output.table(
          ['id', 'folder', 'names', 'made from', 'procedure'],
          rules.map(({ id, folderId, rule }) => [
            id,
            folderId,
            rule.pattern,
            rule.primaries.join(', '),
            rule.description,
          ]),
        );
        return Promise.resolve(EXIT.done);
      }),
    );
}
