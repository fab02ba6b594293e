/** The end of a run: the documented JSON, or a table for people, and the exit code both stand for. */
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import {
  chargedCredits,
  changeNeedsPerson,
  isFree,
} from '../../../../src-shared/model/changes/change.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { printDoubts } from '../file/doubt-report.ts';
import { fileDocument } from '../file/file-document.ts';
import { readWaitNote } from '../../../../src-shared/model/files/queue-view.ts';
import {
  FILE_STATES,
  isUnfinished,
  type FileState,
  type HoldReason,
} from '../../../../src-shared/model/files/file-state.ts';
import type { StateCount } from '../../../../src-shared/model/status/account-status.ts';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import { APPROVAL_KINDS } from '../../../../src-shared/model/money/spend-limits.ts';
import { topicOfFault } from '../../../../src-shared/model/text/guide-topics.ts';
import { counted, creditText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { fileStateLabel } from '../../../../src-shared/model/words/en/waits.ts';
import type { AgreedResults } from '../../../../src-shared/model/money/upload-offer.ts';
import {
  thereAlreadySentence,
  unansweredSentence,
} from '../../../../src-shared/model/words/en/checks.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';
import { openSentences, outboxDocument, type OutboxReport } from './sync-outbox.ts';
import type { PassReport } from '../../../../src-shared/bridge/sync-calls.ts';

const MAX_PATHS = 10; // for each reason; the rest is a command away
const ALL_FILES = '"labseal file list" shows all of them.';
const APPROVE_HINT =
  'Let single files go with "labseal file approve FILE…", all of a folder with --folder, or all of a kind with --all-held.';
const NO_FILES = 'There is no file to look after. Watch a folder with "labseal folder add PATH".';

export interface SyncReport {
  readonly folders: readonly {
    readonly id: string;
    readonly path: string;
    readonly projectId: string;
  }[];
  readonly files: FileTally;
  readonly agreed: AgreedResults;
  readonly spent: { readonly estimated: number; readonly observed: number | null };
  /** Why the service was given up, or null. */
  readonly fault: ServiceFault | null;
  readonly missingCertificates: ReturnType<typeof missingDocument>;
  /** Other things to know: paused folders, unreadable directories, a price that was not approved. */
  readonly notes: readonly string[];
  /** What the command itself has to say of files: a person may want more, but nothing is left to do. */
  readonly remarks: readonly string[];
  /** Files await approval of their price. */
  readonly isUnagreed: boolean;
  /** Charges appeared that deviate, perhaps of earlier runs. */
  readonly isChargedLater: boolean;
  /** Null where this command sends no changes. */
  readonly outbox: OutboxReport | null;
}

function exitCodeOfReport(report: SyncReport): ExitCode {
  // A change that could not be sent may be what files wait for: nothing else had to be asked of the service then.
  const fault = report.fault ?? report.outbox?.fault ?? null;
  if (fault !== null) return exitCodeOf(fault);
  const isRefused = report.outbox?.ended.some(changeNeedsPerson) ?? false;
  return report.files.isAnyLeft || isRefused || report.isUnagreed || report.notes.length > 0
    ? EXIT.needsPerson
    : EXIT.done;
}

/** What a report says of its files, counted one by one: a million of them are never held at once. */
export interface FileTally {
  readonly total: number;
  readonly states: Readonly<Partial<Record<FileState, number>>>;
  readonly holds: Readonly<Partial<Record<HoldReason, number>>>;
  readonly labels: ReadonlyMap<string, number>;
  /** Why something is not finished: a thousand files that share the reason are one task. */
  readonly reasons: ReadonlyMap<string, Reason>;
  readonly doubtful: readonly FileView[];
  readonly isAnyLeft: boolean;
  readonly isAnyApprovable: boolean;
}

interface Reason {
  readonly files: number;
  /** The first of them. */
  readonly paths: readonly string[];
}

const SAYS_MORE: ReadonlySet<FileState> = new Set(['held', 'confirming', 'recording']);
/** Of a file in another state its name is never said, so it is only counted: a million notarized files are not read for a sum. */
export const TOLD_ONE_BY_ONE: readonly FileState[] = FILE_STATES.filter(
  (state) => SAYS_MORE.has(state) || isUnfinished(state, null),
);

function makeFileTally() {
  const states: Partial<Record<FileState, number>> = {};
  const holds: Partial<Record<HoldReason, number>> = {};
  const labels = new Map<string, number>();
  const reasons = new Map<string, Reason>();
  const doubtful: FileView[] = [];
  const tally = {
    total: 0,
    states,
    holds,
    labels,
    reasons,
    doubtful,
    isAnyLeft: false,
    isAnyApprovable: false,
  };
  return {
    tally: tally as FileTally,
    addSum: ({ state, hold, isApproved, files }: StateCount): void => {
      if (TOLD_ONE_BY_ONE.includes(state)) return;
      const label = stateLabel(state, hold, isApproved);
      tally.total += files;
      states[state] = (states[state] ?? 0) + files;
      labels.set(label, (labels.get(label) ?? 0) + files);
    },
    add: (file: FileView): void => {
      const { state, hold } = file;
      const label = fileStateLabel(file);
      tally.total += 1;
      states[state] = (states[state] ?? 0) + 1;
      if (hold !== null) holds[hold] = (holds[hold] ?? 0) + 1;
      labels.set(label, (labels.get(label) ?? 0) + 1);
      if (file.doubt !== null) doubtful.push(file);
      tally.isAnyApprovable ||= isApprovable(file);
      if (!isLeft(file)) return;
      tally.isAnyLeft = true;
      if (state === 'confirming') return;
      const sentence = fileSentence(file);
      const reason = sentence === null ? label : `${label}: ${sentence}`;
      const { files, paths } = reasons.get(reason) ?? { files: 0, paths: [] };
      const shown = files < MAX_PATHS ? [...paths, file.path] : paths;
      reasons.set(reason, { files: files + 1, paths: shown });
    },
  };
}

/**
 * Reads the files once, however many they are. `summed`: those that are not among them, as sums. `reportOf` is asked when
 * all are counted.
 */
export async function printReport(
  files: AsyncIterable<FileView>,
  summed: readonly StateCount[],
  reportOf: (files: FileTally) => SyncReport,
  output: Output,
): Promise<ExitCode> {
  const { tally, add, addSum } = makeFileTally();
  for (const count of summed) addSum(count);
  const iterator = files[Symbol.asyncIterator]();
  /** It goes on where it was left: when nobody reads the document any more, the rest is counted all the same. */
  const rest: AsyncIterable<FileView> = {
    [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }),
  };
  async function* eachCounted() {
    for await (const file of rest) {
      add(file);
      yield file;
    }
  }
  if (output.isJson) {
    await output.document(eachCounted(), {
      key: 'files',
      document: fileDocument,
      sums: () => sumsOf(reportOf(tally)),
    });
  }
  for await (const file of rest) add(file);
  const report = reportOf(tally);
  printSums(report, output);
  return exitCodeOfReport(report);
}

