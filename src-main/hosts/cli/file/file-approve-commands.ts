/**
 * `labseal file approve` lifts holds that wait for an approval, `labseal file include` includes files that were
 * excluded. Neither spends anything: the next sync shows the price.
 */
import type { Command } from 'commander';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import { MOST_NAMED_FILES } from '../../../../src-shared/bridge/file-calls.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
} from '../../../../src-shared/model/money/spend-limits.ts';
import { counted, integer } from '../../../../src-shared/model/words/en/figures.ts';
import type { Application } from '../application.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readOneOf } from '../option-values.ts';
import { knownFile } from '../subjects.ts';

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
      context.withApplication(options, async (application, output) => {
        const which = await heldFiles(asked, options.allHeld, application);
        const lifted = await application.call('files.approveHeld', which);
        output.json({ approved: lifted });
        const kinds = APPROVAL_KINDS.flatMap((kind) => {
          const files = lifted[kind];
          return files === undefined ? [] : [`${counted(files, 'file', 'files')} ${LIFTED[kind]}.`];
        });
        if (kinds.length === 0) output.line('No file waits for that.');
        for (const line of kinds) output.line(line);
        output.aside('Nothing was spent. "labseal sync" shows the price first.');
        return EXIT.done;
      }),
    );
}

async function heldFiles(
  asked: readonly string[],
  kind: ApprovalKind | undefined,
  application: Application,
): Promise<CallInput<'files.approveHeld'>> {
  if (kind !== undefined) {
    if (asked.length > 0) throw new UsageError('Name files or --all-held, not both.');
    return { kind };
  }
  if (asked.length === 0) throw new UsageError('Name the files, or all of a kind with --all-held.');
  return { fileIds: await idsOf(asked, application) };
}

/** Throws `CommandFault` for a file that is not known here. */
async function idsOf(
  asked: readonly string[],
  application: Application,
): Promise<readonly string[]> {
  if (asked.length > MOST_NAMED_FILES) {
    throw new UsageError(`Name at most ${integer(MOST_NAMED_FILES)} files at once.`);
  }
  const ids: string[] = [];
  for (const each of asked) ids.push((await knownFile(each, application)).id);
  return ids;
}

/** Includes files that were excluded because they existed before their folder was watched. */
export function addFileIncludeCommand(file: Command, context: CommandContext): void {
  file
    .command('include <file...>')
    .description('take files that "folder add --only-new" left out; spends nothing')
    .option('--json', 'print one JSON document')
    .action((asked: string[], options: { readonly json?: boolean }) =>
      context.withApplication(options, async (application, output) => {
        const { call } = application;
        const selection = { fileIds: await idsOf(asked, application) };
        const { include } = await call('files.selected', { selection });
        const taken = await call('files.takeEarlier', { selection, credits: include.credits });
        output.json({ included: taken });
        output.line(
          taken.length === 0
            ? 'None of them was left out for having been there before.'
            : `${counted(taken.length, 'file goes', 'files go')} the way of new files.`,
        );
        output.aside('Nothing was spent. "labseal sync" shows the price first.');
        return EXIT.done;
      }),
    );
}
