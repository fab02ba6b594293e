/**
 * `labseal file resolve`: a person decides about uploads with an unknown result, one by one or all with the same
 * evidence, or about one that the service did not write to the chain.
 */
import { Option } from 'commander';
import type { AnsweringCommand } from '../answering-command.ts';
import { isUnfinished } from '../../../../src-shared/model/files/file-state.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import {
  DECIDABLE_EVIDENCE,
  type DecidableEvidence,
  type DoubtGroup,
} from '../../../../src-shared/model/files/upload-evidence.ts';
import { counted, fileText, priceText } from '../../../../src-shared/model/words/en/figures.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { readCount } from '../option-values.ts';
import type { Output } from '../output.ts';
import { agreeToPrice } from '../price-agreement.ts';
import { knownFile } from '../subjects.ts';
import { runPass, type SpendOptions } from '../sync/sync-command.ts';
import type { Application } from '../application.ts';
import { fileDocument } from '../sync/sync-report.ts';
import { doubtGroupSentence, printDoubtGroups } from './doubt-report.ts';

interface ResolveOptions extends SpendOptions {
  readonly check?: boolean;
  readonly sendAgain?: boolean;
  readonly leave?: boolean;
  readonly all?: boolean;
  readonly project?: string;
  readonly evidence?: DecidableEvidence;
}

/** `file`: the noun the command is added to. */
export function addFileResolveCommand(file: AnsweringCommand): void {
  file
    .command('resolve [file]')
    .description('decide about unknown upload results, or a file that was not written to the chain')
    .option('--all', 'all files whose upload result is unknown; without a decision, shows them')
    .option('--project <id>', 'with --all: only files of this project')
    .addOption(
      new Option('--evidence <what>', 'with --all: only files with this evidence').choices(
        DECIDABLE_EVIDENCE,
      ),
    )
    .option('--check', 'look on the service now')
    .option('--send-again', 'send again, for the price shown; may be charged a second time')
    .option('--leave', 'keep as unknown, without being asked again')
    .option('--yes', 'agree to the price of sending again')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .answersAbout(wishOf, (application, output, wish, _asked, options: ResolveOptions) =>
      wish.asked === null
        ? decideAboutAll(wish.decision, application, options, output)
        : decideAboutOne(wish.asked, wish.decision, application, options, output),
    );
}

type Decision = 'check' | 'send-again' | 'leave';
/** `asked` null: about all, whose decision may be left to later. */
type Wish =
  | { readonly asked: null; readonly decision: Decision | null }
  | { readonly asked: string; readonly decision: Decision };

function wishOf(asked: string | undefined, options: ResolveOptions): Wish {
  const { all = false, project, evidence } = options;
  if (all) {
    if (asked !== undefined) throw new UsageError('Name a FILE or --all, not both.');
    return { asked: null, decision: decisionOf(options) };
  }
  if (asked === undefined || project !== undefined || evidence !== undefined) {
    throw new UsageError('Name a FILE, or decide about several with --all.');
  }
  const decision = decisionOf(options);
  if (decision === null) throw new UsageError(ONE_DECISION);
  return { asked, decision };
}

const ONE_DECISION = 'Say what to do with one of --check, --send-again and --leave.';

/** Null for none. */
function decisionOf({ check, sendAgain: again, leave }: ResolveOptions): Decision | null {
  const chosen: Decision[] = [];
  if (check === true) chosen.push('check');
  if (again === true) chosen.push('send-again');
  if (leave === true) chosen.push('leave');
  if (chosen.length > 1) throw new UsageError(ONE_DECISION);
  return chosen[0] ?? null;
}

