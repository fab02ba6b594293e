/**
 * `labseal file approve` lifts holds that wait for an approval, `labseal file include` includes files that were
 * excluded. Neither spends anything: the next sync shows the price.
 */
import type { Command } from 'commander';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
} from '../../../../src-shared/model/money/spend-limits.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { Account } from '../../../app/account.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import { readOneOf } from '../option-values.ts';

interface ApproveOptions {
  readonly allHeld?: ApprovalKind;
  readonly json?: boolean;
}

const LIFTED: Readonly<Record<ApprovalKind, string>> = {
  review: 'approved',
  size_confirm: 'confirmed in spite of the size',
  budget: 'allowed beyond floor and budgets, once',
  duplicate: 'to be notarized here too',
  id_in_use: 'to be sent again, although the first upload counts as charged',
  record_deleted: 'to be notarized again, although the record was deleted',
};

export function addApproveCommand(file: Command, context: CommandContext): void {
  file
    .command('approve [file...]')
    .description('let held files go, or notarize known content here too; spends nothing')
    .option(
      '--all-held <reason>',
      `every file held for this: ${APPROVAL_KINDS.join(', ')}`,
      readOneOf('--all-held', APPROVAL_KINDS),
    )
    .option('--json', 'print one JSON document')
    .action((asked: string[], options: ApproveOptions) =>
      context.withAccount(options, (account, output) => {
        const lifted = approve(account, asked, options.allHeld);
        output.json({ approved: Object.fromEntries(lifted) });
        if (lifted.size === 0) output.line('No file waits for that.');
        for (const [kind, files] of lifted) {
          output.line(`${counted(files, 'file', 'files')} ${LIFTED[kind]}.`);
        }
        output.aside('Nothing was spent. "labseal sync" shows the price first.');
        return Promise.resolve(EXIT.done);
      }),
    );
}

function approve(
  { files, credits }: Account,
  asked: readonly string[],
  kind: ApprovalKind | undefined,
): ReadonlyMap<ApprovalKind, number> {
  if (kind !== undefined) {
    if (asked.length > 0) throw new UsageError('Name files or --all-held, not both.');
    return credits.approveAll(kind);
  }
  if (asked.length === 0) throw new UsageError('Name the files, or all of a kind with --all-held.');
  return valueOf(credits.approve(fileIds(files, asked)));
}

/** Throws `CommandFault` for a file that is not known here. */
function fileIds(files: Account['files'], asked: readonly string[]): readonly number[] {
  return asked.map((text) => {
    const view = files.find(text);
    if (view === null) throw new CommandFault({ kind: 'unknown-file', asked: text });
    return Number(view.id);
  });
}

/** Includes files that were excluded because they existed before their folder was watched. */
export function addFileIncludeCommand(file: Command, context: CommandContext): void {
  file
    .command('include <file...>')
    .description('take files that "folder add --only-new" left out; spends nothing')
    .option('--json', 'print one JSON document')
    .action((asked: string[], options: { readonly json?: boolean }) =>
      context.withAccount(options, ({ files, folders }, output) => {
        const taken = folders.takeBaselineFiles(fileIds(files, asked));
        output.json({ included: taken.map(String) });
        output.line(
          taken.length === 0
            ? 'None of them was left out for having been there before.'
            : `${counted(taken.length, 'file goes', 'files go')} the way of new files.`,
        );
        output.aside('Nothing was spent. "labseal sync" shows the price first.');
        return Promise.resolve(EXIT.done);
      }),
    );
}
