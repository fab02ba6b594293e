import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RECORDED, uploadTo } from './test-support/one-upload.ts';
import { answerText, startRecordingServer, type Visit } from './test-support/recording-server.ts';
import {
  bodyOf,
  BOUNDARY,
  fileAlone,
  jobFor,
  makeJournal,
  makeTempFolder,
  never,
  portsWith,
  silent,
  TAIL,
  TOKEN,
} from './test-support/upload-setup.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { openSourceFile, type OpenSource } from './form/source-file.ts';
import type { Grouped } from '../../db/transactions.ts';
import { OutcomeNotWritten, runUpload } from './upload.ts';

// Forms of a few bytes, which have left before anybody answers. What stops a form before its tail is in the slow tests.

const recording = { onComplete: (visit: Visit) => visit.answer(201, RECORDED) };

describe('an upload', () => {
  test('delivers the frozen bytes exactly, and is recorded with the id the service gave', async () => {
    const content = randomBytes(1_500_000);
    const form = fileAlone(content.length, 'é "1".raw');
    const { outcome, journal, job, received, completions } = await uploadTo(recording, content, {
      job: { form },
    });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(received.equals(bodyOf(job, content))).toBe(true);
    expect(journal.entries).toEqual(['attempt-begun', 'tail-released', 'attempt-ended']);
    expect(journal.outcomes).toEqual([outcome]);
    const head = completions[0]?.head.toLowerCase();
    expect(head).toContain(`content-length: ${job.form.totalBytes}`);
    expect(head).toContain(`authorization: bearer ${TOKEN}`);
    expect(head).toContain('idempotency-key: job-1');
    expect(head).toContain(`content-type: multipart/form-data; boundary=${BOUNDARY}`);
    expect(head).not.toContain('expect:');
  });

  test('an empty file is uploaded like any other; without a key no Idempotency-Key is sent', async () => {
    const { outcome, received, job, completions } = await uploadTo(
      { onComplete: (visit) => visit.answer(200, RECORDED) },
      '',
      { job: { idempotencyKey: null } },
    );
    expect(outcome.kind).toBe('recorded');
    expect(received.toString()).toBe(job.form.head + job.form.tail);
    expect(completions[0]?.head.toLowerCase()).not.toContain('idempotency');
  });

  test.each([
    ['without a token', { token: () => null }, { kind: 'not-signed-in', serviceSays: null }],
    ['when it was aborted before', { signal: AbortSignal.abort() }, { kind: 'cancelled' }],
  ])('%s nothing is begun: no journal, no connection', async (_when, over, fault) => {
    const { outcome, journal, completions } = await uploadTo({}, 'abc', over);
    expect(outcome).toMatchObject({ kind: 'stopped', fault });
    expect([journal.entries, completions]).toEqual([[], []]);
  });

  test('the begin and the release each wait for the commit of their group, the end for none', async () => {
    const commits: string[] = [];
    const grouped: Grouped = {
      async transaction(work) {
        commits.push('durable');
        return work();
      },
      async repeatable(work) {
        commits.push('repeatable');
        return work();
      },
    };
    const sent = await uploadTo(recording, 'abc', { grouped });
    expect(sent.outcome.kind).toBe('recorded');
    expect(sent.journal.entries).toEqual(['attempt-begun', 'tail-released', 'attempt-ended']);
    expect(commits).toEqual(['durable', 'durable', 'repeatable']);
  });

  test('an address that may not see the token is a bug, not an outcome', async () => {
    using folder = makeTempFolder();
    const job = jobFor('http://lab.example/files', folder.write('run.raw', 'a'), 'a');
    await expect(runUpload(job, portsWith(), silent, never)).rejects.toThrow('no token');
  });
});

describe('a bug', () => {
  test.each(['identity', 'read'] as const)(
    'in %s rejects: the form stays incomplete, the attempt open, the file closed',
    async (where) => {
      const mistake = new TypeError('a mistake');
      let closed = 0;
      const openSource: OpenSource = async (path) => {
        const opened = await openSourceFile(path);
        if (!opened.ok) return opened;
        const file = opened.value;
        return ok({
          identity: () => (where === 'identity' ? Promise.reject(mistake) : file.identity()),
          read: (...asked) => (where === 'read' ? Promise.reject(mistake) : file.read(...asked)),
          close: () => file.close().finally(() => (closed += 1)),
        });
      };
      const journal = makeJournal();
      const content = randomBytes(100_000);
      await expect(uploadTo({}, content, { openSource, journal })).rejects.toBe(mistake);
      expect(journal.entries).toEqual(where === 'read' ? ['attempt-begun'] : []);
      expect(closed).toBe(1);
    },
  );
});

