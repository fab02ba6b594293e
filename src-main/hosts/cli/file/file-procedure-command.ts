/**
 * `labseal file procedure`: records how secondary files were made, for single files or for many by a rule, and can undo
 * that. It sends and spends nothing: the next "labseal sync" sends the files, with their price.
 */
import type { Command } from 'commander';
import { splitList } from '../../../../src-shared/model/files/assignment.ts';
import {
  checkRule,
  citationsBy,
  type CitationRule,
  type RuleFault,
} from '../../../../src-shared/model/lineage/complete-provenance.ts';
import { localFileId } from '../../../../src-shared/model/changes/local-id.ts';
import { showsRecord } from '../../../../src-shared/model/lineage/lineage.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { Completed, LackingFile } from '../../../../src-shared/bridge/lineage-calls.ts';
import type { Account } from '../../../app/account.ts';
import type { CompletionRequest } from '../../../features/provenance/provenance.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { collect, readLines, readNumber } from '../option-values.ts';
import type { Output } from '../output.ts';

interface ProcedureOptions {
  readonly procedure?: string;
  readonly procedureFiles?: string;
  readonly primaryFiles?: string;
  readonly label?: string;
  readonly project?: string;
  readonly folder?: string;
  readonly names?: string;
  readonly madeFrom?: readonly string[];
  readonly keep?: boolean;
  readonly dryRun?: boolean;
  readonly undo?: string;
  readonly json?: boolean;
}

/** `file`: the noun the command is added to. */
export function addFileProcedureCommand(file: Command, context: CommandContext): void {
  file
    .command('procedure [file...]')
    .description(
      'say how secondary files were made: of these files, or by a rule of all that are held for it; spends nothing',
    )
    .option('--procedure <text>', 'how they were made', readLines)
    .option(
      '--procedure-files <list>',
      'files with the procedure: ids or files of this computer, by commas',
    )
    .option(
      '--primary-files <list>',
      'their primary files: ids or files of this computer, by commas',
    )
    .option('--label <list>', 'labels instead of those they have, separated by commas')
    .option('--project <id>', 'by a rule: the project whose held files are meant')
    .option('--folder <folder>', 'by a rule: only files of this folder')
    .option('--names <pattern>', 'by a rule: names of the files, such as peaks_{run}.csv')
    .option(
      '--made-from <name>',
      'by a rule: name of their primary file, such as {run}.raw; repeatable',
      collect,
    )
    .option('--keep', 'by a rule: new files of the folder complete themselves from now on')
    .option('--dry-run', 'only show what each file would be given')
    .option(
      '--undo <number>',
      'take back what this command did before, by the number it printed',
      readNumber('--undo'),
    )
    .option('--json', 'print one JSON document')
    .action((asked: string[], options: ProcedureOptions) =>
      context.withAccount(options, async (account, output) => {
        if (options.undo !== undefined) return undo(account, options.undo, output);
        if (asked.length > 0) return giveAll(account, asked, options, output);
        return giveByRule(account, options, output, context.signal);
      }),
    );
}

function undo({ provenance }: Account, number: string, output: Output): ExitCode {
  const { fileIds, keptIds } = provenance.undo(Number(number));
  output.json({ undone: fileIds, kept: keptIds });
  output.line(`${counted(fileIds.length, 'file has', 'files have')} what it had before.`);
  if (keptIds.length > 0) {
    output.line(`${counted(keptIds.length, 'file', 'files')} stayed: sent, or changed since.`);
  }
  return EXIT.done;
}

/** The same for each file that was named. */
function giveAll(
  account: Account,
  asked: readonly string[],
  options: ProcedureOptions,
  output: Output,
): ExitCode {
  if (options.names !== undefined || options.madeFrom !== undefined) {
    throw new UsageError('Name files, or give a rule with --names and --made-from; not both.');
  }
  const { procedure, procedureFiles, primaryFiles, label = '' } = options;
  if (primaryFiles === undefined)
    throw new UsageError('Say with --primary-files what they were made from.');
  if (procedureFiles === undefined) {
    throw new UsageError('Say with --procedure-files which file holds the procedure.');
  }
  if (procedure === undefined)
    throw new UsageError('Describe with --procedure how they were made.');
  const given = {
    primaries: citedIds(account, primaryFiles),
    procedures: citedIds(account, procedureFiles),
    description: procedure,
    labels: label,
  };
  const requests = asked.map((text) => ({ fileId: rowOf(account, text), given }));
  return carryOut(account, requests, options, output, []);
}

