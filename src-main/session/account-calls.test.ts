import { describe, expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { makeAgents } from '../service/agents.ts';
import { makeServiceClient } from '../service/service-client.ts';
import { realClock } from '../platform/real-ports.ts';
import { addressOf, NO_SURROUNDINGS } from '../service/test-support/test-client.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { makeAccountCalls } from './account-calls.ts';
import { makeAccountsFile } from './accounts.ts';
import { makeMemoryStore } from './token-store.ts';
import { makeSession, type Session } from './session.ts';

const never = new AbortController().signal;

/** Session and client bound to each other as core/ does it, against the bundled service. */
async function signedOff() {
  const mock = await startMockService({ dataFolder: temporaryFolder() });
  onTestFinished(() => mock.close());
  const address = addressOf(mock.url);
  const agents = makeAgents(address, NO_SURROUNDINGS);
  const bound: { session: Session | null } = { session: null };
  const client = makeServiceClient({
    address,
    agents,
    clock: realClock,
    token: () => bound.session?.token() ?? null,
    onTokenRefused: (token) => bound.session?.tokenRefused(token),
    onAnswered: (...answered) => bound.session?.onAnswered(...answered),
  });
  const calls = makeAccountCalls(client);
  const session = makeSession({
    server: address.href,
    store: makeMemoryStore(),
    accounts: makeAccountsFile(temporaryFolder()),
    clock: realClock,
    login: calls.login,
  });
  bound.session = session;
  return { mock, client, calls, session };
}

describe('accounts at the bundled service', () => {
  test('register, activate by the link, sign in, forget, reset, sign in again', async () => {
    const { mock, client, calls, session } = await signedOff();
    const person = {
      name: 'Nora',
      lastName: 'New',
      email: 'nora@lab.test',
      organisation: 'Lab',
      location: 'Town',
    };
    const first = { ...person, password: 'first password' };
    expect(await calls.register(first, never)).toMatchObject({ ok: true });
    const activation = mock.mails()[0]?.links[0]?.url ?? '';
    expect(await calls.activate(activation, never)).toMatchObject({ ok: true });
    const signedIn = await session.signIn(person.email, first.password, never);
    expect(signedIn).toMatchObject({ ok: true, value: { email: person.email } });
    expect(await client.call('listProjects', {}, never)).toMatchObject({ ok: true });

    expect(await calls.forgot(person.email, never)).toMatchObject({ ok: true });
    const reset = mock.mails()[0]?.links[0]?.url ?? '';
    expect(await calls.reset(reset, 'second password', never)).toMatchObject({ ok: true });
    await session.signOut();
    const signIn = async (password: string) => session.signIn(person.email, password, never);
    const refused = { ok: false, fault: { kind: 'not-signed-in' } };
    expect(await signIn(first.password)).toMatchObject(refused);
    expect(await signIn('second password')).toMatchObject({ ok: true });
  });

  test('what is no token is not sent', async () => {
    const { calls } = await signedOff();
    const notAToken = { ok: false, fault: { kind: 'not-a-token' } };
    expect(await calls.activate('https://evil.example/', never)).toEqual(notAToken);
    expect(await calls.reset('../users', 'password', never)).toEqual(notAToken);
  });

  test('a 401 on any call ends the session once', async () => {
    const { mock, client, session } = await signedOff();
    const [admin] = mock.demoAccounts;
    if (admin === undefined) throw new Error('the demo has no accounts');
    await session.signIn(admin.email, admin.password, never);
    const heard: string[] = [];
    session.subscribe(({ state }) => heard.push(state));
    mock.faults.add({ endpoint: 'listProjects', do: { kind: 'status', status: 401 } });
    const both = await Promise.all([1, 2].map(() => client.call('listProjects', {}, never)));
    for (const result of both) {
      expect(result).toMatchObject({ ok: false, fault: { kind: 'not-signed-in' } });
    }
    expect(heard).toEqual(['ended']);
    expect(session.token()).toBeNull();
  });
});
