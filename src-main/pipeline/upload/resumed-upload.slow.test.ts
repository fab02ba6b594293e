import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Readings } from '../../../src-mock/control/readings.ts';
import { UploadCancelled } from '../../platform/waiting.ts';
import {
  addContent,
  addFile,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeStateJournal } from './upload-intent.ts';
import { startCuttingRelay } from './test-support/cutting-relay.ts';
import { hurriedClock } from './test-support/fast-clock.ts';
import { startLabService, type LabService, type UploadPath } from './test-support/lab-service.ts';
import {
  fileAlone,
  makeJournal,
  never,
  portsWith,
  rememberedSupport,
  silent,
} from './test-support/upload-setup.ts';
import { runUpload, type UploadJob, type UploadPorts } from './upload.ts';
import { verifyContent } from './verify-content.ts';

const SMALL = 2_000_000;
const SIZE = 6_000_000;
const BIG = 24_000_000; // more than every socket buffer on the way: a cut comes before the tail
const IN_PARTS = { kind: 'yes', maxAppendBytes: 2_500_000 } as const;

let at: LabService;
beforeAll(async () => {
  at = await startLabService();
});
afterAll(() => at[Symbol.asyncDispose]());

type Rule = Parameters<LabService['add']>[0];
/** What the service does; the rules end with the test. */
function open(readings: Partial<Readings>, ...rules: readonly Rule[]): void {
  at.reset(readings);
  at.add(...rules);
}

const cutPost: Rule = {
  endpoint: '*',
  when: { method: 'POST' },
  times: 1,
  do: { kind: 'drop-in-body', afterBytes: 2_000_000 },
};
const loseAnswer: Rule = {
  endpoint: 'uploadPublicFile',
  do: { kind: 'drop', at: 'after-commit' },
};
const atUpload = (action: Rule['do'], over: Partial<Rule> = {}): Rule => ({
  endpoint: 'upload-resource',
  do: action,
  ...over,
});

/** No pause between tries takes long; what the transport itself waits for keeps its time. */
const quickClock = {
  ...hurriedClock,
  sleep: (ms: number, signal: AbortSignal) =>
    hurriedClock.sleep([1_000, 2_000, 4_000, 8_000].includes(ms) ? 1 : ms, signal),
};

/** Ports that ask for resumption; nothing is known of the service unless a test says so. */
function portsAt(over: Partial<UploadPorts>): ReturnType<typeof portsWith> {
  const support = rememberedSupport({ kind: 'unknown' });
  return portsWith({ token: () => at.token, clock: quickClock, support, ...over });
}

/** One upload of random bytes, or of a job that there was before, and everything that is left of it. */
async function upload(
  what: number | UploadJob,
  {
    signal = never,
    journal = makeJournal(),
    ...over
  }: Partial<UploadPorts> & { readonly signal?: AbortSignal } = {},
) {
  const job = typeof what === 'number' ? at.job(randomBytes(what)) : what;
  const outcome = await runUpload(job, portsAt({ journal, ...over }), silent, signal);
  return { outcome, job, asked: at.asked() };
}

/** What the service keeps is what was sent, recorded and charged once. */
async function expectWhole(
  { outcome, job }: Pick<Awaited<ReturnType<typeof upload>>, 'outcome' | 'job'>,
  to: UploadPath = 'public',
): Promise<void> {
  if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
  const sent = /run-([\da-f]{64})/.exec(job.path)?.[1]; // the file is named after its content, and may be gone
  expect(await at.storedSha256(outcome.fileId, to)).toBe(sent);
  expect(at.booked()).toEqual({ records: 1, charges: 1 });
}