async function giveByRule(
  account: Account,
  options: ProcedureOptions,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { project, folder, keep: isKept = false } = options;
  if (project === undefined) {
    throw new UsageError(
      'Name files, or say with --project, --names and --made-from which are meant.',
    );
  }
  const rule: CitationRule = {
    pattern: options.names ?? '',
    primaries: options.madeFrom ?? [],
    procedures: citedIds(account, options.procedureFiles ?? ''),
    description: options.procedure ?? '',
    labels: options.label ?? '',
  };
  const wrong = checkRule(rule);
  if (wrong !== null) throw new UsageError(RULE_FAULTS[wrong]);
  if (isKept && folder === undefined) throw new UsageError('--keep needs a --folder.');
  const found = folder === undefined ? undefined : account.folders.find(folder);
  if (found === null) throw new CommandFault({ kind: 'unknown-folder', folderId: folder ?? '' });
  const requested = { projectId: project, folderId: found?.id, names: rule };
  const { files } = valueOf(await account.provenance.lacking(requested, signal));
  const requests: CompletionRequest[] = [];
  const left: LackingFile[] = [];
  for (const each of files) {
    const given = each.completion === null ? null : citationsBy(rule, each.completion);
    if (given === null) left.push(each);
    else requests.push({ fileId: Number(each.file.id), given });
  }
  if (isKept && found !== undefined && options.dryRun !== true) {
    valueOf(account.provenance.keepRule(found.id, rule));
  }
  return carryOut(account, requests, options, output, left);
}

/** Ends with 1 when something is left for a person. */
function carryOut(
  account: Account,
  requests: readonly CompletionRequest[],
  { dryRun: isDry = false }: ProcedureOptions,
  output: Output,
  left: readonly LackingFile[],
): ExitCode {
  const done: Completed | null = isDry ? null : valueOf(account.provenance.complete(requests));
  const skipped = done?.skippedIds ?? [];
  output.json({
    completionId: done?.completionId ?? null,
    files: requests.map(({ fileId, given }) => ({ id: String(fileId), ...given })),
    skipped,
    left: left.map(({ file, completion }) => ({
      id: file.id,
      path: file.path,
      verdict: completion?.verdict ?? null,
      slots: completion?.slots ?? [],
    })),
    credits: done?.credits ?? null,
  });
  output.table(
    ['id', 'file', 'made from'],
    requests.map(({ fileId, given }) => [
      fileId,
      account.files.find(String(fileId))?.path ?? '',
      namesOf(account, given.primaries),
    ]),
  );
  for (const each of left) output.line(`${each.file.path}: ${leftText(each)}`);
  if (isDry) output.aside('Nothing was changed: this was a dry run.');
  else if (done !== null) {
    output.aside(
      `${counted(done.fileIds.length, 'file is', 'files are')} complete. Nothing was sent or spent.`,
    );
    output.aside(`Take it back with "labseal file procedure --undo ${done.completionId}".`);
  }
  if (skipped.length > 0) {
    output.note(
      `Left alone, because they are on their way, gone, or would cite themselves: ${skipped.join(', ')}`,
    );
  }
  return left.length + skipped.length === 0 ? EXIT.done : EXIT.needsPerson;
}

const NOT_MEANT = 'the rule is not about it';

function leftText({ completion }: LackingFile): string {
  if (completion === null) return NOT_MEANT;
  const { slots, verdict } = completion;
  switch (verdict) {
    case 'several': {
      const names = slots.filter(({ found }) => found.length > 1).flatMap((slot) => slot.names);
      return `several files are named ${names.join(', ')}; name the file and choose with --primary-files`;
    }
    case 'none': {
      const names = slots.filter(({ found }) => found.length === 0).flatMap((slot) => slot.names);
      return `no primary file is named ${names.join(', ')}`;
    }
    case 'vague':
      return 'the rule fits its name in too many ways';
    case 'complete':
    case 'no-match':
      return NOT_MEANT;
    default:
      return assertNever(verdict);
  }
}

function rowOf({ files }: Account, asked: string): number {
  const view = files.find(asked);
  if (view === null) throw new CommandFault({ kind: 'unknown-file', asked });
  return Number(view.id);
}

/** Ids of the service as they are; a file of this computer by what a citation says of it. */
function citedIds({ files }: Account, list: string): readonly string[] {
  return splitList(list).map((asked) => {
    const view = files.find(asked);
    if (view === null) return asked;
    return (showsRecord(view) ? view.fileId : null) ?? localFileId(view.id);
  });
}

function namesOf({ citable }: Account, ids: readonly string[]): string {
  return citable
    .named(ids)
    .map((file, index) => file?.name ?? ids[index] ?? '')
    .join(', ');
}

const RULE_FAULTS: Readonly<Record<RuleFault, string>> = {
  'no-pattern': 'Say with --names how the files are named, such as peaks_{run}.csv.',
  'bad-pattern': '--names has a brace without its other half, or nothing in it.',
  'no-primary': 'Say with --made-from how their primary files are named, such as {run}.raw.',
  'bad-primary': '--made-from names one file: without * and ?, and with both halves of each brace.',
  'unknown-part': '--made-from has a part in braces that --names does not have.',
  'no-procedure': 'Say with --procedure-files which file holds the procedure.',
  'no-description': 'Describe with --procedure how they were made.',
};
