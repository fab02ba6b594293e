/** The queue of uploads for people and for scripts. Shared by `transfer` and `status`. */
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import type { QueueView, Wait } from '../../../../src-shared/model/files/queue-view.ts';
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import {
  limitSentence,
  parallelSentence,
  pauseSentence,
  PRIORITY_LABELS,
  waitLine,
} from '../../../../src-shared/model/words/en/waits.ts';
import type { Output } from '../output.ts';

const MOST_ROWS = 50; // the rest is in the JSON

export function waitDocument({ sinceMs, untilMs, ...wait }: Wait) {
  return {
    ...wait,
    since: isoFromMs(sinceMs),
    until: untilMs === null ? null : isoFromMs(untilMs),
  };
}

export function printWaits(waits: readonly Wait[], output: Output): void {
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
        file.path,
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
