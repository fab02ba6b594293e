/** What a page of `labseal serve` does, without a page: its host, the key for a session, calls. */
import { CALL_PATH, SESSION_HEADER, SESSION_PATH } from '../../src-shared/bridge/loopback.ts';
import type { CallAnswer, CallInput, CallName } from '../../src-shared/bridge/calls.ts';
import type { Lab } from './lab.ts';
import { addressOf } from './page-address.ts';

export async function openHost(lab: Lab, env: NodeJS.ProcessEnv = {}) {
  const running = lab.start(['serve'], { env });
  const { origin, key } = await addressOf(running);
  const post = (address: string, body: unknown, headers = {}) =>
    fetch(origin + address, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { session } = (await (await post(SESSION_PATH, { key })).json()) as { session: string };
  const own = { [SESSION_HEADER]: session };
  const tryCall = async <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    (await (await post(CALL_PATH + name, input, own)).json()) as CallAnswer<Name>;
  return {
    running,
    origin,
    own,
    tryCall,
    /** The same, but throws when the answer is a fault. */
    call: async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
      const answer = await tryCall(name, input);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.fault)}`);
      return answer.value;
    },
  };
}
