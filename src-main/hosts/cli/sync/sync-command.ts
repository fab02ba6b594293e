/** `labseal sync`: one complete pass. The price comes first; without approval nothing is spent. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import { isFree, isWaiting, type Change } from '../../../../src-shared/model/changes/change.ts';
import type { PassReport } from '../../../../src-shared/bridge/sync-calls.ts';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import type {
  UploadAgreement,
  UploadOffer,
} from '../../../../src-shared/model/money/upload-offer.ts';
import {
  checkUploadsSentence,
  checkedUploadsSentence,
} from '../../../../src-shared/model/words/en/checks.ts';
import { denialWaitSentence } from '../../../../src-shared/model/words/en/changes.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import {
  atMostText,
  counted,
  creditText,
  fileText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/unreadable.ts';
import { pauseSentence } from '../../../../src-shared/model/words/en/waits.ts';
import { realIds } from '../../../platform/real-ports.ts';
import type { Application } from '../application.ts';
import { EXIT, InterruptedWork, type ExitCode } from '../exit-code.ts';
import { deviationSentence, paidElsewhereSentence } from '../credit/credit-history-command.ts';
import { eachFile } from '../windows-of.ts';
import { nothingFitsText, offerSentence, tellPrice, tellWrongClock } from '../price-agreement.ts';
import { readCount } from '../option-values.ts';
import type { Output } from '../output.ts';
import { canAsk, confirm } from '../prompt.ts';
import { folderNamed } from '../subjects.ts';
import {
  type FileTally,
  missingDocument,
  missingNotes,
  printReport,
  type SyncReport,
  TOLD_ONE_BY_ONE,
} from './sync-report.ts';
import { tellSent } from './sync-outbox.ts';
import { makeSyncProgress } from './sync-progress.ts';
import { tellCarriedOver } from './tell-carried-over.ts';

export interface SpendOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
}

/** What the command has to say of a file; null: nothing. */
type NoteAboutFile = (file: FileView) => string | null;

/** What a pass is about; null: everything, and the changes that wait. */
export type PassScope = CallInput<'sync.prepare'>['only'];

/** Of a pass: it pays for a part, too. */
export const MAX_CREDITS_HELP = 'use at most n credits: the cheapest files first, the others wait';

const ONLY_RULES = { first: 0, count: 1 };

export function addSyncCommand(program: AnsweringCommand): void {
  program
    .command('sync')
    .description('one complete pass: scan, fingerprint, check, upload, record, fetch certificates')
    .option('--folder <folder>', 'only this folder, by its number or its path')
    .option('--yes', 'agree to the whole price')
    .option('--max-credits <n>', MAX_CREDITS_HELP, readCount('--max-credits'))
    .answers((application, output, options: SpendOptions & { folder?: string }) => {
      const only = options.folder === undefined ? null : { folder: folderNamed(options.folder) };
      return runPass(application, only, options, output);
    });
}

/** Runs a pass and reports it. `noteAbout`: what the command itself has to say about each of its files at the end. */
export async function runPass(
  application: Application,
  only: PassScope,
  options: SpendOptions,
  output: Output,
  noteAbout: NoteAboutFile = () => null,
): Promise<ExitCode> {
  const { call } = application;
  const run = realIds.hex(8);
  const progress = makeSyncProgress(output.progress());
  let hasToldChecks = false;
  const onEvent = (event: BridgeEvent) => {
    progress.hear(event, run);
    if (event.kind !== 'pass-progress' || event.run !== run) return;
    const { checks, denials } = event.progress;
    if (denials.length > 0) progress.end();
    for (const { change, waitMs } of denials) output.note(denialWaitSentence(change, waitMs));
    if (hasToldChecks) return;
    hasToldChecks = checks !== null;
    if (checks !== null && checks.files > 0) output.aside(checkUploadsSentence(checks));
  };
  let isAgreed = false;
  try {
    const offer = await call('sync.prepare', { run, only }, { onEvent });
    progress.end();
    await tellCarriedOver(application, output);
    if (offer.sent !== null) tellSent(offer.sent, output);
    tellTakenIn(offer.takenIn, output);
    if (offer.checked.files > 0) output.aside(checkedUploadsSentence(offer.checked));
    const isAny = offer.files + offer.approved.files > 0;
    if (isAny) tellWrongClock(offer.clockAheadMs, output);
    const pause = isAny ? (await call('transfers.view', ONLY_RULES)).pause : null;
    if (pause !== null) output.note(pauseSentence(pause));
    const agreement = await agree(offer, options, output);
    isAgreed = agreement !== null;
    if (offer.confirming > 0) {
      const uploads = counted(offer.confirming, 'upload', 'uploads');
      output.aside(
        `Checking ${uploads} whose result is unknown. Labseal sends a file again by itself only where the service shows neither record nor charge.`,
      );
    }
    const report = await call('sync.complete', { run, agreement }, { onEvent });
    progress.end();
    if (report.changes !== null) {
      const { fault, ended } = report.changes;
      tellSent({ fault, ended: ended.slice(offer.sent?.ended.length ?? 0) }, output);
    }
    const isSeen = agreement?.onlyShown === true || (only !== null && 'fileIds' in only);
    const unseen = isAgreed && !isSeen ? offer.largeBatch : null;
    const agreed = { isAgreed, isOffered: offer.files > 0, unseen, noteAbout };
    return await tell(report, agreed, application, only, output);
  } catch (error) {
    if (output.environment.signal.aborted && application.isElsewhere && isAgreed) {
      throw new InterruptedWork(
        'You stopped watching. The running Labseal goes on with what you agreed to; "labseal status" shows how far it is.',
      );
    }
    if (output.environment.signal.aborted) {
      const again =
        only !== null && 'fileIds' in only ? 'the same command' : 'the next "labseal sync"';
      throw new InterruptedWork(`Interrupted. Nothing is lost: ${again} goes on from here.`);
    }
    throw error;
  } finally {
    progress.end();
  }
}

