import { describe, expect, test } from 'vitest';
import { addRecord, uploadJob } from '../test-support/temporary-state.ts';
import type { LostAnswers, RemoteFile, UploadOutcome } from './ports.ts';
import { makeRecordLane } from './record-lane.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { playRemote } from './test-support/played-ports.ts';

const ISO = '2026-11-21T09:00:00.000Z';
const remoteFile = (over: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: 'remote-1',
  name: 'a',
  ownerId: 'me',
  uploadedIso: ISO,
  status: 'Pending',
  ...over,
});

function following(p: Pipeline, settle: LostAnswers['settle'] = async () => null) {
  const { remote, play } = playRemote(p.clock);
  return { lane: makeRecordLane({ ...p, remote, lostAnswers: { settle } }), play };
}

function pending(p: Pipeline) {
  const file = p.put('a', 'x', 'ready');
  const record = addRecord(p.state, file.contentId ?? 0, { fileId: 'remote-1', status: 'Pending' });
  const sent = p.state.files.move(p.state.files.move(file, 'uploading'), 'recording', {
    recordId: record.id,
  });
  return { file: sent, record };
}

function confirming(p: Pipeline, name = 'a', seed = 'x', uploadedIso = ISO) {
  const file = p.put(name, seed, 'ready');
  const job = uploadJob({
    id: `job of ${name}`,
    fileId: file.id,
    contentId: file.contentId ?? 0,
    name,
    uploadedIso,
  });
  p.state.uploads.add(job);
  p.state.uploads.end(job.id, 'unknown', null, 0);
  return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
}

describe('a record', () => {
  test.each([
    ['Available', 'notarized', true],
    ['NotarizationError', 'record_error', true],
    ['Deleted', 'deleted', true],
    ['PendingDeletion', 'deleting', false],
    ['Archiving', 'recording', false],
  ])('[PI40] that becomes %s shows %s; settled: %s', async (status, state, isSettled) => {
    const p = pipeline();
    const { file, record } = pending(p);
    const { lane, play } = following(p);
    play.files = [remoteFile()];
    const change = p.clock
      .sleep(3_000, new AbortController().signal)
      .then(() => (play.files = [remoteFile({ status })]));
    const end = await p.run([lane], undefined, 60_000);
    await change;
    expect(end).toBe(isSettled ? 'rest' : 'out-of-patience');
    expect(p.row(file).state).toBe(state);
    expect(p.state.records.get(record.id).settledAtMs !== null).toBe(isSettled);
  });

  test('[PI41] is asked about less and less often, one list for all of a place, and never beside itself', async () => {
    const p = pipeline();
    pending(p);
    const { lane, play } = following(p);
    play.files = [remoteFile()];
    expect(await p.run([lane], undefined, 120_000)).toBe('out-of-patience');
    const times = play.listed.map((line) => Number(line.split(' ').at(-1)));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.toSorted((one, other) => one - other)).toEqual(gaps);
    expect(gaps[0]).toBeLessThan(2_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_010);
  });

  test('[PI41] outlasts an outage: the reading after the gate opens is not forgotten', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { lane, play } = following(p);
    play.fault = { kind: 'throttled', retryAfterMs: 500 };
    const repair = p.clock.sleep(5, new AbortController().signal).then(() => {
      p.gatekeeper.failed({ kind: 'throttled', retryAfterMs: 600 });
      return (play.files = [remoteFile({ status: 'Available' })]);
    });
    const healing = p.clock.sleep(20, new AbortController().signal).then(() => (play.fault = null));
    expect(await p.run([lane])).toBe('rest');
    await Promise.all([repair, healing]);
    expect(p.row(file).state).toBe('notarized');
  });

  test('[PI41] with the gate closed nothing is read', async () => {
    const p = pipeline();
    pending(p);
    p.gatekeeper.failed({ kind: 'not-signed-in', serviceSays: null });
    const { lane, play } = following(p);
    expect(await p.run([lane])).toBe('rest');
    expect(play.listed).toEqual([]);
  });

  test('[PI41] that the service never lists is given up for this run, with everything kept', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { lane, play } = following(p);
    expect(await p.run([lane])).toBe('rest');
    expect(play.listed).toHaveLength(6);
    expect(p.row(file).state).toBe('recording');
  });
});

