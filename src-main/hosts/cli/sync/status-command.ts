/** `labseal status`: what is known on this computer, and the balance when the service answers. */
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import type { Command } from 'commander';
import type { QueueView, Wait } from '../../../../src-shared/model/files/queue-view.ts';
import { evaluateHealth, type HealthItem } from '../../../../src-shared/model/status/health.ts';
import { inboxOf } from '../../../../src-shared/model/status/inbox.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { changesLine } from '../../../../src-shared/model/words/en/changes.ts';
import { desktopWords } from '../../../../src-shared/model/words/en/desktop.ts';
import {
  byteText,
  counted,
  durationText,
  momentText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { folderTroubles, healthWords } from '../../../../src-shared/model/words/en/health.ts';
import { withheldWords } from '../../../../src-shared/model/words/en/withheld.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import {
  limitSentence,
  parallelSentence,
  pauseSentence,
  PRIORITY_LABELS,
  waitLine,
} from '../../../../src-shared/model/words/en/waits.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import type { Output } from '../output.ts';

export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('health, how many need attention, folders, counts by state, credits')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async (account, output, core) => {
        const { state, server } = core.session();
        const known = account.status();
        const { folders, counts, changes, isHistoryIncomplete } = known;
        const balance = await account.credits.balance(context.signal);
        const waits = account.transfers.waits();
        const nowMs = Date.now();
        const health = evaluateHealth(
          {
            isHostLost: false,
            stopped: null,
            watchTrouble: null,
            session: state,
            account: known,
            waits,
            clockAheadMs: core.clockAheadMs(),
          },
          nowMs,
        );
        // The number that the page and the tray show.
        const { count: needYou } = inboxOf({
          account: known,
          health,
          awaiting: account.offers.offer(null),
        });
        output.json({
          server,
          session: state.state,
          balance: balance.ok ? balance.value : null,
          needYou,
          isHistoryIncomplete,
          folders: folders.map((folder) => ({
            ...folder,
            lastScanAtMs: undefined,
            lastScanAt: folder.lastScanAtMs === null ? null : isoFromMs(folder.lastScanAtMs),
          })),
          counts,
          changes,
          waits: waits.map(waitDocument),
          health: health.map(({ code }) => code),
          silentChanges: known.silentChanges ?? null,
        });
        output.line(
          state.state === 'signed-in'
            ? `Signed in as ${state.email} at ${state.server}.`
            : state.state === 'withheld'
              ? withheldWords(state.why).found
              : 'Signed out: files can be fingerprinted, uploads wait. Sign in with "labseal auth login".',
        );
        if (balance.ok) output.line(counted(balance.value, 'credit', 'credits'));
        if (needYou > 0) output.line(desktopWords.tray.needYou(needYou));
        if (folders.length === 0)
          output.line('No folder is watched yet. Watch one with "labseal folder add PATH".');
        for (const folder of folders) {
          const scanned =
            folder.lastScanAtMs === null
              ? 'never scanned'
              : `last scan ${momentText(folder.lastScanAtMs)}`;
          const needs =
            folder.needYou === 0 ? '' : ` · ${desktopWords.tray.needYou(folder.needYou)}`;
          const rest =
            folder.trouble === null ? '' : ` · paused: it ${folderTroubles[folder.trouble]}`;
          output.line(
            `Folder ${folder.id}  ${folder.path}  ${folder.projectName ?? folder.projectId}`,
          );
          output.line(
            `  ${counted(folder.files, 'file', 'files')}, ${byteText(folder.bytes)} · ${scanned}${needs}${rest}`,
          );
        }
        output.table(
          ['files', 'size', 'state'],
          counts.map(({ files, bytes, state: fileState, hold }) => [
            files,
            byteText(bytes),
            stateLabel(fileState, hold),
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
              `  "labseal audit --run ${item.runId}" shows it, "labseal audit --seen" ends this notice.`,
            );
          }
        }
        if (!balance.ok) output.note(coreFaultSentence(balance.fault));
        return EXIT.done;
      }),
    );
}

type OfAFolder = Extract<HealthItem, { readonly folderId: string }>;

function isOtherDrive(item: HealthItem): item is OfAFolder {
  if (item.code === 'drive-trouble') return true;
  return item.code === 'folder-trouble' && item.trouble === 'other-drive';
}

/** The queue of uploads for people and for scripts. Shared by `transfer` and `status`. */
const MOST_ROWS = 50; // the rest is in the JSON

function waitDocument({ sinceMs, untilMs, ...wait }: Wait) {
  return {
    ...wait,
    since: isoFromMs(sinceMs),
    until: untilMs === null ? null : isoFromMs(untilMs),
  };
}

function printWaits(waits: readonly Wait[], output: Output): void {
  const servers = new Set(waits.map(({ server }) => server));
  for (const server of servers) {
    output.line(`Files for ${server} that wait:`);
    for (const wait of waits) if (wait.server === server) output.line(`  ${waitLine(wait)}`);
  }
}

export function ruleDocument({ pause, limitBytesPerSecond, parallel }: QueueView) {
  return {
    pause:
      pause === null
        ? null
        : {
            mode: pause.mode,
            since: isoFromMs(pause.sinceMs),
            until: pause.untilMs === null ? null : isoFromMs(pause.untilMs),
          },
    limitBytesPerSecond,
    parallel,
  };
}

export function queueDocument(view: QueueView) {
  return {
    ...ruleDocument(view),
    waits: view.waits.map(waitDocument),
    files: view.entries.map(({ file, priority, sentBytes }) => ({
      id: file.id,
      path: file.path,
      projectId: file.projectId,
      state: file.state,
      hold: file.hold,
      size: file.sizeBytes,
      priority,
      sentBytes,
    })),
  };
}

export function printQueue(view: QueueView, output: Output): void {
  const { entries } = view;
  if (entries.length === 0) output.line('No file waits for an upload.');
  output.table(
    ['id', 'size', 'turn', 'state', 'file'],
    entries
      .slice(0, MOST_ROWS)
      .map(({ file, priority }) => [
        file.id,
        byteText(file.sizeBytes),
        PRIORITY_LABELS[priority],
        stateLabel(file.state, file.hold),
        printablePath(file.path),
      ]),
  );
  const more = entries.length - MOST_ROWS;
  if (more > 0)
    output.line(`and ${counted(more, 'more file', 'more files')}; --json has all of them.`);
  printWaits(view.waits, output);
  output.line(pauseSentence(view.pause));
  output.line(limitSentence(view));
  output.line(parallelSentence(view));
}
