import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freezeForm } from './representation.ts';
import { OutcomeNotWritten, runUpload, type UploadPorts } from './upload.ts';
import {
  startRecordingServer,
  type Behaviour,
  type Visit,
} from './test-support/recording-server.ts';
import {
  bodyOf,
  BOUNDARY,
  jobFor,
  makeJournal,
  makeTempFolder,
  portsWith,
  TAIL,
  TOKEN,
} from './test-support/upload-setup.ts';

const never = new AbortController().signal;
const silent = { onProgress() {} };
const recorded = { message: 'ok', fileId: 'f1' };
const BIG = 24_000_000; // more than the ring and every socket buffer on the way

/** Runs one upload of `content` against a server that behaves as told. */
async function upload(
  content: Uint8Array,
  behaviour: Behaviour | ((path: string) => Behaviour),
  over: Partial<UploadPorts> & { signal?: AbortSignal } = {},
) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(
    typeof behaviour === 'function' ? behaviour(path) : behaviour,
  );
  const { signal = never, ...portOver } = over;
  const journal = makeJournal();
  const job = jobFor(server.url, path, content);
  const outcome = await runUpload(job, portsWith({ journal, ...portOver }), silent, signal);
  const received = Buffer.concat(server.visits.map((visit) => visit.body()));
  return { outcome, journal, job, received, visits: server.visits };
}

/** Once, at the first byte of a body. */
function atFirstByte(act: (visit: Visit) => void): Behaviour {
  let isDone = false;
  return {
    onBytes(visit) {
      if (isDone) return;
      isDone = true;
      act(visit);
    },
  };
}

describe('an upload', () => {
  test('delivers the frozen bytes exactly, and is recorded with the id the service gave', async () => {
    const content = randomBytes(1_500_000);
    const { outcome, journal, job, received, visits } = await upload(content, {
      onComplete: (visit) => visit.answer(201, recorded),
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(received.equals(bodyOf(job, content))).toBe(true);
    expect(journal.entries).toEqual(['begin', 'tail-released', 'finish']);
    expect(journal.outcomes).toEqual([outcome]);
    const head = visits[0]?.head.toLowerCase();
    expect(head).toContain(`content-length: ${job.form.totalBytes}`);
    expect(head).toContain(`authorization: bearer ${TOKEN}`);
    expect(head).toContain('idempotency-key: job-1');
    expect(head).toContain(`content-type: multipart/form-data; boundary=${BOUNDARY}`);
    expect(head).not.toContain('expect:');
  });

  test.each([
    ['quotes', 'a "b".raw', 'a %22b%22.raw'],
    ['line breaks', 'a\r\nb.raw', 'a%0D%0Ab.raw'],
    ['255 bytes of UTF-8', `${'é'.repeat(125)}.rawx`, `${'é'.repeat(125)}.rawx`],
  ])('a name with %s arrives exact', async (_what, fileName, asSent) => {
    using folder = makeTempFolder();
    const path = folder.write('run', 'abc');
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(201, recorded),
    });
    const form = freezeForm({
      boundary: BOUNDARY,
      fields: [],
      filePart: 'file',
      fileName,
      contentType: 'application/octet-stream',
      sizeBytes: 3,
    });
    await runUpload(jobFor(server.url, path, 'abc', { form }), portsWith(), silent, never);
    expect(server.visits[0]?.body().toString()).toContain(`filename="${asSent}"\r\n`);
  });

  test('an empty file is uploaded like any other', async () => {
    const { outcome, received, job } = await upload(Buffer.alloc(0), {
      onComplete: (visit) => visit.answer(200, recorded),
    });
    expect(outcome.kind).toBe('recorded');
    expect(received.toString()).toBe(job.form.head + job.form.tail);
  });

  test('without a key no Idempotency-Key is sent', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    await using server = await startRecordingServer({
      onComplete: (visit) => visit.answer(201, recorded),
    });
    const job = jobFor(server.url, path, 'abc', { idempotencyKey: null });
    await runUpload(job, portsWith(), silent, never);
    expect(server.visits[0]?.head.toLowerCase()).not.toContain('idempotency');
  });
});

