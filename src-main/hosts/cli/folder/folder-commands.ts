/** `labseal folder …`: which folders are watched, and by which rules. */
import type { Command } from 'commander';
import { splitList } from '../../../../src-shared/model/files/assignment.ts';
import {
  CHECKED_AFTER_LOSS,
  checkSentence,
  checkText,
} from '../../../../src-shared/model/words/en/checks.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  watchLimitSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/read-troubles.ts';
import { DRIVE_ERRNO } from '../../../../src-shared/model/folders/drive-trouble.ts';
import { LABSEAL_DATA } from '../../../../src-shared/model/folders/labseal-data.ts';
import {
  POLL_SECONDS,
  WATCH_MODES,
  type WatchMode,
  type Watching,
} from '../../../../src-shared/model/folders/folder-rules.ts';
import { folderTroubles } from '../../../../src-shared/model/words/en/health.ts';
import type { Account } from '../../../app/account.ts';
import type { Folder, Folders } from '../../../features/folders/folders.ts';
import {
  changeAssignment,
  newAssignment,
  withAssignment,
  type AssignmentOptions,
} from '../file/assignment-options.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import {
  collect,
  readCount,
  readOneOf,
  readSome,
  readSettleSeconds,
  readYesNo,
} from '../option-values.ts';
import type { Output } from '../output.ts';
import { chosenCheck } from './ask-check.ts';
import { addPreviewCommand } from './folder-preview-command.ts';

interface RuleOptions extends AssignmentOptions {
  readonly exclude?: readonly string[];
  readonly settle?: number;
  readonly budget?: number;
  readonly approveEach?: boolean;
  readonly watch?: WatchMode;
  readonly pollSeconds?: number;
  readonly json?: boolean;
}

type NewFolderOptions = Omit<RuleOptions, 'label'> & {
  readonly label?: string | false;
  readonly onlyNew?: boolean;
};
type EditOptions = Omit<RuleOptions, 'budget' | 'exclude'> & {
  readonly budget?: number | false;
  /** False: nothing is left out any more. */
  readonly exclude?: readonly string[] | false;
  readonly takeEarlier?: boolean;
};

