/** The options that say where and how files are notarized, shared by watched folders and hand-picked files. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { Assignment, CheckPolicy } from '../../../../src-shared/model/files/assignment.ts';
import { VISIBILITIES } from '../../../../src-shared/model/money/price.ts';
import { FILE_TYPES } from '../../../../src-shared/service/files.ts';
import { UsageError } from '../exit-code.ts';
import { NEEDED, readCheckPolicy, readLines, readOneOf } from '../option-values.ts';

/** Options that say where and how files are notarized; what is absent was not given. */
export interface AssignmentOptions {
  readonly project?: string;
  readonly visibility?: Assignment['visibility'];
  readonly type?: Assignment['fileType'];
  readonly label?: string;
  readonly procedure?: string;
  readonly procedureFiles?: string;
  readonly primaryFiles?: string;
  readonly check?: CheckPolicy;
}

export const readVisibility = readOneOf('--visibility', VISIBILITIES);
export const readFileType = readOneOf('--type', FILE_TYPES);

/** Adds the options that `AssignmentOptions` names. `isNew`: without some of them the command cannot do. */
export function withAssignment(
  command: AnsweringCommand,
  { isNew }: { readonly isNew: boolean },
): AnsweringCommand {
  const needed = isNew ? NEEDED : '';
  return command
    .option('--project <id>', `project the files belong to${needed}`)
    .option('--visibility <kind>', `public or private${needed}`, readVisibility)
    .option('--type <kind>', 'primary (default) or secondary', readFileType)
    .option('--label <list>', `labels, separated by commas${needed}`)
    .option('--procedure <text>', 'secondary files: how they were made', readLines)
    .option('--procedure-files <ids>', 'secondary files: ids of procedure files, by commas')
    .option('--primary-files <ids>', 'secondary files: ids of their primary files, by commas')
    .option(
      '--check <first|approved|never>',
      'when the service is asked whether it has a file, which sends it the file (free): once its price is approved (default), before the price, or never',
      readCheckPolicy,
    );
}

/** A complete assignment. Throws when project, visibility or labels are missing. */
export function newAssignment(options: AssignmentOptions): Assignment {
  const { project, visibility, label } = options;
  if (project === undefined) {
    throw new UsageError(
      'Say which project with --project ID. "labseal project list" shows the ids.',
    );
  }
  if (visibility === undefined) {
    throw new UsageError('Say with --visibility whether the files become public or private.');
  }
  if (label === undefined) throw new UsageError('Give at least one label with --label a,b.');
  return {
    projectId: project,
    visibility,
    fileType: options.type ?? 'primary',
    labels: label,
    procedureDescription: options.procedure ?? null,
    linkToProcedure: options.procedureFiles ?? null,
    primaryData: options.primaryFiles ?? null,
    checkPolicy: options.check ?? 'approved',
  };
}

/** Only what was given. */
export function assignmentChanges(options: AssignmentOptions) {
  return {
    projectId: options.project,
    visibility: options.visibility,
    fileType: options.type,
    labels: options.label,
    procedureDescription: options.procedure,
    linkToProcedure: options.procedureFiles,
    primaryData: options.primaryFiles,
    checkPolicy: options.check,
  };
}
