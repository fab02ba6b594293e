/** `labseal status`: what is known on this computer, and the balance when the service answers. */
import type { AnsweringCommand } from '../answering-command.ts';
import { healthOfStatus } from '../../../../src-shared/bridge/status-calls.ts';
import type { HealthItem } from '../../../../src-shared/model/status/health.ts';
import { inboxOf } from '../../../../src-shared/model/status/inbox.ts';
import { topicOfFault, topicOfHealth } from '../../../../src-shared/model/text/guide-topics.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { changesLine } from '../../../../src-shared/model/words/en/changes.ts';
import { desktopWords } from '../../../../src-shared/model/words/en/desktop.ts';
import {
  byteText,
  creditText,
  durationText,
  fileText,
  keptBalanceText,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { folderTroubles, healthWords } from '../../../../src-shared/model/words/en/health.ts';
import { withheldWords } from '../../../../src-shared/model/words/en/withheld.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { BRIEF } from '../application.ts';
import { CommandFault, EXIT } from '../exit-code.ts';
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
      const nowMs = Date.now();
      const health = healthOfStatus(status, nowMs);
      // The number that the page and the tray show.
      const { count: needYou } = inboxOf({ account, health });
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
      const ofChanges = changesLine(changes);
      if (ofChanges !== null) output.line(ofChanges);
      for (const item of health) {
        const { title, text } = healthWords(item, {
          moment: momentText,
          timeUntil: (atMs) => durationText(atMs - nowMs),
          duration: durationText,
        });
        output.note(`${title} ${text}`);
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
      if (!balance.ok) {
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

type OfAFolder = Extract<HealthItem, { readonly folderId: string }>;

function isOtherDrive(item: HealthItem): item is OfAFolder {
  if (item.code === 'drive-trouble') return true;
  return item.code === 'folder-trouble' && item.trouble === 'other-drive';
}