export function addFolderCommands(program: Command, context: CommandContext): void {
  const folder = program.command('folder').description('watched folders');

  withRules(folder.command('add <path>').description('watch a folder'))
    .option('--no-label', 'without labels for now: its files are held until it has one')
    .option('--only-new', 'leave out what lies in it now; take only files that come later')
    .action((path: string, { label, ...options }: NewFolderOptions) =>
      context.withAccount(options, async (account, output) => {
        const { folders, folderDefaults } = account;
        const usual = folderDefaults.get();
        const assignment = newAssignment({ ...options, ...labelOf(label) });
        const rules = {
          assignment,
          exclude: options.exclude ?? usual.exclude,
          settleSeconds: options.settle ?? usual.settleSeconds,
          budgetCredits: options.budget ?? null,
          approveEach: options.approveEach ?? false,
          watching: changeWatching(usual.watching, options),
        };
        const { signal } = context;
        const mayBe = () => folders.mayAdd(path, rules, signal);
        const check = await chosenCheck(options, mayBe, output, context);
        const added = valueOf(
          await folders.add(
            path,
            {
              ...rules,
              assignment: check === null ? assignment : { ...assignment, checkPolicy: check },
              isCheckChosen: check !== null,
              onlyNew: options.onlyNew ?? false,
            },
            signal,
          ),
        );
        output.line(`Watching ${added.path} as folder ${added.id}.`);
        const labsealData = await folders.labsealDataIn(added, signal);
        output.json({ ...folderDocument(added, folders), labsealData });
        noteLabsealData(labsealData, output);
        if (added.assignment.labels === '') output.note(noLabelSentence(added.id));
        if (added.onlyNew) output.aside(onlyNewSentence(added.id));
        noteLateSight(added, folders, output);
        noteCheck(added, account, output);
        output.aside('Nothing was uploaded yet. "labseal sync" shows the price first.');
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
        output.json({ folders: all.map((each) => folderDocument(each, folders)) });
        if (all.length === 0) {
          output.line('No folder is watched yet. Watch one with "labseal folder add PATH".');
        } else {
          output.table(
            [
              'id',
              'folder',
              'project',
              'visibility',
              'type',
              'labels',
              'check',
              'watch',
              'trouble',
            ],
            all.map((each) => rowOf(each, folders)),
          );
          noteChecks(all, output);
          for (const each of all) {
            noteLateSight(each, folders, output, `Folder ${each.id}: `);
            noteDrives(each, folders, output);
          }
        }
        return Promise.resolve(EXIT.done);
      }),
    );

  withRules(
    folder
      .command('edit <folder>')
      .description('change the rules of a folder, by its number or its path'),
  )
    .option('--no-budget', 'no ceiling any more')
    .option('--no-exclude', 'leave out nothing any more')
    .option('--take-earlier', 'take the files as well that "folder add --only-new" left out')
    .action((id: string, options: EditOptions) => {
      if (Object.keys(options).every((name) => name === 'json')) {
        throw new UsageError(
          'Say what to change, for example --label a,b; "--help" shows all options.',
        );
      }
      return context.withAccount(options, async (account, output) => {
        const { folders } = account;
        const edited = valueOf(
          await folders.edit(
            id,
            (before) => ({
              assignment: changeAssignment(before.assignment, options),
              isCheckChosen: options.check !== undefined,
              exclude: options.exclude === false ? [] : (options.exclude ?? before.exclude),
              settleSeconds: options.settle ?? before.settleSeconds,
              budgetCredits: newBudget(options.budget, before.budgetCredits),
              approveEach: options.approveEach ?? before.approveEach,
              watching: changeWatching(before.watching, options),
            }),
            context.signal,
          ),
        );
        const shown = options.takeEarlier === true ? valueOf(folders.takeEarlier(id)) : edited;
        output.json(folderDocument(shown, folders));
        output.line(`Folder ${edited.id} is changed. Files already notarized stay as they are.`);
        if (options.check !== undefined) noteCheck(shown, account, output);
        if (options.watch !== undefined || options.pollSeconds !== undefined) {
          noteLateSight(shown, folders, output);
        }
        return EXIT.done;
      });
    });

  folder
    .command('accept <folder>')
    .description('use the drives that are in a folder now, by its number or its path')
    .option('--json', 'print one JSON document')
    .action((id: string, options: { json?: boolean }) =>
      context.withAccount(options, async ({ folders }, output) => {
        const { folder: taken, drives } = valueOf(await folders.acceptDrives(id, context.signal));
        output.json(folderDocument(taken, folders));
        output.line(
          drives === 0
            ? `Nothing was to be accepted: the drives of ${taken.path} are those with its files.`
            : `${taken.path} is used as it is now. From the next scan on, files that are not there count as missing, and new ones are queued with their price.`,
        );
        return EXIT.done;
      }),
    );

  folder
    .command('remove <folder>')
    .description('stop watching a folder, by its number or its path; its files and records stay')
    .option('--json', 'print one JSON document')
    .action((id: string, options: { json?: boolean }) =>
      context.withAccount(options, ({ folders }, output) => {
        const removed = valueOf(folders.remove(id));
        output.json(folderDocument(removed, folders));
        output.line(
          `${removed.path} is not watched any more. Its files were not touched, and what is notarized stays notarized.`,
        );
        return Promise.resolve(EXIT.done);
      }),
    );

  addPreviewCommand(folder, context);
}

function withRules(command: Command): Command {
  return withAssignment(command)
    .option('--exclude <glob>', 'leave out what matches (gitignore syntax); repeatable', collect)
    .option('--settle <seconds>', 'how long a file must stand still', readSettleSeconds)
    .option('--budget <credits>', 'credits this folder may spend', readCount('--budget'))
    .option(
      '--approve-each <yes|no>',
      'yes: every new file waits for "file approve"',
      readYesNo('--approve-each'),
    )
    .option(
      `--watch <${WATCH_MODES.join('|')}>`,
      'how changes are detected: auto chooses for the drive, poll checks at an interval',
      readOneOf('--watch', WATCH_MODES),
    )
    .option(
      '--poll-seconds <seconds>',
      'interval of --watch poll, and of auto on a network drive or without enough watches',
      readPollSeconds,
    )
    .option('--json', 'print one JSON document');
}

