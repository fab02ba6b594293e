/** `labseal folder …`: which folders are watched, and by which rules. */
import type { Command } from 'commander';
import type {
  PreviewReason,
  PreviewedFile,
} from '../../../../src-shared/model/folders/folder-preview.ts';
import type { LateSight } from '../../../../src-shared/model/folders/watch-capability.ts';
import { splitList, type Assignment } from '../../../../src-shared/model/files/assignment.ts';
import { THERE_BEFORE } from '../../../../src-shared/model/folders/baseline-file.ts';
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  lateSightSentence,
  unreadableSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import type { Folder } from '../../../features/folders/folders.ts';
import {
  changeAssignment,
  newAssignment,
  readFileType,
  readVisibility,
  withAssignment,
  type AssignmentOptions,
} from '../file/assignment-options.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { collect, readCheckPolicy, readCount, readYesNo } from '../option-values.ts';
import type { Output } from '../output.ts';

interface RuleOptions extends AssignmentOptions {
  readonly exclude?: readonly string[];
  readonly settle?: number;
  readonly budget?: number;
  readonly approveEach?: boolean;
  readonly json?: boolean;
}

type NewFolderOptions = Omit<RuleOptions, 'label'> & {
  readonly label?: string | false;
  readonly onlyNew?: boolean;
};
type EditOptions = Omit<RuleOptions, 'budget'> & {
  readonly budget?: number | false;
  readonly takeEarlier?: boolean;
};

export function addFolderCommands(program: Command, context: CommandContext): void {
  const folder = program.command('folder').description('watched folders');

  withRules(folder.command('add <path>').description('watch a folder'))
    .option('--no-label', 'without labels for now: its files are held until it has one')
    .option('--only-new', 'leave out what lies in it now; take only files that come later')
    .action((path: string, { label, ...options }: NewFolderOptions) =>
      context.withAccount(options, async ({ folders, folderDefaults }, output) => {
        const usual = folderDefaults.get();
        const rules = {
          assignment: newAssignment({ ...options, ...labelOf(label) }),
          exclude: options.exclude ?? usual.exclude,
          settleSeconds: options.settle ?? usual.settleSeconds,
          budgetCredits: options.budget ?? null,
          approveEach: options.approveEach ?? false,
          onlyNew: options.onlyNew ?? false,
        };
        const added = valueOf(await folders.add(path, rules, context.signal));
        const late = folders.lateSightOf(added);
        output.json(folderDocument(added, late));
        output.line(`Watching ${added.path} as folder ${added.id}.`);
        if (added.assignment.labels === '') output.note(noLabelSentence(added.id));
        if (added.onlyNew) output.note(onlyNewSentence(added.id));
        if (late !== null) output.note(lateSightSentence(late));
        output.note('Nothing was uploaded yet. "labseal sync" shows the price first.');
        return EXIT.done;
      }),
    );

  folder
    .command('list')
    .description('all watched folders')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, ({ folders }, output) => {
        const all = folders.list();
        output.json({
          folders: all.map((each) => folderDocument(each, folders.lateSightOf(each))),
        });
        if (all.length === 0) {
          output.line('No folder is watched yet. Watch one with "labseal folder add PATH".');
        } else {
          output.table(
            ['id', 'folder', 'project', 'visibility', 'type', 'labels', 'check', 'trouble'],
            all.map(rowOf),
          );
          for (const each of all) {
            const late = folders.lateSightOf(each);
            if (late !== null) output.note(`Folder ${each.id}: ${lateSightSentence(late)}`);
          }
        }
        return Promise.resolve(EXIT.done);
      }),
    );

  withRules(folder.command('edit <id>').description('change the rules of a folder'))
    .option('--no-budget', 'no ceiling any more')
    .option('--take-earlier', 'take the files as well that "folder add --only-new" left out')
    .action((id: string, options: EditOptions) =>
      context.withAccount(options, async ({ folders }, output) => {
        const edited = valueOf(
          await folders.edit(
            id,
            (before) => ({
              assignment: changeAssignment(before.assignment, options),
              exclude: options.exclude ?? before.exclude,
              settleSeconds: options.settle ?? before.settleSeconds,
              budgetCredits: newBudget(options.budget, before.budgetCredits),
              approveEach: options.approveEach ?? before.approveEach,
            }),
            context.signal,
          ),
        );
        const shown = options.takeEarlier === true ? valueOf(folders.takeEarlier(id)) : edited;
        output.json(folderDocument(shown, folders.lateSightOf(shown)));
        output.line(`Folder ${edited.id} is changed. Files already notarized stay as they are.`);
        return EXIT.done;
      }),
    );

  folder
    .command('remove <id>')
    .description('stop watching a folder; its files and records stay')
    .option('--json', 'print one JSON document')
    .action((id: string, options: { json?: boolean }) =>
      context.withAccount(options, ({ folders }, output) => {
        const removed = valueOf(folders.remove(id));
        output.json(folderDocument(removed, null));
        output.line(
          `${removed.path} is not watched any more. Its files were not touched, and what is notarized stays notarized.`,
        );
        return Promise.resolve(EXIT.done);
      }),
    );

  folder
    .command('preview <path>')
    .description('dry run: which files would be notarized, and what that would cost at most')
    .option('--project <id>', 'accepted so that the line of "folder add" can be tried; not used')
    .option('--visibility <kind>', 'public or private', readVisibility, 'private')
    .option('--type <kind>', 'accepted like --project; not used', readFileType)
    .option('--label <list>', 'accepted like --project; not used')
    .option('--exclude <glob>', 'leave out what matches (gitignore syntax); repeatable', collect)
    .option('--only-new', 'leave out what lies in it now')
    .option('--settle <seconds>', 'accepted like --project; not used', readCount('--settle'))
    .option('--check <policy>', 'accepted like --project; not used', readCheckPolicy)
    .option('--budget <credits>', 'accepted like --project; not used', readCount('--budget'))
    .option('--json', 'print one JSON document, with every file')
    .action((path: string, options: PreviewOptions) =>
      context.withAccount(options, async ({ folders, folderDefaults }, output) => {
        const files: PreviewedFile[] = [];
        const exclude = options.exclude ?? folderDefaults.get().exclude;
        const rules = { exclude, visibility: options.visibility };
        const choice = { ...rules, onlyNew: options.onlyNew ?? false };
        const keep = (file: PreviewedFile) => files.push(file);
        const seen = valueOf(await folders.preview(path, choice, keep, context.signal));
        printPreview(seen, files, rules.visibility, output);
        return EXIT.done;
      }),
    );
}

