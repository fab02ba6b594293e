import { onTestFinished, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../src-mock/seed/seed-accounts.ts';
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
  const { rows } = await lab.call('activity.lines', { filter: {}, first: 0, count: 9 });
  expect(rows.map(({ what }) => what)).toEqual(['service-away', 'signed-in']);
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

test('a suspension is said with its reason, whoever asks for what, and ends with the first answer that is none', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const { userId } = await lab.call('profile.read', {});
  const administrator = await signedInAt(lab.service.url, ADMINISTRATOR);
  const { email } = lab;
  await administrator(`suspend/${email}`, { reason: 'the invoice of May is open' });
  const look = async () => {
    for (const name of ['credits.balance', 'projects.list', 'profile.permissions'] as const)
      await lab.serve(name, {}, new AbortController().signal);
    await lab.serve('users.permissions', { userId }, new AbortController().signal);
    return lab.call('status.read', {});
  };
  const { contact, session } = await look();
  expect(contact).toMatchObject({
    kind: 'refusing',
    serviceSays: 'This account is suspended: the invoice of May is open',
  });
  expect(session.state).toBe('signed-in');
  await administrator(`revoke-suspension/${email}`, {});
  expect((await look()).contact.kind).toBe('unknown');
});

/** Posts to a place below `/users/{own id}`. */
async function signedInAt(url: string, { email, password }: typeof ADMINISTRATOR) {
  let headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const ask = async <Answer>(path: string, body?: object) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as Answer;
  };
  const { token } = await ask<{ token: string }>('/login', { email, password });
  headers = { ...headers, Authorization: `Bearer ${token}` };
  const { id } = await ask<{ id: string }>(`/users/email/${email}`);
  return (path: string, body: object) => ask(`/users/${id}/${path}`, body);
}
