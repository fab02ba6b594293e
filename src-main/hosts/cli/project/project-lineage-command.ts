/** `labseal project lineage`: which file was made from which, and what is wrong with it. It spends and sends nothing. */
import type { Command } from 'commander';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { printLineage } from './lineage-report.ts';

interface LineageOptions {
  readonly find?: string;
  readonly warnings?: boolean;
  readonly json?: boolean;
}

/** `project`: the noun the command is added to. */
export function addProjectLineageCommand(project: Command, context: CommandContext): void {
  project
    .command('lineage <id>')
    .description(
      'which file was made from which, what is wrong first; ends with 1 when a file cites what is deleted, unknown or not recorded, or lacks its provenance',
    )
    .option('--find <text>', 'only files with this in their name, labels or id')
    .option('--warnings', 'only files that something is wrong with')
    .option('--json', 'print one JSON document')
    .action((id: string, options: LineageOptions) =>
      context.withAccount(options, async ({ lineage }, output) => {
        const read = valueOf(await lineage.read(id, 'fresh', context.signal));
        const filter = { text: options.find, onlyWarnings: options.warnings };
        const wrong = printLineage(read.lineage, read.seen, filter, output);
        return wrong === 0 ? EXIT.done : EXIT.needsPerson;
      }),
    );
}
