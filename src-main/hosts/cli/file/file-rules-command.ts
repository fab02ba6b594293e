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
      context.withApplication(options, async ({ call }, output) => {
        const { forget } = options;
        let rules = await call('lineage.rules', {});
        if (forget !== undefined) {
          if (!rules.some(({ id }) => id === forget)) {
            throw new UsageError(`There is no rule ${forget}. "labseal file rules" shows them.`);
          }
          await call('lineage.forgetRule', { id: forget });
          rules = await call('lineage.rules', {});
        }
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
        return EXIT.done;
      }),
    );
}
