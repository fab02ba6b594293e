/** `labseal file …`: single files, what is known about them and why. */
import path from 'node:path';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import type { AnsweringCommand } from '../answering-command.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { LABSEAL_DATA } from '../../../../src-shared/model/folders/folder-rules.ts';
import {
  type HelpTopic,
  STATE_TOPICS,
  topicOfState,
} from '../../../../src-shared/model/text/guide-topics.ts';
import {
  byteText,
  integer,
  momentText,
  proofMomentAlone,
} from '../../../../src-shared/model/words/en/figures.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { splitList } from '../../../../src-shared/model/files/assignment.ts';
import type { ShownProof } from '../../../../src-shared/bridge/certificate-calls.ts';
import type { Application } from '../application.ts';
import { folderTroubles } from '../../../../src-shared/model/words/en/health.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';
import { ignoredSentence } from '../../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import { fileStateLabel } from '../../../../src-shared/model/words/en/waits.ts';
import {
  MOST_NAMED_FILES,
  type FileExplanation,
  type SinceLastLook,
} from '../../../../src-shared/bridge/file-calls.ts';
import {
  addApproveCommand,
  addUnapproveCommand,
  addFileIncludeCommand,
  addKeepVersionCommand,
} from './file-approve-commands.ts';
import { newAssignment, withAssignment, type AssignmentOptions } from './assignment-options.ts';
import { CommandFault, EXIT, exitCodeOf, UsageError } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { addFileDeleteCommand, addFileDownloadCommand } from './file-content-commands.ts';
import { addFormerProcedureCommand } from '../lineage/lineage-procedure-command.ts';
import { addFormerRulesCommand } from '../lineage/lineage-rules-command.ts';
import { addFileResolveCommand } from './file-resolve-command.ts';
import { addFileListCommand, addFileNoun } from './file-list-command.ts';
import { readCount } from '../option-values.ts';
import type { Fact, Output } from '../output.ts';
import { filePathOf, isAbsent, knownFile, projectNames } from '../subjects.ts';
import { MAX_CREDITS_HELP, runPass, type SpendOptions } from '../sync/sync-command.ts';
import { fileDocument } from './file-document.ts';

export function addFileCommands(program: AnsweringCommand): void {
  const file = addFileNoun(program);
  addFileListCommand(file);

  file
    .command('show <file>')
    .description('everything about one file: its number, its id on the service, or its path')
    .answers(async (application, output, asked: string) => {
      const view = await knownFile(asked, application);
      const proof = await proofOf(view, application);
      const folders = await application.call('folders.list', {});
      const folder = folders.find(({ id }) => id === view.folderId)?.path ?? null;
      output.json({
        id: view.id,
        ...fileDocument(view),
        folder,
        labels: [...splitList(view.assignment.labels)],
        notarized:
          proof === null
            ? null
            : {
                at: isoFromMs(proof.provenAtMs),
                size: proof.sizeBytes,
                blake3: proof.blake3,
                sha256: proof.sha256,
              },
      });
      printFile({ view, proof, folder }, await projectNames(application), output);
      return EXIT.done;
    });

  file
    .command('explain <file>')
    .description(
      'why is this file not notarized yet? Its path, its number or its id on the service',
    )
    .answers(async (application, output, asked: string) => {
      const at = await filePathOf(asked, application);
      const explanation = await application.call('files.explain', { path: at });
      const sentence = explain(explanation, application.isElsewhere);
      const { file: view, folderId, ignoredBy } = explanation;
      if (explanation.disk === 'absent' && view === null) {
        throw new CommandFault(
          { kind: 'unknown-file', asked },
          `There is no file ${printablePath(at)}, and Labseal knows of none. Check the path.`,
        );
      }
      output.json({
        path: explanation.path,
        folderId,
        ignoredBy,
        state: view?.state ?? null,
        hold: view?.hold ?? null,
        since: explanation.since,
        message: sentence,
      });
      output.line(printablePath(explanation.path));
      output.line(`  ${sentence}`);
      output.more(topicOfExplanation(explanation));
      return EXIT.done;
    });

  addApproveCommand(file);
  addUnapproveCommand(file);
  addKeepVersionCommand(file);
  addFileDeleteCommand(file);
  addFileDownloadCommand(file);
  addFileResolveCommand(file);
  addFileIncludeCommand(file);
  addFormerProcedureCommand(file);
  addFormerRulesCommand(file);
  notarizes(file.command('upload <path...>').description(UPLOADS));
}

