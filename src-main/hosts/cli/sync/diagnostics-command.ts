/** `labseal diagnostics`: a report for support, in a file to review first. It is not sent anywhere. */
import type { AnsweringCommand } from '../answering-command.ts';
import { printableJson } from '../../../../src-shared/model/text/printable.ts';
import { EXIT } from '../exit-code.ts';
import { chooseTarget, saveOnly } from '../target-file.ts';

export function addDiagnosticsCommand(program: AnsweringCommand): void {
  program
    .command('diagnostics')
    .description(
      'write down versions, states and counts for whoever helps: no names of files, no sign-in',
    )
    .requiredOption('--to <file>', 'where to save it; an existing file is never overwritten')
    .answers(async ({ call }, output, options: { to: string }) => {
      const target = await chooseTarget('--to', options.to);
      const report = await call('settings.diagnostics', {});
      await saveOnly(target, [`${printableJson(report, 2)}\n`]);
      output.json({ path: target.path });
      output.line(`Saved ${target.path}`);
      output.aside(
        'Look through it before you give it to somebody: folders are in it by their names.',
      );
      return EXIT.done;
    });
}
