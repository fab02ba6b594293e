import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import { answerLimitMs, send } from './send.ts';
import { makePlayedClock } from './test-support/played-clock.ts';
import {
  answerText,
  startRecordingServer,
  type Behaviour,
  type Visit,
} from './test-support/recording-server.ts';
import {
  jobFor,
  makeJournal,
  makeTempFolder,
  portsWith,
  TAIL,
  TOKEN,
} from './test-support/upload-setup.ts';
import { runUpload } from './upload.ts';

// Every way in which a service, or something in its place, can fail to answer. Without resumption: what counts is that
// "not recorded" is said only while the tail is here, and that nothing is ever sent a second time.

const never = new AbortController().signal;
const silent = { onProgress() {} };
const recorded = { message: 'ok', fileId: 'f1' };
const BIG = 24_000_000; // more than every socket buffer on the way: the tail is still here
const SMALL = 5_000;

async function upload(content: Uint8Array, behaviour: Behaviour) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(behaviour);
  const journal = makeJournal();
  const outcome = await runUpload(
    jobFor(server.url, path, content),
    portsWith({ journal }),
    silent,
    never,
  );
  const received = Buffer.concat(server.visits.map((visit) => visit.body()));
  return { outcome, received, visits: server.visits, entries: journal.entries };
}

const ENDS: readonly (readonly [string, (socket: net.Socket) => void])[] = [
  ['reset', (socket) => void socket.resetAndDestroy()],
  ['closed', (socket) => void socket.end()],
];
const BEFORE_THE_TAIL: readonly (readonly [string, (act: (visit: Visit) => void) => Behaviour])[] =
  [
    ['at its head', (act) => ({ saysContinue: false, onHead: act })],
    ['at its first byte', (act) => ({ onBytes: act })],
    ['in its middle', (act) => ({ onBytes: (visit) => visit.bodyBytes() > BIG / 2 && act(visit) })],
  ];
const ANSWER = answerText(201, recorded);
const AFTER_THE_TAIL: readonly (readonly [string, string])[] = [
  ['before an answer', ''],
  ['in the status line', ANSWER.slice(0, 7)],
  ['in a field', ANSWER.slice(0, 30)],
  ['before the body of the answer', ANSWER.slice(0, ANSWER.indexOf('\r\n\r\n') + 4)],
  ['before the last byte of the answer', ANSWER.slice(0, -1)],
];
const cases = <Place>(places: readonly (readonly [string, Place])[]) =>
  places.flatMap(([where, place]) => ENDS.map(([how, end]) => [how, where, end, place] as const));

describe('a connection that ends', () => {
  test.each(ENDS)('%s as soon as it was made: not recorded', async (_how, end) => {
    const server = net.createServer(end).listen(0, '127.0.0.1');
    await once(server, 'listening');
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const { port } = server.address() as net.AddressInfo;
    const journal = makeJournal();
    const job = jobFor(`http://127.0.0.1:${port}/files`, path, 'abc');
    const outcome = await runUpload(job, portsWith({ journal }), silent, never);
    server.close();
    // Three bytes may have left completely before the end was seen.
    const isReleased = journal.entries.includes('tail-released');
    expect(outcome.kind).toBe(isReleased ? 'unknown' : 'stopped');
  });

  test.each(cases(BEFORE_THE_TAIL))(
    '%s %s: not recorded, and no byte of the tail has left',
    async (_how, _where, end, behaviour) => {
      const seen = await upload(
        randomBytes(BIG),
        behaviour(({ socket }) => end(socket)),
      );
      expect(seen.outcome).toMatchObject({
        kind: 'stopped',
        fault: { kind: 'unavailable', why: 'broken-connection' },
        retry: true,
      });
      expect(seen.received.includes(TAIL)).toBe(false);
      expect(seen.entries).toEqual(['begin', 'finish']);
      expect(seen.visits).toHaveLength(1);
    },
  );

  test.each(cases(AFTER_THE_TAIL))(
    '%s %s, after the tail: unknown, and sent once',
    async (_how, _where, end, said) => {
      const { outcome, visits } = await upload(randomBytes(SMALL), {
        onComplete: ({ socket }) => {
          if (said === '') end(socket);
          else socket.write(said, () => end(socket));
        },
      });
      expect(outcome).toMatchObject({ kind: 'unknown' });
      expect(visits).toHaveLength(1);
    },
  );
});

const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n');
const json = JSON.stringify(recorded);
const zipped = gzipSync(JSON.stringify({ ...recorded, padding: ' '.repeat(50_000_000) }));

const STRANGE: readonly (readonly [string, Buffer | string])[] = [
  ['random bytes', randomBytes(300)],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  [
    'two lengths',
    `${lines('HTTP/1.1 201 Created', 'Content-Length: 9', `Content-Length: ${json.length}`)}${json}`,
  ],
  [
    'a length and pieces',
    `${lines('HTTP/1.1 201 Created', `Content-Length: ${json.length}`, 'Transfer-Encoding: chunked')}${json}`,
  ],
  ['a negative length', `${lines('HTTP/1.1 201 Created', 'Content-Length: -1')}${json}`],
  ['40 kB of fields', lines('HTTP/1.1 201 Created', `X-Long: ${'a'.repeat(40_000)}`)],
  [
    'a thousand fields',
    lines('HTTP/1.1 201 Created', ...Array<string>(3_000).fill('X-Many: abcdef')),
  ],
  ['a piece of no size', `${lines('HTTP/1.1 201 Created', 'Transfer-Encoding: chunked')}zz\r\n`],
  ['status 999 without a body', lines('HTTP/1.1 999 Never', 'Content-Length: 0')],
  ['JSON that is no object', answerText(201, '[[]]')],
  ['deep nesting', answerText(201, '['.repeat(100_000))],
  ['a mark before the JSON', answerText(201, `\u{feff}${json}garbage`)],
];