describe('a cut upload', () => {
  test.each(['public', 'private'] as const)(
    'of a %s file goes on where the service says, and is recorded and charged once',
    async (to) => {
      open({}, cutPost);
      const journal = makeJournal();
      const seen = await upload(at.job(randomBytes(SIZE), { to }), { journal });
      expect(seen.asked).toEqual(['POST', 'HEAD', 'PATCH']);
      await expectWhole(seen, to);
      expect(journal.entries.filter((entry) => entry !== 'bytes-confirmed')).toEqual([
        'attempt-begun',
        'resource-announced',
        'tail-released',
        'attempt-ended',
      ]);
    },
  );

  test('so does the check by content', async () => {
    open({}, cutPost);
    const url = `${at.service.url}/projects/files/verify`;
    const question = { ...at.job(randomBytes(SIZE)), url, form: fileAlone(SIZE) };
    expect(await verifyContent(question, portsAt({}), silent, never)).toMatchObject({
      ok: true,
      value: { exists: false },
    });
    expect(at.asked()).toEqual(['POST', 'HEAD', 'PATCH']);
  });

  test('ten cuts cost less than a tenth of the file', async () => {
    open({});
    const content = randomBytes(32_000_000);
    const cuts = Array.from({ length: 10 }, () => 3_000_000);
    await using relay = await startCuttingRelay(at.service.port, cuts);
    relay.setPauseMs(4); // a busy service still reads what has passed before the next cut
    const seen = await upload(at.job(content, { origin: relay.origin }));
    expect(seen.asked.filter((method) => method === 'PATCH')).toHaveLength(10);
    expect(sum(relay.passedBytes())).toBeLessThan(content.length * 1.1);
    await expectWhole(seen);
  });

  test('a lost answer is asked for with an empty PATCH, and recorded once', async () => {
    open({}, loseAnswer);
    const journal = makeJournal();
    const seen = await upload(SIZE, { journal });
    expect(seen.asked).toEqual(['POST', 'HEAD', 'PATCH']);
    await expectWhole(seen);
    expect(journal.entries.filter((entry) => entry === 'tail-released')).toHaveLength(1);
  });

  test('an answer the service does not keep is unknown, and nothing is sent again', async () => {
    open({}, loseAnswer, atUpload({ kind: 'no-replay' }));
    const { outcome, asked } = await upload(SIZE);
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'resource-lost' });
    expect(asked).toEqual(['POST', 'HEAD', 'PATCH']);
    expect(at.booked()).toEqual({ records: 1, charges: 1 });
  });

  test.each([404, 410] as const)(
    'an upload the service has forgotten (%i) is told: the next attempt begins at byte 0',
    async (status) => {
      open({}, cutPost, atUpload({ kind: 'resource-gone', status }));
      const journal = makeJournal();
      const { outcome } = await upload(BIG, { journal });
      const fault = { kind: 'resource-lost', why: 'gone' };
      expect(outcome).toEqual({ kind: 'stopped', fault });
      expect(journal.entries.slice(-2)).toEqual(['resource-dropped', 'attempt-ended']);
      expect(at.booked().records).toBe(0);
    },
  );

  test('an ended session keeps the upload; with a new token it goes on', async () => {
    open({}, cutPost, atUpload({ kind: 'status', status: 401 }, { times: 1 }));
    const journal = makeJournal();
    const first = await upload(BIG, { journal });
    const fault = { kind: 'not-signed-in' };
    expect(first.outcome).toMatchObject({ kind: 'stopped', fault });
    expect(journal.entries).not.toContain('resource-dropped');
    const resume = { resource: journal.resource(), confirmedBytes: 0, isTailReleased: false };
    const second = await upload({ ...first.job, resume }, { journal });
    expect([...first.asked, ...second.asked]).toEqual(['POST', 'HEAD', 'HEAD', 'PATCH']);
    await expectWhole(second);
  });

  test('after the tail an ended session says nothing about the form: unknown, never a refusal', async () => {
    open({}, loseAnswer, atUpload({ kind: 'status', status: 401 }));
    const { outcome } = await upload(SIZE);
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'not-signed-in' });
  });

  test.each<[string, Rule['do'], object, number]>([
    [
      'a service that stays away is left after four fruitless tries',
      { kind: 'drop' },
      { why: 'broken-connection' },
      4,
    ],
    [
      'a pause the service asks for is left to whoever looks after all requests',
      { kind: 'status', status: 503, retryAfter: { seconds: 7 } },
      { retryAfterMs: 7_000 },
      1,
    ],
  ])('%s; the upload is kept', async (_what, action, fault, times) => {
    open({}, cutPost, atUpload(action));
    const journal = makeJournal();
    const { outcome, asked } = await upload(BIG, { journal });
    expect(outcome).toMatchObject({ kind: 'stopped', fault });
    expect(asked).toEqual(['POST', ...Array<string>(times).fill('HEAD')]);
    expect(journal.entries).not.toContain('resource-dropped');
  });

  test('a 409 is obeyed: the upload goes on at the offset it names', async () => {
    const shift = { kind: 'offset-shift', by: -10 } as const;
    const when = { method: 'PATCH', afterCount: 1 } as const;
    open({ resumableMaxAppendBytes: 2_500_000 }, atUpload(shift, { when, times: 1 }));
    const seen = await upload(SIZE, { support: rememberedSupport(IN_PARTS) });
    // The lie (10 bytes less), the service's correction of it, and what was left.
    expect(seen.asked).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'PATCH', 'PATCH']);
    await expectWhole(seen);
  });

  test('a service that contradicts itself for ever is given up, and spared for a day', async () => {
    const shift = { kind: 'offset-shift', by: -10 } as const;
    open({ resumableMaxAppendBytes: 1_000_000 }, atUpload(shift, { when: { method: 'PATCH' } }));
    const support = rememberedSupport({ kind: 'yes', maxAppendBytes: 1_000_000 });
    const { outcome, asked } = await upload(SIZE, { support });
    expect(outcome).toMatchObject({ fault: { kind: 'resource-lost', why: 'unusable' } });
    expect(asked.at(-1)).toBe('DELETE');
    expect(support.known()).toEqual({ kind: 'spare' });
  });
});