describe('the journal', () => {
  test('has the intent before the connection, and the release before the tail', async () => {
    const journal = makeJournal();
    const seen: string[] = [];
    await upload(
      randomBytes(300_000),
      {
        onHead: () => seen.push(`head after ${journal.entries.join()}`),
        onBytes: (visit) => {
          if (visit.body().includes(TAIL)) seen.push(`tail after ${journal.entries.join()}`);
        },
        onComplete: (visit) => visit.answer(201, recorded),
      },
      { journal },
    );
    expect(seen).toEqual(['head after begin', 'tail after begin,tail-released']);
  });

  test('that cannot hold the intent: not even a connection', async () => {
    const { outcome, visits } = await upload(
      Buffer.from('abc'),
      {},
      { journal: makeJournal('begin') },
    );
    expect(outcome).toEqual({
      kind: 'stopped',
      fault: { kind: 'journal-failed', code: 'SQLITE_FULL' },
      retry: false,
    });
    expect(visits).toEqual([]);
  });

  test('that cannot hold the release: no byte of the tail', async () => {
    const journal = makeJournal('tail-released');
    const { outcome, received, job } = await upload(randomBytes(300_000), {}, { journal });
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'journal-failed' } });
    expect(received.length).toBeLessThanOrEqual(job.form.totalBytes - TAIL.length);
    expect(received.includes(TAIL)).toBe(false);
    expect(journal.entries).toEqual(['begin', 'finish']);
  });

  test('that cannot hold the outcome: the outcome is not lost, and not taken for written', async () => {
    const failed = upload(
      Buffer.from('abc'),
      { onComplete: (visit) => visit.answer(201, recorded) },
      { journal: makeJournal('finish') },
    );
    await expect(failed).rejects.toBeInstanceOf(OutcomeNotWritten);
    await expect(failed).rejects.toMatchObject({ outcome: { kind: 'recorded', fileId: 'f1' } });
  });

  test('without a token nothing is begun', async () => {
    const { outcome, journal, visits } = await upload(
      Buffer.from('abc'),
      {},
      { token: () => null },
    );
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'not-signed-in' } });
    expect([journal.entries, visits]).toEqual([[], []]);
  });

  test('an address that may not see the token is a bug, not an outcome', async () => {
    using folder = makeTempFolder();
    const job = jobFor('http://lab.example/files', folder.write('run.raw', 'a'), 'a');
    await expect(runUpload(job, portsWith(), silent, never)).rejects.toThrow('no token');
  });
});

describe('a file that changes while it is sent', () => {
  const changes: readonly [string, (path: string, content: Buffer) => void][] = [
    ['truncated', (path) => truncateSync(path, 1_000)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['rewritten in place', (path, content) => writeFileSync(path, content.fill(1))],
    [
      'rewritten with its mtime restored',
      (path, content) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, content.fill(1));
        utimesSync(path, atime, mtime);
      },
    ],
    [
      'replaced',
      (path, content) => {
        writeFileSync(`${path}.new`, content);
        renameSync(`${path}.new`, path);
      },
    ],
  ];
  test.each(changes)('%s: the service never gets a byte of the tail', async (_how, change) => {
    const content = Buffer.alloc(BIG, 7);
    const { outcome, journal, received, job } = await upload(content, (path) =>
      atFirstByte(() => change(path, content)),
    );
    expect(outcome).toEqual({ kind: 'source-changed' });
    expect(received.length).toBeLessThanOrEqual(job.form.totalBytes - TAIL.length);
    expect(received.includes(TAIL)).toBe(false);
    expect(journal.entries).toEqual(['begin', 'finish']);
  });
});