describe('an answer that is none', () => {
  test.each(STRANGE)('%s: unknown, and sent once', async (_what, said) => {
    const { outcome, visits } = await upload(randomBytes(SMALL), {
      onComplete: ({ socket }) => void socket.end(said),
    });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(visits).toHaveLength(1);
  });

  test('a gzip bomb stays packed: the answer is judged as the bytes it is', async () => {
    const head = lines(
      'HTTP/1.1 201 Created',
      'Content-Encoding: gzip',
      `Content-Length: ${zipped.length}`,
    );
    const before = process.memoryUsage.rss();
    const { outcome } = await upload(randomBytes(SMALL), {
      onComplete: ({ socket }) => void socket.end(Buffer.concat([Buffer.from(head), zipped])),
    });
    expect(outcome).toEqual({ kind: 'unknown', why: 'unreadable-answer' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(40_000_000);
  });

  test('pieces without end are read to a limit', async () => {
    const piece = `4000\r\n${' '.repeat(0x40_00)}\r\n`;
    let saidBytes = 0;
    const { outcome } = await upload(randomBytes(SMALL), {
      onComplete: ({ socket }) => {
        socket.write(lines('HTTP/1.1 201 Created', 'Transfer-Encoding: chunked'));
        const say = (): void => {
          if (socket.destroyed) return;
          saidBytes += piece.length;
          socket.write(piece, say);
        };
        say();
      },
    });
    expect(outcome.kind).toBe('unknown');
    expect(saidBytes).toBeLessThan(20_000_000); // what buffers hold; it had no end
  });

  test('`__proto__` in an answer is data like any other', async () => {
    const said = '{"message":"ok","fileId":"f1","__proto__":{"fileId":"f2","polluted":true}}';
    const { outcome } = await upload(randomBytes(SMALL), {
      onComplete: ({ socket }) =>
        void socket.end(answerText(201, said, { 'content-type': 'application/json' })),
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('interim answers', () => {
  test('without end and without progress keep no silent service alive', async () => {
    const clock = makePlayedClock();
    const complete = Promise.withResolvers<Visit>();
    let heard = Promise.withResolvers<void>();
    await using server = await startRecordingServer({
      onComplete: (visit) => complete.resolve(visit),
    });
    const ending = send(
      {
        url: new URL(server.url),
        method: 'POST',
        headers: {},
        bodyBytes: 3,
        async writeBody(write) {
          await write(Buffer.from('abc'));
          return ok(null);
        },
        bodyWaits: [],
        agent: new http.Agent({ keepAlive: false }),
        clock,
        onInformation() {
          heard.resolve();
          return false;
        },
      },
      never,
    );
    const { socket } = await complete.promise;
    const step = answerLimitMs(3) / 4;
    for (let storm = 0; storm < 6 && !socket.destroyed; storm += 1) {
      heard = Promise.withResolvers<void>();
      socket.write(lines('HTTP/1.1 104 Upload Resumption Supported'));
      await Promise.race([heard.promise, ending]);
      await clock.advance(step);
    }
    const patient = new Promise((resolve) => setTimeout(resolve, 1_000, 'still waiting'));
    expect(await Promise.race([ending, patient])).toEqual({ kind: 'stalled', phase: 'answer' });
    expect(clock.sleepers()).toBe(0);
  });

  test('by the thousand are borne, and the answer after them counts', async () => {
    const storm = lines('HTTP/1.1 104 Upload Resumption Supported').repeat(5_000);
    const { outcome } = await upload(randomBytes(SMALL), {
      onComplete: ({ socket }) => void socket.end(storm + ANSWER),
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
  });
});

describe('an answer before the end', () => {
  test('413 and an end at once: too large, or a broken connection; never recorded, never the tail', async () => {
    for (let round = 0; round < 10; round += 1) {
      let isDone = false;
      const { outcome, received, visits } = await upload(randomBytes(BIG), {
        onBytes: ({ socket }) => {
          if (isDone) return;
          isDone = true;
          socket.write(answerText(413, { error: { statusCode: 413, message: 'too large' } }), () =>
            socket.destroy(),
          );
        },
      });
      const fault = 'fault' in outcome ? outcome.fault : null;
      expect([
        ['refused', 'too-large'],
        ['stopped', 'unavailable'],
      ]).toContainEqual([outcome.kind, fault?.kind]);
      expect(received.includes(TAIL)).toBe(false);
      expect(visits).toHaveLength(1);
    }
  });

  test('a redirect, early or late, shows the other server nothing', async () => {
    await using other = await startRecordingServer({});
    for (const moment of ['onHead', 'onComplete'] as const) {
      for (const status of [301, 302, 303, 307, 308]) {
        const { visits } = await upload(randomBytes(SMALL), {
          [moment]: (visit: Visit) => visit.answer(status, '', { location: other.url }),
        });
        expect(visits).toHaveLength(1);
        expect(visits[0]?.head).toContain(TOKEN);
      }
    }
    expect(other.visits).toEqual([]);
  });
});
