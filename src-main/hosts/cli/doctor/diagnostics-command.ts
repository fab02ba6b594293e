/** The report for whoever helps: `labseal doctor --save`, and `labseal diagnostics` as it was before. */
import { printableJson } from '../../../../src-shared/model/text/printable.ts';
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import type { Application } from '../application.ts';
import { EXIT } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { chooseTarget, saveOnly, type TargetFile } from '../target-file.ts';

export function addDiagnosticsCommand(program: AnsweringCommand): void {
  program
    .command('diagnostics', HIDDEN)
    .isNow('doctor --save FILE')
    .requiredOption('--to <file>', 'where to save it; an existing file is never overwritten')
    .answers(async (application, output, options: { to: string }) => {
      const target = await chooseTarget('--to', options.to, application);
      await saveDiagnostics(target, {}, application, output);
      output.json({ path: target.path });
      return EXIT.done;
    });
}

/** `found`: what goes into the report beside what the application knows. */
export async function saveDiagnostics(
  target: TargetFile,
  found: object,
  { call }: Application,
  output: Output,
): Promise<void> {
  const report = await call('settings.diagnostics', {});
  await saveOnly(target, [`${printableJson({ ...report, ...found }, 2)}\n`]);
  output.line(`Saved ${target.path}`);
  output.aside('Read it before you share it: it names your folders.');
}
