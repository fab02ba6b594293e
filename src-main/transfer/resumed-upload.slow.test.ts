import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';
import { UploadCancelled } from '../ports/upload-cancelled.ts';
import { freezeForm } from './representation.ts';
import { makeStateJournal } from './state-journal.ts';
import { startCuttingRelay } from './test-support/cutting-relay.ts';
import { hurriedClock } from './test-support/hurried-clock.ts';
import { startLabService, type LabService } from './test-support/lab-service.ts';
import {
  BOUNDARY,
  makeJournal,
  portsWith,
  rememberedSupport,
  type RememberedSupport,
} from './test-support/upload-setup.ts';
import type { Support } from './upload-support.ts';
import { runUpload, type UploadPorts } from './upload.ts';
import { verifyContent } from './verify-content.ts';

const never = new AbortController().signal;
const silent = { onProgress() {} };
const SIZE = 6_000_000;
const BIG = 24_000_000; // more than every socket buffer on the way: a cut comes before the tail
const UNKNOWN: Support = { kind: 'unknown' };

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());

/** The service as if it had just been started with these readings. */
function open(readings: Parameters<LabService['reset']>[0] = {}): LabService {
  lab.reset(readings);
  return lab;
}

/** Ports that ask for resumption; nothing is known of the service unless a test says so. */
function portsAt(
  { token }: LabService,
  over: Partial<UploadPorts> & { support?: RememberedSupport } = {},
) {
  const support = over.support ?? rememberedSupport(UNKNOWN);
  return portsWith({ token: () => token, clock: hurriedClock, ...over, support });
}

const cutPost = (afterBytes: number) =>
  ({
    endpoint: '*',
    when: { method: 'POST' },
    times: 1,
    do: { kind: 'drop-in-body', afterBytes },
  }) as const;