describe('what becomes of a broken exchange', () => {
  test('reset before the tail: not recorded, tried again', async () => {
    const { outcome, journal } = await upload(
      randomBytes(BIG),
      atFirstByte((visit) => visit.socket.resetAndDestroy()),
    );
    expect(outcome).toMatchObject({
      kind: 'stopped',
      fault: { kind: 'unavailable', why: 'broken-connection' },
      retry: true,
    });
    expect(journal.entries).not.toContain('tail-released');
  });

  test('nobody listens: not recorded, tried again', async () => {
    using folder = makeTempFolder();
    const server = await startRecordingServer({});
    const job = jobFor(server.url, folder.write('run.raw', 'abc'), 'abc');
    await server[Symbol.asyncDispose]();
    expect(await runUpload(job, portsWith(), silent, never)).toMatchObject({
      kind: 'stopped',
      fault: { kind: 'unavailable', why: 'no-connection' },
      retry: true,
    });
  });

  test.each<[string, (visit: Visit) => void]>([
    ['reset', (visit) => visit.socket.resetAndDestroy()],
    ['closed', (visit) => visit.socket.end()],
    ['something that is not HTTP', (visit) => visit.socket.end('GARBAGE\r\n\r\n')],
    [
      'an answer that breaks off',
      (visit) => visit.answer(201, recorded, { 'content-length': '999' }),
    ],
  ])('after the tail, %s: unknown, never sent again', async (_how, onComplete) => {
    const { outcome, visits } = await upload(randomBytes(5_000), { onComplete });
    expect(outcome.kind).toBe('unknown');
    expect(visits).toHaveLength(1);
  });

  test('aborted before the tail: stopped, and no tail arrives', async () => {
    const stop = new AbortController();
    const { outcome, received } = await upload(
      randomBytes(BIG),
      atFirstByte(() => stop.abort()),
      { signal: stop.signal },
    );
    expect(outcome).toEqual({ kind: 'stopped', fault: { kind: 'cancelled' }, retry: false });
    expect(received.includes(TAIL)).toBe(false);
  });

  test('aborted after the tail: unknown, when no answer comes', async () => {
    const stop = new AbortController();
    const { outcome } = await upload(
      Buffer.from('abc'),
      { onComplete: () => stop.abort() },
      { signal: stop.signal, patienceMs: 50 },
    );
    expect(outcome).toEqual({ kind: 'unknown', why: 'cancelled' });
  });

  test('aborted after the tail: the answer that was on its way still counts', async () => {
    const stop = new AbortController();
    const { outcome } = await upload(
      Buffer.from('abc'),
      {
        onComplete(visit) {
          stop.abort();
          visit.answer(201, recorded);
        },
      },
      { signal: stop.signal },
    );
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
  });

  test('aborted before it began: no journal, no connection', async () => {
    const { outcome, journal, visits } = await upload(
      Buffer.from('abc'),
      {},
      { signal: AbortSignal.abort() },
    );
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'cancelled' } });
    expect([journal.entries, visits]).toEqual([[], []]);
  });
});

const envelope = (statusCode: number) => ({ error: { statusCode, message: 'the words' } });