async function tell(
  pass: PassReport,
  {
    isAgreed,
    isOffered,
    unseen,
    noteAbout,
  }: {
    readonly isAgreed: boolean;
    readonly isOffered: boolean;
    /** What no option pays for; null: a person saw the price. */
    readonly unseen: UploadOffer['largeBatch'] | null;
    readonly noteAbout: NoteAboutFile;
  },
  application: Application,
  only: PassScope,
  output: Output,
): Promise<ExitCode> {
  tellTakenIn(pass.takenIn, output);
  if (pass.approvedElsewhere > 0) {
    output.note(
      `${counted(pass.approvedElsewhere, 'file was', 'files were')} approved by somebody else meanwhile. Each is charged once.`,
    );
  }
  const isMore = isAgreed && pass.cameMeanwhile > 0;
  if (isMore) {
    output.note(
      `${fileText(pass.cameMeanwhile)} came or changed after the price was shown, and ${pass.cameMeanwhile === 1 ? 'awaits' : 'await'} your approval: run this command again.`,
    );
  }
  const remarks: string[] = [];
  // Files that were named are few, and each may have its note; of all others only those with something to say are read.
  const isNamed = only !== null && 'fileIds' in only;
  const states = isNamed || output.isJson ? undefined : TOLD_ONE_BY_ONE;
  async function* files() {
    for await (const file of eachFile(application, { ...only, states })) {
      const note = noteAbout(file);
      if (note !== null) remarks.push(note);
      yield file;
    }
  }
  if (only !== null && 'folder' in only) {
    remarks.push(...leftChangesNotes((await application.call('outbox.list', {})).changes));
  }
  const { spent, missingCertificates } = pass;
  // Where files wait for the balance a note says so.
  const faultOf = ({ holds }: FileTally) =>
    pass.fault ?? (holds.balance_unknown === undefined ? unreached(pass) : null);
  const reportOf = (tally: FileTally): SyncReport => ({
    folders: pass.folders.map(({ id, path, projectId }) => ({ id, path, projectId })),
    files: tally,
    agreed: pass.agreed,
    spent,
    fault: faultOf(tally),
    notes: [
      ...troubleNotes(pass),
      ...pass.unread.map(({ path, errno }) => `${path}: ${unreadableSentence(errno)}`),
      ...balanceNotes(pass, tally.holds.balance_unknown ?? 0),
      ...pauseNotes(tally.holds.paused ?? 0),
      ...keptNotes(pass),
      ...largeBatchNotes(unseen),
      ...pass.deviations.map(({ chargedCredits, expectedCredits, name, isElsewhere }) =>
        isElsewhere
          ? paidElsewhereSentence(name, chargedCredits)
          : deviationSentence(chargedCredits, expectedCredits, name),
      ),
      ...missingNotes(missingCertificates),
    ],
    remarks,
    missingCertificates: missingDocument(missingCertificates),
    isUnagreed: isOffered && !isAgreed && pass.fault === null,
    isChargedLater: pass.deviations.length > 0,
    outbox: pass.changes,
  });
  const summed = isNamed || output.isJson ? [] : pass.counts;
  const code = await printReport(files(), summed, reportOf, output);
  return isMore && code === EXIT.done ? EXIT.needsPerson : code;
}

/**
 * What may be spent: null for nothing. Without a terminal only what an option allows. A person at a terminal approves
 * the price shown, not what may be added during the run.
 */