function sumsOf(report: SyncReport) {
  const { folders, files, agreed, spent, missingCertificates, outbox } = report;
  return {
    ok: exitCodeOfReport(report) === EXIT.done,
    folders,
    counts: files.states,
    agreed,
    spent: { ...spent, changes: chargesOf(outbox).credits },
    missingCertificates,
    ...(outbox === null ? {} : { outbox: outboxDocument(outbox) }),
  };
}

function printSums(report: SyncReport, output: Output): void {
  const { files, agreed, fault, notes, remarks, outbox } = report;
  output.table(
    ['files', 'state'],
    [...files.labels]
      .toSorted(([, one], [, other]) => other - one)
      .map(([label, count]) => [count, label]),
  );
  if (files.total === 0) output.line(NO_FILES);
  for (const [reason, { files: count, paths }] of files.reasons) {
    output.line(reason);
    for (const path of paths) output.line(`    ${printablePath(path)}`);
    const more = count - paths.length;
    if (more > 0) output.line(`    and ${counted(more, 'more file', 'more files')}. ${ALL_FILES}`);
  }
  printDoubts(files.doubtful, output);
  const thereAlready = thereAlreadySentence(agreed);
  if (thereAlready !== null) output.line(thereAlready);
  const unanswered = unansweredSentence(agreed.unanswered);
  if (unanswered !== null) output.line(unanswered);
  for (const line of spentLines(report)) output.line(line);
  if (files.isAnyApprovable) output.aside(APPROVE_HINT);
  for (const note of [...notes, ...remarks]) output.note(note);
  if (outbox !== null) for (const sentence of openSentences(outbox)) output.note(sentence);
  if (fault !== null) {
    output.note(coreFaultSentence(fault));
    output.more(topicOfFault(fault));
  }
}

