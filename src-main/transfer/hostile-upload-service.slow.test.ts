import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { realClock } from './test-support/real-clock.ts';
import { hurriedClock } from './test-support/hurried-clock.ts';
import {
  startRecordingServer,
  type Behaviour,
  type Visit,
} from './test-support/recording-server.ts';
import {
  jobFor,
  makeJournal,
  makeTempFolder,
  portsWith,
  rememberedSupport,
  TAIL,
} from './test-support/upload-setup.ts';
import { runUpload, type UploadPorts } from './upload.ts';

const never = new AbortController().signal;
const recorded = { message: 'ok', fileId: 'f1' };
const verdict = { 'upload-complete': '?1' };
const BIG = 24_000_000;

/** Announces an upload; `headers` beside the location and our version. */
function announce(visit: Visit, location: string, headers: Record<string, string> = {}): void {
  const all = { location, 'upload-draft-interop-version': '9', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  visit.socket.write(`HTTP/1.1 104 Upload Resumption Supported\r\n${lines.join('')}\r\n`);
}

const methodOf = ({ head }: Visit): string => head.slice(0, head.indexOf(' '));

async function upload(
  content: Uint8Array,
  behaviour: Behaviour,
  over: Partial<UploadPorts> & { onProgress?: (bytes: number) => void } = {},
) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(behaviour);
  const journal = makeJournal();
  const support = rememberedSupport({ kind: 'unknown' });
  const job = jobFor(server.url, path, content);
  const { onProgress = () => undefined, ...ports } = over;
  const outcome = await runUpload(
    job,
    portsWith({ journal, support, clock: hurriedClock, ...ports }),
    { onProgress: ({ sentBytes }) => onProgress(sentBytes) },
    never,
  );
  const { visits } = server;
  return { outcome, journal, visits, methods: visits.map(methodOf), support: support.known(), job };
}

describe('an address that may not be asked', () => {
  test('neither the token nor a byte goes there; the upload ends as the documented one', async () => {
    await using stranger = await startRecordingServer({});
    const { outcome, journal, methods, support } = await upload(randomBytes(BIG), {
      onHead: (visit) => announce(visit, stranger.url),
      onComplete: (visit) => visit.answer(201, recorded),
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect([methods, stranger.visits]).toEqual([['POST'], []]);
    expect(journal.entries).not.toContain('resource-announced');
    expect(support).toEqual({ kind: 'no' });
  });

  test('after a break it is no way back either', async () => {
    await using stranger = await startRecordingServer({});
    const { outcome } = await upload(randomBytes(BIG), {
      onHead: (visit) => announce(visit, stranger.url),
      onBytes: (visit) => visit.socket.resetAndDestroy(),
    });
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { why: 'broken-connection' } });
    expect(stranger.visits).toEqual([]);
  });

  test('two addresses for one upload: the request ends before its tail, the upload is cancelled', async () => {
    const { outcome, journal, visits, methods, support } = await upload(randomBytes(BIG), {
      onHead: (visit) => {
        if (methodOf(visit) !== 'POST') return visit.answer(204, '');
        announce(visit, '/uploads/1');
        announce(visit, '/uploads/2');
      },
    });
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(methods).toEqual(['POST', 'DELETE']);
    expect(visits[1]?.head).toContain('DELETE /uploads/1 ');
    expect(visits[0]?.body().includes(TAIL)).toBe(false);
    expect(journal.entries).not.toContain('tail-released');
    expect(support).toEqual({ kind: 'spare' });
  });

  test('a redirect of the upload’s address is not followed', async () => {
    await using stranger = await startRecordingServer({});
    const { outcome, methods, journal } = await upload(randomBytes(BIG), {
      onHead: (visit) => {
        if (methodOf(visit) === 'POST') announce(visit, '/uploads/1');
        else visit.answer(301, '', { location: stranger.url });
      },
      onBytes: (visit) => visit.socket.resetAndDestroy(),
    });
    expect(outcome).toMatchObject({ fault: { kind: 'not-the-service', what: 'redirect' } });
    expect([methods, stranger.visits]).toEqual([['POST', 'HEAD'], []]);
    expect(journal.entries).not.toContain('resource-dropped');
  });
});

