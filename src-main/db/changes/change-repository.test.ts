import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { edit, membership } from '../../../src-shared/model/changes/test-support/sample-changes.ts';
import { invitation, reopenState, temporaryState } from '../../test-support/temporary-state.ts';

/** Invitations of u and v to one project, and of u to another. */
function withChanges() {
  const { state, folder } = temporaryState();
  const intents = [invitation('u'), invitation('v'), { ...invitation('u'), projectId: 'q' }];
  const [first = 0, second = 0] = intents.map((intent, index) =>
    state.changes.add({ key: `key-${index}`, intent, createdAtMs: index }),
  );
  return { state, changes: state.changes, folder, first, second };
}

const lost = { state: 'unknown', lostAtMs: 5, finding: 'absent', lookedAtMs: 6 } as const;
const sending = { state: 'sending', sinceMs: 4, earlierLostAtMs: null } as const;

test('a change comes back as it was kept, after a restart too', () => {
  const { state, folder, first: id } = withChanges();
  const intent = invitation('u');
  const baseline = { kind: 'invite-member', isProvenAbsent: true } as const;
  state.changes.beginAttempt({ id, intent }, sending, baseline);
  state.changes.setState(id, lost);
  state.close();
  const kept = { id, key: 'key-0', intent, baseline, state: lost, attempts: 1, createdAtMs: 0 };
  expect(reopenState(folder).changes.all()[0]).toEqual(kept);
});

test('of equal changes one at most is open; a second is kept once the first has ended', () => {
  const { changes, first } = withChanges();
  const again = () => changes.add({ key: 'again', intent: invitation('u'), createdAtMs: 9 });
  for (const open of [lost, { ...lost, state: 'left' } as const, sending]) {
    changes.setState(first, open);
    expect(again).toThrow(/UNIQUE/);
    expect(changes.openLike(invitation('u'))?.id).toBe(first);
  }
  changes.setState(first, { state: 'withdrawn', atMs: 1 });
  expect(changes.openLike(invitation('u'))).toBeNull();
  expect(again()).toBeGreaterThan(first);
});

test('one change is being sent at most, and none before those that wait in its project', () => {
  const { changes, first, second } = withChanges();
  const isNext = () => changes.all().map((change) => changes.isNext(change));
  expect(isNext()).toEqual([true, false, true]);
  changes.setState(first, sending);
  expect(isNext()).toEqual([false, false, false]);
  expect(() => changes.setState(second, sending)).toThrow(/UNIQUE/);
  changes.setState(first, lost); // parked: the next one does not depend on it
  expect(isNext().slice(1)).toEqual([true, true]);
});

test('what is free passes what awaits a price, unless both are about one person', () => {
  const { changes } = withChanges();
  const { projectId } = invitation('u');
  const add = (intent: Parameters<typeof changes.add>[0]['intent']) =>
    changes.add({ key: `free-${intent.kind}`, intent, createdAtMs: 9 });
  const ids = [
    add(edit({ name: 'Sea' }, { name: 'Waves' }, projectId)),
    add(membership('activate-member', 'id of v', projectId)),
  ];
  const isNext = () =>
    ids.map((id) => {
      const change = changes.get(id);
      assert(change !== null);
      return changes.isNext(change);
    });
  expect(isNext()).toEqual([true, false]);
  const agreed = { passedReserve: null };
  changes.add({ key: 'agreed', intent: invitation('w'), createdAtMs: 9, agreed });
  ids.push(add(membership('remove-member', 'x', projectId)));
  expect(isNext()).toEqual([true, false, false]); // what was agreed to goes by itself
});
