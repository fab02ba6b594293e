/**
 * `labseal lineage procedure`: records how secondary files were made, for single files or for many by a rule, and can undo
 * that. It sends and spends nothing: the next "labseal sync" sends the files, with their price.
 */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
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
import { counted, fileText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import {
  MOST_CITED,
  MOST_COMPLETED,
  MOST_TEMPLATES,
  type Completed,
  type LackingFile,
} from '../../../../src-shared/bridge/lineage-calls.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import type { Application } from '../application.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { collect, readLines, readNumber } from '../option-values.ts';
import type { Output } from '../output.ts';
import { findFile, folderIdOf, knownFile } from '../subjects.ts';

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
}

/** `lineage`: the noun the command is added to. */
export function addLineageProcedureCommand(lineage: AnsweringCommand): void {
  records(
    lineage
      .command('procedure [file...]')
      .description(
        'say how secondary files were made: of these files, or by a rule of all that are held for it; spends nothing',
      ),
  );
}

/** Where it was before. */
export function addFormerProcedureCommand(file: AnsweringCommand): void {
  records(file.command('procedure [file...]', HIDDEN).isNow('lineage procedure'));
}

function records(command: AnsweringCommand): void {
  command
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
    .answers(async (application, output, asked: string[], options: ProcedureOptions) => {
      if (options.undo !== undefined) return undo(application, options.undo, output);
      if (asked.length > 0) return giveAll(application, asked, options, output);
      return giveByRule(application, options, output);
    });
}

async function undo({ call }: Application, number: string, output: Output): Promise<ExitCode> {
  const { fileIds, keptIds } = await call('lineage.undo', { completionId: number });
  output.json({ undone: fileIds, kept: keptIds });
  output.line(`${counted(fileIds.length, 'file has', 'files have')} what it had before.`);
  if (keptIds.length > 0) {
    output.line(`${fileText(keptIds.length)} stayed: sent, or changed since.`);
  }
  return EXIT.done;
}

/** What is given to files: the same to all, but for what each was made from. */
interface Given {
  readonly files: readonly { readonly file: FileView; readonly primaries: readonly string[] }[];
  readonly procedures: readonly string[];
  readonly description: string;
  readonly labels: string;
}

/** The same for each file that was named. */
async function giveAll(
  application: Application,
  asked: readonly string[],
  options: ProcedureOptions,
  output: Output,
): Promise<ExitCode> {
  if (options.names !== undefined || options.madeFrom !== undefined) {
    throw new UsageError('Name files, or give a rule with --names and --made-from; not both.');
  }
  const { procedure, procedureFiles, primaryFiles, label = '' } = options;
  const primaries = await citedIds(primaryFiles, '--primary-files', application);
  if (primaries.length === 0)
    throw new UsageError('Say with --primary-files what they were made from.');
  const procedures = await citedIds(procedureFiles, '--procedure-files', application);
  if (procedures.length === 0) throw new UsageError(RULE_FAULTS['no-procedure']);
  if (procedure === undefined) throw new UsageError(RULE_FAULTS['no-description']);
  if (asked.length > MOST_COMPLETED) {
    throw new UsageError(`Name at most ${integer(MOST_COMPLETED)} files at once.`);
  }
  const files: Given['files'][number][] = [];
  for (const each of asked) files.push({ file: await knownFile(each, application), primaries });
  const given = { files, procedures, description: procedure, labels: label };
  const done = await complete(application, given, options);
  return report(application, given, { ...options, done, left: [] }, output);
}

