/** A history of credits and an outbox for the gallery, in the contract's types. */
import type { OutboxView } from '../../src-shared/bridge/outbox-calls.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import type { CreditHistory, HistoryLine } from '../../src-shared/model/money/credit-views.ts';

const DAY_MS = 86_400_000;
const PRICES = [399, 1, 402, 13, 89, 210];

function line(index: number, nowMs: number): HistoryLine {
  const price = PRICES[index % PRICES.length] ?? 1;
  const none = { file: null, change: null, expected: null, charged: null, difference: null };
  const common = { ...none, atMs: nowMs - index * 0.7 * DAY_MS, transactionId: `t${index}` };
  if (index % 9 === 8) {
    return { ...common, type: 'ADMIN_TOP_UP', amount: 2_000, isDeviation: false };
  }
  if (index % 7 === 6) {
    const change = { id: 1, part: 'invitation', name: 'Bo Ek' } as const;
    return { ...common, change, type: 'PROJECT_INVITATION', amount: -10, isDeviation: false };
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

export function playedHistory(nowMs: number): CreditHistory {
  const lines = Array.from({ length: 40 }, (_line, index) => line(index, nowMs));
  return { lines, asOfMs: null, unknownDays: 0, fault: null };
}

const invite = (userName: string): Change['intent'] => ({
  kind: 'invite-member',
  projectId: 'p1',
  userId: userName,
  userName,
});
const change = (id: number, intent: Change['intent'], state: Change['state']): Change => {
  return { id, key: `k${id}`, intent, state, baseline: null, attempts: 0, createdAtMs: 0 };
};

export function playedOutbox(nowMs: number): OutboxView {
  const lost = { lostAtMs: nowMs - 900_000, finding: 'absent', lookedAtMs: nowMs } as const;
  const trouble = {
    kind: 'unavailable',
    why: 'no-connection',
    status: null,
    retryAfterMs: null,
  } as const;
  return {
    balance: { credits: 1_284, atMs: nowMs - 60_000, after: 1_214 },
    waitsFor: {},
    isOffline: false,
    lastSent: null,
    changes: [
      change(1, invite('Ada Lovelace'), {
        state: 'delivered',
        atMs: nowMs - DAY_MS,
        by: 'answer',
        projectId: null,
      }),
      change(2, invite('Bo Ek'), { state: 'unknown', ...lost }),
      change(3, invite('Casey Roe'), { state: 'waiting', trouble, earlierLostAtMs: null }),
      change(4, invite('Dana Wu'), { state: 'waiting', trouble: null, earlierLostAtMs: null }),
      change(5, invite('Eve Stone'), {
        state: 'refused',
        atMs: nowMs,
        cause: { kind: 'credits', needed: 10, balance: 4 },
        earlierLostAtMs: null,
      }),
    ],
    waitingCredits: 20,
    breach: null,
  };
}