describe('a cut upload', () => {
  test.each(['public', 'private'] as const)(
    'of a %s file goes on where the service says, and is recorded and charged once',
    async (to) => {
      const at = open();
      at.add(cutPost(2_000_000));
      const content = randomBytes(SIZE);
      const job = at.job(content, { to });
      const journal = makeJournal();
      const outcome = await runUpload(job, portsAt(at, { journal }), silent, never);
      if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
      expect(at.asked()).toEqual(['POST', 'HEAD', 'PATCH']);
      expect(at.booked().records).toBe(1);
      expect(await at.storedSha256(outcome.fileId, to)).toBe(job.sha256Hex);
      expect(journal.entries.filter((entry) => entry !== 'confirmed')).toEqual([
        'begin',
        'resource-announced',
        'tail-released',
        'finish',
      ]);
    },
  );

  test('so does the check by content', async () => {
    const at = open();
    at.add(cutPost(2_000_000));
    const content = randomBytes(SIZE);
    const form = freezeForm({
      boundary: BOUNDARY,
      fields: [],
      filePart: 'file',
      fileName: 'run.raw',
      contentType: 'application/octet-stream',
      sizeBytes: SIZE,
    });
    const question = { ...at.job(content), url: `${at.service.url}/projects/files/verify`, form };
    expect(await verifyContent(question, portsAt(at), silent, never)).toMatchObject({
      ok: true,
      value: { exists: false },
    });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'PATCH']);
  });

  test('ten cuts cost less than a tenth of the file', async () => {
    const at = open();
    const content = randomBytes(32_000_000);
    const cuts = Array.from({ length: 10 }, () => 3_000_000);
    await using relay = await startCuttingRelay(at.service.port, cuts);
    const job = at.job(content, { origin: relay.origin });
    const outcome = await runUpload(job, portsAt(at), silent, never);
    if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
    expect(at.asked().filter((method) => method === 'PATCH')).toHaveLength(10);
    expect(sum(relay.passedBytes())).toBeLessThan(content.length * 1.1);
    expect(await at.storedSha256(outcome.fileId)).toBe(job.sha256Hex);
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
  });

  test('a lost answer is asked for with an empty PATCH, and recorded once', async () => {
    const at = open();
    at.add({ endpoint: 'uploadPublicFile', do: { kind: 'drop', at: 'after-commit' } });
    const journal = makeJournal();
    const ports = portsAt(at, { journal });
    const outcome = await runUpload(at.job(randomBytes(SIZE)), ports, silent, never);
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
    expect(journal.entries.filter((entry) => entry === 'tail-released')).toHaveLength(1);
  });

  test('an answer the service does not keep is unknown, and nothing is sent again', async () => {
    const at = open();
    at.add(
      { endpoint: 'uploadPublicFile', do: { kind: 'drop', at: 'after-commit' } },
      { endpoint: 'upload-resource', do: { kind: 'no-replay' } },
    );
    const outcome = await runUpload(at.job(randomBytes(SIZE)), portsAt(at), silent, never);
    expect(outcome).toEqual({ kind: 'unknown', why: 'resource-lost' });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
  });

  test.each([404, 410] as const)(
    'an upload the service has forgotten (%i) is told: the next attempt begins at byte 0',
    async (status) => {
      const at = open();
      at.add(cutPost(2_000_000), {
        endpoint: 'upload-resource',
        do: { kind: 'resource-gone', status },
      });
      const journal = makeJournal();
      const ports = portsAt(at, { journal });
      const outcome = await runUpload(at.job(randomBytes(BIG)), ports, silent, never);
      const fault = { kind: 'resource-lost', why: 'gone' };
      expect(outcome).toEqual({ kind: 'stopped', fault, retry: true });
      expect(journal.entries.slice(-2)).toEqual(['resource-dropped', 'finish']);
      expect(at.booked().records).toBe(0);
    },
  );

  test('an ended session keeps the upload; with a new token it goes on', async () => {
    const at = open();
    at.add(cutPost(2_000_000), {
      endpoint: 'upload-resource',
      times: 1,
      do: { kind: 'status', status: 401 },
    });
    const content = randomBytes(BIG);
    const journal = makeJournal();
    const ports = portsAt(at, { journal });
    const first = await runUpload(at.job(content), ports, silent, never);
    expect(first).toMatchObject({ kind: 'stopped', fault: { kind: 'not-signed-in' }, retry: true });
    expect(journal.entries).not.toContain('resource-dropped');
    const resume = { resource: journal.resource(), confirmedBytes: 0, isTailReleased: false };
    const second = await runUpload(at.job(content, { resume }), ports, silent, never);
    expect(second).toMatchObject({ kind: 'recorded' });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'HEAD', 'PATCH']);
  });

  test('after the tail an ended session says nothing about the form: unknown, never a refusal', async () => {
    const at = open();
    at.add(
      { endpoint: 'uploadPublicFile', do: { kind: 'drop', at: 'after-commit' } },
      { endpoint: 'upload-resource', do: { kind: 'status', status: 401 } },
    );
    const outcome = await runUpload(at.job(randomBytes(SIZE)), portsAt(at), silent, never);
    expect(outcome).toEqual({ kind: 'unknown', why: 'not-signed-in' });
  });

  test('a service that stays away is left after four fruitless tries; the upload is kept', async () => {
    const at = open();
    at.add(cutPost(2_000_000), { endpoint: 'upload-resource', do: { kind: 'drop' } });
    const journal = makeJournal();
    const clock = { ...hurriedClock, sleep: quick };
    const ports = portsAt(at, { journal, clock });
    const outcome = await runUpload(at.job(randomBytes(BIG)), ports, silent, never);
    expect(outcome).toMatchObject({ fault: { why: 'broken-connection' }, retry: true });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'HEAD', 'HEAD', 'HEAD']);
    expect(journal.entries).not.toContain('resource-dropped');
  });

  test('a pause the service asks for is left to whoever looks after all requests', async () => {
    const at = open();
    at.add(cutPost(2_000_000), {
      endpoint: 'upload-resource',
      do: { kind: 'status', status: 503, retryAfter: { seconds: 7 } },
    });
    const outcome = await runUpload(at.job(randomBytes(BIG)), portsAt(at), silent, never);
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { retryAfterMs: 7_000 } });
    expect(at.asked()).toEqual(['POST', 'HEAD']);
  });

  test('a 409 is obeyed: the upload goes on at the offset it names', async () => {
    const at = open({ resumableMaxAppendBytes: 2_500_000 });
    at.add({
      endpoint: 'upload-resource',
      when: { method: 'PATCH', afterCount: 1 },
      times: 1,
      do: { kind: 'offset-shift', by: -10 },
    });
    const support = rememberedSupport({ kind: 'yes', maxAppendBytes: 2_500_000 });
    const job = at.job(randomBytes(SIZE));
    const outcome = await runUpload(job, portsAt(at, { support }), silent, never);
    if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
    // The lie (10 bytes less), the service's correction of it, and what was left.
    expect(at.asked()).toEqual(['POST', ...Array.from({ length: 5 }, () => 'PATCH')]);
    expect(await at.storedSha256(outcome.fileId)).toBe(job.sha256Hex);
  });

  test('a service that contradicts itself for ever is given up, and spared for a day', async () => {
    const at = open({ resumableMaxAppendBytes: 1_000_000 });
    at.add({
      endpoint: 'upload-resource',
      when: { method: 'PATCH' },
      do: { kind: 'offset-shift', by: -10 },
    });
    const support = rememberedSupport({ kind: 'yes', maxAppendBytes: 1_000_000 });
    const ports = portsAt(at, { support });
    const outcome = await runUpload(at.job(randomBytes(SIZE)), ports, silent, never);
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(at.asked().at(-1)).toBe('DELETE');
    expect(support.known()).toEqual({ kind: 'spare' });
  });
});

