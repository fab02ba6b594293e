/** A queue and a log for the gallery, in the contract's types. */
import type { LogRange, LogRangeFilter } from '../../src-shared/bridge/activity-calls.ts';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import type { TransferView } from '../../src-shared/bridge/transfer-calls.ts';
import type { FileState, HoldReason } from '../../src-shared/model/files/file-state.ts';
import type { LogEntry } from '../../src-shared/model/status/log-entry.ts';

const SENDING = 2;

/** `files`: made-up rows; the first ones are on their way. */
export function playedQueue(files: readonly FileListRow[]): TransferView {
  return {
    pause: null,
    limitBytesPerSecond: null,
    parallel: null,
    resumption: 'yes',
    waits: [],
    total: files.length,
    first: 0,
    entries: files.map((file, index) => {
      const isSending = index < SENDING;
      const state = isSending ? ('uploading' as const) : ('ready' as const);
      const sentBytes = isSending ? Math.round(file.sizeBytes * 0.63) : null;
      return { file: { ...file, state, hold: null }, priority: 'normal', sentBytes };
    }),
  };
}

const STEPS: readonly (readonly [FileState, HoldReason | null, string | null])[] = [
  ['notarized', null, null],
  ['recording', null, null],
  ['held', 'procedure', null],
  ['record_error', null, 'The chain did not answer'],
  ['duplicate', null, null],
  ['changed', null, null],
];

function entry(id: number, nowMs: number, count: number): LogEntry {
  const [state, hold, note] = STEPS[id % STEPS.length] ?? STEPS[0] ?? ['notarized', null, null];
  const atMs = nowMs - (count - id) * 1_900_000;
  if (id % 11 === 0) {
    const subject = { kind: 'change', id: '1', name: 'Bo Ek', change: 'invite-member' } as const;
    return { id, atMs, note: null, subject: { ...subject, state: 'delivered' } };
  }
  const name = `2026-11-20_MS2_sample_${String(id).padStart(4, '0')}.raw`;
  const file = { id: String(id), folderId: '1', name, sizeBytes: id * 1_100_000 };
  return { id, atMs, note, subject: { kind: 'file', ...file, state, hold } };
}

export function playedLog(
  { about, text, fromMs = 0, toMs = Infinity, beforeId = Infinity }: LogRangeFilter,
  { first, count, total, nowMs }: Record<'first' | 'count' | 'total' | 'nowMs', number>,
): LogRange {
  const found = Array.from({ length: total }, (_entry, at) =>
    entry(total - at, nowMs, total),
  ).filter(
    ({ id, atMs, subject }) =>
      (about === undefined ||
        (about === 'changes') === (subject.kind === 'change') ||
        about === 'done') &&
      (about !== 'done' || ['notarized', 'duplicate'].includes(subject.state)) &&
      (text === undefined || subject.name.includes(text)) &&
      atMs >= fromMs &&
      atMs < toMs &&
      id < beforeId,
  );
  return { total: found.length, first, rows: found.slice(first, first + count) };
}

/** How much of that log was finished between each two moments. */
export function playedDone(edgesMs: readonly number[], total: number, nowMs: number) {
  const window = { first: 0, count: total, total, nowMs };
  return edgesMs.slice(1).map((toMs, at) => {
    const done = playedLog({ about: 'done', fromMs: edgesMs[at] ?? 0, toMs }, window);
    return { files: done.total, bytes: done.total * 1_000_000 };
  });
}