describe('an answer before the end', () => {
  test.each<[number, object]>([
    [
      401,
      { kind: 'stopped', fault: { kind: 'not-signed-in', serviceSays: 'the words' }, retry: true },
    ],
    [403, { kind: 'refused', fault: { kind: 'forbidden', serviceSays: 'the words' } }],
    [404, { kind: 'refused', fault: { kind: 'not-found', serviceSays: 'the words' } }],
    [413, { kind: 'refused', fault: { kind: 'too-large', serviceSays: 'the words' } }],
    [402, { kind: 'refused', fault: { kind: 'refused', status: 402, serviceSays: 'the words' } }],
    [429, { kind: 'stopped', fault: { kind: 'throttled', retryAfterMs: 7_000 }, retry: true }],
    [500, { kind: 'stopped', fault: { kind: 'unavailable', why: 'server-error' }, retry: true }],
    [302, { kind: 'stopped', fault: { kind: 'not-the-service', what: 'redirect' }, retry: false }],
  ])('%i: nothing was recorded, and the body stops', async (status, expected) => {
    const { outcome, journal, received, visits } = await upload(
      randomBytes(BIG),
      atFirstByte((visit) =>
        visit.socket.write(
          answerWith(status, { 'retry-after': '7', location: 'http://127.0.0.1:1/' }),
        ),
      ),
    );
    expect(outcome).toMatchObject(expected);
    expect(journal.entries).toEqual(['begin', 'finish']);
    expect(received.length).toBeLessThan(BIG);
    expect(visits).toHaveLength(1);
  });

  test('a page with status 200: somebody else answered, nothing was recorded', async () => {
    const { outcome } = await upload(
      randomBytes(BIG),
      atFirstByte((visit) => visit.answer(200, '<html>Sign in</html>')),
    );
    expect(outcome).toMatchObject({
      kind: 'stopped',
      fault: { kind: 'not-the-service', what: 'html' },
      retry: true,
    });
  });

  test('a success that came too early proves nothing and is not sent again', async () => {
    const { outcome } = await upload(
      randomBytes(BIG),
      atFirstByte((visit) => visit.answer(201, recorded)),
    );
    expect(outcome).toEqual({ kind: 'unknown', why: 'early-success' });
  });

  test('from 8 MiB the service is asked first: a refusal comes before any byte of the body', async () => {
    const { outcome, received, visits } = await upload(randomBytes(9_000_000), {
      saysContinue: false,
      onHead: (visit) => visit.answer(413, envelope(413)),
    });
    expect(visits[0]?.head.toLowerCase()).toContain('expect: 100-continue');
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'too-large' } });
    expect(received).toHaveLength(0);
  });

  test('a service that ignores the question gets the body; one that dislikes it is not asked again', async () => {
    const ignoring = await upload(randomBytes(9_000_000), {
      saysContinue: false,
      onComplete: (visit) => visit.answer(201, recorded),
    });
    expect(ignoring.outcome.kind).toBe('recorded');
    const disliking = await upload(randomBytes(9_000_000), {
      saysContinue: false,
      onHead: (visit) => {
        if (/expect/i.test(visit.head)) visit.answer(417, envelope(417));
      },
      onComplete: (visit) => visit.answer(201, recorded),
    });
    expect(disliking.outcome.kind).toBe('recorded');
    expect(disliking.journal.entries).toEqual(['begin', 'tail-released', 'finish']);
  });

  test('a 417 after the tail is a refusal: the form is not sent a second time', async () => {
    const { outcome, visits } = await upload(randomBytes(9_000_000), {
      onComplete: (visit) => visit.answer(417, envelope(417)),
    });
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'refused', status: 417 } });
    expect(visits).toHaveLength(1);
  });
});

describe('an answer after the tail', () => {
  test.each<[string, number, string | object, object]>([
    ['a refusal', 400, envelope(400), { kind: 'refused', fault: { kind: 'refused', status: 400 } }],
    ['an ended session', 401, envelope(401), { kind: 'refused', fault: { kind: 'not-signed-in' } }],
    ['no permission', 403, envelope(403), { kind: 'refused', fault: { kind: 'forbidden' } }],
    ['too large', 413, envelope(413), { kind: 'refused', fault: { kind: 'too-large' } }],
    ['too many', 429, envelope(429), { kind: 'refused', fault: { kind: 'throttled' } }],
    ['a refusal inside 200', 200, envelope(400), { kind: 'refused' }],
    ['a broken service', 500, envelope(500), { kind: 'unknown', why: 'server-error' }],
    ['a gateway’s page', 502, '<html>', { kind: 'unknown', why: 'server-error' }],
    ['a proxy’s patience', 408, '', { kind: 'unknown', why: 'timed-out' }],
    ['a redirect', 303, '', { kind: 'unknown', why: 'not-the-service' }],
    ['a page', 200, '<html>', { kind: 'unknown', why: 'unreadable-answer' }],
    ['no text', 200, '', { kind: 'unknown', why: 'unreadable-answer' }],
    ['no id', 201, { message: 'ok' }, { kind: 'recorded-without-id' }],
    ['an empty id', 201, { message: 'ok', fileId: '' }, { kind: 'recorded-without-id' }],
    ['an id as a number', 201, { message: 'ok', fileId: 7 }, { kind: 'recorded', fileId: '7' }],
  ])('%s (%i)', async (_what, status, body, expected) => {
    const { outcome, visits } = await upload(Buffer.from('abc'), {
      onComplete: (visit) => visit.answer(status, body, { location: 'http://127.0.0.1:1/' }),
    });
    expect(outcome).toMatchObject(expected);
    expect(visits).toHaveLength(1);
  });
});

function answerWith(status: number, headers: Record<string, string>): string {
  const body = JSON.stringify(envelope(status));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Because\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${lines.join('')}\r\n${body}`;
}
