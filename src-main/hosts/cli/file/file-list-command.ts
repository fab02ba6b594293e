/** `labseal file list`: by itself, for it is asked often and loads little. */
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import { Option } from 'commander';
import type { AnsweringCommand } from '../answering-command.ts';
import type { FileState } from '../../../../src-shared/model/files/file-state.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import { fileStateLabel } from '../../../../src-shared/model/words/en/waits.ts';
import { MOST_RANGE_ROWS } from '../../../../src-shared/bridge/file-calls.ts';
import type { Application } from '../application.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { collectStates, STATE_WORDS } from '../option-values.ts';
import type { Output } from '../output.ts';
import { folderNamed, mustBeKnown } from '../subjects.ts';
import { eachFile, wholeOf, windowsOf } from '../windows-of.ts';
import { printDoubts } from './doubt-report.ts';
import { fileDocument } from './file-document.ts';

export function addFileNoun(program: AnsweringCommand): AnsweringCommand {
  return program.command('file').description('single files');
}

export function addFileListCommand(file: AnsweringCommand): void {
  file
    .command('list')
    .description('files and their states')
    .option('--project <id>', 'only files that go to this project, wherever the record of one is')
    .option('--folder <folder>', 'only files of this folder, by its number or its path')
    .option(
      '--state <state>',
      'only files in this state, as lists call it; repeatable',
      collectStates,
    )
    .option('--on-service', 'what the service has in the project, whoever uploaded it')
    .addOption(new Option('--on-platform').hideHelp()) // its former name
    .answers((application, output, options: ListOptions) =>
      options.onService === true || options.onPlatform === true
        ? listOnPlatform(application, options, output)
        : listHere(application, options, output),
    );
}

interface ListOptions {
  readonly project?: string;
  readonly folder?: string;
  readonly state?: readonly FileState[];
  readonly onService?: boolean;
  readonly onPlatform?: boolean;
}

/** Paid for already, or never to be: nothing of theirs may still cost. */
const PRICELESS: ReadonlySet<FileState> = new Set([
  'duplicate',
  'recording',
  'notarized',
  'remote_only',
  'deleting',
  'deleted',
  'missing',
  'ignored',
]);

async function listHere(
  application: Application,
  { project, folder, state }: ListOptions,
  output: Output,
): Promise<ExitCode> {
  const scope = {
    projectId: project,
    folder: folder === undefined ? undefined : folderNamed(folder),
    states: state,
  };
  if (project !== undefined) await mustBeKnown(project, application);
  let count = 0;
  const doubtful: FileView[] = [];
  async function* counted(files: AsyncIterable<FileView>) {
    for await (const view of files) {
      count += 1;
      if (view.doubt !== null) doubtful.push(view);
      yield view;
    }
  }
  await output.list(counted(eachFile(application, scope)), {
    key: 'files',
    document: (view) => ({ id: view.id, ...fileDocument(view) }),
    head: ['id', 'state', 'size', 'credits, at most', 'file'],
    row: (view) => [
      view.id,
      fileStateLabel(view),
      byteText(view.sizeBytes),
      PRICELESS.has(view.state) ? '' : view.credits,
      printablePath(view.path),
    ],
  });
  if (count === 0) {
    const { files } = await application.call('files.page', { scope: {}, afterId: null });
    output.line(files.length > 0 ? noneFits(folder, state) : NO_FILE);
  }
  printDoubts(doubtful, output);
  return EXIT.done;
}

const NO_FILE =
  'No file of a watched folder is known. Look for files with "labseal sync". What was notarized in a folder that is not watched any more keeps its record: "labseal history" shows it.';

function noneFits(folder: string | undefined, state: ListOptions['state']): string {
  if (state === undefined && folder !== undefined) {
    return `No file of folder ${folder} is known yet. Look for files with "labseal sync".`;
  }
  const words = state?.map((each) => STATE_WORDS[each]).join(' or ');
  const said = words === undefined ? 'fits' : `is ${words}`;
  return `No file ${said} now. "labseal status" shows how many are in which state.`;
}

async function listOnPlatform(
  { call }: Application,
  { project, folder, state }: ListOptions,
  output: Output,
): Promise<ExitCode> {
  if (project === undefined || folder !== undefined || state !== undefined) {
    throw new UsageError('--on-service takes a --project, and no --folder or --state.');
  }
  const filter = { projectId: project };
  const windows = windowsOf(MOST_RANGE_ROWS, (window) =>
    call('files.onPlatform', { filter, ...window }),
  );
  const { first, items } = await wholeOf(windows, ({ rows }) => rows);
  const { printPlatformFiles } = await import('../project/platform-report.ts');
  printPlatformFiles(items, first, output);
  return EXIT.done;
}
