/** A form is not sent, nor called signed out, before the service has shown its time. */
import { expect, test } from 'vitest';
import type { SessionState } from '../../src-shared/model/people/session-view.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import { settleSession } from './bind-uploads.ts';

const who = { account: 'a', server: 'https://lab.test', userId: 'u1', email: 'a@lab.test' };
const SIGNED_IN = {
  state: 'signed-in',
  ...who,
  expiresAtMs: 0,
  keeping: { kept: 'memory', instead: null },
} as const;
const DOUBTED = { state: 'withheld', ...who, why: { by: 'clock', endedAtMs: 0 } } as const;

/** `token`: what asking for it gives; one that is not given has come into doubt since the last time. */
function session(token: string | null) {
  let state: SessionState = SIGNED_IN;
  return {
    state: () => state,
    token() {
      if (token === null) state = DOUBTED;
      return token;
    },
  };
}
const AWAY = { kind: 'not-signed-in', serviceSays: null } as const;

test("a token that ends by this computer's clock while the program runs has the service asked", async () => {
  let asked = 0;
  const read = async () => ok(void (asked += 1));
  expect(await settleSession(session(null), read)).toBeNull();
  expect(asked).toBe(1);
  expect(await settleSession(session(null), async () => fail(AWAY))).toEqual(AWAY);
  const silence = {
    kind: 'unavailable',
    why: 'timed-out',
    status: null,
    retryAfterMs: null,
  } as const;
  const unsent = { ...silence, isUnsent: true };
  expect(await settleSession(session(null), async () => fail(silence))).toEqual(unsent);
});

test('a refusal to answer is none to take a form', async () => {
  const refusal = { kind: 'refused', status: 400, serviceSays: null } as const;
  expect(await settleSession(session(null), async () => fail(refusal))).toBeNull();
});

test('one that is alive does not', async () => {
  expect(await settleSession(session('t'), async () => fail(AWAY))).toBeNull();
});
