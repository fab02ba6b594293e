/** The whole program beside a service that asks for a pause: nobody asks it before that is over. */
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { makeShiftedClock } from '../test-support/shifted-clock.ts';

const ASKED_MS = 10 * MINUTE_MS;

test('a person, the page and the engine all keep a pause that one of them was asked for', async () => {
  const clock = makeShiftedClock();
  const lab = await engineAtService(clock);
  const { service } = lab;
  service.setReadings({ ...service.readings(), chainDelayMs: HOUR_MS });
  await lab.signIn();
  lab.write('run/a.raw', 'a measurement');
  await lab.watch('run', { budgetCredits: 100 });
  await lab.until(
    async () => (await lab.call('status.read', {})).account?.counts ?? [],
    (counts) => counts.some(({ state }) => state === 'recording'),
  );
  const projectId = await lab.projectId();
  const retryAfter = { seconds: ASKED_MS / 1_000 };
  service.faults.add({ endpoint: '*', do: { kind: 'status', status: 429, retryAfter } });
  const asked = () => service.requests().filter(({ endpoint }) => endpoint !== null).length;
  await lab.faultOf('members.list', { projectId: 'unknown' });
  lab.engine.lookAgain();
  await fetch(`${service.url}/docs`);
  const before = asked();
  const reads = async () => {
    for (const [name, input] of [
      ['files.onPlatform', { filter: { projectId }, first: 0, count: 50 }],
      ['members.list', { projectId }],
      ['tags.list', {}],
      ['credits.balance', {}],
      ['projects.list', {}],
    ] as const) {
      await lab.serve(name, input, new AbortController().signal);
    }
  };
  for (let minute = 0; minute < ASKED_MS / MINUTE_MS - 1; minute += 1) {
    clock.shift(MINUTE_MS);
    lab.engine.lookAgain();
    await reads();
    await fetch(`${service.url}/docs`);
  }
  expect(asked()).toBe(before);
  service.faults.clear();
  clock.shift(4 * MINUTE_MS);
  await reads();
  expect(asked()).toBeGreaterThan(before);
});
