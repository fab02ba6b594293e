/** `labseal file delete`: deletes the record's content on the service. The file on this computer is not touched. */
import type { Command } from 'commander';
import { valueOf, type CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-code.ts';
import { hintAtProject } from './suggest-project-option.ts';
import { readCount } from '../option-values.ts';
import { BELOW_FLOOR_HELP } from '../price-agreement.ts';
import { runPaidChange, type PaidOptions } from '../outbox/run-paid-change.ts';

interface DeleteOptions extends PaidOptions {
  readonly reason?: string;
  readonly project?: string;
}

/** `file`: the noun the command is added to. */
export function addFileDeleteCommand(file: Command, context: CommandContext): void {
  file
    .command('delete <file>')
    .description('delete a file on the platform, never here (costs credits; its history is kept)')
    .option('--reason <text>', 'why; it is recorded for good')
    .option('--project <id>', 'of a file that only the service has: see "file list --on-platform"')
    .option('--yes', 'agree to the price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--below-floor', BELOW_FLOOR_HELP)
    .option('--json', 'print one JSON document')
    .action((asked: string, options: DeleteOptions) =>
      context.withAccount(options, async (account, output) => {
        const reason = options.reason?.trim() ?? '';
        if (reason === '') throw new UsageError('Say why it is deleted, with --reason TEXT.');
        const { paidChanges } = account;
        const { project: projectId } = options;
        const wish = { projectId: projectId ?? '', fileId: asked, reason };
        const found =
          projectId === undefined
            ? paidChanges.deletion(asked, reason)
            : await paidChanges.deletionThere(wish, context.signal);
        hintAtProject(found, projectId, output);
        const intent = valueOf(found);
        return runPaidChange(account, intent, options, output, context);
      }),
    );
}
