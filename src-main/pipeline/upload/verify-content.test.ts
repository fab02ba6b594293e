import { describe, expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { makeAgents } from '../../service/agents.ts';
import { startRawServer } from '../../service/test-support/raw-server.ts';
import { addressOf, NO_SURROUNDINGS } from '../../service/test-support/test-client.ts';
import type { BodyHooks } from '../common/ports.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { startRecordingServer, type Behaviour } from './test-support/recording-server.ts';
import {
  fileAlone,
  jobFor,
  makeTempFolder,
  never,
  portsWith,
  rememberedSupport,
  silent,
  TAIL,
} from './test-support/upload-setup.ts';
import type { UploadPorts } from './upload.ts';
import { verifyContent } from './verify-content.ts';
import type { Send } from './wire/send.ts';

async function verify(
  content: Uint8Array | string,
  behaviour: Behaviour,
  {
    signal = never,
    hooks = silent,
    ...ports
  }: Partial<UploadPorts> & { readonly signal?: AbortSignal; readonly hooks?: BodyHooks } = {},
  fingerprinted = content,
) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(behaviour);
  const request = jobFor(server.url, path, fingerprinted, {
    form: fileAlone(content.length),
  });
  const result = await verifyContent(request, portsWith(ports), hooks, signal);
  return { result, completions: server.completions };
}

const NEW = { exists: false, fileName: '', project: '' };

describe('the check by content', () => {
  test('a file whose identity cannot be asked once it is open is unreadable, and is closed', async () => {
    let closed = 0;
    const openSource = async () =>
      ok({
        identity: () => Promise.reject(Object.assign(new Error('stale'), { code: 'ESTALE' })),
        read: async () => 0,
        close: async () => void (closed += 1),
      });
    const { result, completions } = await verify(Buffer.alloc(100_000), {}, { openSource });
    expect(result).toEqual({ ok: false, fault: { kind: 'source-unreadable', code: 'ESTALE' } });
    expect([completions, closed]).toEqual([[], 1]);
  });

  test('sends the file alone and gives the service’s verdict', async () => {
    const verdict = { exists: true, fileName: 'other.raw', project: 'p9' };
    const { result, completions } = await verify('abc', {
      onComplete: (visit) => visit.answer(200, verdict),
    });
    expect(result).toEqual({ ok: true, value: verdict });
    expect(completions[0]?.body().toString()).toMatch(
      /^------\w+\r\nContent-Disposition: [^\n]+name="file"/,
    );
    expect(completions[0]?.head.toLowerCase()).not.toContain('idempotency-key');
  });

  test.each([
    ['a small question is asked plainly', 1_000, 0],
    ['a large one can be resumed', 2_000_000, 3],
  ])('%s', async (_what, bytes, fields) => {
    const { completions } = await verify(
      Buffer.alloc(bytes),
      { onComplete: (visit) => visit.answer(200, NEW) },
      { support: rememberedSupport({ kind: 'unknown' }) },
    );
    expect(completions[0]?.head.match(/^upload-[a-z-]+/gim) ?? []).toHaveLength(fields);
  });

  test.each<[string, Behaviour, object]>([
    [
      'a text "false" is no verdict',
      { onComplete: (visit) => visit.answer(200, { ...NEW, exists: 'false' }) },
      { kind: 'not-the-service' },
    ],
    [
      'a page is no verdict',
      { onComplete: (visit) => visit.answer(200, '<html>hello</html>') },
      { kind: 'not-the-service' },
    ],
    [
      'a lost answer is a fault that may be asked again, never an unknown outcome',
      { onComplete: (visit) => void visit.socket.resetAndDestroy() },
      { kind: 'unavailable', why: 'broken-connection' },
    ],
  ])('%s', async (_what, behaviour, fault) => {
    const { result } = await verify('abc', behaviour);
    expect(result).toMatchObject({ ok: false, fault });
  });

  test('a verdict that comes before the whole file is none', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = { status: 200, headers, text: JSON.stringify(NEW), isComplete: true };
    const { result } = await verify(
      'abc',
      {},
      { send: async () => ({ kind: 'answered', answer }) },
    );
    expect(result).toMatchObject({ ok: false, fault: { kind: 'not-the-service' } });
  });

  test('a file that has changed gets no answer, and its tail does not leave', async () => {
    const { result, completions } = await verify('abc', {}, {}, 'abd');
    expect(result).toMatchObject({ ok: false, fault: { kind: 'source-changed' } });
    expect(completions.map((visit) => visit.body().includes(TAIL))).not.toContain(true);
  });

  test('says when all its bytes have left, and not when they did not', async () => {
    let left = 0;
    const hooks = { ...silent, onComplete: () => void (left += 1) };
    await verify('abc', { onComplete: (visit) => visit.answer(200, NEW) }, { hooks });
    expect(left).toBe(1);
    await verify('abc', {}, { hooks }, 'abd');
    expect(left).toBe(1);
  });

  test('an abort rejects with its reason', async () => {
    const stop = new AbortController();
    const onComplete = () => stop.abort(new Error('paused'));
    await expect(verify('abc', { onComplete }, { signal: stop.signal })).rejects.toThrow('paused');
  });
});

describe('the check over a connection that has carried others', () => {
  /** A service that keeps its connections and breaks that of the n-th check, counted from 1, when it has all of it. */
  async function atKeeping(breaks: (n: number) => boolean) {
    const server = await startRawServer((socket) => {
      if (breaks(server.requests.length)) socket.resetAndDestroy();
      else socket.write(KEPT);
    });
    const folder = makeTempFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    const path = folder.write('run.raw', 'abc');
    const request = jobFor(`${server.origin}/verify`, path, 'abc', { form: fileAlone(3) });
    const agents = makeAgents(addressOf(server.origin), NO_SURROUNDINGS, makeFakeClock());
    onTestFinished(() => agents.destroy());
    const ports = portsWith({ agentFor: agents.forQuestion });
    const check = () =>
      verifyContent(request, { ...ports, freshAgentFor: agents.fresh }, silent, never);
    return { check, server };
  }
  const BODY = JSON.stringify(NEW);
  const KEPT = `HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

  test('is sent once more, on a fresh one, when that breaks', async () => {
    const { check, server } = await atKeeping((n) => n === 2);
    expect(await check()).toEqual({ ok: true, value: NEW });
    expect(await check()).toEqual({ ok: true, value: NEW });
    expect([server.requests.length, server.connections()]).toEqual([3, 2]);
    expect(server.requests[2]).toMatch(/^connection: close\r$/im);
    expect(server.requests[2]?.endsWith(TAIL)).toBe(true);
  });

  test('is believed only about what was sent the second time', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = { status: 200, headers, text: BODY, isComplete: true };
    let sent = 0;
    const send: Send = async ({ writeBody }, signal) => {
      sent += 1;
      if (sent > 1) return { kind: 'answered', answer }; // before the file
      await writeBody?.(async () => undefined, signal);
      return { kind: 'broken', error: new Error('reset'), silentMs: 0, wasKept: true };
    };
    const { result } = await verify('abc', {}, { send });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'not-the-service' } });
    expect(sent).toBe(2);
  });

  test('is not sent a third time', async () => {
    const { check, server } = await atKeeping((n) => n > 1);
    await check();
    const fault = { kind: 'unavailable', why: 'broken-connection' };
    expect(await check()).toMatchObject({ ok: false, fault });
    expect([server.requests.length, server.connections()]).toEqual([3, 2]);
  });

  test('is sent once when a fresh one breaks', async () => {
    const { check, server } = await atKeeping(() => true);
    expect(await check()).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(1);
  });
});