const UPLOADS = 'notarize single files now: once you approve the price they are uploaded';

/** `labseal notarize`: as `file upload`. */
export function addNotarizeCommand(program: AnsweringCommand): void {
  notarizes(program.command('notarize <path...>').description(UPLOADS));
}

function notarizes(command: AnsweringCommand): void {
  withAssignment(command, { isNew: true })
    .option('--yes', 'agree to the whole price')
    .option('--max-credits <n>', MAX_CREDITS_HELP, readCount('--max-credits'))
    .answers(
      async (application, output, named: string[], options: AssignmentOptions & SpendOptions) => {
        const { ask } = application;
        if (named.length > MOST_NAMED_FILES) {
          throw new UsageError(`Name at most ${integer(MOST_NAMED_FILES)} files at once.`);
        }
        const paths = named.map((each) => path.resolve(each));
        const absent = paths.find(isAbsent);
        if (absent !== undefined) {
          throw new CommandFault({ kind: 'cannot-pick', pick: { path: absent, why: 'absent' } });
        }
        const picked = await ask('files.pick', { paths, assignment: newAssignment(options) });
        if (!picked.ok) {
          const isAway = exitCodeOf(picked.fault) === EXIT.unreachable;
          const again = `${coreFaultSentence(picked.fault)} Nothing was queued or agreed to: repeat the command then.`;
          throw new CommandFault(picked.fault, isAway ? again : null);
        }
        const only = { fileIds: picked.value };
        const nameOf = await projectNames(application);
        return runPass(application, only, options, output, (file) => notSentNote(file, nameOf));
      },
    );
}

type ProjectNames = Awaited<ReturnType<typeof projectNames>>;

/** What is known of the record that the file shows; null: it shows none. */
async function proofOf({ fileId }: FileView, { ask }: Application): Promise<ShownProof | null> {
  if (fileId === null) return null;
  const shown = await ask('certificates.show', { fileId });
  return shown.ok ? shown.value : null;
}

interface ShownFile {
  readonly view: FileView;
  readonly proof: ShownProof | null;
  /** The watched folder; null: it was added by hand. */
  readonly folder: string | null;
}

function printFile({ view, proof, folder }: ShownFile, nameOf: ProjectNames, output: Output): void {
  const isOther = proof !== null && proof.blake3 !== null && proof.blake3 !== view.blake3;
  const date =
    proof?.provenAtMs == null
      ? null
      : proofMomentAlone(momentText(proof.provenAtMs), proof.isDateRecorded);
  const labels = [...splitList(view.assignment.labels)].join(', ');
  output.facts([
    ['File', printablePath(view.path)],
    ['State', fileStateLabel(view)],
    ['', fileSentence(view)],
    ['Folder', folder],
    ['Project', nameOf(view.projectId)],
    ['Visibility', view.visibility],
    ['Labels', labels === '' ? null : labels],
    ['Size', byteText(view.sizeBytes)],
    ['BLAKE3', view.blake3],
    ['SHA-256', view.sha256],
    ['Duplicate check', view.checkRefusal === undefined ? null : refusalText(view.checkRefusal)],
    ...(isOther ? [] : recordFacts(view, date)),
  ]);
  if (!isOther) return;
  output.line('The version that was notarized:');
  output.facts(
    [
      ['Size', proof.sizeBytes === null ? null : byteText(proof.sizeBytes)],
      ['BLAKE3', proof.blake3],
      ['SHA-256', proof.sha256],
      ...recordFacts(view, date),
    ],
    '  ',
  );
}

