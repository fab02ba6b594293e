import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeFakeClock, type FakeClock } from '../test-support/fake-clock.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { accountKey, makeAccountsFile } from './accounts.ts';
import { chooseTokenStore } from './choose-token-store.ts';
import { makeSession, type Login, type Session } from './session.ts';
import {
  makeFakeKeychain,
  makeHurriedClock,
  makeToken,
  type KeychainMode,
} from './test-support/fakes.ts';
import { makeMemoryStore, type TokenStoreChoice } from './token-store.ts';
import { expectPrivate } from '../test-support/expect-private.ts';

const never = new AbortController().signal;
const SERVER = 'https://files.example.org';
const withoutToken: Login = async () => ok({ token: 'not a token' });
const PASSWORD = 'correct horse';
const ADA = {
  account: accountKey(SERVER, 'id of ada@a.example'),
  server: SERVER,
  userId: 'id of ada@a.example',
  email: 'ada@a.example',
};

/** One data folder and one keychain; `start` is a start of the program on them. */
function computer(choice: TokenStoreChoice = 'keychain', clock: FakeClock = makeHurriedClock()) {
  const folder = temporaryFolder();
  const keychain = makeFakeKeychain();
  const logins: string[] = [];
  let count = 0;
  const tokenFor = (email: string): string => {
    count += 1;
    const iat = Math.floor(clock.nowMs() / 1_000);
    return makeToken({ id: `id of ${email}`, email, iat, exp: iat + 86_400, count });
  };
  const defaultLogin: Login = async ({ email, password }) => {
    logins.push(email);
    return password === PASSWORD
      ? ok({ token: tokenFor(email) })
      : fail({ kind: 'not-signed-in', serviceSays: 'Wrong password' });
  };
  const start = ({ server = SERVER, login = defaultLogin } = {}) => {
    const session = makeSession({
      server,
      store: chooseTokenStore({
        choice,
        folder,
        openEntry: keychain.openEntry,
        clock,
        interruption: never,
      }),
      accounts: makeAccountsFile(folder),
      clock,
      login,
    });
    onTestFinished(() => session.close());
    const seen: string[] = [];
    session.subscribe(({ state }) => seen.push(state));
    const signIn = (email = ADA.email, password = PASSWORD) =>
      session.signIn(email, password, never);
    return { session, seen, signIn };
  };
  /** A start with Ada signed in. */
  async function signedIn() {
    const run = start();
    const result = await run.signIn();
    if (!result.ok) throw new Error(result.fault.kind);
    return run;
  }
  return { folder, keychain, clock, logins, start, signedIn, tokenFor };
}

/** From now on `account.json` can be neither written nor removed; a folder that is not empty stands in its place. */
function blockWriting(folder: string) {
  const path = join(folder, 'account.json');
  const text = readFileSync(path);
  rmSync(path);
  mkdirSync(join(path, 'in the way'), { recursive: true });
  return {
    restore() {
      rmSync(path, { recursive: true });
      writeFileSync(path, text, { mode: 0o600 });
    },
  };
}

/** The service answers at once, and shows this time; null: none. */
function hears(session: Session, serverMs: number | null, clock: FakeClock): void {
  session.onAnswered(serverMs, { askedAtMonotonicMs: clock.monotonicMs() });
}

