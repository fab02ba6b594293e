import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../../src-shared/model/result.ts';
import { makeFakeClock, type FakeClock } from '../../../test-support/fake-clock.ts';
import { MAX_ANSWER_BYTES, answerLimitMs, send, type Exchange } from './send.ts';
import { makeBandwidth } from './bandwidth.ts';
import { realClock } from '../../../platform/real-ports.ts';
import {
  startRecordingServer,
  type Behaviour,
  type Visit,
} from '../test-support/recording-server.ts';
import { never } from '../test-support/upload-setup.ts';

const BODY = Buffer.from('the body');
const answering: Behaviour = { onComplete: (visit) => visit.answer(200, {}) };

/** In a coding that was not asked for. */
const sendingPacked = (bytes: Buffer): Behaviour => ({
  onComplete: ({ socket }) => {
    const head = `HTTP/1.1 201 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    socket.end(Buffer.concat([Buffer.from(head), bytes]));
  },
});

/** One exchange with a service that behaves like this. */
async function exchange(
  behaviour: Behaviour,
  over: Partial<Exchange<string>> = {},
  signal = never,
) {
  await using server = await startRecordingServer(behaviour);
  const { clock = realClock } = over;
  const end = await send(
    {
      url: new URL(server.url),
      method: 'POST',
      headers: {},
      bodyBytes: BODY.length,
      async writeBody(write) {
        await write(BODY);
        return ok(null);
      },
      bodyWaits: [],
      agent: new http.Agent({ keepAlive: false }),
      clock,
      ...over,
    },
    signal,
  );
  return { end, visit: server.completions[0] };
}

/** Moves the clock a second at a time until the work ends: no step is taken before the socket had its turn. */
async function playOut<Value>(clock: FakeClock, work: Promise<Value>): Promise<Value> {
  const isOver = work.then(() => true);
  const isStillOn = () => clock.advance(1_000).then(() => false);
  while (!(await Promise.race([isOver, isStillOn()])));
  expect(clock.wakeTimesMs()).toEqual([]);
  return work;
}

async function fake(behaviour: Behaviour, over: Partial<Exchange<string>> = {}) {
  const clock = makeFakeClock();
  const exchanged = await playOut(clock, exchange(behaviour, { ...over, clock }));
  return { ...exchanged, tookMs: clock.monotonicMs() };
}

describe('one exchange', () => {
  test('interim answers are delivered while the body waits for them', async () => {
    const order: string[] = [];
    const { end, visit } = await exchange(
      {
        ...answering,
        onHead: ({ socket }) => socket.write('HTTP/1.1 104 Resumption\r\nlocation: /u/1\r\n\r\n'),
      },
      {
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
      },
    );
    expect(end.kind).toBe('answered');
    expect(order).toEqual(['104 /u/1', 'body']);
    expect(visit?.body().toString()).toBe('the body');
  });

  test('without the interim answer the body waits no longer than the pause', async () => {
    const bodyWaits = [{ forStatuses: [104], atMostMs: 20 }];
    const { end } = await exchange(answering, { bodyWaits });
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 200 } });
  });

  test.each([
    ['100 MB', 'content-length: 100000000', ' '.repeat(100_000)],
    ['pieces without end', 'transfer-encoding: chunked', `4000\r\n${' '.repeat(0x40_00)}\r\n`],
  ])('an answer of %s is read to 1 MiB and counts as broken off', async (_what, field, piece) => {
    const { end } = await exchange({
      onComplete({ socket }) {
        const more = (): void => {
          if (!socket.destroyed) socket.write(piece, more);
        };
        socket.write(`HTTP/1.1 200 OK\r\n${field}\r\n\r\n`, more);
      },
    });
    if (end.kind !== 'answered') throw new Error(end.kind);
    expect(end.answer.isComplete).toBe(false);
    expect(end.answer.text).toHaveLength(MAX_ANSWER_BYTES);
  });

  test('an upgrade nobody asked for is a broken connection, not an endless wait', async () => {
    const upgrade = 'HTTP/1.1 101 Sure\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    const { end } = await exchange({ onComplete: ({ socket }) => socket.write(upgrade) });
    expect(end).toMatchObject({ kind: 'broken', error: { code: 'HPE_UNWANTED_UPGRADE' } });
  });

  test('an answer that is compressed, though plain ones were asked for, is read', async () => {
    const packed = gzipSync('{"fileId":"remote-1"}');
    const whole = { text: '{"fileId":"remote-1"}', isComplete: true };
    expect((await exchange(sendingPacked(packed))).end).toMatchObject({ answer: whole });
    const cut = { status: 201, isComplete: false };
    expect((await exchange(sendingPacked(packed.subarray(0, 20)))).end).toMatchObject({
      answer: cut,
    });
  });

  test('an answer that has begun stops the body, before it has ended', async () => {
    const bodyStopped = Promise.withResolvers<void>();
    const { end, visit } = await exchange(
      {
        onBytes({ socket }) {
          socket.write('HTTP/1.1 413 No\r\ncontent-length: 2\r\n\r\n');
          void bodyStopped.promise.then(() => socket.write('{}'));
        },
      },
      {
        async writeBody(write, signal) {
          await write(BODY.subarray(0, 3));
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          bodyStopped.resolve();
          await write(BODY.subarray(3));
          return ok(null);
        },
      },
    );
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 413, text: '{}' } });
    expect(visit?.body().toString()).toBe('the');
  });

  test('a bug in the body is thrown, not taken for an outcome', async () => {
    const buggy = exchange({}, { writeBody: () => Promise.reject(new Error('bug')) });
    await expect(buggy).rejects.toThrow('bug');
  });

  test('a request without a body carries none and gets its answer', async () => {
    const { end, visit } = await exchange(
      { onHead: (asked) => asked.answer(204, '') },
      { method: 'HEAD', writeBody: null, bodyBytes: 0 },
    );
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 204, text: '' } });
    expect(visit?.method).toBe('HEAD');
  });
});

describe('limits', () => {
  test('a peer that stops reading is noticed after a minute without a byte', async () => {
    const bodyBytes = 64_000_000;
    const { end, tookMs } = await fake(
      { onHead: ({ socket }) => socket.pause() },
      {
        bodyBytes,
        async writeBody(write, signal) {
          const piece = Buffer.alloc(1_000_000);
          for (let sent = 0; sent < bodyBytes && !signal.aborted; sent += piece.length) {
            await write(piece);
          }
          return ok(null);
        },
      },
    );
    expect(end).toEqual({ kind: 'stalled', phase: 'body' });
    expect(tookMs).toBeGreaterThanOrEqual(60_000);
  });

  test('a service that never answers is given five minutes', async () => {
    const { end, tookMs } = await fake({});
    expect(end).toEqual({ kind: 'stalled', phase: 'answer' });
    expect(tookMs).toBeGreaterThanOrEqual(300_000);
    expect(tookMs).toBeLessThan(310_000);
  });

  test('interim answers without progress keep no silent service alive', async () => {
    const clock = makeFakeClock();
    const complete = Promise.withResolvers<Visit>();
    let heard = Promise.withResolvers<void>();
    const exchanged = exchange(
      { onComplete: (visit) => complete.resolve(visit) },
      {
        clock,
        onInformation() {
          heard.resolve();
          return false;
        },
      },
    );
    const { socket } = await complete.promise;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      heard = Promise.withResolvers();
      socket.write('HTTP/1.1 104 Upload Resumption Supported\r\n\r\n');
      await heard.promise;
      await clock.advance(answerLimitMs(BODY.length) / 4);
    }
    expect((await exchanged).end).toEqual({ kind: 'stalled', phase: 'answer' });
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('a large body may take longer to be answered', () => {
    expect([answerLimitMs(1), answerLimitMs(2_500_000_000)]).toEqual([300_000, 500_000]);
  });

  test('an answer that trickles ends after a minute; its status stays known', async () => {
    const { end } = await fake({
      onComplete: ({ socket }) => socket.write('HTTP/1.1 413 No\r\ncontent-length: 90\r\n\r\n{'),
    });
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 413, isComplete: false } });
  });

  test('progress comes at most four times a second and never counts more than was written', async () => {
    const clock = makeFakeClock();
    const reports: number[] = [];
    await exchange(answering, {
      clock,
      bodyBytes: 100_000,
      onProgress: (bytes) => reports.push(bytes),
      async writeBody(write) {
        for (let written = 0; written < 100_000; written += 1_000) {
          await write(Buffer.alloc(1_000));
          await clock.advance(10);
        }
        return ok(null);
      },
    });
    expect(reports).toEqual([1_000, 26_000, 51_000, 76_000]); // one second of the fake clock
  });
});

describe('under a limit', () => {
  test('a body takes as long as the limit says, its order stays, and our own pauses are no stall', async () => {
    const pieceBytes = 12_000;
    const pieces = Array.from({ length: 10 }, (_, index) => Buffer.alloc(pieceBytes, index));
    const body = Buffer.concat(pieces);
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock, 100); // two minutes for each piece: twice what a stall may last
    const exchanged = exchange(answering, {
      clock,
      bandwidth,
      bodyBytes: body.length,
      async writeBody(write) {
        await Promise.all(pieces.map((piece) => write(piece))); // as the form does: several are on their way at once
        return ok(null);
      },
    });
    const { end, visit } = await playOut(clock, exchanged);
    expect(end).toMatchObject({ kind: 'answered', answer: { status: 200 } });
    expect(visit?.body().equals(body)).toBe(true);
    // The first leaves at once, nine wait for their turn.
    expect(clock.monotonicMs()).toBeGreaterThan(1_070_000);
    expect(clock.monotonicMs()).toBeLessThan(1_120_000);
  });

  test('closing bytes are never held back, whatever others have used up', async () => {
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock, 1_000);
    bandwidth.spend(3_600_000);
    const { end } = await exchange(answering, { clock, bandwidth });
    expect([end.kind, clock.monotonicMs()]).toEqual(['answered', 0]);
  });

  test('an abort ends what is held back, and leaves no timer', async () => {
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock, 1_000);
    bandwidth.spend(3_600_000);
    const stop = new AbortController();
    const { end, visit } = await exchange(
      {},
      {
        clock,
        bandwidth,
        async writeBody(write) {
          const held = write(BODY.subarray(1));
          setImmediate(() => stop.abort());
          await held;
          return ok(null);
        },
      },
      stop.signal,
    );
    expect(end).toEqual({ kind: 'aborted' });
    expect(visit?.bodyBytes() ?? 0).toBe(0);
    expect(clock.wakeTimesMs()).toEqual([]);
  });
});
