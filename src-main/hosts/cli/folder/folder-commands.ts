/** `labseal folder …`: which folders are watched, and by which rules. */
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import type { FolderView } from '../../../../src-shared/bridge/folder-calls.ts';
import { splitList } from '../../../../src-shared/model/files/assignment.ts';
import {
  ASKED_AFTER_LOSS,
  CHECK_SENTENCES,
  CHECK_TEXTS,
} from '../../../../src-shared/model/words/en/checks.ts';
import { counted, creditText } from '../../../../src-shared/model/words/en/figures.ts';
import {
  ignoredSentence,
  watchLimitSentence,
} from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import { DRIVE_ERRNO } from '../../../../src-shared/model/files/read-trouble.ts';
import type { PreviewReason } from '../../../../src-shared/model/folders/folder-preview.ts';
import {
  POLL_SECONDS,
  WATCH_MODES,
  type WatchMode,
  LABSEAL_DATA,
} from '../../../../src-shared/model/folders/folder-rules.ts';
import { folderTroubles } from '../../../../src-shared/model/words/en/health.ts';
import {
  assignmentChanges,
  newAssignment,
  withAssignment,
  type AssignmentOptions,
} from '../file/assignment-options.ts';
import type { Application } from '../application.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import {
  collect,
  readCount,
  readOneOf,
  readSome,
  readSettleSeconds,
  readYesNo,
} from '../option-values.ts';
import type { Fact, Output } from '../output.ts';
import { folderIdOf, folderNamed, isAbsent, projectNames } from '../subjects.ts';
import { filesOfFolder, takeEarlierFiles } from '../file/file-approve-commands.ts';
import { addPreviewCommand } from './folder-preview-command.ts';

interface RuleOptions extends AssignmentOptions {
  readonly exclude?: readonly string[];
  readonly settle?: number;
  readonly budget?: number;
  readonly approveEach?: boolean;
  readonly watch?: WatchMode;
  readonly pollSeconds?: number;
}

type NewFolderOptions = Omit<RuleOptions, 'label'> & {
  readonly label?: string | false;
  readonly onlyNew?: boolean;
};
type EditOptions = Omit<RuleOptions, 'budget' | 'exclude'> & {
  readonly budget?: number | false;
  /** False: nothing is left out any more. */
  readonly exclude?: readonly string[] | false;
  /** True: all of them. */
  readonly takeEarlier?: true | readonly string[];
  readonly json?: boolean;
};