const readPollSeconds = readSome('--poll-seconds', 'seconds', POLL_SECONDS);

function changeWatching(
  before: Watching,
  {
    watch = before.mode,
    pollSeconds = before.pollSeconds,
  }: Pick<RuleOptions, 'watch' | 'pollSeconds'>,
): Watching {
  return { mode: watch, pollSeconds };
}

function noteLateSight(folder: Folder, folders: Folders, output: Output, prefix = ''): void {
  const late = folders.watchLimitOf(folder);
  if (late !== null) output.note(`${prefix}${watchLimitSentence(late)}`);
}

function noteDrives({ id, path }: Folder, folders: Folders, output: Output): void {
  for (const { path: inner, trouble } of folders.troubledDrivesOf(id)) {
    output.note(`Folder ${id}: ${path}/${inner} – ${unreadableSentence(DRIVE_ERRNO[trouble])}`);
  }
}

const MOST_NAMED = 5;

/** What of the folder is never uploaded, whatever its rules say. */
function noteLabsealData(paths: readonly string[], output: Output): void {
  for (const path of paths.slice(0, MOST_NAMED)) {
    output.note(`Left out: ${path} – ${ignoredSentence(LABSEAL_DATA)}`);
  }
  const others = paths.length - MOST_NAMED;
  if (others > 0)
    output.note(`Left out for the same reason: ${counted(others, 'other', 'others')}.`);
}

/** What each duplicate check in the table uploads and costs. */
function noteChecks(all: readonly Folder[], output: Output): void {
  const sentences = all.map(({ assignment: { checkPolicy } }) => {
    return `Check ${checkText(checkPolicy)}: ${checkSentence(checkPolicy)}`;
  });
  for (const sentence of new Set(sentences)) output.note(sentence);
}

/** What the duplicate check of the folder uploads, and what it may cost not to check. */
function noteCheck(folder: Folder, account: Account, output: Output): void {
  const { checkPolicy } = folder.assignment;
  output.note(checkSentence(checkPolicy));
  if (checkPolicy !== 'always' && account.status().isHistoryIncomplete) {
    output.note(CHECKED_AFTER_LOSS);
  }
  if (folder.checkChosenAtMs !== null) return;
  output.note(
    `Nobody chose this: change it with "labseal folder edit ${folder.id} --check always|SIZE|never".`,
  );
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

function rowOf(folder: Folder, folders: Folders): readonly string[] {
  const { id, path, assignment, trouble } = folder;
  const { projectId, visibility, fileType, labels } = assignment;
  const check = `${checkText(assignment.checkPolicy)}${folder.checkChosenAtMs === null ? ' (default)' : ''}`;
  const how = [visibility, fileType, labels, check, watchText(folder, folders)];
  const wrong = trouble === null ? '' : folderTroubles[trouble];
  return [String(id), path, projectId, ...how, wrong];
}

/** Of an automatic choice, what was chosen. */
function watchText(folder: Folder, folders: Folders): string {
  const { mode } = folder.watching;
  return mode === 'auto' ? `auto (${folders.watchSourceOf(folder)})` : mode;
}

function folderDocument(folder: Folder, folders: Folders) {
  const { assignment } = folder;
  return {
    id: String(folder.id),
    path: folder.path,
    projectId: assignment.projectId,
    visibility: assignment.visibility,
    type: assignment.fileType,
    labels: [...splitList(assignment.labels)],
    check: checkText(assignment.checkPolicy),
    isCheckChosen: folder.checkChosenAtMs !== null,
    exclude: folder.exclude,
    settleSeconds: folder.settleSeconds,
    budgetCredits: folder.budgetCredits,
    approveEach: folder.approveEach,
    onlyNew: folder.onlyNew,
    watch: folder.watching.mode,
    watchedBy: folders.watchSourceOf(folder),
    pollSeconds: folder.watching.pollSeconds,
    trouble: folder.trouble,
    drives: folders.troubledDrivesOf(folder.id),
    watchLimit: folders.watchLimitOf(folder)?.kind ?? null,
  };
}
