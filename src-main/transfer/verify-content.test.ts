import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import { freezeForm } from './representation.ts';
import { startRecordingServer, type Behaviour } from './test-support/recording-server.ts';
import { BOUNDARY, jobFor, makeTempFolder, portsWith, TAIL } from './test-support/upload-setup.ts';
import { verifyContent } from './verify-content.ts';

const never = new AbortController().signal;

async function verify(
  content: Uint8Array,
  behaviour: Behaviour | ((path: string) => Behaviour),
  signal = never,
  ports = portsWith(),
) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(
    typeof behaviour === 'function' ? behaviour(path) : behaviour,
  );
  const form = freezeForm({
    boundary: BOUNDARY,
    fields: [],
    filePart: 'file',
    fileName: 'run.raw',
    contentType: 'application/octet-stream',
    sizeBytes: content.length,
  });
  const request = jobFor(server.url, path, content, { form });
  const result = await verifyContent(request, ports, { onProgress() {} }, signal);
  return { result, visits: server.visits };
}

describe('the check by content', () => {
  test('a file whose identity cannot be asked once it is open is unreadable, and is closed', async () => {
    let closed = 0;
    const openSource = async () =>
      ok({
        identity: () => Promise.reject(Object.assign(new Error('stale'), { code: 'ESTALE' })),
        read: async () => 0,
        close: async () => void (closed += 1),
      });
    const { result, visits } = await verify(
      Buffer.alloc(100_000),
      {},
      never,
      portsWith({ openSource }),
    );
    expect(result).toEqual({ ok: false, fault: { kind: 'source-unreadable', code: 'ESTALE' } });
    expect(visits).toEqual([]);
    expect(closed).toBe(1);
  });

  test('sends the file alone and gives the service’s verdict', async () => {
    const verdict = { exists: true, fileName: 'other.raw', project: 'p9' };
    const { result, visits } = await verify(Buffer.from('abc'), {
      onComplete: (visit) => visit.answer(200, verdict),
    });
    expect(result).toEqual({ ok: true, value: verdict });
    expect(visits[0]?.body().toString()).toMatch(
      /^------\w+\r\nContent-Disposition: [^\n]+name="file"/,
    );
    expect(visits[0]?.head.toLowerCase()).not.toContain('idempotency-key');
  });

  test('a small question is asked plainly, a large one can be resumed', async () => {
    const fields: string[][] = [];
    const support = { recall: () => ({ kind: 'unknown' }) as const, learn() {} };
    for (const bytes of [1_000, 2_000_000]) {
      const answer: Behaviour = {
        onComplete: (visit) => visit.answer(200, { exists: false, fileName: '', project: '' }),
      };
      const { visits } = await verify(randomBytes(bytes), answer, never, portsWith({ support }));
      fields.push(visits[0]?.head.toLowerCase().match(/^upload-[a-z-]+/gm) ?? []);
    }
    expect(fields[0]).toEqual([]);
    expect(fields[1]).toContain('upload-complete');
  });

  test('neither a text "false" nor a page is a verdict', async () => {
    for (const body of [{ exists: 'false', fileName: '', project: '' }, '<html>hello</html>']) {
      const { result } = await verify(Buffer.from('abc'), {
        onComplete: (visit) => visit.answer(200, body),
      });
      expect(result).toMatchObject({ ok: false, fault: { kind: 'not-the-service' } });
    }
  });

  test('a verdict that comes before the whole file is none', async () => {
    let isAnswered = false;
    const { result } = await verify(randomBytes(24_000_000), {
      onBytes(visit) {
        if (!isAnswered) visit.answer(200, { exists: false, fileName: '', project: '' });
        isAnswered = true;
      },
    });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'not-the-service' } });
  });

  test('a file that changes on the way gets no answer', async () => {
    const { result, visits } = await verify(randomBytes(24_000_000), (path) => {
      let isChanged = false;
      return {
        onBytes() {
          if (!isChanged) appendFileSync(path, 'more');
          isChanged = true;
        },
      };
    });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'source-changed' } });
    expect(visits[0]?.body().includes(TAIL)).toBe(false);
  });

  test('a lost answer is a fault that may be asked again, never an unknown outcome', async () => {
    const { result } = await verify(Buffer.from('abc'), {
      onComplete: (visit) => visit.socket.resetAndDestroy(),
    });
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'unavailable', why: 'broken-connection' },
    });
  });

  test('an abort rejects with its reason', async () => {
    const stop = new AbortController();
    const asked = verify(
      Buffer.from('abc'),
      { onComplete: () => stop.abort(new Error('paused')) },
      stop.signal,
    );
    await expect(asked).rejects.toThrow('paused');
  });
});
