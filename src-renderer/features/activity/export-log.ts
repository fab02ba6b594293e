/** Reads the whole log, window after window, and writes it down. What is added meanwhile is left out. */
import type { LogRangeFilter } from '../../../src-shared/bridge/activity-calls.ts';
import { csvText } from '../../../src-shared/model/text/csv.ts';
import { printableJson } from '../../../src-shared/model/text/printable.ts';
import type { LogEntry } from '../../../src-shared/model/status/log-entry.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import { isoFromMs } from '../../../src-shared/model/text/time.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';

const WINDOW = 300;

/** Latest first. Rejects on abort. */
export async function readWholeLog(
  bridge: Pick<Bridge, 'call'>,
  filter: LogRangeFilter,
  signal: AbortSignal,
): Promise<Result<readonly LogEntry[], PageFault>> {
  const entries: LogEntry[] = [];
  for (;;) {
    const beforeId = entries.at(-1)?.id;
    const from = beforeId === undefined ? filter : { ...filter, beforeId };
    const answer = await bridge.call(
      'activity.log',
      { filter: from, first: 0, count: WINDOW },
      signal,
    );
    if (!answer.ok) return answer;
    entries.push(...answer.value.rows);
    if (answer.value.rows.length < WINDOW) return ok(entries);
  }
}

const HEAD = ['time', 'what', 'name', 'state', 'hold', 'bytes', 'note', 'number'];

export function logAsCsv(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ id, atMs, subject, note }) => {
    const isFile = subject.kind === 'file';
    const [what, hold, bytes] = isFile
      ? ['file', subject.hold, subject.sizeBytes]
      : [subject.change, null, null];
    return [isoFromMs(atMs), what, subject.name, subject.state, hold, bytes, note, id];
  });
  return csvText(HEAD, rows);
}

export function logAsJson(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ atMs, ...entry }) => ({ at: isoFromMs(atMs), ...entry }));
  return `${printableJson(rows, 2)}\n`;
}
