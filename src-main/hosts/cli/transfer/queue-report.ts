/** The queue of uploads for people and for scripts. */
import { MOST_PAGE_FILES } from '../../../../src-shared/bridge/file-calls.ts';
import { MOST_TURNS } from '../../../../src-shared/bridge/transfer-calls.ts';
import type {
  QueueEntry,
  Wait,
  TransferRules,
} from '../../../../src-shared/model/files/queue-view.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import {
  limitSentence,
  OFFLINE_NOTE,
  parallelSentence,
  pauseSentence,
  waitLine,
} from '../../../../src-shared/model/words/en/waits.ts';
import type { Application } from '../application.ts';
import type { Output } from '../output.ts';

const MOST_ROWS = 50; // the rest is in the JSON

export function ruleDocument({ pause, limitBytesPerSecond, parallel }: TransferRules) {
  return {
    pause:
      pause === null
        ? null
        : {
            mode: pause.mode,
            since: isoFromMs(pause.sinceMs),
            until: isoFromMs(pause.untilMs),
          },
    limitBytesPerSecond,
    parallel,
  };
}

/** As documents have named it since 0.1.0. */
export function turnOf(isNext: boolean): 'first' | 'normal' {
  return isNext ? 'first' : 'normal';
}

export async function printQueue(call: Application['call'], output: Output): Promise<void> {
  const view = await call('transfers.view', { first: 0, count: MOST_ROWS });
  const { entries, total, waits } = view;
  if (entries.length === 0) output.line('No file waits for an upload.');
  await output.list(output.isJson ? eachInLine(call) : entries, {
    facts: { ...ruleDocument(view), waits: waits.map(waitDocument) },
    key: 'files',
    document: ({ file, isNext, sentBytes }) => ({
      id: file.id,
      path: file.path,
      projectId: file.projectId,
      state: file.state,
      hold: file.hold,
      size: file.sizeBytes,
      priority: turnOf(isNext),
      sentBytes,
    }),
    head: ['id', 'size', 'turn', 'state', 'file'],
    row: ({ file, isNext }) => [
      file.id,
      byteText(file.sizeBytes),
      isNext ? 'next' : '',
      stateLabel(file.state, file.hold, file.isApproved),
      printablePath(file.path),
    ],
  });
  const more = total - entries.length;
  if (more > 0)
    output.line(`and ${counted(more, 'more file', 'more files')}; --json has all of them.`);
  printWaits(waits, output);
  output.line(await pauseNow(view, call));
  output.line(limitSentence(view));
  output.line(parallelSentence(view));
}

/** What stops the uploads, if anything does. */
export async function pauseNow(
  { pause }: TransferRules,
  call: Application['call'],
): Promise<string> {
  const { isOffline } = await call('outbox.list', {});
  return isOffline && pause === null ? OFFLINE_NOTE : pauseSentence(pause);
}

/** In the order in which they go; what left the queue meanwhile is left out. */
async function* eachInLine(call: Application['call']): AsyncGenerator<QueueEntry> {
  for (let first = 0; ; first += MOST_TURNS) {
    const turns = await call('transfers.order', { first, count: MOST_TURNS });
    for (let at = 0; at < turns.length; at += MOST_PAGE_FILES) {
      const some = turns.slice(at, at + MOST_PAGE_FILES);
      const scope = { fileIds: some.map(({ fileId }) => fileId) };
      const { files } = await call('files.page', { scope, afterId: null });
      const byId = new Map(files.map((file) => [file.id, file]));
      for (const { fileId, ...turn } of some) {
        const file = byId.get(fileId);
        if (file !== undefined) yield { file, ...turn };
      }
    }
    if (turns.length < MOST_TURNS) return;
  }
}

export function waitDocument({ sinceMs, untilMs, ...wait }: Wait) {
  return {
    ...wait,
    since: isoFromMs(sinceMs),
    until: isoFromMs(untilMs),
  };
}

export function printWaits(waits: readonly Wait[], output: Output): void {
  const servers = new Set(waits.map(({ server }) => server));
  for (const server of servers) {
    const here = waits.filter((wait) => wait.server === server);
    const isWaiting = here.some(({ files }) => files > 0);
    if (isWaiting) output.line(`Files for ${server} that wait:`);
    for (const wait of here) output.line(`${isWaiting ? '  ' : 'Uploads: '}${waitLine(wait)}`);
  }
}
