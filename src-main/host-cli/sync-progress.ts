/**
 * Shows a run while it goes: bars on a terminal, plain lines elsewhere. It only listens; a slow terminal never holds
 * the engine up.
 */
import { byteText, counted, faultSentence, stateLabel } from '../../src-shared/model/words/en.ts';
import { SECOND_MS } from '../../src-shared/model/time.ts';
import type { SyncEvent } from '../core/sync-events.ts';
import { printable } from './output.ts';
import type { Surroundings } from './surroundings.ts';

const REDRAW_MS = 100; // ten times a second looks alive and costs nothing
const PLAIN_LINE_MS = 5 * SECOND_MS;
const BAR_WIDTH = 20;
const MAX_BARS = 6;
const NAME_WIDTH = 36;
const SAID_BY_LINE = new Set([
  'notarized',
  'duplicate',
  'record_error',
  'failed',
  'confirming',
  'unreadable',
]);

export interface SyncProgress {
  readonly announce: (event: SyncEvent) => void;
  /** Clears the bars, so that the answer starts on a clean line. */
  end(): void;
}

type Running = Extract<SyncEvent, { kind: 'progressed' }>;

export function makeSyncProgress({ stderr }: Surroundings): SyncProgress {
  const running = new Map<number, Running>();
  let drawnLines = 0;
  let lastDrawMs = -Infinity;
  let scan = '';
  let moved = 0;

  const write = (text: string) => void stderr.write(text);

  function clear(): void {
    if (drawnLines > 0) write(`\u001B[${drawnLines}A\u001B[J`);
    drawnLines = 0;
  }

  function draw(): void {
    const nowMs = performance.now();
    if (nowMs - lastDrawMs < (stderr.isTTY ? REDRAW_MS : PLAIN_LINE_MS)) return;
    lastDrawMs = nowMs;
    const bars = [...running.values()].slice(0, MAX_BARS).map(barOf);
    if (!stderr.isTTY) {
      write(`${[scan, counted(moved, 'step', 'steps'), ...bars].filter(Boolean).join(' · ')}\n`);
      return;
    }
    clear();
    const lines = [scan, ...bars].filter((line) => line !== '');
    write(lines.map((line) => `${line}\n`).join(''));
    drawnLines = lines.length;
  }

  /** A line that stays. */
  function say(text: string): void {
    if (stderr.isTTY) clear();
    write(`${text}\n`);
    lastDrawMs = -Infinity;
  }

  return {
    announce(event) {
      switch (event.kind) {
        case 'scanning':
          scan = `Looking: ${counted(event.files, 'file', 'files')} in ${counted(event.directories, 'folder', 'folders')}`;
          break;
        case 'progressed':
          running.set(event.fileId, event);
          break;
        case 'moved':
          moved += 1;
          running.delete(event.fileId);
          if (SAID_BY_LINE.has(event.state)) {
            say(`${stateLabel(event.state, event.hold)}  ${printable(event.path)}`);
          }
          break;
        case 'waiting':
          say(`${faultSentence(event.fault)} Trying again.`);
          break;
        case 'certified':
          break;
      }
      draw();
    },
    end() {
      if (stderr.isTTY) clear();
    },
  };
}

function barOf({ path, state, doneBytes, totalBytes }: Running): string {
  const share = totalBytes === 0 ? 0 : Math.min(0.99, doneBytes / totalBytes);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const percent = `${Math.round(share * 100)}`.padStart(3);
  return `${shortName(path).padEnd(NAME_WIDTH)} ${bar} ${percent} %  ${stateLabel(state, null)} · ${byteText(totalBytes)}`;
}

/** The end of a name tells instrument files apart, so the middle is left out. */
function shortName(path: string): string {
  const name = printable(path.slice(path.lastIndexOf('/') + 1));
  if (name.length <= NAME_WIDTH) return name;
  const tail = 10;
  return `${name.slice(0, NAME_WIDTH - tail - 1)}…${name.slice(-tail)}`;
}
