/**
 * Shows the progress of a run: bars on a terminal, a line every few seconds elsewhere. Anything that needs a person is
 * reported when it happens. It only listens; a slow terminal never delays the engine.
 */
import { faultSentence, unavailableText } from '../../../../src-shared/model/words/en/faults.ts';
import {
  byteText,
  durationText,
  fileText,
  integer,
} from '../../../../src-shared/model/words/en/figures.ts';
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import type { PassProgress } from '../../../../src-shared/bridge/sync-calls.ts';
import {
  leftMs,
  speedOf,
  withProgress,
  type Marks,
} from '../../../../src-shared/model/files/sending-speed.ts';
import { WATCH_LIMIT_SENTENCE } from '../../../../src-shared/model/words/en/paths.ts';
import { stateLabel, stateLabels } from '../../../../src-shared/model/words/en/states.ts';
import type { FileState } from '../../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { printableName, printablePath } from '../../../../src-shared/model/text/printable.ts';
import { lateText } from '../command-context.ts';
import type { ProgressScreen } from '../terminal.ts';
import { shorten, widthOf, wrapped } from '../text-width.ts';

const PLAIN_LINE_MS = 5 * SECOND_MS;
const BAR_WIDTH = 16;
const LABEL_WIDTH = stateLabels.checking.length;
const SIZE_WIDTH = '999.9 MB'.length;
const MOST_NAMED = 10; // of those that wait for the same reason: a budget may hold a million
const COUNTED: readonly FileState[] = ['notarized', 'duplicate', 'ready', 'recording', 'settling'];
const ALL = 'all';
type Running = PassProgress['running'][number];

export function makeSyncProgress({ isLive, columns, write }: ProgressScreen) {
  const namedByReason = new Map<string, number>();
  let speeds: Marks = new Map();
  let lastNews = '';
  let drawnLines = 0;
  let lastDrawMs = isLive ? -Infinity : performance.now();

  /** Of a narrow line whole figures are left out, not parts of them: how much is sent stays longest. */
  function summary({ counts, seen, sent }: PassProgress, width = Infinity): string {
    const counted = COUNTED.flatMap((state) => {
      const files = counts[state] ?? 0;
      return files === 0 ? [] : [`${integer(files)} ${countedLabel(state)}`];
    });
    const scanned = seen === 0 ? [] : [`${fileText(seen)} seen`];
    const figures = [...scanned, ...counted];
    const sending = [...sendingText(sent)];
    const line = () => [...figures, ...sending].join(' · ');
    while (widthOf(line()) > width && figures.length + sending.length > 1) {
      (figures.length > 0 ? figures : sending).pop();
    }
    return shorten(line(), width);
  }

  /** How much has left, how fast, and how long the rest takes. */
  function sendingText(sent: PassProgress['sent']): readonly string[] {
    if (sent === null || sent.totalBytes === 0) return [];
    const whole = { fileId: ALL, state: 'uploading', ...sent } as const;
    speeds = withProgress(speeds, new Map([[ALL, whole]]), performance.now());
    const speed = speedOf(speeds, ALL);
    const restMs = leftMs(sent, speed);
    const amount = `${byteText(sent.doneBytes)} of ${byteText(sent.totalBytes)} sent`;
    if (speed === null || restMs === null) return [amount];
    return [amount, `${byteText(speed)}/s`, `${durationText(restMs)} left`];
  }

  /** Clears the bars, so that the answer starts on a clean line. */
  function clear(): void {
    if (drawnLines > 0) write(`\u001B[${drawnLines}A\u001B[J`);
    drawnLines = 0;
  }

  function draw(progress: PassProgress): void {
    const { running } = progress;
    if (!isLive) {
      if (performance.now() - lastDrawMs < PLAIN_LINE_MS) return;
      lastDrawMs = performance.now();
      const [first] = running;
      const plain = first === undefined ? [] : [plainOf(first)];
      write(`${[summary(progress), ...plain].filter((text) => text !== '').join(' · ')}\n`);
      return;
    }
    clear();
    const width = columns();
    const bars = running.map((each) => barOf(each, width));
    const lines = [summary(progress, width), ...bars];
    write(lines.map((line) => `${line}\n`).join(''));
    drawnLines = lines.length;
  }

  /** A line that stays. */
  function say(text: string): void {
    clear();
    const lines = isLive ? wrapped(text, columns()) : [text];
    write(`${lines.join('\n')}\n`);
  }

  /** An outage is reported once, however often the run retries. */
  function sayOnce(text: string): void {
    if (text !== lastNews) say(text);
    lastNews = text;
  }

  /** By name, as long as there are few; the final report counts them all. */
  function sayWhatWaits({ state, hold, path }: PassProgress['waits'][number]): void {
    const reason = stateLabel(state, hold, undefined);
    const named = namedByReason.get(reason) ?? 0;
    namedByReason.set(reason, named + 1);
    if (named < MOST_NAMED) say(`${reason}: ${printablePath(path)}`);
    else if (named === MOST_NAMED) say(`${reason}: and more, counted at the end.`);
  }

  if (isLive) {
    write(`${shorten('Looking at the files …', columns())}\n`);
    drawnLines = 1;
  }
  return {
    /** Shows what is about the pass of this name. */
    hear(event: BridgeEvent, run: string) {
      if (event.kind === 'pass-progress' && event.run === run) {
        for (const each of event.progress.waits) sayWhatWaits(each);
        draw(event.progress);
      } else if (event.kind === 'waiting') {
        if (!isOffline(event.fault)) sayOnce(waitText(event.fault)); // the report says that
      } else if (event.kind === 'answer-late') {
        sayOnce(lateText(event.server));
      } else if (event.kind === 'engine') {
        const { engine } = event;
        if (engine.state === 'running' && engine.watchTrouble !== null)
          sayOnce(WATCH_LIMIT_SENTENCE);
      }
    },
    end: clear,
  };
}

