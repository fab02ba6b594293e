import { describe, expect, test } from 'vitest';
import {
  addContent,
  addFile,
  addRecord,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';

function withFile() {
  const { state, folder } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const content = addContent(state, 'a');
  const job = uploadJob({ fileId: file.id, contentId: content.id });
  return { state, folder, folderId, file, content, job };
}

const iso = (second: number) => `2026-11-21T09:00:0${second}.000Z`;

describe('the journal of uploads', () => {
  test('a job is kept as it was opened, and ends once', () => {
    const { state, job, content } = withFile();
    const { uploads } = state;
    uploads.add(job);
    const none = { recordId: null, endedAtMs: null, baselineSeq: 0, baselineTotal: null };
    const unseen = { unknownSinceMs: null, lookedAtMs: null, finding: null, recordedBy: null };
    const row = { ...job, ...none, ...unseen, outcome: 'open' };
    expect(uploads.get(job.id)).toEqual(row);
    expect(uploads.live(job.contentId, job.projectId, job.visibility)).toEqual(row);
    expect(uploads.withOutcome('open')).toEqual([row]);
    expect(uploads.latestOfFile(job.fileId)).toEqual(row);
    uploads.end(job.id, 'unknown', null, 5);
    expect(uploads.get(job.id)).toEqual({ ...row, outcome: 'unknown', unknownSinceMs: 5 });
    const record = addRecord(state, content.id);
    uploads.end(job.id, 'recorded', record.id, 6);
    expect(uploads.get(job.id)).toEqual({
      ...row,
      outcome: 'recorded',
      recordId: record.id,
      endedAtMs: 6,
      unknownSinceMs: 5,
    });
    expect(uploads.live(job.contentId, job.projectId, job.visibility)).toBeNull();
    expect([uploads.get('none'), uploads.latestOfFile(99)]).toEqual([null, null]);
  });

  test('one job at a time for a content in a place, and none beside an unknown one', () => {
    const { state, job } = withFile();
    const again = { ...job, id: 'job-2', uploadedIso: iso(1) };
    state.uploads.add(job);
    expect(() => state.uploads.add(again)).toThrow('UNIQUE');
    state.uploads.end(job.id, 'unknown', null, 5);
    expect(() => state.uploads.add(again)).toThrow('UNIQUE');
    state.uploads.add({ ...again, visibility: 'public' });
    state.uploads.end(job.id, 'dropped', null, 6);
    state.uploads.add({ ...again, id: 'job-3', uploadedIso: iso(2) });
    expect(state.uploads.live(job.contentId, job.projectId, 'private')?.id).toBe('job-3');
    expect(state.uploads.live(job.contentId, job.projectId, 'public')?.id).toBe('job-2');
  });

  test('the time a job is found again by is its own, for ever', () => {
    const { state, job } = withFile();
    state.uploads.add(job);
    state.uploads.end(job.id, 'refused', null, 5);
    expect(() => state.uploads.add({ ...job, id: 'job-2' })).toThrow('UNIQUE');
    expect(state.uploads.latestUploadedIso()).toBe(job.uploadedIso);
    state.uploads.add({ ...job, id: 'job-2', uploadedIso: iso(4) });
    expect(state.uploads.latestUploadedIso()).toBe(iso(4));
  });

  test('a tail is released once, by an open attempt only', () => {
    const { state, job } = withFile();
    const { uploads } = state;
    uploads.add(job);
    expect(() => uploads.releaseTail('a-1', '{}')).toThrow('a-1 is not open');
    uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
    expect(uploads.hasReleasedTail(job.id)).toBe(false);
    uploads.endAttempt('a-1', '{}', 2);
    expect(() => uploads.releaseTail('a-1', '{}')).toThrow('a-1 is not open');
    uploads.beginAttempt({ id: 'a-2', jobId: job.id, state: '{}', atMs: 3 });
    uploads.releaseTail('a-2', '{}');
    expect(uploads.hasReleasedTail(job.id)).toBe(true);
  });

  test('a released tail is remembered until the job ends: an outcome noted beside it, or "unknown", is no end', () => {
    const { state, folder, job } = withFile();
    state.uploads.add(job);
    state.uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
    state.uploads.releaseTail('a-1', '{}');
    state.uploads.noteAttempt('a-1', '{"kind":"recorded"}');
    state.uploads.end(job.id, 'unknown', null, 2);
    state.close();
    const { uploads } = reopenState(folder);
    expect(uploads.hasReleasedTail(job.id)).toBe(true);
    uploads.end(job.id, 'dropped', null, 3);
    expect(uploads.hasReleasedTail(job.id)).toBe(false);
  });

  test('spent is what was, or may have been, paid; what was refused or dropped cost nothing', () => {
    const { state, folderId, job } = withFile();
    const { uploads } = state;
    const outcomes = ['recorded', 'unknown', 'refused', 'dropped'] as const;
    for (const [index, outcome] of outcomes.entries()) {
      const content = addContent(state, outcome);
      const estimatedCredits = 10 ** index;
      const facts = {
        id: outcome,
        contentId: content.id,
        uploadedIso: iso(index),
        createdAtMs: index,
      };
      uploads.add({ ...job, ...facts, estimatedCredits });
      uploads.end(outcome, outcome, null, 9);
    }
    expect([uploads.spentIn(folderId), uploads.spentIn(99)]).toEqual([11, 0]);
    expect([uploads.spentSince(0), uploads.spentSince(1), uploads.spentSince(2)]).toEqual([
      11, 10, 0,
    ]);
  });

  test('an open job has cost nothing before an attempt, and may have during one', () => {
    const { state, folderId, job } = withFile();
    state.uploads.add({ ...job, estimatedCredits: 7 });
    expect(state.uploads.spentIn(folderId)).toBe(0);
    state.uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
    expect(state.uploads.spentIn(folderId)).toBe(7);
    state.uploads.endAttempt('a-1', '{}', 2);
    expect(state.uploads.spentIn(folderId)).toBe(0);
  });

  test('a folder’s spending outlives its rows: renaming a file does not refill the budget', () => {
    const { state, folderId, file, job } = withFile();
    state.uploads.add({ ...job, estimatedCredits: 7 });
    state.uploads.end(job.id, 'recorded', null, 5);
    state.files.forget(file);
    expect(state.uploads.spentIn(folderId)).toBe(7);
  });
});