/** Cuts the POST after some bytes and answers the question with `offset`. */
const claiming = (offset: number): Behaviour => ({
  onHead: (visit) => {
    if (methodOf(visit) === 'POST') announce(visit, '/uploads/1');
    else visit.answer(204, '', { 'upload-offset': String(offset) });
  },
  onBytes: (visit) => {
    visit.socket.resetAndDestroy();
  },
});

describe('an offset that cannot be', () => {
  test.each([
    ['beyond the form', BIG * 2],
    ['ahead of what has left', BIG - 1_000],
  ])('%s: nothing is added to it, and it is cancelled', async (_what, offset) => {
    const { outcome, methods, journal, support } = await upload(randomBytes(BIG), claiming(offset));
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(methods).toEqual(['POST', 'HEAD', 'DELETE']);
    expect(journal.entries).not.toContain('tail-released');
    expect(support).toEqual({ kind: 'spare' });
  });

  test('in an interim answer it is no progress', async () => {
    const seen: number[] = [];
    const { outcome, job } = await upload(
      randomBytes(BIG),
      {
        onHead: (visit) => announce(visit, '/uploads/1'),
        onBytes: (visit) => {
          const offset = { 'upload-offset': String(BIG * 2) };
          if (visit.bodyBytes() < 200_000) announce(visit, '/uploads/1', offset);
        },
        onComplete: (visit) => visit.answer(201, recorded, verdict),
      },
      { onProgress: (bytes) => seen.push(bytes) },
    );
    expect(outcome.kind).toBe('recorded');
    expect(Math.max(...seen)).toBeLessThanOrEqual(job.form.totalBytes * 0.99);
  });
});

describe('progress', () => {
  test('is what the service confirms, and never more than 99 % before the answer', async () => {
    const seen: number[] = [];
    const { job, journal } = await upload(
      randomBytes(BIG),
      {
        onHead: (visit) => announce(visit, '/uploads/1', { 'upload-offset': '0' }),
        onComplete: (visit) => {
          const offset = { 'upload-offset': String(visit.announcedBytes) };
          setTimeout(() => {
            announce(visit, '/uploads/1', offset);
            visit.answer(201, recorded, verdict);
          }, 300); // progress is told four times a second
        },
      },
      { onProgress: (bytes) => seen.push(bytes) },
    );
    const most = Math.floor(job.form.totalBytes * 0.99);
    expect(new Set(seen)).toEqual(new Set([0, most]));
    expect(journal.entries).toContain('confirmed');
  });
});

describe('interim answers that something on the way cannot take', () => {
  test('announced, then broken in its grammar: the answer is asked for, the origin spared', async () => {
    const content = randomBytes(2_000_000);
    const { outcome, methods, support, job } = await upload(content, {
      onHead: (visit) => {
        if (methodOf(visit) === 'POST') announce(visit, '/uploads/1');
        const offset = { 'upload-offset': String(job0(content)) };
        if (methodOf(visit) === 'HEAD') visit.answer(204, '', offset);
      },
      onComplete: (visit) => {
        if (methodOf(visit) === 'POST') visit.socket.end('NOT HTTP AT ALL\r\n\r\n');
        if (methodOf(visit) === 'PATCH') visit.answer(201, recorded, verdict);
      },
    });
    expect(job.form.totalBytes).toBe(job0(content));
    expect(methods).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(support).toEqual({ kind: 'spare' });
  });

  test('announced, then silence: the same, after the limit of silence', async () => {
    const content = randomBytes(2_000_000);
    let skipMs = 0; // added to the monotonic clock: the limit passes at once
    const clock = {
      ...hurriedClock,
      monotonicMs: () => realClock.monotonicMs() + skipMs,
      sleep: (ms: number, signal: AbortSignal) => hurriedClock.sleep(Math.min(ms, 400), signal),
    };
    const { outcome, methods, support } = await upload(
      content,
      {
        onHead: (visit) => {
          if (methodOf(visit) === 'POST') announce(visit, '/uploads/1');
          const offset = { 'upload-offset': String(job0(content)) };
          if (methodOf(visit) === 'HEAD') visit.answer(204, '', offset);
        },
        onComplete: (visit) => {
          if (methodOf(visit) === 'POST') skipMs = 600_000;
          if (methodOf(visit) === 'PATCH') visit.answer(201, recorded, verdict);
        },
      },
      { clock },
    );
    expect(methods).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(support).toEqual({ kind: 'spare' });
  });

  test.each([
    ['a proxy that waited for something else first: spared', 20_000, 'spare'],
    ['a line that broke: nothing is concluded', 1_000, 'yes'],
  ])('announced, then hung up; %s', async (_what, silentMs, known) => {
    const content = randomBytes(2_000_000);
    let skipMs = 0; // added to the monotonic clock
    const clock = { ...hurriedClock, monotonicMs: () => realClock.monotonicMs() + skipMs };
    const { outcome, methods, support } = await upload(
      content,
      {
        onHead: (visit) => {
          if (methodOf(visit) === 'POST') announce(visit, '/uploads/1');
          const offset = { 'upload-offset': String(job0(content)) };
          if (methodOf(visit) === 'HEAD') visit.answer(204, '', offset);
        },
        onComplete: (visit) => {
          if (methodOf(visit) === 'PATCH') return visit.answer(201, recorded, verdict);
          if (methodOf(visit) !== 'POST') return;
          // The last byte has to be counted as movement before time goes on.
          setTimeout(() => {
            skipMs = silentMs;
            visit.socket.end();
          }, 50);
        },
      },
      { clock },
    );
    expect(methods).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(support.kind).toBe(known);
  });
});

