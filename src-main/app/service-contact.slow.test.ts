import { onTestFinished, expect, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

const SAID_WITHIN_MS = 3 * SECOND_MS;

test('a service that went away is said within three seconds of a failed request, and its return within three, without asking it', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  await lab.call('credits.balance', {});
  const contactIs = (kind: string) =>
    lab.until(
      () => lab.call('status.read', {}),
      ({ contact }) => contact.kind === kind,
    );
  expect((await lab.call('status.read', {})).contact.kind).toBe('unknown');
  const port = Number(new URL(lab.service.url).port);
  await lab.service.close();
  let sinceMs = performance.now();
  await lab.serve('credits.balance', {}, new AbortController().signal);
  await contactIs('away');
  expect(performance.now() - sinceMs).toBeLessThan(SAID_WITHIN_MS);
  const again = await startMockService({ dataFolder: lab.at('service'), port, seed: 'demo' });
  onTestFinished(() => again.close());
  sinceMs = performance.now();
  await contactIs('back');
  expect(performance.now() - sinceMs).toBeLessThan(SAID_WITHIN_MS);
  expect(again.requests().filter(({ endpoint }) => endpoint !== null)).toEqual([]);
});

test('an address that was wrong and is corrected leaves nothing behind: of the new one nothing is known yet', async () => {
  const lab = await engineAtService();
  const told = () =>
    lab.events.flatMap(({ event }) => (event.kind === 'contact' ? [event.contact.kind] : []));
  const { email, password } = lab;
  await lab.faultOf('session.signIn', { server: 'http://127.0.0.1:1', email, password });
  await lab.until(
    async () => told().at(-1),
    (kind) => kind === 'away',
  );
  await lab.call('session.signIn', { server: lab.service.url, email, password });
  expect(told().at(-1)).not.toBe('away');
  expect((await lab.call('status.read', {})).contact.kind).not.toBe('away');
});