async function agree(
  offer: UploadOffer,
  options: SpendOptions,
  output: Output,
): Promise<UploadAgreement | null> {
  const { approved } = offer;
  if (approved.files > 0) output.aside(approvedSentence(approved));
  const { yes = false, maxCredits } = options;
  if (offer.files > 0) tellPrice(offerSentence(offer), options, output);
  if (maxCredits !== undefined && maxCredits < approved.credits + offer.credits) {
    const are = maxCredits === 1 ? 'is' : 'are';
    const they = maxCredits === 1 ? 'it does' : 'they do';
    output.aside(
      `At most ${creditText(maxCredits)} ${are} used now, by --max-credits: what ${they} not pay for waits.`,
    );
  }
  if (maxCredits !== undefined) return { ceiling: maxCredits };
  if (yes) return { ceiling: null };
  if (offer.files === 0) return null;
  const helps = nothingFitsText(offer);
  if (helps !== null) {
    output.note(helps);
    return null;
  }
  if (output.isJson || !canAsk(output.environment)) {
    output.note('Nothing is spent without your agreement: add --yes, or --max-credits N.');
    return null;
  }
  const isAgreed = await confirm('Upload them?', output.environment);
  return isAgreed ? { ceiling: approved.credits + offer.credits, onlyShown: true } : null;
}

function approvedSentence({ files, credits }: UploadOffer['approved']): string {
  const are = files === 1 ? 'is' : 'are';
  return `${fileText(files)} ${are} approved already, by you or by the budget of a folder: ${atMostText(credits)}.`;
}

/** Says that records of the account were found which came from elsewhere. */
function tellTakenIn(count: number, output: Output): void {
  if (count === 0) return;
  output.note(
    `The service has ${counted(count, 'record', 'records')} of your account that this computer did not know. These files are not charged again.`,
  );
}

/** Files that wait for the balance ask nothing of a person, but the pass did not do what it was asked for. */
function balanceNotes({ balanceFault }: PassReport, waiting: number): readonly string[] {
  if (waiting === 0) return [];
  const why = balanceFault === null ? '' : ` ${faultSentence(balanceFault)}`;
  return [
    `Your balance could not be read, so ${counted(waiting, 'file was', 'files were')} not sent.${why} Sync again later.`,
  ];
}

/** Nothing had to be sent, and whether the service has anything new is not known. */
function unreached({ balanceFault }: PassReport): ServiceFault | null {
  return balanceFault?.kind === 'unavailable' ? balanceFault : null;
}

/** Nobody has to agree again, and can take it back. */
function keptNotes({ kept: { files, credits } }: PassReport): readonly string[] {
  if (files === 0) return [];
  const them = files === 1 ? 'it' : 'them';
  return [
    `What you agreed to is kept: ${fileText(files)}, ${atMostText(credits)}. The next "labseal sync" sends ${them} once the service answers; "labseal file unapprove" takes that back.`,
  ];
}

/** A pass over one folder sends none of those that the next whole one sends by itself. */
function leftChangesNotes(changes: readonly Change[]): readonly string[] {
  const left = changes.filter(
    (change) => isWaiting(change) && (isFree(change.intent) || change.agreed !== undefined),
  ).length;
  if (left === 0) return [];
  const them = left === 1 ? 'it' : 'them';
  return [
    `${counted(left, 'change waits', 'changes wait')}: "labseal sync" without --folder sends ${them}.`,
  ];
}

/** A pause is a choice, but the pass did not do what it was asked for. */
function pauseNotes(waiting: number): readonly string[] {
  if (waiting === 0) return [];
  return [
    `${counted(waiting, 'file waits', 'files wait')} for the end of the pause: "labseal transfer resume" ends it, and the next "labseal sync" sends ${waiting === 1 ? 'it' : 'them'}.`,
  ];
}

function largeBatchNotes(batch: UploadOffer['largeBatch'] | null): readonly string[] {
  if (batch === null || batch.files === 0) return [];
  const approvals = batch.folderIds.map((id) => `"labseal file approve --folder ${id}"`);
  return [
    `${fileText(batch.files)} came at once and cost ${atMostText(batch.credits)} together: no option pays for so many unseen. Agree to the price with "labseal sync", or with ${approvals.join(' and ')}.`,
  ];
}

const TROUBLE_SENTENCES = {
  absent: 'is not there. Connect its drive, or say where it is now with "labseal folder moved".',
  unreadable: 'cannot be read. "labseal doctor" names the cause.',
  silent: 'is on a drive that does not answer. Connect the drive again.',
  'other-drive':
    'is on another drive now. Connect the right one, or use this one with "labseal folder accept".',
  'watched-twice':
    'shares files with a folder that was watched before, which notarizes them. Remove one of the two with "labseal folder remove".',
  emptied: 'is suddenly empty. Connect its drive, or put its files back.',
} as const;

function troubleNotes({ folders }: PassReport): readonly string[] {
  return folders.flatMap(({ path, trouble }) =>
    trouble === null ? [] : [`The folder ${path} ${TROUBLE_SENTENCES[trouble]}`],
  );
}