/** An upload that was aborted with `reason` when its address was known. */
async function stopped(reason: Error) {
  open({});
  const stop = new AbortController();
  const journal = makeJournal();
  journal.on('resource-announced', () => stop.abort(reason));
  const seen = await upload(BIG, { journal, signal: stop.signal });
  const fault = { kind: 'cancelled' };
  expect(seen.outcome).toMatchObject({ kind: 'stopped', fault });
  const resume = { resource: journal.resource(), confirmedBytes: 0 };
  return { ...seen, journal, resume };
}

const ending = new Error('the program ends');

describe('stopping', () => {
  test('by the person: the service forgets', async () => {
    const { asked, journal } = await stopped(new UploadCancelled());
    expect(asked).toEqual(['POST', 'DELETE']);
    expect(journal.entries).toContain('resource-dropped');
  });

  test('by the end of the program: the upload is kept', async () => {
    const { asked, journal } = await stopped(ending);
    expect(asked).toEqual(['POST']);
    expect(journal.entries).not.toContain('resource-dropped');
  });
});

describe('a file that changes', () => {
  test('ends the upload at the service too, and its tail never leaves', async () => {
    open({}, cutPost);
    const job = at.job(randomBytes(BIG));
    const journal = makeJournal();
    journal.on('resource-announced', () => writeFileSync(job.path, Buffer.alloc(BIG, 1)));
    const { outcome, asked } = await upload(job, { journal });
    expect(outcome).toEqual({ kind: 'source-changed' });
    expect(asked.at(-1)).toBe('DELETE');
    expect(journal.entries).not.toContain('tail-released');
    expect(at.booked().records).toBe(0);
  });

  test('between two attempts: nothing more is sent, and the service may forget', async () => {
    const { job, resume } = await stopped(ending);
    writeFileSync(job.path, Buffer.alloc(BIG, 1));
    const again = await upload({ ...job, resume: { ...resume, isTailReleased: false } });
    expect(again.outcome).toEqual({ kind: 'source-changed' });
    expect(again.asked).toEqual(['DELETE']);
  });
});

