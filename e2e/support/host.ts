/** What a page of `labseal serve` does, without a page: its host, the key for a session, calls. */
import { CALL_PATH, SESSION_HEADER, SESSION_PATH } from '../../src-shared/bridge/loopback.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { expect, type Lab } from './lab.ts';
import { addressOf } from './page-address.ts';

export async function openHost(lab: Lab) {
  const running = lab.start(['serve']);
  const { origin, key } = await addressOf(running);
  const post = (address: string, body: unknown, headers = {}) =>
    fetch(origin + address, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { session } = (await (await post(SESSION_PATH, { key })).json()) as { session: string };
  const own = { [SESSION_HEADER]: session };
  return {
    running,
    origin,
    own,
    async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      const answer = await (await post(CALL_PATH + name, input, own)).json();
      expect(answer).toMatchObject({ ok: true });
      return (answer as { value: CallOutput<Name> }).value;
    },
  };
}