async function giveByRule(
  application: Application,
  options: ProcedureOptions,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
  const { project, folder: named, keep: isKept = false } = options;
  if (project === undefined) {
    throw new UsageError(
      'Name files, or say with --project, --names and --made-from which are meant.',
    );
  }
  const rule: CitationRule = {
    pattern: options.names ?? '',
    primaries: options.madeFrom ?? [],
    procedures: await citedIds(options.procedureFiles, '--procedure-files', application),
    description: options.procedure ?? '',
    labels: options.label ?? '',
  };
  const wrong = checkRule(rule);
  if (wrong !== null) throw new UsageError(RULE_FAULTS[wrong]);
  if (rule.primaries.length > MOST_TEMPLATES) {
    throw new UsageError(`Give --made-from at most ${MOST_TEMPLATES} times.`);
  }
  if (isKept && named === undefined) throw new UsageError('--keep needs a --folder.');
  const folderId = named === undefined ? undefined : await folderIdOf(named, application);
  const { pattern, primaries } = rule;
  const names = { pattern, primaries };
  const lacking = await call('lineage.lacking', { projectId: project, folderId, names });
  const files: Given['files'][number][] = [];
  const left: LackingFile[] = [];
  for (const each of lacking.files) {
    const cited = each.completion === null ? null : citationsBy(rule, each.completion);
    if (cited === null) left.push(each);
    else files.push({ file: each.file, primaries: cited.primaries });
  }
  const { procedures, description, labels } = rule;
  const given = { files, procedures, description, labels };
  const done = await complete(application, given, options);
  // After it: what the rule completes by itself is not taken back with what was done here.
  if (isKept && folderId !== undefined && options.dryRun !== true) {
    await call('lineage.keepRule', { folderId, rule });
  }
  return report(application, given, { ...options, done, left }, output);
}

/** Null: nothing was to be done. */
async function complete(
  { call }: Application,
  { files, ...given }: Given,
  { dryRun: isDry = false }: ProcedureOptions,
): Promise<Completed | null> {
  if (isDry || files.length === 0) return null;
  const requests = files.map(({ file, primaries }) => ({ fileId: file.id, primaries }));
  return call('lineage.complete', { files: requests, ...given });
}

interface Outcome extends Pick<ProcedureOptions, 'dryRun'> {
  readonly done: Completed | null;
  /** For a person. */
  readonly left: readonly LackingFile[];
}

/** Ends with 1 when something is left for a person. */
async function report(
  application: Application,
  { files, ...given }: Given,
  { dryRun: isDry = false, done, left }: Outcome,
  output: Output,
): Promise<ExitCode> {
  const skipped = done?.skippedIds ?? [];
  output.json({
    completionId: done?.completionId ?? null,
    files: files.map(({ file, primaries }) => ({ id: file.id, primaries, ...given })),
    skipped,
    left: left.map(({ file, completion }) => ({
      id: file.id,
      path: file.path,
      verdict: completion?.verdict ?? null,
      slots: completion?.slots ?? [],
    })),
    credits: done?.credits ?? null,
  });
  const names = await namesOf(
    files.flatMap(({ primaries }) => primaries),
    application,
  );
  output.table(
    ['id', 'file', 'made from'],
    files.map(({ file, primaries }) => [
      file.id,
      file.path,
      primaries.map((id) => names.get(id) ?? id).join(', '),
    ]),
  );
  for (const each of left) output.line(`${each.file.path}: ${leftText(each)}`);
  if (isDry) output.aside('Nothing was changed: this was a dry run.');
  else {
    const finished = counted(done?.fileIds.length ?? 0, 'file is', 'files are');
    output.aside(`${finished} complete. Nothing was sent or spent.`);
  }
  if (done !== null) {
    output.aside(`Take it back with "labseal lineage procedure --undo ${done.completionId}".`);
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

/** Ids of the service as they are; a file of this computer by what a citation says of it. */
async function citedIds(
  list: string | undefined,
  option: string,
  application: Application,
): Promise<readonly string[]> {
  const named = splitList(list ?? '');
  if (named.length > MOST_CITED) {
    throw new UsageError(`${option} names at most ${MOST_CITED} files.`);
  }
  const ids: string[] = [];
  for (const asked of named) {
    const file = await findFile(asked, application);
    const recorded = file !== null && showsRecord(file) ? file.fileId : null;
    ids.push(file === null ? asked : (recorded ?? localFileId(file.id)));
  }
  return ids;
}

/** Those that are known, by their ids. */
async function namesOf(
  cited: readonly string[],
  { call }: Application,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(cited)];
  const names = new Map<string, string>();
  for (let first = 0; first < ids.length; first += MOST_CITED) {
    const some = ids.slice(first, first + MOST_CITED);
    const files = await call('lineage.named', { ids: some });
    for (const [index, id] of some.entries()) {
      const name = files[index]?.name;
      if (name !== undefined) names.set(id, name);
    }
  }
  return names;
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