export function addFolderCommands(program: AnsweringCommand): void {
  const folder = program.command('folder').description('watched folders');

  withRules(folder.command('add <path>').description('watch a folder'), { isNew: true })
    .option('--no-label', 'instead of --label: its files are held until it has one')
    .option('--only-new', 'leave out what lies in it now; take only files that come later')
    .answers(
      async (application, output, named: string, { label, ...options }: NewFolderOptions) => {
        const { call, isElsewhere } = application;
        const place = path.resolve(named);
        if (isAbsent(place)) throw new CommandFault({ kind: 'no-such-folder', path: place });
        const usual = await call('settings.watching', {});
        const assignment = newAssignment({ ...options, ...labelOf(label) });
        const { watch = usual.watching.mode, pollSeconds = usual.watching.pollSeconds } = options;
        const rules = {
          assignment,
          exclude: options.exclude ?? usual.exclude,
          settleSeconds: options.settle ?? usual.settleSeconds,
          budgetCredits: options.budget ?? null,
          approveEach: options.approveEach ?? false,
          watching: { mode: watch, pollSeconds },
        };
        const onlyNew = options.onlyNew ?? false;
        const added = await call('folders.add', { path: place, rules, onlyNew });
        output.line(`Watching ${added.path} as folder ${added.id}.`);
        const { examples, reasons } = await call('folders.preview', {
          path: added.path,
          exclude: added.exclude,
          visibility: 'private',
          checkPolicy: 'never',
          onlyNew: true,
        });
        const labsealData = examples.filter(({ reason }) => isLabsealData(reason));
        const paths = labsealData.map((file) => file.path);
        output.json({ ...folderDocument(added), labsealData: paths });
        const all = reasons.find(({ reason }) => isLabsealData(reason))?.entries ?? 0;
        noteLabsealData(paths, all, output);
        if (added.assignment.labels === '') output.note(noLabelSentence(added.id));
        if (added.onlyNew) output.aside(onlyNewSentence(added.id));
        noteLateSight(added, output);
        await noteCheck(added, call, output);
        output.aside(nextSentence(added, isElsewhere));
        return EXIT.done;
      },
    );

  folder
    .command('list')
    .description('all watched folders')
    .answers(async (application, output) => {
      const all = await application.call('folders.list', {});
      const nameOf = await projectNames(application);
      output.json({ folders: all.map(folderDocument) });
      if (all.length === 0) {
        output.line('No folder is watched yet. Watch one with "labseal folder add PATH".');
      } else {
        output.table(
          ['id', 'folder', 'project', 'visibility', 'type', 'labels', 'check', 'watch', 'trouble'],
          all.map((each) => rowOf(each, nameOf)),
        );
        noteChecks(all, output);
        for (const each of all) {
          noteLateSight(each, output, `Folder ${each.id}: `);
          noteDrives(each, output);
        }
      }
      return EXIT.done;
    });

  folder
    .command('show <folder>')
    .description('the rules of a folder, by its number or its path')
    .answers(async (application, output, named: string) => {
      const folderId = await folderIdOf(named, application);
      const all = await application.call('folders.list', {});
      const shown = all.find(({ id }) => id === folderId);
      if (shown === undefined) throw new CommandFault({ kind: 'unknown-folder', folderId });
      const nameOf = await projectNames(application);
      output.json(folderDocument(shown));
      output.facts(rulesOf(shown, nameOf));
      noteLateSight(shown, output);
      noteDrives(shown, output);
      return EXIT.done;
    });

  withRules(
    folder
      .command('edit <folder>')
      .description('change the rules of a folder, by its number or its path'),
    { isNew: false },
  )
    .option('--no-budget', 'remove the budget')
    .option('--no-exclude', 'leave out nothing any more')
    .option(
      '--take-earlier [file...]',
      'take what "folder add --only-new" left out as well: these files, or all of them',
    )
    .answersAbout(
      (named: string, options: EditOptions) => {
        if (Object.keys(options).some((name) => name !== 'json')) return folderNamed(named);
        throw new UsageError(
          'Say what to change, for example --label a,b; "--help" shows all options.',
        );
      },
      async (application, output, named, _named, options: EditOptions) => {
        const { call } = application;
        const { exclude, budget, watch, pollSeconds, takeEarlier } = options;
        // Before anything is changed: a mistyped name must not leave half of what was asked for behind.
        const earlierIds =
          typeof takeEarlier === 'object'
            ? await filesOfFolder(takeEarlier, await folderIdOf(named, application), application)
            : [];
        const edited = await call('folders.edit', {
          folder: named,
          rules: {
            assignment: assignmentChanges(options),
            exclude: exclude === false ? [] : exclude,
            settleSeconds: options.settle,
            budgetCredits: budget === false ? null : budget,
            approveEach: options.approveEach,
            watching: { mode: watch, pollSeconds },
          },
        });
        const shown =
          takeEarlier === true ? await call('folders.takeEarlier', { folder: edited.id }) : edited;
        const included =
          typeof takeEarlier === 'object'
            ? { included: await takeEarlierFiles(earlierIds, application, output) }
            : {};
        output.json({ ...folderDocument(shown), ...included });
        output.line(`Folder ${shown.id} is changed. Files already notarized stay as they are.`);
        if (options.check !== undefined) await noteCheck(shown, call, output);
        if (watch !== undefined || pollSeconds !== undefined) noteLateSight(shown, output);
        return EXIT.done;
      },
    );

  folder
    .command('moved <folder> <path>')
    .description('say where a folder lies now that was moved, by its number or its old path')
    .answers(async ({ call }, output, named: string, place: string) => {
      const there = await call('folders.relocate', {
        folder: folderNamed(named),
        path: path.resolve(place),
      });
      return output.answer(
        folderDocument(there),
        `Folder ${there.id} lies in ${there.path} now. Its files keep their history; what is known there is not charged again.`,
      );
    });

  folder
    .command('accept <folder>')
    .description('use the drives that are in a folder now, by its number or its path')
    .answers(async ({ call }, output, named: string) => {
      const taken = await call('folders.acceptDrives', { folder: folderNamed(named) });
      return output.answer(
        folderDocument(taken),
        taken.accepted === 0
          ? `Nothing was to be accepted: the drives of ${taken.path} are those with its files.`
          : `${taken.path} is used as it is now. From the next scan on, files that are not there count as missing, and new ones are queued with their price.`,
      );
    });

  folder
    .command('remove <folder>')
    .description('stop watching a folder, by its number or its path; its files and records stay')
    .answers(async ({ call }, output, named: string) => {
      const removed = await call('folders.remove', { folder: folderNamed(named) });
      return output.answer(
        folderDocument(removed),
        `${removed.path} is not watched any more. Its files were not touched, and what is notarized stays notarized.`,
      );
    });

  addPreviewCommand(folder);
}

