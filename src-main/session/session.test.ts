import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionState } from '../../src-shared/model/session-view.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import { accountKey, makeAccountsFile } from './accounts.ts';
import { chooseTokenStore } from './choose-token-store.ts';
import { makeSession, type Login } from './session.ts';
import {
  makeFakeKeychain,
  makeHandClock,
  makeToken,
  temporaryFolder,
} from './test-support/fakes.ts';
import type { TokenStoreChoice } from './token-store.ts';

const never = new AbortController().signal;
const SERVER = 'https://files.example.org';
const START_MS = Date.UTC(2026, 10, 21, 8);
const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse';

/** One data folder and one keychain; `start` is a start of the program on them. */
function computer(choice: TokenStoreChoice = 'keychain') {
  const folder = temporaryFolder();
  const keychain = makeFakeKeychain();
  const hand = makeHandClock(START_MS);
  const logins: string[] = [];
  let count = 0;
  const tokenFor = (email: string): string => {
    count += 1;
    const iat = Math.floor(hand.clock.nowMs() / 1_000);
    return makeToken({ id: `id of ${email}`, email, iat, exp: iat + 86_400, count });
  };
  const login: Login = async ({ email, password }) => {
    logins.push(email);
    return password === PASSWORD
      ? ok({ token: tokenFor(email) })
      : fail({ kind: 'not-signed-in', serviceSays: 'Wrong password' });
  };
  const start = (over: { server?: string; login?: Login } = {}) => {
    const session = makeSession({
      server: over.server ?? SERVER,
      store: chooseTokenStore({ choice, folder, openEntry: keychain.openEntry, clock: hand.clock }),
      accounts: makeAccountsFile(folder),
      clock: hand.clock,
      login: over.login ?? login,
    });
    const seen: SessionState[] = [];
    const stop = session.subscribe((state) => seen.push(state));
    return { session, seen, stop };
  };
  return { folder, keychain, hand, logins, start, tokenFor };
}

const ADA = {
  account: accountKey(SERVER, 'id of ada@a.example'),
  server: SERVER,
  userId: 'id of ada@a.example',
  email: 'ada@a.example',
};