describe('a file that changes', () => {
  test('ends the upload at the service too, and its tail never leaves', async () => {
    const at = open();
    at.add(cutPost(2_000_000));
    const content = randomBytes(BIG);
    const job = at.job(content);
    const journal = makeJournal();
    journal.on('resource-announced', () => writeFileSync(job.path, content.fill(1)));
    const outcome = await runUpload(job, portsAt(at, { journal }), silent, never);
    expect(outcome).toEqual({ kind: 'source-changed' });
    expect(at.asked().at(-1)).toBe('DELETE');
    expect(journal.entries).not.toContain('tail-released');
    expect(at.booked().records).toBe(0);
  });

  test('between two attempts: nothing more is sent, and the service may forget', async () => {
    const at = open();
    const { journal, job, content } = await stoppedAt(at, new Error('the program ends'));
    writeFileSync(job.path, content.fill(1));
    const resume = { resource: journal.resource(), confirmedBytes: 0, isTailReleased: false };
    at.asked();
    const outcome = await runUpload({ ...job, resume }, portsAt(at, { journal }), silent, never);
    expect(outcome).toEqual({ kind: 'source-changed' });
    expect(at.asked()).toEqual(['DELETE']);
  });
});

describe('stopping', () => {
  test('by the person: the service forgets', async () => {
    const at = open();
    const { outcome, journal } = await stoppedAt(at, new UploadCancelled());
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'cancelled' } });
    expect(at.asked()).toEqual(['POST', 'DELETE']);
    expect(journal.entries).toContain('resource-dropped');
  });

  test('by the end of the program: the upload is kept', async () => {
    const at = open();
    const { outcome, journal } = await stoppedAt(at, new Error('the program ends'));
    expect(outcome).toMatchObject({ kind: 'stopped', fault: { kind: 'cancelled' } });
    expect(at.asked()).toEqual(['POST']);
    expect(journal.entries).not.toContain('resource-dropped');
  });
});