describe('an answer in the middle', () => {
  test('413 with limits: the upload is made empty and filled in parts', async () => {
    const { outcome, visits, methods } = await upload(randomBytes(2_000_000), {
      onHead: (visit) => {
        const isWhole = /upload-complete: \?1/i.test(visit.head);
        if (methodOf(visit) !== 'POST') return;
        if (isWhole) visit.answer(413, {}, { 'upload-limit': 'max-append-size=900000' });
        else visit.answer(201, '', { 'upload-complete': '?0', location: '/uploads/1' });
      },
      onComplete: (visit) => {
        if (methodOf(visit) !== 'PATCH') return;
        const isLast = /upload-complete: \?1/i.test(visit.head);
        if (isLast) visit.answer(201, recorded, verdict);
        else visit.answer(204, '', { 'upload-complete': '?0' });
      },
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(methods).toEqual(['POST', 'POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(visits.slice(2).every((visit) => visit.announcedBytes <= 900_000)).toBe(true);
    expect(visits.slice(1).every(({ head }) => /upload-draft-interop-version: 9/i.test(head))).toBe(
      true,
    );
  });

  test('an announced largest size below ours: cancelled before the tail, too large', async () => {
    const { outcome, methods, visits } = await upload(randomBytes(BIG), {
      onHead: (visit) => {
        if (methodOf(visit) !== 'POST') return visit.answer(204, '');
        announce(visit, '/uploads/1', { 'upload-limit': 'max-size=1000' });
      },
    });
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'too-large' } });
    expect(methods).toEqual(['POST', 'DELETE']);
    expect(visits[0]?.bodyBytes()).toBe(0);
  });

  test('an address that cannot be written down keeps every further byte back', async () => {
    const journal = makeJournal('resource-announced');
    const { outcome, visits } = await upload(
      randomBytes(BIG),
      { onHead: (visit) => announce(visit, '/uploads/1') },
      { journal },
    );
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'journal-failed' } });
    expect(visits[0]?.bodyBytes()).toBe(0);
  });

  test('the body waits for the announcement: what breaks at its first byte has an address', async () => {
    const { journal, methods } = await upload(randomBytes(BIG), {
      onHead: (visit) => {
        if (methodOf(visit) === 'POST') setTimeout(() => announce(visit, '/uploads/1'), 100);
        else visit.answer(404, {});
      },
      onBytes: (visit) => visit.socket.resetAndDestroy(),
    });
    expect(journal.entries.slice(0, 2)).toEqual(['begin', 'resource-announced']);
    expect(methods).toEqual(['POST', 'HEAD']);
  });
});

/** Length of the form around `content`, as `jobFor` makes it. */
function job0(content: Uint8Array): number {
  using folder = makeTempFolder();
  return jobFor('http://127.0.0.1/', folder.write('x', content), content).form.totalBytes;
}
