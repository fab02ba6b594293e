/** `labseal lineage rules`: what "lineage procedure --keep" keeps for the new files of a folder. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readNumber } from '../option-values.ts';

/** `lineage`: the noun the command is added to. */
export function addLineageRulesCommand(lineage: AnsweringCommand): void {
  keepsRules(
    lineage
      .command('rules')
      .description(
        'rules by which new files of a folder complete themselves ("lineage procedure --keep")',
      ),
  );
}

/** Where it was before. */
export function addFormerRulesCommand(file: AnsweringCommand): void {
  keepsRules(file.command('rules', HIDDEN).isNow('lineage rules'));
}

function keepsRules(command: AnsweringCommand): void {
  command
    .option(
      '--forget <number>',
      'forget one of them; files that it completed stay as they are',
      readNumber('--forget'),
    )
    .answers(async ({ call }, output, options: { forget?: string }) => {
      const { forget } = options;
      let rules = await call('lineage.rules', {});
      if (forget !== undefined) {
        if (!rules.some(({ id }) => id === forget)) {
          throw new UsageError(`There is no rule ${forget}. "labseal lineage rules" shows them.`);
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
    });
}