describe('after a restart', () => {
  test('an upload goes on from the database: what the service has is not sent again', async () => {
    const at = open();
    const { journal, restart } = database();
    const content = randomBytes(BIG);
    const stop = new AbortController();
    await using relay = await startCuttingRelay(at.service.port, []);
    relay.setPauseMs(10); // so that a stop comes in the middle
    const job = at.job(content, { origin: relay.origin });
    const onProgress = () => {
      if (sum(relay.passedBytes()) > 3_000_000) stop.abort();
    };
    const first = await runUpload(job, portsAt(at, { journal }), { onProgress }, stop.signal);
    expect(first).toMatchObject({ kind: 'stopped', fault: { kind: 'cancelled' } });

    const after = restart();
    const left = after.state.uploads.resumable(after.jobId);
    expect(left).toMatchObject({ attemptId: job.attemptId, isTailReleased: false });
    relay.setPauseMs(1);
    const connectionsBefore = relay.passedBytes().length;
    const ports = portsAt(at, { journal: after.journal });
    const second = await runUpload({ ...job, resume: left }, ports, silent, never);
    if (second.kind !== 'recorded') throw new Error(JSON.stringify(second));
    expect(sum(relay.passedBytes().slice(connectionsBefore))).toBeLessThan(BIG - 1_000_000);
    expect(await at.storedSha256(second.fileId)).toBe(job.sha256Hex);
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
    after.state.uploads.end(after.jobId, 'recorded', null, 1);
    expect(after.state.uploads.resumable(after.jobId)).toBeNull();
  });

  test('a form that had left completely gets its answer, without its file', async () => {
    const at = open();
    const { journal, restart } = database();
    at.add(
      { endpoint: 'uploadPublicFile', do: { kind: 'drop', at: 'after-commit' } },
      { id: 'away', endpoint: 'upload-resource', do: { kind: 'drop' } },
    );
    const job = at.job(randomBytes(SIZE));
    const clock = { ...hurriedClock, sleep: quick };
    const first = await runUpload(job, portsAt(at, { journal, clock }), silent, never);
    expect(first).toMatchObject({ kind: 'unknown' });

    const after = restart();
    at.service.faults.remove('away');
    const resume = after.state.uploads.resumable(after.jobId);
    expect(resume).toMatchObject({ isTailReleased: true });
    const lost = { ...job, resume, path: `${job.path}-gone` };
    const second = await runUpload(lost, portsAt(at, { journal: after.journal }), silent, never);
    expect(second).toMatchObject({ kind: 'recorded' });
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
  });

  test('a form that had left, but not arrived completely, is not called unsent when its file is gone', async () => {
    const at = open();
    const { journal, job } = await stoppedAt(at, new Error('the program ends'));
    const resume = { resource: journal.resource(), confirmedBytes: 0, isTailReleased: true };
    const lost = { ...job, resume, path: `${job.path}-gone` };
    const outcome = await runUpload(lost, portsAt(at, { journal }), silent, never);
    expect(outcome).toEqual({ kind: 'unknown', why: 'cannot-go-on' });
    expect(journal.entries).not.toContain('resource-dropped');
  });
});

