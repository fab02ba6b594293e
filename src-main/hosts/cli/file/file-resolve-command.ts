/**
 * `labseal file resolve`: a person has files sent again whose upload result no evidence can settle, one by one or all with the
 * same evidence, or one that the service did not write to the chain.
 */
import type { AnsweringCommand } from '../answering-command.ts';
import { isUnfinished } from '../../../../src-shared/model/files/file-state.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import {
  DECIDABLE_EVIDENCE,
  type DecidableEvidence,
  type DoubtGroup,
} from '../../../../src-shared/model/files/upload-evidence.ts';
import { atMostText, fileText } from '../../../../src-shared/model/words/en/figures.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';
import { fileStateLabel } from '../../../../src-shared/model/words/en/waits.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { readCount, readOneOf } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice } from '../price-agreement.ts';
import { knownFile } from '../subjects.ts';
import { runPass, type SpendOptions } from '../sync/sync-command.ts';
import type { Application } from '../application.ts';
import { fileDocument } from './file-document.ts';
import { doubtGroupSentence, printDoubtGroups } from './doubt-report.ts';

interface ResolveOptions extends SpendOptions {
  readonly check?: boolean;
  readonly all?: boolean;
  readonly project?: string;
  readonly evidence?: DecidableEvidence;
}

const LOOKS_BY_ITSELF = 'Labseal looks by itself whether it arrived; "labseal sync" looks now.';

/** `file`: the noun the command is added to. */
export function addFileResolveCommand(file: AnsweringCommand): void {
  file
    .command('resolve [file]')
    .description(
      'send again what may have arrived, or was not written to the chain; without FILE: shows them',
    )
    .option('--all', 'all files of which it is not known whether they arrived')
    .option('--project <id>', 'only files of this project')
    .option(
      '--evidence <what>',
      'with --all: only files with this evidence',
      readOneOf('--evidence', DECIDABLE_EVIDENCE),
    )
    .option('--check', 'only look whether it was written to the chain by now')
    .option('--yes', 'agree to the price of sending again')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .had(
      '--send-again',
      'Leave --send-again out: "labseal file resolve FILE" sends that file again, "labseal file resolve --all" all of them.',
    )
    .had(
      '--leave',
      'Nothing has to be left: what may have arrived is sent again only when you say so.',
    )
    .answersAbout(wishOf, (application, output, asked, _given, options: ResolveOptions) =>
      asked === null
        ? resolveAll(application, options, output)
        : resolveOne(asked, application, options, output),
    );
}

/** The file; null: all, or none. */
function wishOf(asked: string | undefined, options: ResolveOptions): string | null {
  const { all = false, project, evidence, check = false } = options;
  if (asked !== undefined) {
    if (all) throw new UsageError('Name a FILE or --all, not both.');
    if (project === undefined && evidence === undefined) return asked;
    throw new UsageError('Name a FILE, or choose several with --all.');
  }
  if (check) throw new UsageError(`--check is about one FILE. ${LOOKS_BY_ITSELF}`);
  return null;
}

async function resolveAll(
  application: Application,
  options: ResolveOptions,
  output: Output,
): Promise<ExitCode> {
  const { all = false, project: projectId } = options;
  const { call } = application;
  const groups = await call('files.doubts', { projectId });
  if (!all || groups.length === 0) return reportGroups(groups, output);
  const group = chosenGroup(groups, options.evidence);
  if (group === null) {
    output.note('The files have different evidence: choose some of them with --evidence.');
    return reportGroups(groups, output);
  }
  const { evidence, credits } = group;
  output.note(doubtGroupSentence(group));
  output.note(`Sending again costs ${atMostText(credits)} in all; what arrived is paid twice.`);
  const question = `Send ${fileText(group.files)} again for ${atMostText(credits)}?`;
  const offer = { credits, isAtMost: true, question, breach: null };
  if (!(await agreeToPrice(offer, options, output))) return reportGroups(groups, output);
  const { fileIds } = await call('files.resolve', { which: { projectId, evidence }, credits });
  return runPass(application, { fileIds }, { maxCredits: credits }, output);
}

async function resolveOne(
  asked: string,
  application: Application,
  options: ResolveOptions,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
  const view = await knownFile(asked, application);
  const { id, state, hold } = view;
  if (options.check === true) {
    if (state === 'record_error') {
      return report(await call('files.checkRecord', { asked: id }), output);
    }
    if (state === 'confirming') throw new UsageError(LOOKS_BY_ITSELF);
  }
  if (state === 'confirming' && hold === null) return report(view, output); // it is being looked for
  if (state !== 'record_error' && hold !== 'undecided') {
    throw new CommandFault({ kind: 'not-in-doubt', asked, state, hold });
  }
  return sendAgain(view, application, options, output);
}

type OpenGroup = DoubtGroup & { readonly evidence: DecidableEvidence };

function isDecidable(group: DoubtGroup): group is OpenGroup {
  return group.evidence !== 'checking';
}

/** The group to decide about: the one that was named, or the only one. Null when there are several. */
function chosenGroup(
  groups: readonly DoubtGroup[],
  evidence: DecidableEvidence | undefined,
): OpenGroup | null {
  const fitting = groups
    .filter(isDecidable)
    .filter((group) => evidence === undefined || group.evidence === evidence);
  if (fitting.length === 0) {
    throw new UsageError(
      evidence === undefined ? STILL_CHECKING : `No file has the evidence "${evidence}" now.`,
    );
  }
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

const STILL_CHECKING =
  'Labseal is still looking for these files. There is nothing to decide before that is over.';

function reportGroups(groups: readonly DoubtGroup[], output: Output): ExitCode {
  // The key was there before prices were upper bounds only.
  output.json({ groups: groups.map((group) => ({ ...group, isPriceExact: false })) });
  if (groups.length === 0) output.line('No upload result is unknown.');
  printDoubtGroups(groups, output);
  return groups.length === 0 ? EXIT.done : EXIT.needsPerson;
}

/** Prints the file's state. It needs attention until it is found. */
function report(view: FileView, output: Output): ExitCode {
  output.json({ id: view.id, ...fileDocument(view) });
  output.line(`${fileStateLabel(view)}: ${view.path}`);
  const sentence = fileSentence(view);
  if (sentence !== null) output.line(`  ${sentence}`);
  return isUnfinished(view.state, view.hold) ? EXIT.needsPerson : EXIT.done;
}

/** The old upload ends only once the price of a second one is approved. */
async function sendAgain(
  view: FileView,
  application: Application,
  options: ResolveOptions,
  output: Output,
): Promise<ExitCode> {
  const { call } = application;
  const { id, path, credits } = view;
  const isReceived = view.state === 'record_error';
  const price = atMostText(view.credits);
  output.note(
    isReceived
      ? `${path} was received and not written to the chain. Sending it again costs ${price}, whatever the first time cost.`
      : `${path} may have arrived. Sending it again costs ${price}; if it did, you pay twice.`,
  );
  const question = `Send it again for ${price}?`;
  // The reserve is checked for every upload, when the run that sends it begins.
  const offer = { credits, isAtMost: true, question, breach: null };
  if (!(await agreeToPrice(offer, options, output))) {
    report(view, output);
    return EXIT.needsPerson;
  }
  await (isReceived
    ? call('files.uploadAgain', { asked: id, credits })
    : call('files.resolve', { which: { asked: id }, credits }));
  return runPass(application, { fileIds: [id] }, { maxCredits: credits }, output);
}
