/**
 * Shows the progress of a run: bars on a terminal, a line every few seconds elsewhere. Anything that needs a person is
 * reported when it happens. It only listens; a slow terminal never delays the engine.
 */
import { faultSentence, unavailableText } from '../../../../src-shared/model/words/en/faults.ts';
import { byteText, counted, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { WATCH_LIMIT_SENTENCE } from '../../../../src-shared/model/words/en/paths.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { needsPerson, type FileState } from '../../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import type { SyncEvent } from '../../../app/sync-events.ts';
import { printableName, printablePath } from '../../../../src-shared/model/text/printable.ts';
import type { ProgressScreen } from '../terminal.ts';
import { shorten, widthOf } from '../text-width.ts';

const REDRAW_MS = 100; // ten times a second looks alive and costs nothing
const PLAIN_LINE_MS = 5 * SECOND_MS;
const BAR_WIDTH = 16;
const LABEL_WIDTH = 'Checking the platform'.length;
const SIZE_WIDTH = '999.9 MB'.length;
const MAX_BARS = 6;
const MOST_NAMED = 10; // of those that wait for the same reason: a budget may hold a million
const COUNTED: readonly FileState[] = ['notarized', 'duplicate', 'ready', 'recording'];

export interface SyncProgress {
  readonly announce: (event: SyncEvent) => void;
  /** Clears the bars, so that the answer starts on a clean line. */
  end(): void;
}

type Running = Extract<SyncEvent, { kind: 'progressed' }>;

export function makeSyncProgress({ isLive, columns, write }: ProgressScreen): SyncProgress {
  const running = new Map<number, Running>();
  const stateById = new Map<number, FileState>();
  const countByState = new Map<FileState, number>();
  const seenInFolder = new Map<number, number>();
  const namedByReason = new Map<string, number>();
  let lastNews = '';
  let drawnLines = 0;
  let lastDrawMs = isLive ? -Infinity : performance.now();

  function count(fileId: number, state: FileState): void {
    const before = stateById.get(fileId);
    if (before !== undefined) countByState.set(before, (countByState.get(before) ?? 1) - 1);
    stateById.set(fileId, state);
    countByState.set(state, (countByState.get(state) ?? 0) + 1);
  }

  function summary(): string {
    const parts = COUNTED.flatMap((state) => {
      const files = countByState.get(state) ?? 0;
      return files === 0 ? [] : [`${integer(files)} ${stateLabel(state, null).toLowerCase()}`];
    });
    const seen = [...seenInFolder.values()].reduce((sum, files) => sum + files, 0);
    return [`${counted(seen, 'file', 'files')} seen`, ...parts].join(' · ');
  }

  function clear(): void {
    if (drawnLines > 0) write(`\u001B[${drawnLines}A\u001B[J`);
    drawnLines = 0;
  }

  function draw(): void {
    const nowMs = performance.now();
    if (nowMs - lastDrawMs < (isLive ? REDRAW_MS : PLAIN_LINE_MS)) return;
    lastDrawMs = nowMs;
    const [first] = running.values();
    const plain = first === undefined ? [] : [plainOf(first)];
    if (!isLive) {
      write(`${[summary(), ...plain].join(' · ')}\n`);
      return;
    }
    clear();
    const width = columns();
    const bars = [...running.values()].slice(0, MAX_BARS).map((event) => barOf(event, width));
    const lines = [shorten(summary(), width), ...bars];
    write(lines.map((line) => `${line}\n`).join(''));
    drawnLines = lines.length;
  }

  /** A line that stays. */
  function say(text: string): void {
    clear();
    write(`${text}\n`);
  }

  /** An outage is reported once, however often the run retries. */
  function sayOnce(text: string): void {
    if (text !== lastNews) say(text);
    lastNews = text;
  }

  /** By name, as long as there are few; the final report counts them all. */
  function sayWhatWaits({ state, hold, path }: Extract<SyncEvent, { kind: 'moved' }>): void {
    const reason = stateLabel(state, hold);
    const named = namedByReason.get(reason) ?? 0;
    namedByReason.set(reason, named + 1);
    if (named < MOST_NAMED) say(`${reason}: ${printablePath(path)}`);
    else if (named === MOST_NAMED) say(`${reason}: and more, counted at the end.`);
  }

  return {
    announce(event) {
      switch (event.kind) {
        case 'scanning':
          seenInFolder.set(event.folderId, event.files);
          break;
        case 'progressed':
          running.set(event.fileId, event);
          break;
        case 'moved':
          running.delete(event.fileId);
          count(event.fileId, event.state);
          if (needsPerson(event.state, event.hold)) sayWhatWaits(event);
          break;
        case 'added':
          for (let index = 0; index < event.files; index += 1) {
            count(event.firstId + index, event.state);
          }
          break;
        case 'waiting':
          sayOnce(`${waitText(event.fault)} Trying again.`);
          break;
        case 'watch-limited':
          say(WATCH_LIMIT_SENTENCE);
          break;
        case 'passing':
        case 'certificate-changed':
          break;
        default:
          assertNever(event);
      }
      draw();
    },
    end: clear,
  };
}

function waitText(fault: ServiceFault): string {
  return fault.kind === 'unavailable' ? unavailableText(fault) : faultSentence(fault);
}

/** Never the full bar: the last percent is the service's answer. */
function shareOf({ doneBytes, totalBytes }: Running): number {
  return totalBytes === 0 ? 0 : Math.min(0.99, doneBytes / totalBytes);
}

/** The name comes last and gets what is left of the line: one that wraps could not be cleared again. */
function barOf(event: Running, columns: number): string {
  const filled = Math.round(shareOf(event) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const label = stateLabel(event.state, null).padEnd(LABEL_WIDTH);
  const size = byteText(event.totalBytes).padStart(SIZE_WIDTH);
  const measured = `${bar} ${percentOf(event)}  ${label} ${size}  `;
  return shorten(measured + shorten(nameOf(event), columns - widthOf(measured)), columns);
}

function plainOf(event: Running): string {
  return `${stateLabel(event.state, null)} ${nameOf(event)} ${percentOf(event).trimStart()}`;
}

function percentOf(event: Running): string {
  return `${String(Math.round(shareOf(event) * 100)).padStart(3)} %`;
}

function nameOf({ path }: Running): string {
  return printableName(path.slice(path.lastIndexOf('/') + 1));
}
