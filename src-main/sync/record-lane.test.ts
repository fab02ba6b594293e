import { describe, expect, test } from 'vitest';
import type { Digests } from '../../src-shared/model/hash-method.ts';
import { addRecord, uploadJob } from '../test-support/temporary-state.ts';
import type { NewRecord } from '../state/record-repository.ts';
import type { RemoteFile } from './ports.ts';
import { makeRecordLane } from './record-lane.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { playDigests, playHabits, playRemote } from './test-support/played-ports.ts';

const ISO = '2026-11-21T09:00:00.000Z';
const remoteFile = (over: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: 'remote-1',
  name: 'a',
  ownerId: 'me',
  uploadedIso: ISO,
  status: 'Pending',
  fileType: 'primary',
  label: 'raw',
  ...over,
});

function following(p: Pipeline, bySha256: Readonly<Record<string, Digests>> = {}) {
  const { remote, play } = playRemote(p.clock);
  const { habits, known } = playHabits();
  const lane = makeRecordLane({ ...p, remote, habits, digests: playDigests(bySha256) });
  return { lane, play, known };
}

function pending(p: Pipeline, over: Partial<NewRecord> = {}) {
  const file = p.put('a', 'x', 'ready');
  const facts = { fileId: 'remote-1', status: 'Pending', ...over };
  const record = addRecord(p.state, file.contentId ?? 0, facts);
  const sent = p.state.files.move(p.state.files.move(file, 'uploading'), 'recording', {
    recordId: record.id,
  });
  return { file: sent, record };
}

describe('a record', () => {
  test.each([
    ['Available', 'notarized', true],
    ['NotarizationError', 'record_error', true],
    ['Deleted', 'deleted', true],
    ['PendingDeletion', 'deleting', false],
    ['Archiving', 'recording', false],
  ])('that becomes %s shows %s; settled: %s', async (status, state, isSettled) => {
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

  test('is asked about less and less often, one list for all of a place, and never beside itself', async () => {
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

  test('is asked about as often when the clock is set back by a year', async () => {
    const p = pipeline();
    pending(p);
    const { lane, play } = following(p);
    play.files = [remoteFile()];
    const setting = p.clock
      .sleep(20_000, new AbortController().signal)
      .then(() => p.clock.setWallClock(p.clock.nowMs() - 365 * 86_400_000));
    await p.run([lane], undefined, 120_000);
    await setting;
    const times = play.listed.map((line) => Number(line.split(' ').at(-1)));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(32_000);
    expect(times.length).toBeGreaterThan(7);
  });

  test('outlasts an outage: the reading after the gate opens is not forgotten', async () => {
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

  test('with the gate closed nothing is read', async () => {
    const p = pipeline();
    pending(p);
    p.gatekeeper.failed({ kind: 'not-signed-in', serviceSays: null });
    const { lane, play } = following(p);
    expect(await p.run([lane])).toBe('rest');
    expect(play.listed).toEqual([]);
  });

  test('that the service never lists is given up for this run, with everything kept', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { lane, play } = following(p);
    expect(await p.run([lane])).toBe('rest');
    expect(play.listed).toHaveLength(6);
    expect(p.row(file).state).toBe('recording');
  });
});

/** A record that is the answer to an upload of ours. */
function answered(p: Pipeline, uploadedIso: string, receivedAtMs = 0) {
  const { file, record } = pending(p, { uploadedIso, receivedAtMs });
  const contentId = record.contentId;
  p.state.uploads.add(uploadJob({ fileId: file.id, contentId, name: 'a', uploadedIso }));
  p.state.uploads.end('job-1', 'recorded', record.id, 0);
  return { file, record };
}

describe('the first records teach', () => {
  const SENT = '2026-11-21T09:00:00.123Z';
  const SENT_MS = Date.parse(SENT);

  test.each<[string, number, string | null]>([
    [SENT, 0, 'exact'],
    ['2026-11-21T09:00:00Z', SENT_MS + 5_000, 'seconds'],
    ['2026-11-21T09:00:00Z', SENT_MS + 300, null],
    ['2026-11-21T09:00:02.456Z', 0, 'replaced'],
    ['soon', 0, null],
  ])('what becomes of times: %s, answered at %i: %s', async (got, receivedAtMs, habit) => {
    const p = pipeline();
    answered(p, SENT, receivedAtMs);
    const { lane, play, known } = following(p);
    play.files = [remoteFile({ status: 'Available', uploadedIso: got })];
    expect(await p.run([lane])).toBe('rest');
    expect(known.uploaded).toBe(habit);
  });

  test('but not those that were recognised by what they would teach', async () => {
    const p = pipeline();
    answered(p, SENT);
    p.state.uploads.recognise('job-1', 'file-hash');
    const { lane, play, known } = following(p);
    play.files = [remoteFile({ status: 'Available', uploadedIso: 'soon' })];
    play.hashes.set('remote-1', 'aa');
    await p.run([lane]);
    expect(known).toEqual({ uploaded: null, hashMethod: null, paging: null });
    expect(play.hashed).toEqual([]);
  });

  test('how FileHash is made, by one question', async () => {
    const p = pipeline();
    answered(p, SENT);
    const md5 = '900150983cd24fb0d6963f7d28e17f72';
    const { lane, play, known } = following(p, { 'sha256-x': { md5 } });
    play.files = [remoteFile({ status: 'Available' })];
    play.hashes.set('remote-1', md5.toUpperCase());
    await p.run([lane]);
    expect(known.hashMethod).toEqual({ algorithm: 'md5', encoding: 'hex' });
    expect(play.hashed).toEqual(['remote-1']);
  });

  test('nothing about FileHash while it equals none of our digests, and an outage is told to the gate', async () => {
    const p = pipeline();
    answered(p, SENT);
    const { lane, play, known } = following(p);
    play.files = [remoteFile({ status: 'Available' })];
    play.hashFault = { kind: 'throttled', retryAfterMs: 60_000 };
    await p.run([lane]);
    expect(known.hashMethod).toBeNull();
    expect(p.events).toContainEqual(expect.objectContaining({ kind: 'waiting' }));
  });

  test('whether later pages can be had', async () => {
    const p = pipeline();
    pending(p);
    const { lane, play, known } = following(p);
    play.files = [remoteFile({ status: 'Available' })];
    play.paging = 'ignored';
    await p.run([lane]);
    expect(known.paging).toBe('ignored');
  });
});