describe('limits', () => {
  test('one request too large: the form goes in parts, and the next one begins in parts', async () => {
    const at = open({ resumableMaxAppendBytes: 2_500_000 });
    const support = rememberedSupport(UNKNOWN);
    const ports = portsAt(at, { support });
    const job = at.job(randomBytes(SIZE));
    const outcome = await runUpload(job, ports, silent, never);
    if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
    expect(at.asked()).toEqual(['POST', 'POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(await at.storedSha256(outcome.fileId)).toBe(job.sha256Hex);
    expect(support.known()).toEqual({ kind: 'yes', maxAppendBytes: 2_500_000 });

    const second = await runUpload(at.job(randomBytes(SIZE)), ports, silent, never);
    expect(second).toMatchObject({ kind: 'recorded' });
    expect(at.asked()).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
  });

  test('a cut between parts goes on like any other', async () => {
    const at = open({ resumableMaxAppendBytes: 2_500_000 });
    at.add({
      endpoint: 'upload-resource',
      when: { method: 'PATCH', afterCount: 1 },
      times: 1,
      do: { kind: 'drop-in-body', afterBytes: 1_000_000 },
    });
    const support = rememberedSupport({ kind: 'yes', maxAppendBytes: 2_500_000 });
    const job = at.job(randomBytes(SIZE));
    const outcome = await runUpload(job, portsAt(at, { support }), silent, never);
    if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
    expect(await at.storedSha256(outcome.fileId)).toBe(job.sha256Hex);
  });

  test('an announced largest size below ours ends the upload before its tail, as too large', async () => {
    const at = open({ maxFileBytes: 2_000_000 });
    const outcome = await runUpload(at.job(randomBytes(SIZE)), portsAt(at), silent, never);
    expect(outcome).toMatchObject({ kind: 'refused', fault: { kind: 'too-large' } });
    expect(at.booked().records).toBe(0);
  });
});

describe('support', () => {
  test('a service without it gets the documented POST and our three fields, then none for a day', async () => {
    const at = open({ resumableUploads: 'off' });
    const support = rememberedSupport(UNKNOWN);
    const ports = portsAt(at, { support });
    const fieldsOf = async () => {
      await runUpload(at.job(randomBytes(2_000_000)), ports, silent, never);
      return at.service.requests().at(-1)?.headerNames;
    };
    const documented = [
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'idempotency-key',
    ];
    const ours = ['upload-complete', 'upload-draft-interop-version', 'upload-length'];
    expect(await fieldsOf()).toEqual([...documented, ...ours]);
    expect(support.known()).toEqual({ kind: 'no' });
    expect(await fieldsOf()).toEqual(documented);
    expect(at.booked()).toEqual({ records: 2, charges: 2 });
  });

  test('from another version nothing is expected', async () => {
    const at = open({ resumableInteropVersion: 8 });
    const support = rememberedSupport(UNKNOWN);
    const outcome = await runUpload(
      at.job(randomBytes(2_000_000)),
      portsAt(at, { support }),
      silent,
      never,
    );
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(support.known()).toEqual({ kind: 'no' });
  });

  test('a final answer that knows our fields teaches as much as an interim one', async () => {
    const at = open();
    at.add({ endpoint: 'uploadPublicFile', do: { kind: 'suppress-104' } });
    const support = rememberedSupport(UNKNOWN);
    const outcome = await runUpload(
      at.job(randomBytes(2_000_000)),
      portsAt(at, { support }),
      silent,
      never,
    );
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(support.known()).toEqual({ kind: 'yes', maxAppendBytes: null });
  });

  test('an address elsewhere is never asked: the upload ends as the documented one', async () => {
    const at = open();
    at.add({
      endpoint: 'uploadPublicFile',
      do: { kind: 'foreign-location', location: 'http://127.0.0.1:1/uploads/1' },
    });
    const support = rememberedSupport(UNKNOWN);
    const journal = makeJournal();
    const ports = portsAt(at, { support, journal });
    const outcome = await runUpload(at.job(randomBytes(2_000_000)), ports, silent, never);
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(journal.entries).not.toContain('resource-announced');
    expect(support.known()).toEqual({ kind: 'no' });
  });
});

/** A database with one open job, and what a new process would know of it. */
function database() {
  const { state, folder, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const row = uploadJob({ fileId: file.id, contentId: addContent(state, 'a').id });
  state.uploads.add(row);
  const journal = makeStateJournal(state, row.id, clock);
  const restart = () => {
    state.close();
    const again = reopenState(folder, clock);
    return { state: again, journal: makeStateJournal(again, row.id, clock), jobId: row.id };
  };
  return { state, journal, restart };
}

/** An upload that was aborted with `reason` when its address was known. */
async function stoppedAt(at: LabService, reason: Error) {
  const stop = new AbortController();
  const journal = makeJournal();
  journal.on('resource-announced', () => stop.abort(reason));
  const content = randomBytes(BIG);
  const job = at.job(content);
  const outcome = await runUpload(job, portsAt(at, { journal }), silent, stop.signal);
  return { outcome, journal, job, content };
}

/** No pause between tries takes long; what the transport itself waits for keeps its time. */
function quick(ms: number, signal: AbortSignal): Promise<void> {
  return hurriedClock.sleep([500, 1_000, 2_000, 4_000, 8_000].includes(ms) ? 1 : ms, signal);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