describe('signing in', () => {
  test('gives an account, an expiry and the place of the token', async () => {
    const { session, seen } = computer().start();
    expect(session.token()).toBeNull();
    const signedIn = await session.signIn('ada@a.example', PASSWORD, never);
    expect(signedIn).toEqual(
      ok({
        state: 'signed-in',
        ...ADA,
        expiresAtMs: START_MS + DAY_MS,
        keeping: { kept: 'keychain' },
      }),
    );
    expect(seen).toEqual([session.state()]);
    expect(session.token()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("a refusal is the service's, and changes nothing", async () => {
    const { session, seen } = computer().start();
    const refused = await session.signIn('ada@a.example', 'wrong', never);
    expect(refused).toEqual(fail({ kind: 'not-signed-in', serviceSays: 'Wrong password' }));
    expect(session.state()).toEqual({ state: 'signed-out' });
    expect(seen).toEqual([]);
  });

  test('a token that is none is not the service', async () => {
    const { session } = computer().start({ login: async () => ok({ token: 'not a token' }) });
    expect(await session.signIn('ada@a.example', PASSWORD, never)).toEqual(
      fail({ kind: 'not-the-service', what: 'unreadable' }),
    );
    expect(session.token()).toBeNull();
  });

  test('neither password nor token is in the data folder, which names the account', async () => {
    const pc = computer();
    const run = pc.start();
    await run.session.signIn('ada@a.example', PASSWORD, never);
    const token = run.session.token() ?? '';
    const files = readdirSync(pc.folder);
    expect(files).toEqual(['account.json']);
    const text = readFileSync(join(pc.folder, 'account.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ server: SERVER, email: ADA.email, userId: ADA.userId });
    for (const secret of [PASSWORD, ...token.split('.')]) expect(text).not.toContain(secret);
    expect(statSync(join(pc.folder, 'account.json')).mode & 0o777).toBe(0o600);
  });

  test('another account wipes the token of the former', async () => {
    const pc = computer();
    const { session } = pc.start();
    await session.signIn('ada@a.example', PASSWORD, never);
    await session.signIn('bo@a.example', PASSWORD, never);
    expect([...pc.keychain.passwords.keys()]).toEqual([accountKey(SERVER, 'id of bo@a.example')]);
    expect(session.state()).toMatchObject({ state: 'signed-in', email: 'bo@a.example' });
  });

  test('a sign-out during a sign-in wins, and no token stays', async () => {
    const pc = computer();
    const gate = Promise.withResolvers<void>();
    const { session } = pc.start({
      login: async ({ email }) => {
        await gate.promise;
        return ok({ token: pc.tokenFor(email) });
      },
    });
    const signingIn = session.signIn('ada@a.example', PASSWORD, never);
    await session.signOut();
    gate.resolve();
    expect(await signingIn).toEqual(fail({ kind: 'superseded' }));
    expect(session.token()).toBeNull();
    expect(pc.keychain.passwords.size).toBe(0);
  });
});

describe('the end of a token', () => {
  test('at its expiry by the steady clock, once', async () => {
    const pc = computer();
    const { session, seen } = pc.start();
    await session.signIn('ada@a.example', PASSWORD, never);
    session.onServerDate(START_MS);
    pc.hand.setWall(START_MS + 365 * DAY_MS); // somebody sets the clock: nothing happens
    pc.hand.pass(DAY_MS - 1);
    expect(session.token()).not.toBeNull();
    pc.hand.pass(1);
    expect(session.token()).toBeNull();
    expect(session.token()).toBeNull();
    expect(seen.map(({ state }) => state)).toEqual(['signed-in', 'ended']);
    expect(session.state()).toEqual({ state: 'ended', ...ADA, why: 'expired' });
    await session.settled();
    expect(pc.keychain.passwords.size).toBe(0);
  });

  test("the service's clock decides, not this computer's", async () => {
    const pc = computer();
    const { session } = pc.start();
    await session.signIn('ada@a.example', PASSWORD, never);
    session.onServerDate(START_MS + DAY_MS); // ours is a day late
    expect(session.serverNowMs()).toBe(START_MS + DAY_MS);
    expect(session.token()).toBeNull();
  });

  test('a refused token ends the session once; a late refusal of an older one does not', async () => {
    const pc = computer();
    const { session, seen } = pc.start();
    await session.signIn('ada@a.example', PASSWORD, never);
    const first = session.token() ?? '';
    session.tokenRefused(first);
    session.tokenRefused(first);
    expect(session.state()).toEqual({ state: 'ended', ...ADA, why: 'refused' });
    await session.signIn('ada@a.example', PASSWORD, never);
    session.tokenRefused(first);
    expect(session.token()).not.toBeNull();
    expect(seen.map(({ state }) => state)).toEqual(['signed-in', 'ended', 'signed-in']);
    await session.settled();
    expect([...pc.keychain.passwords.values()]).toEqual([session.token()]);
  });

  test.each(['keychain', 'memory', 'file'] as const)(
    'signing out (%s) leaves nothing behind',
    async (choice) => {
      const pc = computer(choice);
      const { session } = pc.start();
      await session.signIn('ada@a.example', PASSWORD, never);
      const leaving = session.signOut();
      expect(session.token()).toBeNull(); // at once, before the stores have followed
      expect(await leaving).toBeNull();
      expect(pc.keychain.passwords.size).toBe(0);
      expect(readdirSync(pc.folder)).toEqual([]);
      expect(session.state()).toEqual({ state: 'signed-out' });
    },
  );

  test('a keychain that keeps the token is told of', async () => {
    const pc = computer();
    const { session } = pc.start();
    await session.signIn('ada@a.example', PASSWORD, never);
    pc.keychain.become('locked');
    expect(await session.signOut()).toBe('keychain');
    expect(session.token()).toBeNull();
  });
});

describe('the next start', () => {
  test('takes up the session, without asking the service', async () => {
    const pc = computer();
    const before = pc.start().session;
    await before.signIn('ada@a.example', PASSWORD, never);
    const after = pc.start().session;
    expect(await after.restore()).toEqual(before.state());
    expect(after.token()).toBe(before.token());
    expect(pc.logins).toHaveLength(1);
  });

  test("knows the account whose token was not kept, expired or is another user's", async () => {
    const pc = computer();
    await pc.start().session.signIn('ada@a.example', PASSWORD, never);
    pc.keychain.become('locked');
    expect(await pc.start().session.restore()).toEqual({ state: 'ended', ...ADA, why: 'not-kept' });
    pc.keychain.become('working');
    const kept = pc.keychain.passwords.get(ADA.account) ?? '';
    pc.keychain.passwords.set(ADA.account, pc.tokenFor('mallory@a.example'));
    expect(await pc.start().session.restore()).toMatchObject({ state: 'ended', why: 'not-kept' });
    pc.keychain.passwords.set(ADA.account, kept);
    pc.hand.pass(DAY_MS);
    const late = pc.start().session;
    expect(await late.restore()).toMatchObject({ state: 'ended', why: 'expired' });
    expect(late.token()).toBeNull();
  });

  test('at another service nobody is signed in', async () => {
    const pc = computer();
    await pc.start().session.signIn('ada@a.example', PASSWORD, never);
    const { session } = pc.start({ server: 'https://other.example' });
    expect(await session.restore()).toEqual({ state: 'signed-out' });
    expect(session.token()).toBeNull();
  });

  test('a damaged account.json is nobody, not a crash', async () => {
    const pc = computer();
    for (const text of ['', '{', '[]', '{"server":1}', '{"server":"x","email":"","userId":""}']) {
      writeFileSync(join(pc.folder, 'account.json'), text);
      expect(await pc.start().session.restore()).toEqual({ state: 'signed-out' });
    }
  });

  test('the key of an account is a safe folder name, and its own', () => {
    const keys = [
      accountKey('https://a', 'b'),
      accountKey('https://a/b', ''),
      accountKey('https://a', '../../etc'),
      accountKey('https://A', 'b'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
