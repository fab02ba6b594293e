import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import { MAX_ANSWER_BYTES } from './answer.ts';
import { makeBandwidth } from './bandwidth.ts';
import { answerLimitMs, send, type Exchange } from './send.ts';
import { makePlayedClock } from './test-support/played-clock.ts';
import { realClock } from './test-support/real-clock.ts';
import { startRecordingServer } from './test-support/recording-server.ts';

const never = new AbortController().signal;
const BODY = Buffer.from('the body');

function exchange(url: string, over: Partial<Exchange<string>> = {}): Exchange<string> {
  return {
    url: new URL(url),
    method: 'POST',
    headers: {},
    bodyBytes: BODY.length,
    async writeBody(write) {
      await write(BODY);
      return ok(null);
    },
    bodyWaits: [],
    agent: new http.Agent({ keepAlive: false }),
    clock: realClock,
    ...over,
  };
}

/** Moves the clock in steps until the exchange ends, so that no step is taken before the socket had its turn. */
async function played<Value>(
  clock: ReturnType<typeof makePlayedClock>,
  stepMs: number,
  ending: Promise<Value>,
): Promise<{ value: Value; tookMs: number }> {
  const startMs = clock.nowMs();
  const step = async (): Promise<null> => {
    await clock.advance(stepMs);
    return null;
  };
  for (;;) {
    const ended = await Promise.race([ending.then((value) => ({ value })), step()]);
    if (ended !== null) return { ...ended, tookMs: clock.nowMs() - startMs };
  }
}

describe('one exchange', () => {
  test('interim answers are delivered while the body waits for them', async () => {
    await using server = await startRecordingServer({
      onHead: ({ socket }) => socket.write('HTTP/1.1 104 Resumption\r\nlocation: /u/1\r\n\r\n'),
      onComplete: (visit) => visit.answer(200, {}),
    });
    const order: string[] = [];
    const end = await send(
      exchange(server.url, {
        bodyWaits: [{ forStatuses: [104], atMostMs: 10_000 }],
        onInformation({ status, headers }) {
          order.push(`${status} ${headers.location}`);
          return false;
        },
        async writeBody(write) {
          order.push('body');
          await write(BODY);
          return ok(null);
        },
      }),
      never,
    );
    expect(end.kind).toBe('answered');
    expect(order).toEqual(['104 /u/1', 'body']);
    expect(server.visits[0]?.body().toString()).toBe('the body');
  });

  test('without the interim answer the body waits no longer than the pause', async () => {
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(200, {}),
    });
    const end = await send(
      exchange(server.url, { bodyWaits: [{ forStatuses: [104], atMostMs: 20 }] }),
      never,
    );
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  });

  test('an answer of 100 MB is read to 1 MiB and counts as broken off', async () => {
    let sent = 0;
    await using server = await startRecordingServer({
      onComplete({ socket }) {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n');
        const more = (): void => {
          for (; sent < 100_000_000; sent += 100_000) {
            if (!socket.write(Buffer.alloc(100_000, 0x20))) return void socket.once('drain', more);
          }
        };
        more();
      },
    });
    const end = await send(exchange(server.url), never);
    if (end.kind !== 'answered') throw new Error(end.kind);
    expect(end.answer.isComplete).toBe(false);
    expect(end.answer.text).toHaveLength(MAX_ANSWER_BYTES);
    expect(sent).toBeLessThan(100_000_000);
  });

  test('a redirect is an answer; the other server sees nothing', async () => {
    await using other = await startRecordingServer({});
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(307, '', { location: other.url }),
    });
    const end = await send(exchange(server.url, { headers: { authorization: 'secret' } }), never);
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 307 } });
    expect(other.visits).toEqual([]);
  });

  test('an upgrade nobody asked for is a broken connection, not an endless wait', async () => {
    await using server = await startRecordingServer({
      onComplete: ({ socket }) =>
        socket.write('HTTP/1.1 101 Sure\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    });
    expect(await send(exchange(server.url), never)).toMatchObject({ kind: 'broken' });
  });

  test('a body that stops by itself leaves the message incomplete', async () => {
    await using server = await startRecordingServer({});
    const end = await send(
      exchange(server.url, {
        async writeBody(write) {
          await write(BODY.subarray(0, 3));
          return { ok: false, fault: 'shut' };
        },
      }),
      never,
    );
    expect(end).toEqual({ kind: 'body-stopped', fault: 'shut' });
    await expect.poll(() => server.visits[0]?.socket.destroyed).toBe(true);
    expect(server.visits[0]?.body().toString()).toBe('the');
  });

  test('an answer that has begun stops the body, before it has ended', async () => {
    const bodyStopped = Promise.withResolvers<void>();
    await using server = await startRecordingServer({
      onBytes({ socket }) {
        socket.write('HTTP/1.1 413 No\r\ncontent-length: 2\r\n\r\n');
        void bodyStopped.promise.then(() => socket.write('{}'));
      },
    });
    const end = await send(
      exchange(server.url, {
        async writeBody(write, signal) {
          await write(BODY.subarray(0, 3));
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          bodyStopped.resolve();
          await write(BODY.subarray(3));
          return ok(null);
        },
      }),
      never,
    );
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 413, text: '{}' } });
    expect(server.visits[0]?.body().toString()).toBe('the');
  });

  test('a bug in the body is thrown, not taken for an outcome', async () => {
    await using server = await startRecordingServer({});
    const buggy = exchange(server.url, { writeBody: () => Promise.reject(new Error('bug')) });
    await expect(send(buggy, never)).rejects.toThrow('bug');
  });

  test('a request without a body carries none and gets its answer', async () => {
    await using server = await startRecordingServer({ onHead: (visit) => visit.answer(204, '') });
    const end = await send(
      exchange(server.url, { method: 'HEAD', writeBody: null, bodyBytes: 0 }),
      never,
    );
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 204, text: '' } });
    expect(server.visits[0]?.head).toMatch(/^HEAD /);
  });
});

