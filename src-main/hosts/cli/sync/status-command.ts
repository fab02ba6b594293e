/** `labseal status`: what is known on this computer, and the balance when the service answers. */
import type { AnsweringCommand } from '../answering-command.ts';
import { healthOfStatus } from '../../../../src-shared/bridge/status-calls.ts';
import type { HealthItem } from '../../../../src-shared/model/status/health.ts';
import type { DoubtGroup } from '../../../../src-shared/model/files/upload-evidence.ts';
import { type InboxItem, inboxOf } from '../../../../src-shared/model/status/inbox.ts';
import { topicOfFault, topicOfHealth } from '../../../../src-shared/model/text/guide-topics.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { changesLine } from '../../../../src-shared/model/words/en/changes.ts';
import { desktopWords } from '../../../../src-shared/model/words/en/desktop.ts';
import {
  byteText,
  counted,
  creditText,
  durationText,
  fileText,
  keptBalanceText,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { folderTroubles, healthWords } from '../../../../src-shared/model/words/en/health.ts';
import { withheldWords } from '../../../../src-shared/model/words/en/withheld.ts';
import {
  overLimitsLabel,
  stateLabel,
  stateLabels,
} from '../../../../src-shared/model/words/en/states.ts';
import { type Application, BRIEF } from '../application.ts';
import { CommandFault, EXIT } from '../exit-code.ts';
import { STATE_WORDS } from '../option-values.ts';
import type { Output } from '../output.ts';
import { printWaits, waitDocument } from '../transfer/queue-report.ts';
import { tellCarriedOver } from './tell-carried-over.ts';

export function addStatusCommand(program: AnsweringCommand): void {
  program
    .command('status')
    .description('health, how many need attention, folders, counts by state, credits')
    .answers(async (application, output) => {
      const { call, ask } = application;
      // The service's answer tells how the session and the clock stand.
      const balance = await ask('credits.balance', {}, BRIEF);
      const kept = balance.ok ? null : await call('credits.known', {});
      const status = await call('status.read', {});
      const { server, session, account, waits } = status;
      // Forgotten meanwhile, or its records cannot be opened.
      if (account === null)
        throw new CommandFault(balance.ok ? { kind: 'no-account' } : balance.fault);
      const { folders, counts, changes, isHistoryIncomplete, silentChanges, paidTwice } = account;
      const isAnyOpen = counts.some(({ state }) => state === 'confirming');
      const doubts = isAnyOpen ? await call('files.doubts', {}) : [];
      const nowMs = Date.now();
      const health = healthOfStatus(status, nowMs);
      // The number that the page and the tray show.
      const { count: needYou, items } = inboxOf({ account, health });
      output.json({
        server,
        session: session.state,
        balance: balance.ok ? balance.value.credits : null,
        needYou,
        isHistoryIncomplete,
        folders: folders.map((folder) => ({
          ...folder,
          lastScanAtMs: undefined,
          lastScanAt: isoFromMs(folder.lastScanAtMs),
        })),
        counts,
        changes,
        waits: waits.map(waitDocument),
        unknownResults: sumOf(doubts),
        health: health.map(({ code }) => code),
        silentChanges: silentChanges ?? null,
        paidTwice: paidTwice ?? null,
      });
      output.line(
        session.state === 'signed-in'
          ? `Signed in as ${session.email} at ${session.server}.`
          : session.state === 'withheld'
            ? withheldWords(session.why).found
            : 'Signed out. Nothing is sent until you sign in with "labseal auth login".',
      );
      if (balance.ok) output.line(creditText(balance.value.credits));
      if (kept !== null) output.line(keptBalanceText(kept));
      if (needYou > 0) output.line(desktopWords.tray.needYou(needYou));
      if (!output.isJson) for (const item of items) await tellNext(item, call, output);
      if (folders.length === 0)
        output.line('No folder is watched yet. Watch one with "labseal folder add PATH".');
      for (const folder of folders) {
        const scanned =
          folder.lastScanAtMs === null
            ? 'never scanned'
            : `last scan ${momentText(folder.lastScanAtMs)}`;
        const needs = folder.needYou === 0 ? '' : ` · ${desktopWords.tray.needYou(folder.needYou)}`;
        const rest =
          folder.trouble === null ? '' : ` · paused: it ${folderTroubles[folder.trouble]}`;
        output.line(
          `Folder ${folder.id}  ${folder.path}  ${folder.projectName ?? folder.projectId}`,
        );
        output.line(
          `  ${fileText(folder.files)}, ${byteText(folder.bytes)} · ${scanned}${needs}${rest}`,
        );
      }
      output.table(
        ['files', 'size', 'state'],
        counts.map(({ files, bytes, state: fileState, hold, isApproved }) => [
          files,
          byteText(bytes),
          stateLabel(fileState, hold, isApproved),
        ]),
      );
      printWaits(waits, output);
      if (doubts.length > 0) output.line(unknownResultsLine(doubts));
      const ofChanges = changesLine(changes);
      if (ofChanges !== null) output.line(ofChanges);
      for (const item of health) {
        if (item.code === 'signed-out' && item.files === 0) continue; // said above
        if ('why' in item && item.why === 'working-offline') continue; // said below
        const { title, text } = healthWords(item, {
          moment: momentText,
          timeUntil: (atMs) => durationText(atMs - nowMs),
          duration: durationText,
        });
        output.note(item.code === 'signed-out' ? text : `${title} ${text}`);
        if (item.code === 'certificates-missing') {
          output.note('  "labseal sync" asks for them again and says which and why.');
        }
        if (isOtherDrive(item)) {
          output.note(`  "labseal folder accept ${item.folderId}" uses what is there now.`);
        }
        if (item.code === 'silent-change') {
          output.note(
            `  "labseal audit show ${item.runId}" shows it, "labseal audit seen" ends this notice.`,
          );
        }
      }
      if (!balance.ok && balance.fault.kind !== 'not-signed-in') {
        const { coreFaultSentence } = await import('../fault-text.ts');
        output.note(coreFaultSentence(balance.fault));
      }
      const topics = [
        ...health.map(topicOfHealth),
        balance.ok ? undefined : topicOfFault(balance.fault),
      ];
      output.more(topics.find((topic) => topic !== undefined));
      await tellCarriedOver(application, output);
      return EXIT.done;
    });
}

/** Uploads whose answer was lost, and what they may have cost; evidence that nothing was charged counts. */
function sumOf(doubts: readonly DoubtGroup[]) {
  const open = doubts.filter(({ evidence }) => evidence !== 'no-record-no-charge');
  return {
    files: doubts.reduce((sum, { files }) => sum + files, 0),
    credits: open.reduce((sum, { credits }) => sum + credits, 0),
  };
}

function unknownResultsLine(doubts: readonly DoubtGroup[]): string {
  const { files, credits } = sumOf(doubts);
  const open = credits === 0 ? '' : `: up to ${creditText(credits)} may have been charged`;
  return `${counted(files, 'upload result is', 'upload results are')} unknown${open}. "labseal file resolve" says why.`;
}

const FEW_FILES = 3;

/** The command that shows more of it, and few files by name. Of a warning its notice says so. */
async function tellNext(item: InboxItem, call: Application['call'], output: Output): Promise<void> {
  switch (item.kind) {
    case 'warning':
      return;
    case 'changes':
      output.line(
        `  ${counted(item.changes, 'change', 'changes')}: "labseal outbox list" says why.`,
      );
      return;
    case 'approval':
      output.line(
        `  ${stateLabels.awaiting}, ${fileText(item.files)}: "labseal file list --state ${STATE_WORDS.ready}" lists them, "labseal sync" shows the price.`,
      );
      return;
    case 'files': {
      const { state, hold, files, budgets = [] } = item;
      const label =
        hold === 'budget' ? overLimitsLabel(budgets) : stateLabel(state, hold, undefined);
      const next =
        state === 'changed'
          ? '"labseal file keep-version FILE" notarizes what is there now.'
          : '"labseal file explain FILE" says what to do.';
      output.line(
        `  ${label}, ${fileText(files)}: "labseal file list --state ${STATE_WORDS[state]}" lists them. ${next}`,
      );
      if (files > FEW_FILES) return;
      const filter = { states: [state], ...(hold === null ? {} : { holds: [hold] }) };
      const sort = { by: 'name', isDescending: false } as const;
      const { rows } = await call('files.range', { filter, sort, first: 0, count: FEW_FILES });
      for (const { path } of rows) output.line(`    ${printablePath(path)}`);
      return;
    }
    default:
      assertNever(item);
  }
}

type OfAFolder = Extract<HealthItem, { readonly folderId: string }>;

function isOtherDrive(item: HealthItem): item is OfAFolder {
  if (item.code === 'drive-trouble') return true;
  return item.code === 'folder-trouble' && item.trouble === 'other-drive';
}
