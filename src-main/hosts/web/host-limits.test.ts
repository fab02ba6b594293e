/** What a host bears: bodies, connections and waiting, from whoever has no key. */
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CALL_PATH, SESSION_HEADER, SESSION_PATH } from '../../../src-shared/bridge/loopback.ts';
import type { Clock } from '../../platform/clock.ts';
import { realClock } from '../../platform/real-ports.ts';
import { hostAtCore } from './test-support/host-at-core.ts';
import { rawly } from './test-support/rawly.ts';

const CALL = `${CALL_PATH}status.read`;
const POSTED = ['Content-Type: application/json', 'Content-Length: 2'];

describe('limits', () => {
  test('a body that is too long is refused, announced or not; one that is no JSON too', async () => {
    const { raw, ours, token } = await rawly();
    const own = [ours, await token(), 'Content-Type: application/json'];
    const ask = async (line: string, body = '') =>
      (await raw(`POST ${CALL}`, [...own, line], body)).status;
    expect(await ask('Content-Length: 11000000')).toBe(413);
    const chunk = `${(1_100_000).toString(16)}\r\n${' '.repeat(1_100_000)}\r\n0\r\n\r\n`;
    expect(await ask('Transfer-Encoding: chunked', chunk)).toBe(413);
    expect(await ask('Content-Length: 1', '{')).toBe(400);
    expect(await ask('Content-Length: 2', '{}')).toBe(200);
  });

  test('a thousand requests without their body keep nobody out, and cut off nobody who has the key', async () => {
    const lab = await hostAtCore();
    const { host, session, socket, post } = lab;
    const own = { [SESSION_HEADER]: await session() };
    const page = socket();
    await once(page, 'open');
    page.send(JSON.stringify({ kind: 'hello', session: own[SESSION_HEADER] }));
    await once(page, 'message');
    const asking = [
      `POST ${SESSION_PATH} HTTP/1.1`,
      `Host: 127.0.0.1:${host.port}`,
      `Origin: ${host.origin}`,
      ...POSTED,
    ].join('\r\n');
    const lines = await Promise.all(
      Array.from({ length: 1_000 }, () => half(host.port, `${asking}\r\n\r\n`)),
    );
    onTestFinished(() => lines.forEach((line) => line.destroy()));
    expect(await (await fetch(host.origin)).text()).toBe('<!doctype html>');
    expect((await post(CALL, {}, own)).status).toBe(200);
    expect(await session()).not.toBe(own[SESSION_HEADER]);
    expect(page.readyState).toBe(page.OPEN);
  });

  test('a key that is announced and never comes is not waited for long', async () => {
    const hurried: Clock = { ...realClock, sleep: (_ms, signal) => realClock.sleep(50, signal) };
    const { host, ours, raw } = await rawly({ clock: hurried });
    const before = performance.now();
    expect((await raw(`POST ${SESSION_PATH}`, [ours, ...POSTED])).status).toBe(408);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect((await fetch(host.origin)).status).toBe(200);
  });

  test('two hundred slow connections keep nobody out', async () => {
    const { host } = await hostAtCore();
    const slow = await Promise.all(Array.from({ length: 200 }, () => half(host.port)));
    onTestFinished(() => slow.forEach((line) => line.destroy()));
    expect((await fetch(host.origin)).status).toBe(200);
    expect(slow.every((line) => !line.destroyed)).toBe(true); // they were there all the while
  });
});

/** A connection that never finishes its request. */
function half(port: number, begun = 'GET / HTTP/1.1\r\nHost: '): Promise<net.Socket> {
  return new Promise((resolve) => {
    const line = net.connect(port, '127.0.0.1', () => {
      line.write(begun);
      resolve(line);
    });
    line.on('error', () => undefined);
  });
}