describe('the journal', () => {
  test('has the intent before the connection, and the release before the tail', async () => {
    const journal = makeJournal();
    const seen: string[] = [];
    const behaviour = {
      ...recording,
      onHead: () => seen.push(`head after ${journal.entries.join()}`),
      onBytes: (visit: Visit) => {
        if (visit.body().includes(TAIL)) seen.push(`tail after ${journal.entries.join()}`);
      },
    };
    await uploadTo(behaviour, randomBytes(300_000), { journal });
    expect(seen).toEqual(['head after attempt-begun', 'tail after attempt-begun,tail-released']);
  });

  test('that cannot hold the intent: not even a connection', async () => {
    const { outcome, completions } = await uploadTo({}, 'abc', {
      journal: makeJournal('attempt-begun'),
    });
    const fault = { kind: 'journal-failed', code: 'SQLITE_FULL' };
    expect(outcome).toEqual({ kind: 'stopped', fault });
    expect(completions).toEqual([]);
  });

  test('that cannot hold the release: no byte of the tail', async () => {
    const journal = makeJournal('tail-released');
    const { outcome, received, job } = await uploadTo({}, randomBytes(300_000), { journal });
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'journal-failed' } });
    expect(received.length).toBeLessThanOrEqual(job.form.totalBytes - TAIL.length);
    expect(received.includes(TAIL)).toBe(false);
    expect(journal.entries).toEqual(['attempt-begun', 'attempt-ended']);
  });

  test('that cannot hold the outcome: the outcome is not lost, and not taken for written', async () => {
    const failed = uploadTo(recording, 'abc', { journal: makeJournal('attempt-ended') });
    await expect(failed).rejects.toBeInstanceOf(OutcomeNotWritten);
    await expect(failed).rejects.toMatchObject({ outcome: { kind: 'recorded', fileId: 'f1' } });
  });
});

const ENDS: readonly (readonly [string, (socket: net.Socket) => void])[] = [
  ['reset', (socket) => void socket.resetAndDestroy()],
  ['closed', (socket) => void socket.end()],
];
const ANSWER = answerText(201, RECORDED);
const CUT_ANSWERS = [
  ['before an answer', ''],
  ['in the status line', ANSWER.slice(0, 7)],
  ['in a field', ANSWER.slice(0, 30)],
  ['before the body of the answer', ANSWER.slice(0, ANSWER.indexOf('\r\n\r\n') + 4)],
  ['before the last byte of the answer', ANSWER.slice(0, -1)],
].flatMap(([where, said = '']) => ENDS.map(([how, end]) => [how, where, end, said] as const));

describe('a connection that ends', () => {
  test.each(ENDS)('%s as soon as it was made: not recorded', async (_how, end) => {
    const server = net.createServer(end).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const { outcome, journal } = await uploadTo({}, 'abc', {
      job: { url: `http://127.0.0.1:${port}/files` },
    });
    server.close();
    // Three bytes may have left completely before the end was seen.
    const isReleased = journal.entries.includes('tail-released');
    expect(outcome.kind).toBe(isReleased ? 'unknown' : 'stopped');
  });

  test('because nobody listens: not recorded, tried again', async () => {
    const gone = await startRecordingServer({});
    await gone[Symbol.asyncDispose]();
    const { outcome } = await uploadTo({}, 'abc', { job: { url: gone.url } });
    const fault = { kind: 'unavailable', why: 'no-connection' };
    expect(outcome).toMatchObject({ kind: 'stopped', fault });
  });

  test.each(CUT_ANSWERS)('%s %s, after the tail: unknown, and sent once', async (...each) => {
    const [, , end, said] = each;
    const { outcome, completions } = await uploadTo(
      {
        onComplete: ({ socket }) => {
          if (said === '') end(socket);
          else socket.write(said, () => end(socket));
        },
      },
      'abc',
    );
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(completions).toHaveLength(1);
  });

  test('aborted after the tail, it is unknown when no answer comes', async () => {
    const stop = new AbortController();
    const { outcome } = await uploadTo({ onComplete: () => stop.abort() }, 'abc', {
      signal: stop.signal,
      patienceMs: 50,
    });
    expect(outcome).toEqual({
      kind: 'unknown',
      why: 'cancelled',
      received: { kind: 'nothing', why: 'stopped' },
    });
  });

  test('aborted after the tail, the answer that was on its way still counts', async () => {
    const stop = new AbortController();
    const onComplete = (visit: Visit) => {
      stop.abort();
      visit.answer(201, RECORDED);
    };
    const { outcome } = await uploadTo({ onComplete }, 'abc', { signal: stop.signal });
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
  });
});

