/** A queue and a log for the gallery, in the contract's types. */
import type { LogRange, LogRangeFilter } from '../../src-shared/bridge/activity-calls.ts';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import type { TransferView } from '../../src-shared/bridge/transfer-calls.ts';
import type { FileState, HoldReason } from '../../src-shared/model/files/file-state.ts';
import type { LogEntry } from '../../src-shared/model/status/log-entry.ts';
import type { OutboxView } from '../../src-shared/bridge/outbox-calls.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import type { CreditHistory, HistoryLine } from '../../src-shared/model/money/credit-views.ts';
import { AWAY } from '../test-support/builders.ts';
import { change, invite, outboxView, WAITS } from '../test-support/people.ts';

const SENDING = 2;

/** `files`: made-up rows; the first ones are on their way. */
export function fakeQueue(files: readonly FileListRow[]): TransferView {
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

export function fakeLog(
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
export function fakeDone(edgesMs: readonly number[], total: number, nowMs: number) {
  const window = { first: 0, count: total, total, nowMs };
  return edgesMs.slice(1).map((toMs, at) => {
    const done = fakeLog({ about: 'done', fromMs: edgesMs[at] ?? 0, toMs }, window);
    return { files: done.total, bytes: done.total * 1_000_000 };
  });
}

const DAY_MS = 86_400_000;
const PRICES = [399, 1, 402, 13, 89, 210];

/** A history of credits and an outbox for the gallery, in the contract's types. */
function line(index: number, nowMs: number): HistoryLine {
  const price = PRICES[index % PRICES.length] ?? 1;
  const none = { file: null, change: null, expected: null, charged: null, difference: null };
  const common = { ...none, atMs: nowMs - index * 0.7 * DAY_MS, transactionId: `t${index}` };
  if (index % 9 === 8) {
    return { ...common, type: 'ADMIN_TOP_UP', amount: 2_000, isDeviation: false };
  }
  if (index % 7 === 6) {
    const invited = { id: 1, part: 'invitation', name: 'Bo Ek' } as const;
    return {
      ...common,
      change: invited,
      type: 'PROJECT_INVITATION',
      amount: -10,
      isDeviation: false,
    };
  }
  const isDeviation = index === 3;
  const file = `2026-11-20_MS2_sample_${String(index).padStart(4, '0')}.raw`;
  const charged = isDeviation ? price + 7 : price;
  return {
    ...common,
    file,
    type: 'FILE_UPLOAD',
    amount: -charged,
    expected: price,
    charged,
    difference: charged - price,
    isDeviation,
  };
}

export function fakeHistory(nowMs: number): CreditHistory {
  const lines = Array.from({ length: 40 }, (_line, index) => line(index, nowMs));
  return { total: lines.length, lines, asOfMs: null, unknownDays: 0, fault: null };
}

const INVITED = ['Ada Lovelace', 'Bo Ek', 'Casey Roe', 'Dana Wu', 'Eve Stone'];

function invitation(index: number, state: Change['state']): Change {
  const invited = change(invite('p1', INVITED[index]), state);
  return { ...invited, id: index + 1, key: `k${index + 1}` };
}

export function fakeOutbox(nowMs: number): OutboxView {
  const lost = { lostAtMs: nowMs - 900_000, finding: 'absent', lookedAtMs: nowMs } as const;
  const lastTry = { atMs: nowMs - 60_000, fault: AWAY };
  const states: readonly Change['state'][] = [
    { state: 'delivered', atMs: nowMs - DAY_MS, by: 'answer', projectId: null },
    { state: 'unknown', ...lost },
    { ...WAITS, lastTry },
    WAITS,
    {
      state: 'refused',
      atMs: nowMs,
      cause: { kind: 'credits', needed: 10, balance: 4 },
      earlierLostAtMs: null,
    },
  ];
  return outboxView({
    balance: { credits: 1_284, atMs: nowMs - 60_000, after: 1_214 },
    changes: states.map((state, index) => invitation(index, state)),
    waitingCredits: 20,
  });
}
