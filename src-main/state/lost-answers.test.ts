import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';

const HERE = { projectId: 'project-1', visibility: 'private' } as const;
const THERE = { projectId: 'project-2', visibility: 'private' } as const;
const whole = { begunAtMs: 5, totalRecords: 2, isAccounted: true };

function withJob() {
  const { state, folder, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const content = addContent(state, 'a');
  const job = uploadJob({ fileId: file.id, contentId: content.id });
  return { state, folder, clock, folderId, content, job };
}

function afterLoss() {
  const { state, folder } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  const lost = reopenState(folder);
  const add = (projectId: string) =>
    lost.folders.add(`/${projectId}`, folderRules({ assignment: assignment({ projectId }) }), 0);
  return { lost, folder, add };
}

describe('the baseline of a job', () => {
  test('is what lists had shown in its place when the intent was written, and stays so', () => {
    const { state, job } = withJob();
    const { places, uploads } = state;
    places.noteListed(HERE, ['old']);
    places.noteWholeReading(HERE, whole);
    uploads.add(job);
    places.noteListed(HERE, ['old', 'new']);
    places.noteListed(THERE, ['elsewhere']);
    places.noteWholeReading(HERE, { ...whole, totalRecords: 9 });
    const kept = uploads.get(job.id) ?? { ...job, baselineSeq: -1, baselineTotal: -1 };
    expect(kept.baselineTotal).toBe(2);
    const wasListed = (id: string) => places.wasListedBefore(kept, id);
    expect(['old', 'new', 'elsewhere', 'unseen'].map(wasListed)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a list that was seen before keeps its order, so that nothing new becomes old', () => {
    const { state, job } = withJob();
    state.places.noteListed(HERE, ['old']);
    state.uploads.add(job);
    state.places.noteListed(HERE, ['new']);
    state.places.noteListed(HERE, ['old', 'new']);
    const again = uploadJob({ ...job, id: 'job-2', visibility: 'public', uploadedIso: '2027' });
    state.uploads.add(again);
    const seqOf = (id: string) => state.uploads.get(id)?.baselineSeq;
    expect([seqOf('job-1'), seqOf('job-2')]).toEqual([1, 2]);
  });
});

describe('a job whose answer was lost', () => {
  test('remembers when its connection ended and how long the sending took', () => {
    const { state, clock, job } = withJob();
    const { uploads } = state;
    uploads.add(job);
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: null, sendingMs: null });
    const beganAtMs = clock.nowMs();
    uploads.beginAttempt({ id: 'a', jobId: job.id, state: '{}', atMs: beganAtMs - 700 });
    uploads.releaseTail('a', '{}');
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: null, sendingMs: 700 });
    uploads.noteAttempt('a', '{"kind":"unknown"}');
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: beganAtMs, sendingMs: 700 });
    expect(uploads.attemptStates(job.id)).toEqual(['{"kind":"unknown"}']);
  });

  test('keeps how long its sending took when its own address is asked later', () => {
    const { state, clock, job } = withJob();
    const { uploads } = state;
    uploads.add(job);
    uploads.beginAttempt({ id: 'a', jobId: job.id, state: '{}', atMs: clock.nowMs() - 700 });
    uploads.keepResource('a', 'https://service/uploads/1');
    uploads.releaseTail('a', '{}');
    uploads.noteAttempt('a', '{"kind":"unknown"}');
    clock.setWallClock(clock.nowMs() + 60_000);
    uploads.reopenAttempt('a', '{}');
    uploads.noteAttempt('a', '{"kind":"unknown"}');
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: clock.nowMs(), sendingMs: 700 });
  });

  test('that a person gave up lets the content be sent again, and counts as spent for ever', () => {
    const { state, job } = withJob();
    const { uploads } = state;
    uploads.add(job);
    expect(() => uploads.giveUp(job.id, 5)).toThrow('is not unknown');
    uploads.end(job.id, 'unknown', null, 5);
    expect(() => uploads.add({ ...job, id: 'job-2', uploadedIso: '2027' })).toThrow('UNIQUE');
    uploads.giveUp(job.id, 6);
    expect(uploads.get(job.id)?.outcome).toBe('given-up');
    expect(uploads.withOutcome('unknown')).toEqual([]);
    expect(uploads.live(job.contentId, job.projectId, job.visibility)).toBeNull();
    uploads.add({ ...job, id: 'job-2', uploadedIso: '2027' });
    expect(uploads.spentSince(0)).toBe(1);
    expect(() => uploads.giveUp(job.id, 7)).toThrow('is not unknown');
  });

  test('is told from one that had its answer, by the record', () => {
    const { state, job, content } = withJob();
    const record = addRecord(state, content.id);
    expect(state.uploads.ofRecord(record.id)).toBeNull();
    state.uploads.add(job);
    state.uploads.end(job.id, 'recorded', record.id, 5);
    expect(state.uploads.ofRecord(record.id)?.recordedBy).toBeNull();
    state.uploads.recognise(job.id, 'file-hash');
    expect(state.uploads.ofRecord(record.id)?.recordedBy).toBe('file-hash');
  });
});

describe('after a loss of history', () => {
  test('every content is asked about until whole lists of all watched places held nothing unknown', () => {
    const { lost, add } = afterLoss();
    add('project-1');
    const second = add('project-2');
    expect(lost.places.unaccounted()).toEqual([HERE, THERE]);
    lost.places.noteWholeReading(HERE, whole);
    expect([lost.isHistoryIncomplete(), lost.isHistoryIncomplete(HERE)]).toEqual([true, true]);
    lost.places.noteWholeReading(THERE, { ...whole, isAccounted: false });
    expect(lost.isHistoryIncomplete()).toBe(true);
    lost.places.noteWholeReading(THERE, whole);
    expect([lost.isHistoryIncomplete(), lost.isHistoryIncomplete(HERE)]).toEqual([false, false]);
    expect(lost.isHistoryIncomplete({ ...HERE, projectId: 'project-3' })).toBe(true);
    lost.folders.remove(second, 1);
    expect(lost.isHistoryIncomplete()).toBe(false);
  });

  test('a second loss begins anew', () => {
    const { lost, folder, add } = afterLoss();
    add('project-1');
    const file = path.join(folder, 'labseal.db');
    lost.places.noteWholeReading(HERE, whole);
    lost.close();
    const copy = fs.readFileSync(file);
    reopenState(folder).close();
    fs.writeFileSync(file, copy);
    const older = reopenState(folder);
    expect(older.isHistoryIncomplete()).toBe(true);
    expect(older.places.unaccounted()).toEqual([HERE]);
  });
});
