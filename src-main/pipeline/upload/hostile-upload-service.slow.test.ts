import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { realClock } from '../../platform/real-ports.ts';
import { hurriedClock } from './test-support/fast-clock.ts';
import { BIG, RECORDED, uploadTo } from './test-support/one-upload.ts';
import {
  startRecordingServer,
  type Behaviour,
  type Visit,
} from './test-support/recording-server.ts';
import { makeJournal, rememberedSupport, TAIL } from './test-support/upload-setup.ts';

const VERDICT = { 'upload-complete': '?1' };
const UPLOAD = '/uploads/1';
const large = randomBytes(BIG);
const medium = large.subarray(0, 2_000_000);

/** Announces an upload; `headers` beside the location and our version. */
function announce(visit: Visit, location = UPLOAD, headers: Record<string, string> = {}): void {
  const all = { location, 'upload-draft-interop-version': '9', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  visit.socket.write(`HTTP/1.1 104 Upload Resumption Supported\r\n${lines.join('')}\r\n`);
}

const record = (visit: Visit) => visit.answer(201, RECORDED, VERDICT);
const breakOff = (visit: Visit) => void visit.socket.resetAndDestroy();

/** Announces at the POST, and answers what comes after it. */
const announcing =
  (location: string, afterwards: (visit: Visit) => void = () => undefined) =>
  (visit: Visit): void => {
    if (visit.method === 'POST') announce(visit, location);
    else afterwards(visit);
  };

/** An upload to a service of which nothing is known. */
async function upload(
  content: Uint8Array,
  behaviour: Behaviour,
  over: Parameters<typeof uploadTo>[2] = {},
) {
  const support = rememberedSupport({ kind: 'unknown' });
  const seen = await uploadTo(behaviour, content, { support, clock: hurriedClock, ...over });
  return { ...seen, support: support.known() };
}

describe('an address that may not be asked', () => {
  test('neither the token nor a byte goes there; the upload ends as the documented one', async () => {
    await using stranger = await startRecordingServer({});
    const { outcome, journal, methods, support } = await upload(large, {
      onHead: (visit) => announce(visit, stranger.url),
      onComplete: (visit) => visit.answer(201, RECORDED),
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect([methods, stranger.completions]).toEqual([['POST'], []]);
    expect(journal.entries).not.toContain('resource-announced');
    expect(support).toEqual({ kind: 'no' });
  });

  test('an announced upload that is then refused is forgotten: it says nothing of the documented one', async () => {
    const { outcome, journal, methods } = await upload(
      medium,
      {
        onHead(visit) {
          if (visit.method === 'HEAD') visit.answer(204, '', { 'upload-offset': '0' });
          else if (visit.announcedBytes === 0) {
            announce(visit);
            visit.answer(400, { title: 'file is missing' });
          }
        },
        onComplete: (visit) => visit.announcedBytes > 0 && breakOff(visit), // recorded, perhaps
      },
      { support: rememberedSupport({ kind: 'yes', maxAppendBytes: 1_000_000 }) },
    );
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(methods).toEqual(['POST', 'POST']);
    expect(journal.entries).toEqual([
      'attempt-begun',
      'resource-announced',
      'resource-dropped',
      'tail-released',
      'attempt-ended',
    ]);
  });

  test('two addresses for one upload: the request ends before its tail, the upload is cancelled', async () => {
    const { outcome, journal, completions, methods, support } = await upload(large, {
      onHead: (visit) => {
        if (visit.method !== 'POST') return visit.answer(204, '');
        announce(visit, '/uploads/1');
        announce(visit, '/uploads/2');
      },
    });
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(methods).toEqual(['POST', 'DELETE']);
    expect(completions[1]?.head).toContain('DELETE /uploads/1 ');
    expect(completions[0]?.body().includes(TAIL)).toBe(false);
    expect(journal.entries).not.toContain('tail-released');
    expect(support).toEqual({ kind: 'spare' });
  });
});

describe('an offset that cannot be', () => {
  test.each([
    ['beyond the form', BIG * 2],
    ['ahead of what has left', BIG - 1_000],
  ])('%s: nothing is added to it, and it is cancelled', async (_what, offset) => {
    const headers = { 'upload-offset': String(offset) };
    const { outcome, methods, journal, support } = await upload(large, {
      onHead: announcing(UPLOAD, (visit) => visit.answer(204, '', headers)),
      onBytes: breakOff,
    });
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(methods).toEqual(['POST', 'HEAD', 'DELETE']);
    expect(journal.entries).not.toContain('tail-released');
    expect(support).toEqual({ kind: 'spare' });
  });

  test('in an interim answer it is no progress', async () => {
    const seen: number[] = [];
    const { outcome, job } = await upload(
      large,
      {
        onHead: (visit) => announce(visit),
        onBytes: (visit) => {
          const offset = { 'upload-offset': String(BIG * 2) };
          if (visit.bodyBytes() < 200_000) announce(visit, UPLOAD, offset);
        },
        onComplete: record,
      },
      { onProgress: (bytes) => seen.push(bytes) },
    );
    expect(outcome.kind).toBe('recorded');
    expect(Math.max(...seen)).toBeLessThanOrEqual(job.form.totalBytes * 0.99);
  });
});

test('progress is what the service confirms, and never more than 99 % before the answer', async () => {
  const seen: number[] = [];
  let skipMs = 0; // added to the monotonic clock: progress is told four times a second
  const { job, journal } = await upload(
    large,
    {
      onHead: (visit) => announce(visit, UPLOAD, { 'upload-offset': '0' }),
      onComplete: (visit) => {
        skipMs = 300;
        announce(visit, UPLOAD, { 'upload-offset': String(visit.announcedBytes) });
        record(visit);
      },
    },
    {
      clock: { ...hurriedClock, monotonicMs: () => realClock.monotonicMs() + skipMs },
      onProgress: (bytes) => seen.push(bytes),
    },
  );
  const most = Math.floor(job.form.totalBytes * 0.99);
  expect(new Set(seen)).toEqual(new Set([0, most]));
  expect(journal.entries).toContain('bytes-confirmed');
});

describe('interim answers that something on the way cannot take', () => {
  test.each<[string, string, (visit: Visit, skip: (ms: number) => void) => void]>([
    [
      'broken in its grammar: the answer is asked for, the origin spared',
      'spare',
      ({ socket }) => void socket.end('NOT HTTP AT ALL\r\n\r\n'),
    ],
    [
      'silent for longer than an answer may take: the same',
      'spare',
      (_visit, skip) => skip(600_000),
    ],
    [
      'hung up by a proxy that waited for something else first: spared',
      'spare',
      ({ socket }, skip) => {
        skip(20_000);
        socket.end();
      },
    ],
    [
      'hung up by a line that broke: nothing is concluded',
      'yes',
      ({ socket }, skip) => {
        skip(1_000);
        socket.end();
      },
    ],
  ])('announced, then %s', async (_what, known, act) => {
    let skipMs = 0; // added to the monotonic clock
    const clock = {
      ...hurriedClock,
      monotonicMs: () => realClock.monotonicMs() + skipMs,
      sleep: (ms: number, signal: AbortSignal) => hurriedClock.sleep(Math.min(ms, 400), signal),
    };
    let postedBytes = 0;
    const { outcome, methods, support } = await upload(
      medium,
      {
        onHead: announcing(UPLOAD, (visit) => {
          if (visit.method !== 'HEAD') return;
          visit.answer(204, '', { 'upload-offset': String(postedBytes) });
        }),
        onComplete: (visit) => {
          if (visit.method === 'PATCH') return record(visit);
          if (visit.method !== 'POST') return;
          postedBytes = visit.bodyBytes();
          // The last byte has to be counted as movement before time goes on.
          setTimeout(() => act(visit, (ms) => (skipMs = ms)), 50);
        },
      },
      { clock },
    );
    expect(methods).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(support.kind).toBe(known);
  });
});

describe('an announcement', () => {
  test('of a largest size below ours: cancelled before the tail, too large', async () => {
    const { outcome, methods, completions } = await upload(large, {
      onHead: (visit) => {
        if (visit.method !== 'POST') return visit.answer(204, '');
        announce(visit, UPLOAD, { 'upload-limit': 'max-size=1000' });
      },
    });
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'too-large' } });
    expect(methods).toEqual(['POST', 'DELETE']);
    expect(completions[0]?.bodyBytes()).toBe(0);
  });

  test('that cannot be written down keeps every further byte back', async () => {
    const { outcome, completions } = await upload(
      large,
      { onHead: (visit) => announce(visit) },
      { journal: makeJournal('resource-announced') },
    );
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'journal-failed' } });
    expect(completions[0]?.bodyBytes()).toBe(0);
  });
});
