/** `labseal diagnostics`: a report for support, in a file to review first. It is not sent anywhere. */
import type { Command } from 'commander';
import { printableJson } from '../../../../src-shared/model/text/printable.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { chooseTarget, saveOnly } from '../target-file.ts';

export function addDiagnosticsCommand(program: Command, context: CommandContext): void {
  program
    .command('diagnostics')
    .description(
      'write down versions, states and counts for whoever helps: no names of files, no sign-in',
    )
    .requiredOption('--to <file>', 'where to save it; an existing file is never overwritten')
    .option('--json', 'print one JSON document')
    .action((options: { to: string; json?: boolean }) =>
      context.withApplication(options, async ({ call }, output) => {
        const target = await chooseTarget('--to', options.to);
        const report = await call('settings.diagnostics', {});
        await saveOnly(target, [`${printableJson(report, 2)}\n`]);
        output.json({ path: target.path });
        output.line(`Saved ${target.path}`);
        output.aside(
          'Look through it before you give it to somebody: folders are in it by their names.',
        );
        return EXIT.done;
      }),
    );
}
