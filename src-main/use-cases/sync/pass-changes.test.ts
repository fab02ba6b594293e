import { expect, test } from 'vitest';
import type { Change, ChangeState } from '../../../src-shared/model/changes/change.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { sendChanges } from './pass.ts';

const lost = { state: 'unknown', lostAtMs: 1, lookedAtMs: null, finding: 'not-looked' } as const;
const ENDS: Readonly<Record<number, ChangeState>> = {
  1: { state: 'delivered', atMs: 1, by: 'evidence', projectId: null },
  2: {
    state: 'refused',
    atMs: 1,
    cause: { kind: 'credits', needed: 10, balance: 0 },
    earlierLostAtMs: null,
  },
};

test('a change that a look of the pass showed to be over has ended in it, one that stays unknown has not', async () => {
  const changes = [1, 2, 3].map((id): Change => {
    const intent = {
      kind: 'invite-member',
      projectId: 'p',
      userId: 'u',
      userName: 'Casey',
    } as const;
    return { id, key: 'k', intent, state: lost, baseline: null, attempts: 0, createdAtMs: 0 };
  });
  const drained = { ended: [], stuck: [], fault: null, isNews: false };
  const account = {
    outboxRunner: { once: async () => ({ ...drained, isLeft: false, isTooEarly: false }) },
    paidChanges: {
      list: () => changes,
      check: async (change: Change) => ok({ ...change, state: ENDS[change.id] ?? change.state }),
    },
  };
  const { ended } = await sendChanges(account, new AbortController().signal);
  expect(ended.map(({ state }) => state.state)).toEqual(['delivered', 'refused']);
});
