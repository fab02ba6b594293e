import { expect, test } from 'vitest';
import { engineAtService } from '../test-support/engine-at-service.ts';

test('that the service was heard is kept and told, but not at every answer', async () => {
  const lab = await engineAtService();
  const { heardAtMs: before } = await lab.call('status.read', {});
  expect(before).toBeNull();
  await lab.signIn();
  for (let times = 0; times < 5; times += 1) await lab.call('credits.balance', {});
  const { heardAtMs } = await lab.call('status.read', {});
  const told = lab.events.flatMap(({ event }) => (event.kind === 'heard' ? [event.atMs] : []));
  expect(told).toHaveLength(1);
  expect(heardAtMs).toBeGreaterThanOrEqual(told[0] ?? Infinity);
});