describe('limits', () => {
  test('a peer that stops reading is noticed after a minute without a byte', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({ onHead: ({ socket }) => socket.pause() });
    const bodyBytes = 64_000_000;
    const { value, tookMs } = await played(
      clock,
      1_000,
      send(
        exchange(server.url, {
          clock,
          bodyBytes,
          async writeBody(write, signal) {
            const piece = Buffer.alloc(1_000_000);
            for (let sent = 0; sent < bodyBytes && !signal.aborted; sent += piece.length) {
              await write(piece);
            }
            return ok(null);
          },
        }),
        never,
      ),
    );
    expect(value).toEqual({ kind: 'stalled', phase: 'body' });
    expect(tookMs).toBeGreaterThanOrEqual(60_000);
    expect(clock.sleepers()).toBe(0);
  });

  test('a service that never answers is given five minutes, and more for a large body', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({});
    const { value, tookMs } = await played(
      clock,
      1_000,
      send(exchange(server.url, { clock }), never),
    );
    expect(value).toEqual({ kind: 'stalled', phase: 'answer' });
    expect(tookMs).toBeGreaterThanOrEqual(300_000);
    expect(answerLimitMs(1)).toBe(300_000);
    expect(answerLimitMs(2_500_000_000)).toBe(500_000);
  });

  test('an answer that trickles ends after a minute; its status stays known', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({
      onComplete: ({ socket }) => socket.write('HTTP/1.1 413 No\r\ncontent-length: 90\r\n\r\n{'),
    });
    const { value } = await played(clock, 1_000, send(exchange(server.url, { clock }), never));
    expect(value).toMatchObject({ kind: 'answered', answer: { status: 413, isComplete: false } });
  });

  test('progress comes at most four times a second and never counts more than was written', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(200, {}),
    });
    const reports: { atMs: number; bytes: number }[] = [];
    let written = 0;
    await send(
      exchange(server.url, {
        clock,
        bodyBytes: 100_000,
        onProgress: (bytes) => reports.push({ atMs: clock.nowMs(), bytes }),
        async writeBody(write) {
          for (; written < 100_000; written += 1_000) {
            await write(Buffer.alloc(1_000));
            await clock.advance(10);
          }
          return ok(null);
        },
      }),
      never,
    );
    expect(reports).toHaveLength(4); // one second of the played clock
    expect(reports.map(({ bytes }) => bytes)).toEqual([1_000, 26_000, 51_000, 76_000]);
  });
});

describe('under a limit', () => {
  const pieces = 10;
  const pieceBytes = 12_000;

  test('a body takes as long as the limit says, its order stays, and our own pauses are no stall', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(200, {}),
    });
    const bandwidth = makeBandwidth(clock, 100); // two minutes for each piece: twice what a stall may last
    const body = Buffer.concat(
      Array.from({ length: pieces }, (_, index) => Buffer.alloc(pieceBytes, index)),
    );
    const { value, tookMs } = await played(
      clock,
      1_000,
      send(
        exchange(server.url, {
          clock,
          bandwidth,
          bodyBytes: body.length,
          async writeBody(write) {
            const offsets = Array.from({ length: pieces }, (_, index) => index * pieceBytes);
            // As the form does: several pieces are on their way at once.
            await Promise.all(offsets.map((at) => write(body.subarray(at, at + pieceBytes))));
            return ok(null);
          },
        }),
        never,
      ),
    );
    expect(value).toMatchObject({ kind: 'answered', answer: { status: 200 } });
    expect(server.visits[0]?.body().equals(body)).toBe(true);
    // The first leaves at once, nine wait for their turn.
    expect(tookMs).toBeGreaterThan(1_070_000);
    expect(tookMs).toBeLessThan(1_120_000);
    expect(clock.sleepers()).toBe(0);
  });

  test('closing bytes are never held back, whatever others have used up', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(200, {}),
    });
    const bandwidth = makeBandwidth(clock, 1_000);
    bandwidth.spend(3_600_000);
    const end = await send(exchange(server.url, { clock, bandwidth }), never);
    expect([end.kind, clock.nowMs()]).toEqual(['answered', makePlayedClock().nowMs()]);
  });

  test('an abort ends what is held back, and leaves no timer', async () => {
    const clock = makePlayedClock();
    await using server = await startRecordingServer({});
    const bandwidth = makeBandwidth(clock, 1_000);
    bandwidth.spend(3_600_000);
    const stop = new AbortController();
    const sending = send(
      exchange(server.url, {
        clock,
        bandwidth,
        async writeBody(write) {
          const held = write(BODY.subarray(1));
          setImmediate(() => stop.abort());
          await held;
          return ok(null);
        },
      }),
      stop.signal,
    );
    expect(await sending).toEqual({ kind: 'aborted' });
    expect(server.visits[0]?.bodyBytes() ?? 0).toBe(0);
    expect(clock.sleepers()).toBe(0);
  });
});