const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n');
const CREATED = 'HTTP/1.1 201 Created';
const json = JSON.stringify(RECORDED);
const lengthOf = (text: string | Buffer) => `Content-Length: ${text.length}`;
const TOO_LONG = { 'content-length': '999' };
const pieces = 'Transfer-Encoding: chunked';

const packedAnswer = (packed: Buffer) =>
  Buffer.concat([Buffer.from(lines(CREATED, 'Content-Encoding: gzip', lengthOf(packed))), packed]);

describe('an answer after the tail', () => {
  test.each<[string, Buffer | string]>([
    ['random bytes', randomBytes(300)],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['two lengths', lines(CREATED, 'Content-Length: 9', lengthOf(json)) + json],
    ['a length and pieces', lines(CREATED, lengthOf(json), pieces) + json],
    ['a negative length', lines(CREATED, 'Content-Length: -1') + json],
    ['40 kB of fields', lines(CREATED, `X-Long: ${'a'.repeat(40_000)}`)],
    ['thousands of fields', lines(CREATED, ...Array<string>(3_000).fill('X-Many: abcdef'))],
    ['a piece of no size', `${lines(CREATED, pieces)}zz\r\n`],
    ['status 999 without a body', lines('HTTP/1.1 999 Never', 'Content-Length: 0')],
    ['a gateway’s page', answerText(502, '<html>')],
    ['JSON that is no object', answerText(201, '[[]]')],
    ['deep nesting', answerText(201, '['.repeat(100_000))],
    ['the right words, but fewer than announced', answerText(201, RECORDED, TOO_LONG)],
    ['a mark before the JSON', answerText(201, `\u{feff}${json}garbage`)],
    ['a packed one that is cut', packedAnswer(gzipSync(json).subarray(0, 20))],
    ['a packed one without end', packedAnswer(gzipSync(' '.repeat(2_000_000)))],
    ['a change of protocol', lines('HTTP/1.1 101 X')],
    ['one that is named', lines('HTTP/1.1 101 X', 'Connection: upgrade', 'Upgrade: other')],
  ])('that is none (%s): unknown, and sent once', async (_what, said) => {
    const { outcome, completions } = await uploadTo(
      { onComplete: ({ socket }) => void socket.end(said) },
      'abc',
    );
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(completions).toHaveLength(1);
  });

  test('counts when it is packed, though plain ones were asked for', async () => {
    const said = packedAnswer(gzipSync(json));
    const onComplete = ({ socket }: Visit) => void socket.end(said);
    const { outcome } = await uploadTo({ onComplete }, 'abc');
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
  });

  test('counts after interim answers by the thousand', async () => {
    const storm = lines('HTTP/1.1 104 Upload Resumption Supported').repeat(5_000);
    const onComplete = ({ socket }: Visit) => void socket.end(storm + ANSWER);
    const { outcome } = await uploadTo({ onComplete }, 'abc');
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
  });

  test.each(['onHead', 'onComplete'] as const)(
    'that redirects (%s) shows the other server nothing',
    async (moment) => {
      await using other = await startRecordingServer({});
      for (const status of [301, 302, 303, 307, 308]) {
        const answer = (visit: Visit) => visit.answer(status, '', { location: other.url });
        const { completions } = await uploadTo({ [moment]: answer }, 'abc');
        expect(completions).toHaveLength(1);
        expect(completions[0]?.head).toContain(TOKEN);
      }
      expect(other.completions).toEqual([]);
    },
  );
});
