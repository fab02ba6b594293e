/**
 * What the service holds of a file: `labseal file download` saves a public one under its name once it equals its record,
 * `labseal file delete` deletes one there.
 */
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import type { DownloadView } from '../../../../src-shared/model/files/download-view.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import {
  againSentences,
  arrivalSentences,
  COUNTED_SENTENCE,
} from '../../../../src-shared/model/words/en/downloads.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import { realIds } from '../../../platform/real-ports.ts';
import { valueOf } from '../command-context.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import { NEEDED, readLines } from '../option-values.ts';
import { type PaidOptions, runPaidChange, withPrice } from '../outbox/run-paid-change.ts';
import type { Output } from '../output.ts';
import { fileNamed } from '../subjects.ts';

const KEPT = 'The part received is kept; the same command goes on from there.';
const LINE_EVERY_MS = 5 * SECOND_MS;

interface DownloadOptions {
  readonly to: string;
  readonly project?: string;
  readonly keepBoth?: boolean;
}

/** `file`: the noun the command is added to. */
export function addFileDownloadCommand(file: AnsweringCommand): void {
  file
    .command('download <file>')
    .description(
      'save the content of a public file (its number, its id on the service, or its path); it goes on where it broke',
    )
    .requiredOption('--to <folder>', 'where to; nothing there is ever replaced')
    .option('--project <id>', 'of a file that only the service has: see "file list --on-service"')
    .option('--keep-both', 'where its name is taken, save it as "name (2)"')
    .answers(async (application, output, asked: string, options: DownloadOptions) => {
      const { project: projectId } = options;
      const run = realIds.hex(8);
      const requested = {
        asked: projectId === undefined ? await fileNamed(asked, application) : asked,
        projectId,
        folder: path.resolve(options.to),
        keepsBoth: options.keepBoth === true,
        run,
      };
      const tell = makeTeller(output);
      const onEvent = (event: BridgeEvent) => {
        if (event.kind === 'download-progress' && event.run === run) tell(event.view);
      };
      try {
        const brought = await application.ask('downloads.bring', requested, { onEvent });
        hintAtProject(brought, projectId, output);
        return answer(valueOf(brought), output);
      } finally {
        if (output.environment.signal.aborted) output.note(KEPT);
      }
    });
}

function answer(view: DownloadView, output: Output) {
  const { state, doneBytes, startedAgain } = view;
  if (state.is !== 'arrived') {
    if (doneBytes > 0) {
      output.note(`${byteText(doneBytes)} of it are here. ${KEPT}`);
    }
    throw state.is === 'stopped' && state.fault !== null
      ? new CommandFault(state.fault)
      : new Error(`a download ended as ${state.is}`);
  }
  const { path: savedAs, verdict } = state;
  output.json({ path: savedAs, sizeBytes: doneBytes, verdict, startedAgain });
  if (startedAgain !== null) output.note(againSentences[startedAgain]);
  output.line(`Saved ${savedAs} (${byteText(doneBytes)}).`);
  output.line(arrivalSentences[verdict]);
  return verdict === 'mismatch' ? EXIT.needsPerson : EXIT.done;
}

/** Reports progress from time to time, and why the download waits. */
function makeTeller(output: Output): (view: DownloadView) => void {
  let toldMs = performance.now();
  let isCountedTold = false;
  return ({ state, doneBytes, totalBytes }) => {
    if (!isCountedTold) output.aside(COUNTED_SENTENCE);
    isCountedTold = true;
    if (state.is === 'waiting') {
      const { fault } = state;
      const why = fault.kind === 'unavailable' || fault.kind === 'throttled' ? fault : null;
      output.note(
        `${why === null ? '' : `${faultSentence(why)} `}Labseal tries again automatically.`,
      );
      return;
    }
    if (performance.now() - toldMs < LINE_EVERY_MS) return;
    toldMs = performance.now();
    const all = totalBytes === null ? '' : ` of ${byteText(totalBytes)}`;
    if (state.is === 'fetching') output.aside(`${byteText(doneBytes)}${all} are here.`);
    if (state.is === 'checking') output.aside('Download complete. Comparing it with its record.');
  };
}

/** Files that only the service has are found by their project: a hint for a missing option. */
function hintAtProject(
  found: Result<unknown, CoreFault>,
  projectId: string | undefined,
  output: Output,
): void {
  if (found.ok || found.fault.kind !== 'unknown-file' || projectId !== undefined) return;
  output.note('Of a file that only the service has, name the project too, with --project ID.');
}

/** `labseal file delete`: deletes the record's content on the service. The file on this computer is not touched. */
interface DeleteOptions extends PaidOptions {
  readonly reason?: string;
  readonly project?: string;
}

/** `file`: the noun the command is added to. */
export function addFileDeleteCommand(file: AnsweringCommand): void {
  const command = file
    .command('delete <file>')
    .description('delete a file on the service, never here (costs credits; its history is kept)')
    .option('--reason <text>', `why; it is recorded for good${NEEDED}`, readLines)
    .option('--project <id>', 'of a file that only the service has: see "file list --on-service"');
  withPrice(command).answers(async (application, output, asked: string, options: DeleteOptions) => {
    const reason = options.reason?.trim();
    if (reason === undefined) throw new UsageError('Say why it is deleted, with --reason TEXT.');
    const { project: projectId } = options;
    const there =
      projectId === undefined
        ? { asked: await fileNamed(asked, application) }
        : { asked, projectId };
    const kind = 'delete-file';
    const offer = await application.ask('outbox.price', { kind, ...there, reason });
    hintAtProject(offer, projectId, output);
    return runPaidChange(application, valueOf(offer), options, output);
  });
}
