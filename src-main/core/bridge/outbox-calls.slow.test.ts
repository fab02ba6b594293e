import { expect, test } from 'vitest';
import { engineAtService } from '../../test-support/engine-at-service.ts';

const never = new AbortController().signal;

test('a yes to a price is none to going below the floor, and the core holds to that', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const { projects } = await lab.call('projects.list', {});
  const { userId } = await lab.call('profile.read', {});
  const projectId = projects.find(({ leaderId }) => leaderId === userId)?.id ?? '';
  const balance = (await lab.call('credits.balance', {})).credits;
  await lab.call('credits.setLimit', { name: 'floor', value: balance - 5 });

  const wish = { kind: 'invite-member', projectId, email: 'admin@example.org' } as const;
  const { intent, credits, breach } = await lab.call('outbox.price', wish);
  expect(breach).toEqual({ floor: balance - 5, left: balance - 10 });
  const refused = { ok: false, fault: { kind: 'below-floor', ...breach } };
  const agreement = { intent, credits, belowFloor: false };
  expect(await lab.serve('outbox.keep', agreement, never)).toEqual(refused);
  expect((await lab.call('outbox.list', {})).changes).toEqual([]);
  expect((await lab.call('credits.balance', {})).credits).toBe(balance);

  lab.service.faults.add({
    endpoint: 'inviteMember',
    times: 1,
    do: { kind: 'status', status: 429, at: 'before-handling', retryAfter: { seconds: 1 } },
  });
  const kept = await lab.call('outbox.keep', { ...agreement, belowFloor: true });
  const waiting = await lab.call('outbox.list', {});
  expect(kept.state.state).toBe('waiting');
  expect(waiting).toMatchObject({ waitingCredits: 10, breach });
  const id = String(kept.id);
  expect(await lab.serve('outbox.send', { id: null, belowFloor: false }, never)).toEqual(refused);
  expect(await lab.serve('outbox.send', { id, belowFloor: false }, never)).toEqual(refused);
  const [sent] = await lab.call('outbox.send', { id, belowFloor: true });
  expect(sent?.state.state).toBe('delivered');
  expect((await lab.call('credits.balance', {})).credits).toBe(balance - 10);
});
