/** `labseal sync`: one complete pass. The price comes first; without approval nothing is spent. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import {
  checkUploadsSentence,
  checkedUploadsSentence,
  uncheckedSentence,
} from '../../../../src-shared/model/words/en/checks.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { unreadableSentence } from '../../../../src-shared/model/words/en/read-troubles.ts';
import type { Account, RunScope } from '../../../app/account.ts';
import type { Offer, SyncRun } from '../../../app/sync-events.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFault, type ExitCode } from '../exit-code.ts';
import { deviationSentence } from '../credit/credit-history-command.ts';
import { offerSentence, tellPrice } from '../price-agreement.ts';
import { readCount } from '../option-values.ts';
import type { Output } from '../output.ts';
import { canAsk, confirm } from '../prompt.ts';
import { missingDocument, missingNotes } from './missing-certificates.ts';
import { awaitDenials, openChanges, sendChanges, type SentChanges } from './sync-outbox.ts';
import { makeSyncProgress } from './sync-progress.ts';
import { exitCodeOfReport, printReport } from './sync-report.ts';
import { tellWrongClock } from '../wrong-clock.ts';

export interface SpendOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
  readonly json?: boolean;
}

export function addSyncCommand(program: Command, context: CommandContext): void {
  program
    .command('sync')
    .description('one complete pass: scan, fingerprint, check, upload, record, fetch certificates')
    .option('--folder <folder>', 'only this folder, by its number or its path')
    .option('--yes', 'agree to the whole price')
    .option('--max-credits <n>', 'agree to a price up to n credits', readCount('--max-credits'))
    .option('--json', 'print one JSON document')
    .action((options: SpendOptions & { folder?: string }) =>
      context.withAccount(options, async (account, output) => {
        const scope = folderScope(account, options.folder);
        // First: files may wait for a project among them.
        const sent = await sendChanges(account, output, context.signal);
        return runSync(account, scope, options, output, context, sent);
      }),
    );
}

function folderScope({ folders }: Account, folderId: string | undefined): RunScope {
  if (folderId === undefined) return {};
  const folder = folders.find(folderId);
  if (folder === null) throw new CommandFault({ kind: 'unknown-folder', folderId });
  return { folderId: folder.id };
}

/** Runs a pass over some files and reports it. `sent`: changes that ended before it; null: none were sent by this command. */
export async function runSync(
  account: Account,
  scope: RunScope,
  options: SpendOptions,
  output: Output,
  context: CommandContext,
  sent: SentChanges | null = null,
): Promise<ExitCode> {
  const progress = makeSyncProgress(context.progress());
  const run = account.sync(scope, progress.announce);
  let isUnagreed = false;
  let before: number | null = null;
  try {
    const offer = await run.prepare(context.signal, (waiting) => {
      if (waiting.files > 0) output.aside(checkUploadsSentence(waiting));
    });
    before = offer.balance;
    progress.end();
    const takenIn = tellTakenIn(run, 0, output);
    const uploaded = run.checkedUploads();
    if (uploaded.files > 0) output.aside(checkedUploadsSentence(uploaded));
    if (offer.files > 0) tellWrongClock(account, output);
    const agreement = await agree(offer, options, output, context);
    isUnagreed = agreement === null && offer.files > 0;
    const searched = confirmingFiles(account);
    if (searched > 0) {
      const uploads = counted(searched, 'upload', 'uploads');
      output.aside(`Checking ${uploads} whose answer was lost. Nothing is sent again for that.`);
    }
    await run.complete(agreement, context.signal);
    tellTakenIn(run, takenIn, output);
  } finally {
    await run.close();
    progress.end();
  }
  // A free change whose answer was lost a moment ago may be sent again by now.
  const isHeard = sent !== null && run.serviceFault() === null;
  if (isHeard) await awaitDenials(account, output, context.signal);
  const later = isHeard ? await sendChanges(account, output, context.signal) : null;
  const after = await account.credits.balance(context.signal);
  const deviations = await chargedOtherwise(account, run, context);
  const missing = account.certificates.missing();
  const folders = account
    .status()
    .folders.filter(({ id }) => scope.folderId === undefined || id === String(scope.folderId));
  const files = [...account.files.list(scope)];
  const report = {
    folders: folders.map(({ id, path, projectId }) => ({ id, path, projectId })),
    files,
    spent: {
      estimated: run.spentCredits(),
      observed: after.ok && before !== null ? before - after.value : null,
    },
    fault: run.serviceFault(),
    notes: [
      ...troubleNotes(folders),
      ...unreadNotes(run, folders),
      ...balanceNotes(run, files),
      ...deviations,
      ...missingNotes(missing),
    ],
    missingCertificates: missingDocument(missing),
    isUnagreed: isUnagreed && run.serviceFault() === null,
    outbox:
      sent === null
        ? null
        : {
            ended: [...sent.ended, ...(later?.ended ?? [])],
            fault: (later ?? sent).fault,
            open: openChanges(account),
          },
  };
  printReport(report, output);
  return exitCodeOfReport(report);
}

