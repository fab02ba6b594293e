/** A page's side of a host: it exchanges its key for a session and asks with that. */
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
} from '../../../../src-shared/bridge/calls.ts';
import {
  CALL_PATH,
  SESSION_HEADER,
  SESSION_PATH,
  type GrantedSession,
} from '../../../../src-shared/bridge/loopback.ts';

/** `hear`: is given the text of every answer. `status`: of the exchange. */
export async function pageOn(port: number, key: string, hear: (text: string) => void = () => {}) {
  const origin = `http://127.0.0.1:${port}`;
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' };
  const post = async (address: string, body: unknown) => {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(origin + address, sent);
    const text = await answer.text();
    hear(text);
    return { status: answer.status, text };
  };
  const granted = await post(SESSION_PATH, { key });
  const { session = '' } =
    granted.status === 200 ? (JSON.parse(granted.text) as GrantedSession) : {};
  headers[SESSION_HEADER] = session;
  const ask = async <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    JSON.parse((await post(CALL_PATH + name, input)).text) as CallAnswer<Name>;
  /** What a call yields that has to succeed. */
  const call = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => {
    const answer = await ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.fault.kind}`);
    return answer.value;
  };
  return { status: granted.status, session, ask, call };
}