/** A database with one open job, and what a new process would know of it. */
function database() {
  const { state, folder, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const row = uploadJob({ fileId: file.id, contentId: addContent(state, 'a').id });
  state.uploads.add(row);
  const restart = () => {
    state.close();
    const again = reopenState(folder, clock);
    return { state: again, journal: makeStateJournal(again, row.id), jobId: row.id };
  };
  return { journal: makeStateJournal(state, row.id), restart };
}

describe('after a restart', () => {
  test('an upload goes on from the database: what the service has is not sent again', async () => {
    open({});
    const { journal, restart } = database();
    const stop = new AbortController();
    await using relay = await startCuttingRelay(at.service.port, []);
    relay.setPauseMs(10); // so that a stop comes in the middle
    const job = at.job(randomBytes(BIG), { origin: relay.origin });
    const onProgress = () => {
      if (sum(relay.passedBytes()) > 3_000_000) stop.abort();
    };
    const first = await runUpload(job, portsAt({ journal }), { onProgress }, stop.signal);
    expect(first).toMatchObject({ kind: 'stopped', fault: { kind: 'cancelled' } });

    const after = restart();
    const resume = after.state.uploads.resumable(after.jobId);
    expect(resume).toMatchObject({ attemptId: job.attemptId, isTailReleased: false });
    relay.setPauseMs(1);
    const connectionsBefore = relay.passedBytes().length;
    const second = await upload({ ...job, resume }, { journal: after.journal });
    expect(sum(relay.passedBytes().slice(connectionsBefore))).toBeLessThan(BIG - 1_000_000);
    await expectWhole(second);
    after.state.uploads.move(after.jobId, { type: 'recorded', recordId: null, by: null }, 1);
    expect(after.state.uploads.resumable(after.jobId)).toBeNull();
  });

  test('a form that had left completely gets its answer, without its file', async () => {
    const { journal, restart } = database();
    open({}, loseAnswer, atUpload({ kind: 'drop' }, { id: 'away' }));
    const { outcome, job } = await upload(SIZE, { journal });
    expect(outcome).toMatchObject({ kind: 'unknown' });

    const after = restart();
    at.service.faults.remove('away');
    const resume = after.state.uploads.resumable(after.jobId);
    expect(resume).toMatchObject({ isTailReleased: true });
    const lost = { ...job, resume, path: `${job.path}-gone` };
    await expectWhole(await upload(lost, { journal: after.journal }));
  });

  test('a form that had left, but not arrived completely, is not called unsent when its file is gone', async () => {
    const { journal, job, resume } = await stopped(ending);
    const lost = { ...job, resume: { ...resume, isTailReleased: true }, path: `${job.path}-gone` };
    const { outcome } = await upload(lost, { journal });
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'cannot-go-on' });
    expect(journal.entries).not.toContain('resource-dropped');
  });
});

describe('limits', () => {
  test('one request too large: the form goes in parts, and the next one begins in parts', async () => {
    open({ resumableMaxAppendBytes: 2_500_000 });
    const support = rememberedSupport({ kind: 'unknown' });
    const first = await upload(SIZE, { support });
    expect(first.asked).toEqual(['POST', 'POST', 'PATCH', 'PATCH', 'PATCH']);
    await expectWhole(first);
    expect(support.known()).toEqual(IN_PARTS);
    const second = await upload(SIZE, { support });
    expect(second.outcome).toMatchObject({ kind: 'recorded' });
    expect(second.asked).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
  });

  test('a cut between parts goes on like any other', async () => {
    const cut = { kind: 'drop-in-body', afterBytes: 1_000_000 } as const;
    const when = { method: 'PATCH', afterCount: 1 } as const;
    open({ resumableMaxAppendBytes: 2_500_000 }, atUpload(cut, { when, times: 1 }));
    await expectWhole(await upload(SIZE, { support: rememberedSupport(IN_PARTS) }));
  });
});

describe('support', () => {
  test.each<[string, Partial<Readings>, readonly Rule['do'][], object]>([
    ['a service without it', { resumableUploads: 'off' }, [], { kind: 'no' }],
    ['another version: nothing is expected', { resumableInteropVersion: 8 }, [], { kind: 'no' }],
    [
      'a final answer that knows our fields, as much as an interim one',
      {},
      [{ kind: 'suppress-104' }],
      { kind: 'yes', maxAppendBytes: null },
    ],
  ])('is learned from %s', async (_what, readings, actions, learned) => {
    open(
      readings,
      ...actions.map((action) => ({ endpoint: 'uploadPublicFile' as const, do: action })),
    );
    const support = rememberedSupport({ kind: 'unknown' });
    const journal = makeJournal();
    const { outcome, asked } = await upload(SMALL, { support, journal });
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(support.known()).toEqual(learned);
    expect(asked).toEqual(['POST']);
    expect(journal.entries).toEqual(['attempt-begun', 'tail-released', 'attempt-ended']);
  });
});

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
