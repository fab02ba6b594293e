/** `labseal diagnostics`: a report for support, in a file to review first. It is not sent anywhere. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { gatherDiagnostics } from '../../../app/diagnostics.ts';
import { realClock } from '../../../platform/real-ports.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readSettings } from '../process-environment.ts';
import { errnoOf } from '../../../platform/errno.ts';

export function addDiagnosticsCommand(program: Command, context: CommandContext): void {
  program
    .command('diagnostics')
    .description(
      'write down versions, states and counts for whoever helps: no names of files, no sign-in',
    )
    .requiredOption('--to <file>', 'where to save it; an existing file is never overwritten')
    .option('--json', 'print one JSON document')
    .action((options: { to: string; json?: boolean }) =>
      context.withCore(options, async (core, output) => {
        const { dataFolder } = readSettings(context.env);
        const parts = { core, clock: realClock, dataFolder, engine: null };
        const report = await gatherDiagnostics(parts);
        const target = path.resolve(options.to);
        await save(`${JSON.stringify(report, null, 2)}\n`, target);
        output.json({ path: target });
        output.line(`Saved ${target}`);
        output.aside(
          'Look through it before you give it to somebody: folders are in it by their names.',
        );
        return EXIT.done;
      }),
    );
}

async function save(text: string, target: string): Promise<void> {
  try {
    await fs.writeFile(target, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const errno = errnoOf(error);
    throw new UsageError(
      errno === 'EEXIST'
        ? `${target} exists already. Choose another name with --to.`
        : `${target} cannot be written (code ${errno}). Choose another place with --to.`,
      { cause: error },
    );
  }
}