/** What the service calls by a word that is not documented is not recorded, as far as anybody can say. */
function isLeft({ state, hold, note }: FileView): boolean {
  return isUnfinished(state, hold) || readWaitNote(note)?.waits === 'unknown-status';
}

function isApprovable({ hold }: FileView): boolean {
  return APPROVAL_KINDS.some((kind) => kind === hold);
}

const credits = (count: number) => creditText(count);

/** Changes that were sent, or found to be done, and charged. */
function chargesOf(outbox: OutboxReport | null): {
  readonly changes: number;
  readonly credits: number;
} {
  const each = (outbox?.ended ?? []).map(chargedCredits).filter((charged) => charged > 0);
  return { changes: each.length, credits: each.reduce((sum, charged) => sum + charged, 0) };
}

/** `spent` is about files alone. */
function spentLines({ spent, files, outbox, isChargedLater }: SyncReport): readonly string[] {
  const charges = chargesOf(outbox);
  const isNothing = spent.estimated === 0 && (spent.observed ?? 0) === 0;
  const ofFiles = isNothing ? null : spentSentence(spent, files.states.confirming ?? 0);
  if (charges.changes > 0) {
    const changes = counted(charges.changes, 'change', 'changes');
    const line = `${credits(charges.credits)} used for ${changes}.`;
    return ofFiles === null ? [line] : [line, `Files: ${ofFiles}`];
  }
  if (ofFiles !== null) return [ofFiles];
  if (outbox?.open.some(mayBeCharged) === true) return ['No credits were used for files.'];
  return [isChargedLater ? 'This run used no credits.' : 'No credits were used.'];
}

function mayBeCharged({ intent, state }: OutboxReport['open'][number]): boolean {
  return !isFree(intent) && (state.state === 'unknown' || state.state === 'sending');
}

/** What the balance shows comes first; `unsure`: uploads whose results are unknown, and which count as spent. */
function spentSentence({ estimated, observed }: SyncReport['spent'], unsure: number): string {
  if (observed === estimated) return `${credits(estimated)} used.`;
  if (observed === null) {
    return `At most ${credits(estimated)} used; your balance could not be read afterwards.`;
  }
  if (observed < 0) {
    return `At most ${credits(estimated)} used; your balance went up by ${credits(-observed)} meanwhile.`;
  }
  if (observed > estimated) {
    return `Your balance went down by ${credits(observed)}. The uploads of this pass account for at most ${credits(estimated)}; "labseal credit history" shows every charge.`;
  }
  if (observed === 0 && unsure === 0) {
    return `At most ${credits(estimated)} used; your balance does not show it yet.`;
  }
  const results = counted(unsure, 'upload result is', 'upload results are');
  return unsure === 0
    ? `${credits(observed)} used, of at most ${integer(estimated)}.`
    : `${credits(observed)} used so far, and up to ${credits(estimated - observed)} more: ${results} unknown.`;
}

type Missing = PassReport['missingCertificates'];

const MOST_NAMES = 10; // for each reason; --json has all

/** One note for all with the same reason. */
export function missingNotes(missing: Missing): readonly string[] {
  const reasons = Map.groupBy(missing, ({ fault }) => coreFaultSentence(fault));
  return [...reasons].map(([reason, all]) => {
    const names = all.slice(0, MOST_NAMES).map(({ name }) => name);
    const more = all.length - names.length;
    const listed = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    return `${counted(all.length, 'certificate is', 'certificates are')} missing (${listed}). ${reason}`;
  });
}

export function missingDocument(missing: Missing) {
  return missing.map(({ fileId, projectId, name, fault }) => ({
    fileId,
    projectId,
    name,
    why: coreFaultSentence(fault),
  }));
}