/**
 * What may be spent: null for nothing. Without a terminal only what an option allows. A person at a terminal approves
 * the price shown, not what may be added during the run.
 */
async function agree(
  offer: Offer,
  options: SpendOptions,
  output: Output,
  context: CommandContext,
): Promise<{ readonly ceiling: number | null } | null> {
  if (offer.files > 0) tellPrice(offerSentence(offer), options, output);
  if (offer.unchecked > 0) tellPrice(uncheckedSentence(offer.unchecked), options, output);
  if (offer.checks.files > 0) {
    output.note(
      `${checkUploadsSentence(offer.checks)} New versions are checked after you approve them.`,
    );
  }
  const { yes = false, maxCredits } = options;
  if (maxCredits !== undefined) return { ceiling: maxCredits };
  if (yes) return { ceiling: null };
  if (offer.files === 0) return null;
  if (output.isJson || !canAsk(context)) {
    output.note('Nothing is spent without your agreement: add --yes, or --max-credits N.');
    return null;
  }
  return (await confirm('Upload them?', '--yes', context)) ? { ceiling: offer.credits } : null;
}

/** Charges that differ from the expected ones. Looked up only by a run that spent something. */
async function chargedOtherwise(
  { credits }: Account,
  run: SyncRun,
  context: CommandContext,
): Promise<readonly string[]> {
  if (run.spentCredits() === 0) return [];
  const jobs = await credits.history.settle(run.beganAtMs, context.signal);
  return jobs.map(({ chargedCredits, expectedCredits, name }) =>
    deviationSentence(chargedCredits ?? 0, expectedCredits, name),
  );
}

function confirmingFiles(account: Account): number {
  return account
    .status()
    .counts.filter(({ state, hold }) => state === 'confirming' && hold === null)
    .reduce((sum, { files }) => sum + files, 0);
}

/** Says that records of the account were found which came from elsewhere; returns how many there are by now. */
function tellTakenIn(run: SyncRun, told: number, output: Output): number {
  const count = run.takenInRecords();
  if (count > told) {
    output.note(
      `The service has ${counted(count - told, 'record', 'records')} of your account that this computer did not know, as after a restored backup or from another computer. Nothing is charged for these files again.`,
    );
  }
  return count;
}

/** Files that wait for the balance ask nothing of a person, but the pass did not do what it was asked for. */
function balanceNotes(run: SyncRun, files: readonly FileView[]): readonly string[] {
  const waiting = files.filter(({ hold }) => hold === 'balance_unknown').length;
  const fault = run.balanceFault();
  if (waiting === 0) return [];
  const why = fault === null ? '' : ` ${faultSentence(fault)}`;
  return [
    `Your balance could not be read, so ${counted(waiting, 'file was', 'files were')} not sent.${why} Sync again later.`,
  ];
}

type Folders = ReturnType<Account['status']>['folders'];

const TROUBLE_SENTENCES = {
  absent:
    'is not there. Its files are left as they were; connect the drive or choose the folder again.',
  unreadable: 'cannot be read. Its files are left as they were; "labseal doctor" names the cause.',
  'other-drive':
    'is on another drive now. Its files are left as they were, and nothing of that drive is taken. Connect the right one; or, if this one is right, use it with "labseal folder accept".',
  emptied:
    'is empty although it held files. Nothing was concluded from that; connect the drive, or remove the folder.',
} as const;

function troubleNotes(folders: Folders): readonly string[] {
  return folders.flatMap(({ path, trouble }) =>
    trouble === null ? [] : [`The folder ${path} ${TROUBLE_SENTENCES[trouble]}`],
  );
}

function unreadNotes(run: SyncRun, folders: Folders): readonly string[] {
  return run.unreadDirectories().map(({ folderId, path: below, errno }) => {
    const folder = folders.find(({ id }) => id === String(folderId));
    return `${join(folder?.path ?? '', below)}: ${unreadableSentence(errno)}`;
  });
}