function recordFacts({ fileId, certificatePdf }: FileView, date: string | null): readonly Fact[] {
  return [
    ['Notarized', date],
    ['Id on the service', fileId],
    ['Certificate', certificatePdf],
  ];
}

function refusalText(says: string | null): string {
  return `The service did not say whether it has it${says === null ? '' : `: "${says}"`}.`;
}

/** The first obstacle, from the outermost in: disk, folder, rules, state. */
function explain(
  { disk, errno, folderId, folderTrouble, ignoredBy, file, since }: FileExplanation,
  isElsewhere: boolean,
): string {
  if (disk === 'directory') return 'It is a folder. Give the path of a file in it.';
  if (disk === 'symlink' || disk === 'special' || disk === LABSEAL_DATA) {
    return ignoredSentence(disk);
  }
  if (errno !== null) return unreadableSentence(errno);
  if (folderId === null && file === null) {
    return 'It lies in no watched folder, so nothing is done with it. Watch its folder with "labseal folder add", or notarize it alone with "labseal notarize".';
  }
  if (folderTrouble !== null) {
    return `Its folder is paused, for it ${folderTroubles[folderTrouble]}: "labseal status" says more.`;
  }
  if (ignoredBy !== null) return `It is left out. ${ignoredSentence(ignoredBy)}`;
  if (file === null) {
    return isElsewhere
      ? 'It is new: the running Labseal has not looked at it yet.'
      : 'It is new: Labseal has not looked at it yet. "labseal sync" shows its price and asks first.';
  }
  if (since !== null) return sinceSentence(since, file, isElsewhere);
  const label = fileStateLabel(file);
  const sentence = fileSentence(file);
  const approving =
    file.isApproved === false
      ? ` "labseal sync" shows the price and asks; "labseal file approve ${file.id}" approves this file alone.`
      : '';
  return `${label}.${sentence === null ? '' : ` ${sentence}`}${approving}`;
}

const SINCE: Readonly<Record<SinceLastLook, string>> = {
  gone: 'is not there any more: moved, renamed or deleted',
  back: 'is there again',
  changed: 'was changed',
  touched: 'was touched, and perhaps changed,',
};

/** What is known of it is of an earlier time. */
function sinceSentence(since: SinceLastLook, file: FileView, isElsewhere: boolean): string {
  const then = fileStateLabel(file);
  const safe = file.fileId === null ? '' : ' Its record and certificate are safe.';
  const next = isElsewhere ? 'The running Labseal' : '"labseal sync"';
  return `It ${SINCE[since]} since Labseal last looked at it; then it was "${then}".${safe} ${next} looks at it again.`;
}

function topicOfExplanation({ ignoredBy, file }: FileExplanation): HelpTopic | undefined {
  if (ignoredBy !== null) return STATE_TOPICS.ignored;
  return file === null ? undefined : topicOfState(file.state, file.hold, file.isApproved);
}

/**
 * What was to be uploaded and was not, because the service has its content elsewhere. Null: it is at the destination
 * that was asked for, or was sent there.
 */
function notSentNote(file: FileView, nameOf: ProjectNames): string | null {
  const { state, fileId, recordedElsewhere: place, assignment } = file;
  const isCopy = state === 'duplicate';
  if (place === undefined && !(isCopy && fileId === null)) return null;
  const where = place === undefined ? '' : `, ${place.visibility} in ${nameOf(place.projectId)}`;
  const wished = `${assignment.visibility} in ${nameOf(assignment.projectId)}`;
  const next = isCopy
    ? `To notarize it there too, run "labseal file approve ${file.id}", then "labseal sync".`
    : 'To notarize it there too, upload a copy of it under another name, then approve that copy with "labseal file approve".';
  return `${printablePath(file.path)}: the service has its content already${where}. Nothing was sent to be ${wished}. ${next}`;
}