interface PreviewOptions {
  readonly visibility: Assignment['visibility'];
  readonly exclude?: readonly string[];
  readonly onlyNew?: boolean;
  readonly json?: boolean;
}

function withRules(command: Command): Command {
  return withAssignment(command)
    .option('--exclude <glob>', 'leave out what matches (gitignore syntax); repeatable', collect)
    .option('--settle <seconds>', 'how long a file must stand still', readCount('--settle'))
    .option('--budget <credits>', 'credits this folder may spend', readCount('--budget'))
    .option(
      '--approve-each <yes|no>',
      'yes: every new file waits for "file approve"',
      readYesNo('--approve-each'),
    )
    .option('--json', 'print one JSON document');
}

/** Without an option the label is missing; with --no-label there shall be none yet. */
function labelOf(label: string | false | undefined): { readonly label?: string } {
  if (label === undefined) return {};
  return { label: label === false ? '' : label };
}

function noLabelSentence(folderId: number): string {
  return `Its files are held until it has a label: "labseal folder edit ${folderId} --label a,b".`;
}

function onlyNewSentence(folderId: number): string {
  return `Files that are there now are left out. Take them later with "labseal folder edit ${folderId} --take-earlier", or one by one with "labseal file include FILE".`;
}

function newBudget(asked: number | false | undefined, before: number | null): number | null {
  if (asked === false) return null;
  return asked ?? before;
}

function rowOf({ id, path, assignment, trouble }: Folder): readonly string[] {
  const { projectId, visibility, fileType, labels } = assignment;
  const how = [visibility, fileType, labels, checkText(assignment)];
  return [String(id), path, projectId, ...how, trouble ?? ''];
}

function checkText({ checkPolicy }: Assignment): string {
  return typeof checkPolicy === 'string' ? checkPolicy : `up to ${byteText(checkPolicy.upToBytes)}`;
}

function folderDocument(folder: Folder, late: LateSight | null) {
  const { assignment } = folder;
  return {
    id: String(folder.id),
    path: folder.path,
    projectId: assignment.projectId,
    visibility: assignment.visibility,
    type: assignment.fileType,
    labels: [...splitList(assignment.labels)],
    check: checkText(assignment),
    exclude: folder.exclude,
    settleSeconds: folder.settleSeconds,
    budgetCredits: folder.budgetCredits,
    approveEach: folder.approveEach,
    onlyNew: folder.onlyNew,
    trouble: folder.trouble,
    lateSight: late?.kind ?? null,
  };
}

function printPreview(
  {
    path: folder,
    lateSight: late,
  }: { readonly path: string; readonly lateSight: LateSight | null },
  files: readonly PreviewedFile[],
  visibility: Assignment['visibility'],
  output: Output,
): void {
  const wanted = files.filter((file) => file.reason === null);
  const bytes = wanted.reduce((sum, file) => sum + file.sizeBytes, 0);
  const credits = wanted.reduce((sum, file) => sum + file.credits, 0);
  output.json({
    path: folder,
    visibility,
    files: wanted.length,
    bytes,
    credits,
    leftOut: files.length - wanted.length,
    lateSight: late?.kind ?? null,
    list: files.map((file) => ({ ...file, reason: file.reason && reasonText(file.reason) })),
  });
  output.line(
    `${folder}: ${counted(wanted.length, 'file', 'files')}, ${byteText(bytes)} would be notarized as ${visibility} files.`,
  );
  output.line(
    `Price: at most ${counted(credits, 'credit', 'credits')}. Files with the same content are paid for once, and content already on the platform not at all.`,
  );
  for (const [text, count] of countReasons(files)) {
    output.line(`Left out: ${counted(count, 'entry', 'entries')} – ${text}`);
  }
  if (late !== null) output.note(lateSightSentence(late));
  output.note('Nothing was sent and nothing was kept.');
}

function countReasons(files: readonly PreviewedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of files) {
    if (reason === null) continue;
    const text = reasonText(reason);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function reasonText(reason: PreviewReason): string {
  switch (reason.kind) {
    case 'ignored':
      return ignoredSentence(reason.rule);
    case 'there-before':
      return ignoredSentence(THERE_BEFORE);
    case 'too-large':
      return 'The service accepts files up to 2.5 GB.';
    case 'not-a-file':
      return ignoredSentence(reason.what);
    case 'unreadable':
      return unreadableSentence(reason.errno);
    default:
      return assertNever(reason);
  }
}