describe('a lost answer', () => {
  test('[PI42] is recognised by exactly its time, name and owner', async () => {
    const p = pipeline();
    const file = confirming(p);
    const twin = p.put('twin', 'x', 'ready');
    const { lane, play } = following(p);
    play.files = [remoteFile({ fileId: 'other', name: 'b' }), remoteFile({ status: 'Available' })];
    expect(await p.run([lane])).toBe('rest');
    const record = p.state.records.withFileId('remote-1');
    expect(p.row(file)).toMatchObject({ state: 'notarized', recordId: record?.id });
    expect(p.state.uploads.get('job of a')).toMatchObject({
      outcome: 'recorded',
      recordId: record?.id,
    });
    expect(p.row(twin).state).toBe('duplicate');
  });

  test.each<[string, readonly RemoteFile[]]>([
    ['another time', [remoteFile({ uploadedIso: '2026-11-21T09:00:00Z' })]],
    ['another name', [remoteFile({ name: 'A' })]],
    ['another owner', [remoteFile({ ownerId: 'you' })]],
    ['two matches', [remoteFile(), remoteFile({ fileId: 'remote-2' })]],
    ['nothing', []],
  ])(
    '[PI42] is not recognised by %s: it stays for a person, and nothing is sent',
    async (_, files) => {
      const p = pipeline();
      const file = confirming(p);
      const { lane, play } = following(p);
      play.files = [...files];
      await p.run([lane]);
      expect(p.row(file).state).toBe('confirming');
      expect(p.state.uploads.get('job of a')?.outcome).toBe('unknown');
    },
  );

  test('[PI42] is not recognised in a file that is another upload’s record', async () => {
    const p = pipeline();
    const file = confirming(p);
    addRecord(p.state, p.put('b', 'y', 'ready').contentId ?? 0, { fileId: 'remote-1' });
    const { lane, play } = following(p);
    play.files = [remoteFile({ status: 'Available' })];
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
  });

  test('[TR88] is first asked for where the upload was kept; no list is needed to believe it', async () => {
    const p = pipeline();
    const file = confirming(p);
    const asked: (string | null)[] = [];
    const { lane } = following(p, async (job, source) => {
      asked.push(job.id, source?.name ?? null);
      return { kind: 'recorded', fileId: 'remote-1' };
    });
    await p.run([lane]);
    expect(asked).toEqual(['job of a', 'a']);
    const record = p.state.records.withFileId('remote-1');
    expect(p.row(file)).toMatchObject({ state: 'recording', recordId: record?.id });
    expect(p.state.uploads.get('job of a')?.outcome).toBe('recorded');
  });

  test('[TR88] that turns out to be a refusal ends the wait: nothing was paid', async () => {
    const p = pipeline();
    const file = confirming(p);
    const fault = { kind: 'refused', status: 402, serviceSays: 'no credits' } as const;
    const { lane } = following(p, async () => ({ kind: 'refused', fault }));
    await p.run([lane]);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'credits', message: 'no credits' });
    expect(p.state.uploads.get('job of a')?.outcome).toBe('refused');
  });

  test.each<[string, UploadOutcome]>([
    ['still unknown', { kind: 'unknown', message: null }],
    ['stopped', { kind: 'stopped', fault: null }],
    ['a changed file', { kind: 'source-changed' }],
  ])('[TR88] %s leaves it to the list', async (_what, outcome) => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play } = following(p, async () => outcome);
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
    expect(play.listed.length).toBeGreaterThan(0);
  });
});