describe('signing in', () => {
  test('gives an account, an expiry and the place of the token', async () => {
    const { clock, start } = computer();
    const { session, seen, signIn } = start();
    expect(session.token()).toBeNull();
    const expiresAtMs = clock.nowMs() + DAY_MS;
    const state = { state: 'signed-in', ...ADA, expiresAtMs, keeping: { kept: 'keychain' } };
    expect(await signIn()).toEqual(ok(state));
    expect([session.state(), seen]).toEqual([state, ['signed-in']]);
    expect(session.token()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("a refusal is the service's, and changes nothing", async () => {
    const { session, seen, signIn } = computer().start();
    const refusal = fail({ kind: 'not-signed-in', serviceSays: 'Wrong password' });
    expect(await signIn(ADA.email, 'wrong')).toEqual(refusal);
    expect([session.state(), seen]).toEqual([{ state: 'signed-out' }, []]);
  });

  test('a token that is none is not the service', async () => {
    const { session, signIn } = computer().start({ login: withoutToken });
    expect(await signIn()).toEqual(fail({ kind: 'not-the-service', what: 'unreadable' }));
    expect(session.token()).toBeNull();
  });

  test('neither password nor token is in the data folder, which names the account', async () => {
    const { folder, signedIn } = computer();
    const { session } = await signedIn();
    expect(readdirSync(folder)).toEqual(['account.json']);
    const file = join(folder, 'account.json');
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toEqual({ server: SERVER, email: ADA.email, userId: ADA.userId });
    const secrets = [PASSWORD, ...(session.token() ?? '').split('.')];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expectPrivate(file);
  });

  test('another account wipes the token of the former', async () => {
    const { keychain, signedIn } = computer();
    const { session, signIn } = await signedIn();
    await signIn('bo@a.example');
    expect([...keychain.passwords.keys()]).toEqual([accountKey(SERVER, 'id of bo@a.example')]);
    expect(session.state()).toMatchObject({ state: 'signed-in', email: 'bo@a.example' });
  });

  test.each(['keychain', 'file'] as const)(
    'that cannot be remembered on the disk leaves no token behind (%s) and names the error',
    async (choice) => {
      const { folder, keychain, start } = computer(choice);
      mkdirSync(join(folder, 'account.json')); // writing fails here as on a full disk
      const { session, signIn } = start();
      const errno = expect.stringMatching(/^(EISDIR|EPERM)$/); // as Windows calls it
      const refused = { ok: false, fault: { kind: 'sign-in-not-saved', errno } };
      expect(await signIn()).toEqual(refused);
      expect([session.token(), keychain.passwords.size]).toEqual([null, 0]);
      expect(session.state()).toEqual({ state: 'signed-out' });
      expect(readdirSync(folder)).toEqual(['account.json']);
    },
  );

  test('another account that cannot be remembered leaves the former one signed in', async () => {
    const { folder, keychain, signedIn, start } = computer();
    const { session, signIn } = await signedIn();
    const before = session.token();
    const saved = blockWriting(folder);
    expect(await signIn('bo@a.example')).toMatchObject({ fault: { kind: 'sign-in-not-saved' } });
    expect([session.token(), [...keychain.passwords]]).toEqual([before, [[ADA.account, before]]]);
    saved.restore();
    expect(await start().session.restore()).toMatchObject({ state: 'signed-in', ...ADA });
  });

  test('a token of the former account that a keychain keeps is removed at the next start', async () => {
    const { keychain, start, signedIn } = computer();
    const { signIn } = await signedIn();
    keychain.become('locked');
    await signIn('bo@a.example');
    expect([...keychain.passwords.keys()]).toEqual([ADA.account]);
    await start().session.restore(); // still locked
    keychain.become('working');
    const { session } = start();
    expect(await session.restore()).toMatchObject({ state: 'ended', email: 'bo@a.example' });
    await session.settled();
    expect(keychain.passwords.size).toBe(0);
  });

  test('a sign-in overtaken while its token is being kept leaves the former session as it was', async () => {
    const { keychain, start, signedIn } = computer();
    const { openEntry } = keychain;
    const second = Promise.withResolvers<unknown>();
    keychain.openEntry = (account) => {
      if (account !== ADA.account) second.resolve(signIn(ADA.email, 'wrong'));
      return openEntry(account);
    };
    const { session, signIn } = await signedIn();
    expect(await signIn('bo@a.example')).toEqual(fail({ kind: 'superseded' }));
    expect(await second.promise).toMatchObject({ ok: false });
    expect(session.state()).toMatchObject({ state: 'signed-in', ...ADA });
    expect([...keychain.passwords.keys()]).toEqual([ADA.account]);
    expect(await start().session.restore()).toMatchObject({ state: 'signed-in', ...ADA });
  });

  test('a sign-out during a sign-in wins, and no token stays', async () => {
    const { keychain, start, tokenFor } = computer();
    const gate = Promise.withResolvers<void>();
    const login: Login = async ({ email }) => {
      await gate.promise;
      return ok({ token: tokenFor(email) });
    };
    const { session, signIn } = start({ login });
    const signingIn = signIn();
    await session.signOut();
    gate.resolve();
    expect(await signingIn).toEqual(fail({ kind: 'superseded' }));
    expect([session.token(), keychain.passwords.size]).toEqual([null, 0]);
  });
});

describe('the end of a token', () => {
  test('at its expiry by the steady clock, once', async () => {
    const { keychain, clock, signedIn } = computer();
    const { session, seen } = await signedIn();
    hears(session, clock.nowMs(), clock);
    clock.setWallClock(clock.nowMs() + 365 * DAY_MS); // somebody sets the clock: nothing happens
    clock.suspend(DAY_MS - 1);
    expect(session.token()).not.toBeNull();
    clock.suspend(1);
    expect([session.token(), session.token()]).toEqual([null, null]);
    expect(seen).toEqual(['signed-in', 'ended']);
    expect(session.state()).toEqual({ state: 'ended', ...ADA, why: 'expired' });
    await session.settled();
    expect(keychain.passwords.size).toBe(0);
  });

  test("the service's clock decides, not this computer's", async () => {
    const { clock, signedIn } = computer();
    const { session } = await signedIn();
    const serverMs = clock.nowMs() + DAY_MS; // ours is a day late
    hears(session, serverMs, clock);
    expect([session.shownNowMs(), session.token()]).toEqual([serverMs, null]);
  });

  test('a refused token ends the session once; a late refusal of an older one does not', async () => {
    const { keychain, signedIn } = computer();
    const { session, seen, signIn } = await signedIn();
    const first = session.token() ?? '';
    session.tokenRefused(first);
    session.tokenRefused(first);
    expect(session.state()).toEqual({ state: 'ended', ...ADA, why: 'refused' });
    await signIn();
    session.tokenRefused(first);
    expect(session.token()).not.toBeNull();
    expect(seen).toEqual(['signed-in', 'ended', 'signed-in']);
    await session.settled();
    expect([...keychain.passwords.values()]).toEqual([session.token()]);
  });

  test.each(['keychain', 'memory', 'file'] as const)(
    'signing out (%s) leaves nothing behind',
    async (choice) => {
      const { folder, keychain, signedIn } = computer(choice);
      const { session } = await signedIn();
      const leaving = session.signOut();
      expect(session.token()).toBeNull(); // at once, before the stores have followed
      expect(await leaving).toBeNull();
      expect([keychain.passwords.size, readdirSync(folder)]).toEqual([0, []]);
      expect(session.state()).toEqual({ state: 'signed-out' });
    },
  );

  test('signing out where account.json cannot be removed wipes the token and says what stays', async () => {
    const { folder, keychain, signedIn, start } = computer();
    const { session } = await signedIn();
    blockWriting(folder);
    expect(await session.signOut()).toBe('account');
    expect([session.token(), keychain.passwords.size]).toEqual([null, 0]);
    expect(session.state()).toEqual({ state: 'signed-out' });
    expect((await start().session.restore()).state).not.toBe('signed-in');
  });

  test('a keychain that keeps the token is told of', async () => {
    const { keychain, signedIn } = computer();
    const { session } = await signedIn();
    keychain.become('locked');
    expect(await session.signOut()).toBe('keychain');
    expect(session.token()).toBeNull();
  });
});

describe('the next start', () => {
  test('takes up the session, without asking the service', async () => {
    const { logins, start, signedIn } = computer();
    const { session: before } = await signedIn();
    const { session: after } = start();
    expect(await after.restore()).toEqual(before.state());
    expect(after.token()).toBe(before.token());
    expect(logins).toHaveLength(1);
  });

  test("knows the account whose token was not kept, expired or is another user's", async () => {
    const { keychain, clock, start, signedIn, tokenFor } = computer();
    await signedIn();
    const restored = async () => start().session.restore();
    const notKept = { state: 'ended', ...ADA, why: 'not-kept' };
    const kept = keychain.passwords.get(ADA.account) ?? '';
    keychain.passwords.set(ADA.account, tokenFor('mallory@a.example'));
    expect(await restored()).toEqual(notKept);
    keychain.passwords.delete(ADA.account);
    expect(await restored()).toEqual(notKept);
    keychain.passwords.set(ADA.account, kept);
    clock.suspend(DAY_MS);
    const { session } = start();
    await session.restore();
    hears(session, clock.nowMs(), clock);
    expect([session.state(), session.token()]).toEqual([{ ...notKept, why: 'expired' }, null]);
  });

  test('at another service, or with a damaged account.json, nobody is signed in', async () => {
    const { folder, start, signedIn } = computer();
    await signedIn();
    const { session } = start({ server: 'https://other.example' });
    expect(await session.restore()).toEqual({ state: 'signed-out' });
    expect(session.token()).toBeNull();
    for (const text of ['', '{', '[]', '{"server":1}', '{"server":"x","email":"","userId":""}']) {
      writeFileSync(join(folder, 'account.json'), text);
      expect(await start().session.restore()).toEqual({ state: 'signed-out' });
    }
  });

  test('the key of an account is a safe folder name, and its own', () => {
    const accounts = [
      ['https://a', 'b'],
      ['https://a/b', ''],
      ['https://a', '../../etc'],
      ['https://A', 'b'],
    ] as const;
    const keys = accounts.map(([server, userId]) => accountKey(server, userId));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});

/** Ada has signed in, and this is the next start, with the keychain like this. */
async function startedWith(mode: KeychainMode) {
  const clock = makeFakeClock();
  const { keychain, start, signedIn, ...rest } = computer('keychain', clock);
  await signedIn();
  keychain.become(mode);
  keychain.asked.length = 0;
  const run = start();
  await clock.play(run.session.restore());
  return { ...rest, ...run, clock, keychain, start };
}
const withheld = (trouble: 'absent' | 'denied' | 'slow') =>
  ({ state: 'withheld', ...ADA, why: { by: 'keychain', trouble } }) as const;

const MINUTES_OF_ASKING = 60;

describe('a token that cannot be had', () => {
  test.each([
    ['absent', 'absent'],
    ['dismissed', 'denied'],
    ['locked', 'denied'],
    ['hanging', 'slow'],
  ] as const)('by a keychain that is %s: the session did not end', async (mode, trouble) => {
    const { session, keychain, logins } = await startedWith(mode);
    expect([session.state(), session.token()]).toEqual([withheld(trouble), null]);
    expect([keychain.passwords.size, logins.length]).toEqual([1, 1]); // nothing is given up, nobody signed in again
  });

  test.each(['absent', 'dismissed', 'locked', 'hanging'] as const)(
    'is asked for again, and found once the keychain is not %s any more',
    async (mode) => {
      const { session, seen, keychain, clock } = await startedWith(mode);
      await clock.advance(MINUTES_OF_ASKING * MINUTE_MS);
      expect(session.state().state).toBe('withheld');
      expect(seen.length).toBe(1); // it is told once
      keychain.become('working');
      await clock.advance(MINUTE_MS);
      expect([session.state().state, seen]).toEqual(['signed-in', ['withheld', 'signed-in']]);
      expect(session.token()).not.toBeNull();
      expect(clock.wakeTimesMs()).toEqual([]);
    },
  );

  test('a person who says no is left alone for ten minutes', async () => {
    const { keychain, clock } = await startedWith('hanging');
    const questions = () => keychain.asked.length;
    keychain.become('dismissed');
    await clock.advance(MINUTE_MS);
    const before = questions();
    keychain.become('hanging');
    await clock.advance(9 * MINUTE_MS);
    expect(questions()).toBe(before);
    await clock.advance(MINUTE_MS);
    expect(questions()).toBe(before + 1);
  });

  test('is not waited for any more after signing in or out, or closing', async () => {
    for (const end of ['sign-in', 'sign-out', 'close'] as const) {
      const { session, signIn, clock, keychain } = await startedWith('hanging');
      if (end === 'sign-in') await clock.play(signIn());
      else if (end === 'sign-out') await clock.play(session.signOut());
      else await session.close();
      expect([end, keychain.open()]).toEqual([end, 0]);
      const state = session.state();
      keychain.become('working');
      await clock.advance(MINUTES_OF_ASKING * MINUTE_MS);
      expect([end, session.state(), clock.wakeTimesMs()]).toEqual([end, state, []]);
    }
  });

  test('an answer that was asked for during a sign-in, and comes after it, changes nothing', async () => {
    const clock = makeFakeClock();
    const { folder, signedIn, tokenFor } = computer('file', clock);
    await signedIn();
    const [answering, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const memory = makeMemoryStore('slow');
    let reads = 0;
    const session = makeSession({
      server: SERVER,
      store: {
        ...memory,
        async read() {
          reads += 1;
          if (reads === 2) await reading.promise;
          return { token: null, trouble: 'slow' };
        },
      },
      accounts: makeAccountsFile(folder),
      clock,
      async login({ email }) {
        await answering.promise;
        return ok({ token: tokenFor(email) });
      },
    });
    onTestFinished(() => session.close());
    expect(await session.restore()).toMatchObject(withheld('slow'));
    const signingIn = session.signIn(ADA.email, PASSWORD, never);
    await clock.advance(MINUTE_MS);
    expect(reads).toBe(2);
    answering.resolve();
    expect(await signingIn).toMatchObject({ ok: true });
    reading.resolve();
    await clock.advance(MINUTE_MS);
    expect([session.state().state, session.token() === null]).toEqual(['signed-in', false]);
  });

  test('a keychain that turns out to have none ends the session', async () => {
    const { session, seen, keychain, clock } = await startedWith('locked');
    keychain.passwords.clear();
    keychain.become('working');
    await clock.advance(MINUTE_MS);
    expect(session.state()).toEqual({ state: 'ended', ...ADA, why: 'not-kept' });
    expect(seen).toEqual(['withheld', 'ended']);
  });

  test.skipIf(process.platform === 'win32')(
    'a file that others could read is used once it is closed',
    async () => {
      const clock = makeFakeClock();
      const { folder, start, signedIn } = computer('file', clock);
      await signedIn();
      const path = join(folder, `token-${ADA.account}`);
      chmodSync(path, 0o644);
      const { session } = start();
      const why = { by: 'open-file', path };
      expect(await session.restore()).toEqual({ state: 'withheld', ...ADA, why });
      chmodSync(path, 0o600);
      await clock.advance(MINUTE_MS);
      await expect.poll(() => session.state().state).toBe('signed-in');
    },
  );
});

describe('a clock that is wrong', () => {
  const FAR = [
    ['hours', 5 * HOUR_MS],
    ['25 hours', 25 * HOUR_MS],
    ['years', 3 * 365 * DAY_MS],
  ] as const;
  type Run = Awaited<ReturnType<ReturnType<typeof computer>['signedIn']>>;

  /** Ada signed in at a service that shows the right time, with this computer's clock so far ahead. */
  async function aheadBy(ms: number, lifeMs = DAY_MS) {
    const clock = makeFakeClock();
    const rightMs = clock.nowMs();
    clock.setWallClock(rightMs + ms);
    const serverMs = () => Math.floor((rightMs + clock.monotonicMs()) / SECOND_MS) * SECOND_MS;
    const lab = computer('keychain', clock);
    const login: Login = async ({ email }) => {
      const iat = serverMs() / SECOND_MS;
      hears(run.session, serverMs(), clock);
      return ok({
        token: makeToken({ id: `id of ${email}`, email, iat, exp: iat + lifeMs / SECOND_MS }),
      });
    };
    const run: Run = lab.start({ login });
    await clock.play(run.signIn());
    return { ...lab, clock, serverMs, run, login };
  }

  test.each(FAR)(
    '%s ahead: the token is kept, and used once the service has shown its time',
    async (_name, ms) => {
      const { clock, serverMs, run, start, keychain } = await aheadBy(ms, HOUR_MS);
      expect(run.session.token()).not.toBeNull();
      const next = start();
      const endedAtMs = serverMs() + HOUR_MS;
      const doubted = { state: 'withheld', ...ADA, why: { by: 'clock', endedAtMs } };
      expect(await next.session.restore()).toEqual(doubted);
      expect(next.session.token()).toBeNull(); // as far as is known it has ended
      await next.session.settled();
      expect(keychain.passwords.size).toBe(1);
      hears(next.session, serverMs(), clock);
      expect([next.session.token(), next.seen]).toEqual([
        run.session.token(),
        ['withheld', 'signed-in'],
      ]);
      expect(clock.wakeTimesMs()).toEqual([]);
    },
  );

  test('ahead, and the session has ended by the service too: it ends for good then', async () => {
    const { clock, serverMs, start, keychain } = await aheadBy(25 * HOUR_MS, HOUR_MS);
    const next = start();
    await next.session.restore();
    hears(next.session, serverMs() + HOUR_MS, clock);
    expect(next.session.state()).toEqual({ state: 'ended', ...ADA, why: 'expired' });
    await next.session.settled();
    expect(keychain.passwords.size).toBe(0);
  });

  test.each(FAR)(
    '%s behind, and in 1970: the token is used until the service says no',
    async (_name, ms) => {
      for (const behindMs of [-ms, -Date.UTC(2026, 10, 21)]) {
        const { clock, serverMs, start } = await aheadBy(behindMs);
        const next = start();
        expect(await next.session.restore()).toMatchObject({ state: 'signed-in' });
        clock.suspend(DAY_MS + HOUR_MS);
        expect(next.session.token()).not.toBeNull(); // this computer's clock is no reason
        hears(next.session, serverMs(), clock);
        expect([next.session.token(), next.session.state()]).toMatchObject([
          null,
          { why: 'expired' },
        ]);
      }
    },
  );

  test('that is set right later changes nothing', async () => {
    const { clock, serverMs, run, start } = await aheadBy(25 * HOUR_MS);
    clock.setWallClock(serverMs());
    expect(run.session.token()).not.toBeNull();
    expect(await start().session.restore()).toMatchObject({ state: 'signed-in' });
  });

  test('a token that passes its end while the service is away is kept until the service is back', async () => {
    const { clock, serverMs, start, keychain } = await aheadBy(0);
    const next = start();
    await next.session.restore();
    clock.suspend(DAY_MS + 1);
    expect([next.session.token(), next.session.state().state]).toEqual([null, 'withheld']);
    expect(keychain.passwords.size).toBe(1);
    hears(next.session, serverMs(), clock);
    expect(next.session.state()).toMatchObject({ state: 'ended', why: 'expired' });
  });

  test('where the service shows no time, a token is used until it is refused', async () => {
    const { clock, start, run } = await aheadBy(25 * HOUR_MS, HOUR_MS);
    const next = start();
    await next.session.restore();
    hears(next.session, null, clock);
    const token = next.session.token() ?? '';
    expect(token).toBe(run.session.token());
    next.session.tokenRefused(token);
    expect(next.session.state()).toMatchObject({ state: 'ended', why: 'refused' });
  });

  test.each([
    ['a year ahead', 365 * DAY_MS],
    ['a year behind', -365 * DAY_MS],
  ])(
    'the time that the service shows is %s of its tokens: they live as long as they should',
    async (_name, ms) => {
      const clock = makeFakeClock();
      const shownMs = () => Math.floor((clock.nowMs() + ms) / SECOND_MS) * SECOND_MS;
      const { start, tokenFor } = computer('keychain', clock);
      const login: Login = async ({ email }) => {
        hears(run.session, shownMs(), clock);
        return ok({ token: tokenFor(email) });
      };
      const run: Run = start({ login });
      await clock.play(run.signIn());
      for (const each of [run, start()]) {
        if (each !== run) await each.session.restore();
        hears(each.session, shownMs(), clock);
        expect(each.session.token()).not.toBeNull();
      }
      clock.suspend(DAY_MS + 2 * SECOND_MS);
      hears(run.session, shownMs(), clock);
      expect([run.session.token(), run.session.state()]).toMatchObject([null, { why: 'expired' }]);
    },
  );

  test('how far it is off is known from the latest answer', async () => {
    const { clock, serverMs, run } = await aheadBy(25 * HOUR_MS);
    expect(run.session.clockAheadMs()).toBe(25 * HOUR_MS);
    expect(run.session.shownNowMs()).toBe(serverMs());
    clock.setWallClock(serverMs());
    hears(run.session, serverMs(), clock);
    expect(run.session.clockAheadMs()).toBe(0);
  });
});