async function decideAboutAll(
  decision: Decision | null,
  application: Application,
  options: ResolveOptions,
  output: Output,
): Promise<ExitCode> {
  const { project: projectId } = options;
  const { call } = application;
  if (decision === 'check') {
    return reportGroups(await call('files.checkDoubts', { projectId }), output);
  }
  const groups = await call('files.doubts', { projectId });
  if (decision === null || groups.length === 0) return reportGroups(groups, output);
  const group = chosenGroup(groups, options.evidence);
  if (group === null) {
    output.note('The files have different evidence: choose some of them with --evidence.');
    return reportGroups(groups, output);
  }
  const { evidence, credits } = group;
  if (decision === 'leave') {
    const keep = { projectId, evidence, decision: 'keep', credits } as const;
    const { files: left } = await call('files.resolveAll', keep);
    return output.answer({ left }, `${counted(left, 'file is', 'files are')} kept as unknown.`);
  }
  output.note(doubtGroupSentence(group));
  output.note(
    `Sending again costs ${priceText(group)} in all; what was recorded all the same is paid twice.`,
  );
  const question = `Send ${fileText(group.files)} again for ${priceText(group)}?`;
  const offer = { credits, question, breach: null };
  if (!(await agreeToPrice(offer, options, output))) return reportGroups(groups, output);
  const again = { projectId, evidence, decision: 'send-again', credits } as const;
  const { files, fileIds } = await call('files.resolveAll', again);
  const left = group.files - files;
  if (left > 0) {
    output.note(
      `${counted(left, 'file is', 'files are')} not there as sent, and ${left === 1 ? 'stays' : 'stay'} unknown. Nothing is paid for ${left === 1 ? 'it' : 'them'}.`,
    );
  }
  return runPass(application, { fileIds }, { maxCredits: credits }, output);
}

async function decideAboutOne(
  asked: string,
  decision: Decision,
  application: Application,
  options: ResolveOptions,
  output: Output,
): Promise<ExitCode> {
  const view = await knownFile(asked, application);
  const { state, hold, doubt } = view;
  if (state !== 'record_error' && doubt === null) {
    throw new CommandFault({ kind: 'not-in-doubt', asked, state, hold });
  }
  if (decision === 'send-again') return sendAgain(view, application, options, output);
  return report(await decide(view, decision, application), output);
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
  'Labseal is still checking these files. Decide when it has finished, or about one FILE.';

function reportGroups(groups: readonly DoubtGroup[], output: Output): ExitCode {
  output.json({ groups });
  if (groups.length === 0) output.line('No upload result is unknown.');
  printDoubtGroups(groups, output);
  return groups.length === 0 ? EXIT.done : EXIT.needsPerson;
}

/** Prints the file's state. It needs attention until it is found or kept as unknown. */
function report(view: FileView, output: Output): ExitCode {
  output.json({ id: view.id, ...fileDocument(view) });
  output.line(`${stateLabel(view.state, view.hold, view.isApproved)}: ${view.path}`);
  const sentence = fileSentence(view);
  if (sentence !== null) output.line(`  ${sentence}`);
  return isUnfinished(view.state, view.hold) ? EXIT.needsPerson : EXIT.done;
}

/** About one that was received and not written to the chain, or one whose result is unknown. */
function decide(
  { id, state }: FileView,
  decision: 'check' | 'leave',
  { call }: Application,
): Promise<FileView> {
  if (decision === 'leave') return call('files.resolve', { asked: id, decision: 'keep' });
  return state === 'record_error'
    ? call('files.checkRecord', { asked: id })
    : call('files.resolve', { asked: id, decision: 'look' });
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
  const price = priceText(view);
  output.note(
    isReceived
      ? `${path} was received and not written to the chain. Sending it again costs ${price}, whatever the first time cost.`
      : `${path} may be recorded already. Sending it again costs ${price}; if it was, you pay twice.`,
  );
  const question = `Send it again for ${price}?`;
  // The floor is checked for every upload, when the run that sends it begins.
  const offer = { credits, question, breach: null };
  if (!(await agreeToPrice(offer, options, output))) {
    report(view, output);
    return EXIT.needsPerson;
  }
  await (isReceived
    ? call('files.uploadAgain', { asked: id, credits })
    : call('files.resolve', { asked: id, decision: 'send-again' }));
  return runPass(application, { fileIds: [id] }, { maxCredits: credits }, output);
}