function withRules(command: AnsweringCommand, how: { readonly isNew: boolean }): AnsweringCommand {
  return withAssignment(command, how)
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
      readWatchMode,
    )
    .option(
      '--poll-seconds <seconds>',
      'interval of --watch poll, and of auto on a network drive or without enough watches',
      readPollSeconds,
    );
}

const CHOSEN_BY_AUTO = 'auto chooses it where it works.';
const readWatchMode = readOneOf('--watch', WATCH_MODES, {
  native: CHOSEN_BY_AUTO,
  chokidar: CHOSEN_BY_AUTO,
});

const readPollSeconds = readSome('--poll-seconds', 'seconds', POLL_SECONDS);

function noteLateSight({ watchLimit }: FolderView, output: Output, prefix = ''): void {
  if (watchLimit !== null) output.note(`${prefix}${watchLimitSentence(watchLimit)}`);
}

function noteDrives({ id, path: root, drives }: FolderView, output: Output): void {
  for (const { path: inner, trouble } of drives) {
    output.note(`Folder ${id}: ${root}/${inner} – ${unreadableSentence(DRIVE_ERRNO[trouble])}`);
  }
}

function isLabsealData(reason: PreviewReason | null): boolean {
  return reason?.kind === 'ignored' && reason.rule === LABSEAL_DATA;
}

const MOST_NAMED = 5;

/** What of the folder is never uploaded, whatever its rules say. */
function noteLabsealData(paths: readonly string[], all: number, output: Output): void {
  const named = paths.slice(0, MOST_NAMED);
  for (const each of named) output.note(`Left out: ${each} – ${ignoredSentence(LABSEAL_DATA)}`);
  const others = all - named.length;
  if (others > 0)
    output.note(`Left out for the same reason: ${counted(others, 'other', 'others')}.`);
}

/** What each choice in the table means that is not the usual one. */
function noteChecks(all: readonly FolderView[], output: Output): void {
  for (const policy of new Set(all.map(({ assignment }) => assignment.checkPolicy))) {
    const sentence = CHECK_SENTENCES[policy];
    if (sentence !== null) output.note(`Check ${CHECK_TEXTS[policy]}: ${sentence}`);
  }
}

/** What becomes of its files now. */
function nextSentence(
  { budgetCredits, approveEach }: Pick<FolderView, 'budgetCredits' | 'approveEach'>,
  isElsewhere: boolean,
): string {
  if (budgetCredits === null || approveEach) {
    return isElsewhere
      ? 'The running Labseal looks at its files. Nothing is sent before you approve the price.'
      : 'Nothing was uploaded yet. "labseal sync" shows the price first.';
  }
  const budget = `for at most ${creditText(budgetCredits)} in all`;
  return isElsewhere
    ? `The running Labseal looks at its files and sends them, ${budget}.`
    : `Nothing was uploaded yet. "labseal sync" sends its files without asking, ${budget}.`;
}

