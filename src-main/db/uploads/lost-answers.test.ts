import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addRecord,
  assignment,
  folderRules,
  reopenState,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { uploadState } from '../test-support/upload-state.ts';

const HERE = { projectId: 'project-1', visibility: 'private' } as const;
const THERE = { projectId: 'project-2', visibility: 'private' } as const;
const whole = { begunAtMs: 5, totalRecords: 2, isAccounted: true };

test('the baseline of a job is what lists had shown in its place when the intent was written, and stays so', () => {
  const { state, uploads, job } = uploadState();
  const { listedFiles } = state;
  listedFiles.noteListed(HERE, ['old']);
  listedFiles.noteCompleteListing(HERE, whole);
  uploads.add(job);
  listedFiles.noteListed(HERE, ['new']);
  // A list that was seen before keeps its order, so that nothing new becomes old.
  listedFiles.noteListed(HERE, ['old', 'new']);
  uploads.add({ ...job, id: 'job-2', visibility: 'public', uploadedIso: '2027' });
  expect(uploads.get('job-2')?.baselineSeq).toBe(2);
  listedFiles.noteListed(THERE, ['elsewhere']);
  listedFiles.noteCompleteListing(HERE, { ...whole, totalRecords: 9 });
  const kept = uploads.get(job.id);
  if (kept === null) throw new Error('the job was not kept');
  expect(kept).toMatchObject({ baselineSeq: 1, baselineTotal: 2 });
  const wasListed = (id: string) => listedFiles.wasListedBefore(kept, id);
  const before = ['old', 'new', 'elsewhere', 'unseen'].filter(wasListed);
  expect(before).toEqual(['old']);
});

describe('a job whose answer was lost', () => {
  test('remembers when its connection ended and how long the sending took, also when its own address is asked later', () => {
    const { uploads, clock, job } = uploadState();
    const endedAtMs = clock.nowMs();
    uploads.add(job);
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: null, sendingMs: null });
    uploads.move(job.id, { type: 'attempt-begun', attemptId: 'a' }, endedAtMs - 700);
    uploads.move(job.id, {
      type: 'resource-announced',
      attemptId: 'a',
      resource: 'https://service/uploads/1',
    });
    uploads.move(job.id, { type: 'tail-released', attemptId: 'a' });
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: null, sendingMs: 700 });
    uploads.move(job.id, {
      type: 'attempt-ended',
      attemptId: 'a',
      isUnrecorded: false,
      note: '{"kind":"unknown"}',
    });
    expect(uploads.sending(job.id)).toEqual({ endedAtMs, sendingMs: 700 });
    expect(uploads.attemptStates(job.id)).toEqual(['{"kind":"unknown"}']);
    clock.setWallClock(endedAtMs + 60_000);
    uploads.move(job.id, { type: 'attempt-resumed', attemptId: 'a' });
    uploads.move(job.id, {
      type: 'attempt-ended',
      attemptId: 'a',
      isUnrecorded: false,
      note: '{"kind":"unknown"}',
    });
    expect(uploads.sending(job.id)).toEqual({ endedAtMs: endedAtMs + 60_000, sendingMs: 700 });
  });

  test('that a person gave up lets the content be sent again, and counts as spent for ever', () => {
    const { uploads, job } = uploadState();
    const again = { ...job, id: 'job-2', uploadedIso: '2027' };
    uploads.add(job);
    expect(() => uploads.move(job.id, { type: 'given-up' }, 5)).toThrow('does not fit');
    uploads.move(job.id, { type: 'answer-lost' }, 5);
    expect(() => uploads.add(again)).toThrow('UNIQUE');
    uploads.move(job.id, { type: 'given-up' }, 6);
    expect(uploads.get(job.id)?.outcome).toBe('given-up');
    expect(uploads.withOutcome('unknown')).toEqual([]);
    expect(uploads.live(job.contentId, job.projectId, job.visibility)).toBeNull();
    uploads.add(again);
    expect(() => uploads.move(job.id, { type: 'given-up' }, 7)).toThrow('does not fit');
  });

  test('is told from one that had its answer, by the record', () => {
    const { state, uploads, job, content } = uploadState();
    const record = addRecord(state, content.id);
    expect(uploads.ofRecord(record.id)).toBeNull();
    uploads.add(job);
    uploads.move(job.id, { type: 'recorded', recordId: record.id, by: null }, 5);
    expect(uploads.ofRecord(record.id)?.recordedBy).toBeNull();
    const other = addRecord(state, content.id, { fileId: 'found' });
    uploads.add({ ...job, id: 'job-2', uploadedIso: '2027' });
    uploads.move('job-2', { type: 'recorded', recordId: other.id, by: 'file-hash' }, 6);
    expect(uploads.ofRecord(other.id)?.recordedBy).toBe('file-hash');
  });
});

test('after a loss of history every content is asked about until whole lists of all watched listedFiles held nothing unknown', () => {
  const { state, folder } = temporaryState();
  const file = path.join(folder, 'labseal.db');
  state.close();
  fs.rmSync(file);
  const lost = reopenState(folder);
  const add = (projectId: string) =>
    lost.folders.add(`/${projectId}`, folderRules({ assignment: assignment({ projectId }) }), 0);
  add('project-1');
  const second = add('project-2');
  expect(lost.listedFiles.unaccounted()).toEqual([HERE, THERE]);
  lost.listedFiles.noteCompleteListing(HERE, whole);
  expect([lost.isHistoryIncomplete(), lost.isHistoryIncomplete(HERE)]).toEqual([true, true]);
  lost.listedFiles.noteCompleteListing(THERE, { ...whole, isAccounted: false });
  expect(lost.isHistoryIncomplete()).toBe(true);
  lost.listedFiles.noteCompleteListing(THERE, whole);
  expect([lost.isHistoryIncomplete(), lost.isHistoryIncomplete(HERE)]).toEqual([false, false]);
  expect(lost.isHistoryIncomplete({ ...HERE, projectId: 'project-3' })).toBe(true);
  lost.folders.remove(second, 1);
  expect(lost.isHistoryIncomplete()).toBe(false);
  lost.close();

  // A second loss begins anew.
  const copy = fs.readFileSync(file);
  reopenState(folder).close();
  fs.writeFileSync(file, copy);
  const older = reopenState(folder);
  expect(older.isHistoryIncomplete()).toBe(true);
  expect(older.listedFiles.unaccounted()).toEqual([HERE]);
});
