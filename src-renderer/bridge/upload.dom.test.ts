/** Handing a file over: one request, told as it goes, ended when nobody waits for it. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CLOSE_CODES } from '../../src-shared/bridge/loopback.ts';
import { snapshotMessage } from '../test-support/builders.ts';
import { FakeSocket } from '../test-support/fake-socket.ts';
import { makeLoopbackBridge } from './loopback-bridge.ts';
import { upload, type Upload } from './upload.ts';

const FILE = new File(['12345'], 'a/b.raw');
const ever = new AbortController().signal;

function bridgeWith(sending: Upload) {
  const socket = new FakeSocket();
  const bridge = makeLoopbackBridge({
    session: 'S',
    port: 4000,
    openSocket: () => socket as unknown as WebSocket,
    send: () => Promise.reject(new Error('nothing is fetched here')),
    upload: sending,
  });
  bridge.open();
  socket.acceptAs('S', 4000);
  // A host that refuses a request ends the line as well, when it is asked there.
  vi.spyOn(socket, 'send').mockImplementation(() => socket.close(CLOSE_CODES.unauthorised));
  socket.say(snapshotMessage(0));
  onTestFinished(() => bridge.close());
  return bridge;
}

const answered = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) });
const nothing = () => undefined;

const kindOf = async (sending: Upload) => {
  const answer = await bridgeWith(sending).hand(FILE, { set: 'all', onSent: nothing }, ever);
  return answer.ok ? 'ok' : answer.fault.kind;
};

describe('a file for verification', () => {
  test('goes to the host once, with its session, and comes back as a handle', async () => {
    const sending = vi.fn<Upload>((_path, _headers, _file, onSent) => {
      onSent(5);
      const digests = { sha256: 'ab' };
      const value = { handle: 'h1', name: 'b.raw', sizeBytes: 5, digests };
      return Promise.resolve(answered(200, { ok: true, value }));
    });
    const onSent = vi.fn<(bytes: number) => void>();
    const answer = await bridgeWith(sending).hand(FILE, { set: 'known', onSent }, ever);
    expect(answer).toEqual({
      ok: true,
      value: { subject: { kind: 'handed', handle: 'h1' }, digests: { sha256: 'ab' } },
    });
    expect(sending).toHaveBeenCalledTimes(1);
    const [path, headers] = sending.mock.calls[0] ?? [];
    expect(path).toBe('/api/digest/known/a%2Fb.raw');
    expect(headers).toMatchObject({ 'x-labseal-session': 'S' });
    expect(onSent).toHaveBeenCalledWith(5);
  });

  test('too large, a lost host and a session that ended are told apart', async () => {
    expect(await kindOf(() => Promise.resolve(answered(413, {})))).toBe('too-large');
    expect(await kindOf(() => Promise.resolve(answered(401, {})))).toBe('not-asked');
    expect(await kindOf(() => Promise.resolve({ status: 200, text: '{"ok"' }))).toBe('host-lost');
    expect(await kindOf(() => Promise.reject(new TypeError('gone')))).toBe('host-lost');
  });

  test('what the page cannot read any more is no lost host', async () => {
    const gone = new File(['1'], 'gone.raw');
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as never;
    const bridge = bridgeWith(() => Promise.reject(new TypeError('gone')));
    expect(await bridge.hand(gone, { set: 'known', onSent: nothing }, ever)).toEqual({
      ok: false,
      fault: { kind: 'cannot-pick', pick: { path: 'gone.raw', why: 'unreadable' } },
    });
  });

  test('giving up ends the request', async () => {
    const aborted = vi.spyOn(XMLHttpRequest.prototype, 'abort');
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(nothing);
    onTestFinished(() => void vi.restoreAllMocks());
    const giveUp = new AbortController();
    const sent = upload('/api/digest/known/b.raw', {}, FILE, nothing, giveUp.signal);
    giveUp.abort();
    expect(aborted).toHaveBeenCalledTimes(1);
    const [request] = aborted.mock.contexts as XMLHttpRequest[];
    request?.dispatchEvent(new ProgressEvent('abort')); // as the browser tells it
    await expect(sent).rejects.toThrow(/abort/i);
  });
});