/** Without what it belongs to: a dot stands between two counts. */
function countedLabel(state: FileState): string {
  return (stateLabel(state, null, undefined).split(' · ').at(-1) ?? '').toLowerCase();
}

function waitText(fault: ServiceFault): string {
  if (fault.kind === 'throttled' && fault.retryAfterMs !== null) {
    return `The service asks for a pause of ${durationText(fault.retryAfterMs)}. Waiting for its end; nothing is lost if you stop.`;
  }
  if (fault.kind !== 'unavailable') return `${faultSentence(fault)} Trying again.`;
  return `${unavailableText(fault)} Trying again.`;
}

function isOffline(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && fault.why === 'working-offline';
}

/** Never the full bar: the last percent is the service's answer. */
function shareOf({ doneBytes, totalBytes }: Running): number {
  return totalBytes === 0 ? 0 : Math.min(0.99, doneBytes / totalBytes);
}

/** The name comes last and gets what is left of the line: one that wraps could not be cleared again. */
function barOf(event: Running, columns: number): string {
  const filled = Math.round(shareOf(event) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const label = stateLabel(event.state, null, undefined).padEnd(LABEL_WIDTH);
  const size = byteText(event.totalBytes).padStart(SIZE_WIDTH);
  const measured = `${bar} ${percentOf(event)}  ${label} ${size}  `;
  return shorten(measured + shorten(nameOf(event), columns - widthOf(measured)), columns);
}

function plainOf(event: Running): string {
  const read = `${byteText(event.doneBytes)} of ${byteText(event.totalBytes)}`;
  return `${stateLabel(event.state, null, undefined)} ${nameOf(event)} ${read}, ${percentOf(event).trimStart()}`;
}

function percentOf(event: Running): string {
  return `${String(Math.round(shareOf(event) * 100)).padStart(3)} %`;
}

function nameOf({ path }: Running): string {
  return printableName(path.slice(path.lastIndexOf('/') + 1));
}
