import { expect, test } from 'vitest';
import type { ChangeIntent } from '../../src-shared/model/change.ts';
import { reopenState, temporaryState } from '../test-support/temporary-state.ts';

const invitation = (userId: string, projectId = 'p'): ChangeIntent => ({
  kind: 'invite-member',
  projectId,
  userId,
  userName: `${userId}@lab.test`,
});

function withChanges(...intents: readonly ChangeIntent[]) {
  const { state, folder } = temporaryState();
  const ids = intents.map((intent, index) =>
    state.changes.add({ key: `key-${index}`, intent, createdAtMs: index }),
  );
  return { state, folder, ids };
}

const lost = { state: 'unknown', lostAtMs: 5, finding: 'absent', lookedAtMs: 6 } as const;
const sending = { state: 'sending', sinceMs: 4, earlierLostAtMs: null } as const;

test('a change comes back as it was kept, after a restart too', () => {
  const { state, folder, ids } = withChanges(invitation('u'));
  const [id = 0] = ids;
  const change = { id, intent: invitation('u') };
  state.changes.beginAttempt(change, sending, { kind: 'invite-member', isProvenAbsent: true });
  state.changes.setState(id, lost);
  state.close();
  expect(reopenState(folder).changes.all()).toEqual([
    {
      id,
      key: 'key-0',
      intent: invitation('u'),
      baseline: { kind: 'invite-member', isProvenAbsent: true },
      state: lost,
      attempts: 1,
      createdAtMs: 0,
    },
  ]);
});

test('of equal changes one at most is open; a second is kept once the first has ended', () => {
  const { state, ids } = withChanges(invitation('u'));
  const [id = 0] = ids;
  const again = () => state.changes.add({ key: 'again', intent: invitation('u'), createdAtMs: 9 });
  for (const open of [lost, { ...lost, state: 'left' } as const, sending]) {
    state.changes.setState(id, open);
    expect(again).toThrow(/UNIQUE/);
    expect(state.changes.openLike(invitation('u'))?.id).toBe(id);
  }
  state.changes.setState(id, { state: 'withdrawn', atMs: 1 });
  expect(state.changes.openLike(invitation('u'))).toBeNull();
  expect(again()).toBeGreaterThan(id);
});

test('one change is being sent at most, and none before those that wait in its project', () => {
  const { state, ids } = withChanges(invitation('u'), invitation('v'), invitation('u', 'q'));
  const isNext = () => state.changes.all().map((change) => state.changes.isNext(change));
  expect(isNext()).toEqual([true, false, true]);
  const [first = 0, second = 0] = ids;
  state.changes.setState(first, sending);
  expect(isNext()).toEqual([false, false, false]);
  expect(() => state.changes.setState(second, sending)).toThrow(/UNIQUE/);
  state.changes.setState(first, lost); // parked: the next one does not depend on it
  expect(isNext().slice(1)).toEqual([true, true]);
});
