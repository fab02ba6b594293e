/** `Expect: 100-continue`: a client asks whether its body will be read before it sends it. */
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import {
  CALL_PATH,
  digestPath,
  INBOX_TYPE,
  inboxPath,
  SESSION_HEADER,
  SESSION_PATH,
} from '../../../src-shared/bridge/loopback.ts';
import { hostAtCore } from './test-support/host-at-core.ts';

const CALL = `${CALL_PATH}status.read`;
const EXPECT = 'Expect: 100-continue';

/** The statuses of a request whose body is sent only when it is asked for. */
async function statusesOf(port: number, lines: readonly string[], body: string) {
  const line = net.connect(port, '127.0.0.1');
  line.on('error', () => undefined); // it may be cut while we are still sending
  let text = '';
  line.setEncoding('latin1').on('data', (part: string) => {
    const isAsked = !text.includes('100 Continue') && (text + part).includes('100 Continue');
    text += part;
    if (isAsked) line.write(body);
  });
  line.write(
    `${[...lines, `Content-Length: ${body.length}`, 'Connection: close'].join('\r\n')}\r\n\r\n`,
  );
  await once(line, 'close');
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

async function asking() {
  const { host, session } = await hostAtCore();
  const [named, ours] = [`Host: 127.0.0.1:${host.port}`, `Origin: ${host.origin}`];
  const token = `${SESSION_HEADER}: ${await session()}`;
  const json = 'Content-Type: application/json';
  const bytes = `Content-Type: ${INBOX_TYPE}`;
  const ask = (address: string, lines: readonly string[], body = '{}', expectation = EXPECT) =>
    statusesOf(host.port, [`POST ${address} HTTP/1.1`, ...lines, expectation], body);
  return { named, ours, token, json, bytes, ask };
}

test('a body that is welcome is asked for', async () => {
  const { named, ours, token, json, bytes, ask } = await asking();
  const own = [named, ours, token];
  expect(await ask(CALL, [...own, json])).toEqual([100, 200]);
  expect(await ask(inboxPath('a.csv'), [...own, bytes])).toEqual([100, 200]);
  expect(await ask(digestPath('all', 'a.csv'), [...own, bytes])).toEqual([100, 200]);
  expect(await ask(SESSION_PATH, [named, ours, json], '{"key":"wrong"}')).toEqual([100, 401]);
});

test('one that is not is refused without being asked for', async () => {
  const { named, ours, token, json, bytes, ask } = await asking();
  const own = [named, ours, token];
  const refused = [
    [await ask(CALL, ['Host: evil.example', ours, token, json]), 403],
    [await ask(CALL, [named, 'Origin: http://evil.example', token, json]), 403],
    [await ask(CALL, [named, ours, json]), 401],
    [await ask(inboxPath('a.csv'), [named, ours, bytes]), 401],
    [await ask('/', [...own, json]), 405],
    [await ask('/absent', [...own, json]), 404],
    [await ask(CALL, [...own, 'Content-Type: text/plain']), 415],
    [await ask(CALL, [...own, json], ' '.repeat(2_000_000)), 413],
    [await ask(inboxPath('a.csv'), [...own, json]), 415],
    [await ask(CALL, [...own, json], '{}', 'Expect: tea'), 417],
    [await ask(CALL, ['Host: evil.example', ours, token, json], '{}', 'Expect: tea'), 403],
  ] as const;
  expect(refused.map(([statuses]) => statuses)).toEqual(refused.map(([, status]) => [status]));
});