/** What is sent before the price, or may be charged again. */
async function noteCheck(
  { assignment: { checkPolicy } }: FolderView,
  call: Application['call'],
  output: Output,
): Promise<void> {
  const sentence = CHECK_SENTENCES[checkPolicy];
  if (sentence !== null) output.note(sentence);
  if (checkPolicy !== 'never') return;
  const { account } = await call('status.read', {});
  if (account?.isHistoryIncomplete === true) output.note(ASKED_AFTER_LOSS);
}

/** Without an option the label is missing; with --no-label there shall be none yet. */
function labelOf(label: string | false | undefined): { readonly label?: string } {
  if (label === undefined) return {};
  return { label: label === false ? '' : label };
}

function noLabelSentence(folderId: string): string {
  return `Its files are held until it has a label: "labseal folder edit ${folderId} --label a,b".`;
}

function onlyNewSentence(folderId: string): string {
  return `Files that are there now are left out. Take them later with "labseal folder edit ${folderId} --take-earlier", and single ones with their names behind it.`;
}

function rowOf(folder: FolderView, nameOf: (projectId: string) => string): readonly string[] {
  const { id, path: place, assignment, trouble } = folder;
  const { projectId, visibility, fileType, labels } = assignment;
  const check = CHECK_TEXTS[assignment.checkPolicy];
  const how = [visibility, fileType, labels, check, watchText(folder)];
  const wrong = trouble === null ? '' : folderTroubles[trouble];
  return [id, place, nameOf(projectId), ...how, wrong];
}

/** All that "folder add" and "folder edit" set. */
function rulesOf(folder: FolderView, nameOf: (projectId: string) => string): readonly Fact[] {
  const { assignment, exclude, settleSeconds, budgetCredits, watching, trouble } = folder;
  const { projectId, visibility, fileType, labels, checkPolicy } = assignment;
  return [
    ['Folder', folder.path],
    ['Id', folder.id],
    ['Project', nameOf(projectId)],
    ['Visibility', visibility],
    ['Type', fileType],
    ['Labels', labels === '' ? 'none' : labels],
    ['Procedure', assignment.procedureDescription],
    ['Procedure files', assignment.linkToProcedure],
    ['Primary files', assignment.primaryData],
    ['Check', CHECK_TEXTS[checkPolicy]],
    ['Exclude', exclude.length === 0 ? 'nothing' : exclude.join('  ')],
    [
      'Settle',
      settleSeconds === null ? 'automatic, longer for larger files' : `${settleSeconds} s`,
    ],
    ['Budget', budgetCredits === null ? 'none' : creditText(budgetCredits)],
    ['Approve each', folder.approveEach ? 'yes' : 'no'],
    ['Only new', folder.onlyNew ? 'yes' : 'no'],
    ['Watch', `${watchText(folder)}, polled every ${watching.pollSeconds} s where it is polled`],
    ['Trouble', trouble === null ? null : folderTroubles[trouble]],
  ];
}

/** A folder that is watched automatically may be polled all the same. */
function watchText({ watching: { mode }, watchedBy }: FolderView): string {
  return mode === 'auto' && watchedBy === 'poll' ? 'auto (poll)' : mode;
}

function folderDocument(folder: FolderView) {
  const { assignment, watching } = folder;
  return {
    id: folder.id,
    path: folder.path,
    projectId: assignment.projectId,
    visibility: assignment.visibility,
    type: assignment.fileType,
    labels: [...splitList(assignment.labels)],
    procedure: assignment.procedureDescription,
    procedureFiles: [...splitList(assignment.linkToProcedure ?? '')],
    primaryFiles: [...splitList(assignment.primaryData ?? '')],
    check: assignment.checkPolicy,
    exclude: folder.exclude,
    settleSeconds: folder.settleSeconds,
    budgetCredits: folder.budgetCredits,
    approveEach: folder.approveEach,
    onlyNew: folder.onlyNew,
    watch: watching.mode,
    watchedBy: folder.watchedBy,
    pollSeconds: watching.pollSeconds,
    trouble: folder.trouble,
    drives: folder.drives,
    watchLimit: folder.watchLimit?.kind ?? null,
  };
}
