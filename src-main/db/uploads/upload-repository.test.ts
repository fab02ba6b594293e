import { describe, expect, test } from 'vitest';
import { addContent, addRecord, reopenState } from '../../test-support/temporary-state.ts';
import { uploadState } from '../test-support/upload-state.ts';

const RESOURCE = 'https://lab.example/uploads/secret';
const iso = (second: number) => `2026-11-21T09:00:0${second}.000Z`;

describe('the journal of uploads', () => {
  test('a job is kept as it was opened, and ends once', () => {
    const { state, uploads, job, content } = uploadState();
    uploads.add(job);
    const none = { recordId: null, endedAtMs: null, baselineSeq: 0, baselineTotal: null };
    const unseen = { unknownSinceMs: null, lookedAtMs: null, finding: null, recordedBy: null };
    const row = { ...job, ...none, ...unseen, outcome: 'open' };
    const live = () => uploads.live(job.contentId, job.projectId, job.visibility);
    expect([uploads.get(job.id), live(), uploads.latestOfFile(job.fileId)]).toEqual([
      row,
      row,
      row,
    ]);
    expect(uploads.withOutcome('open')).toEqual([row]);
    const unknown = { ...row, outcome: 'unknown', unknownSinceMs: 5 };
    uploads.end(job.id, 'unknown', null, 5);
    expect(uploads.get(job.id)).toEqual(unknown);
    const recordId = addRecord(state, content.id).id;
    uploads.end(job.id, 'recorded', recordId, 6);
    const recorded = { ...unknown, outcome: 'recorded', recordId, endedAtMs: 6 };
    expect(uploads.get(job.id)).toEqual(recorded);
    expect([live(), uploads.get('none'), uploads.latestOfFile(99)]).toEqual([null, null, null]);
  });

  test('one job at a time for a content in a place, and none beside an unknown one', () => {
    const { uploads, job } = uploadState();
    const again = { ...job, id: 'job-2', uploadedIso: iso(1) };
    uploads.add(job);
    expect(() => uploads.add(again)).toThrow('UNIQUE');
    uploads.end(job.id, 'unknown', null, 5);
    expect(() => uploads.add(again)).toThrow('UNIQUE');
    uploads.add({ ...again, visibility: 'public' });
    uploads.end(job.id, 'dropped', null, 6);
    uploads.add({ ...again, id: 'job-3', uploadedIso: iso(2) });
    expect(uploads.live(job.contentId, job.projectId, 'private')?.id).toBe('job-3');
    expect(uploads.live(job.contentId, job.projectId, 'public')?.id).toBe('job-2');
  });

  test('the time a job is found again by is its own, for ever', () => {
    const { uploads, job } = uploadState();
    uploads.add(job);
    uploads.end(job.id, 'refused', null, 5);
    expect(() => uploads.add({ ...job, id: 'job-2' })).toThrow('UNIQUE');
    expect(uploads.latestUploadedIso()).toBe(job.uploadedIso);
    uploads.add({ ...job, id: 'job-2', uploadedIso: iso(4) });
    expect(uploads.latestUploadedIso()).toBe(iso(4));
  });
});

describe('a released tail', () => {
  test('is released once, by an open attempt only', () => {
    const { uploads, job } = uploadState();
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

  test('is remembered until the job ends: an outcome noted beside it, or "unknown", is no end', () => {
    const { state, folder, job } = uploadState();
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
});

describe('what a folder has spent', () => {
  test('is what was, or may have been, paid; what was refused or dropped cost nothing', () => {
    const { state, uploads, folderId, job } = uploadState();
    for (const [index, id] of (['recorded', 'unknown', 'refused', 'dropped'] as const).entries()) {
      const facts = { contentId: addContent(state, id).id, uploadedIso: iso(index) };
      uploads.add({ ...job, ...facts, id, createdAtMs: index, estimatedCredits: 10 ** index });
      uploads.end(id, id, null, 9);
    }
    expect([uploads.spentIn(folderId), uploads.spentIn(99)]).toEqual([11, 0]);
    expect([0, 1, 2].map((sinceMs) => uploads.spentSince(sinceMs))).toEqual([11, 10, 0]);
  });

  test('counts an open job during an attempt, and outlives the rows: a rename does not refill the budget', () => {
    const { state, uploads, folderId, file, job } = uploadState();
    const spent = () => uploads.spentIn(folderId);
    uploads.add({ ...job, estimatedCredits: 7 });
    expect(spent()).toBe(0);
    uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
    expect(spent()).toBe(7);
    uploads.endAttempt('a-1', '{}', 2);
    expect(spent()).toBe(0);
    uploads.end(job.id, 'recorded', null, 5);
    state.files.forget(file);
    expect(spent()).toBe(7);
  });
});

function withAttempt() {
  const { state, uploads, folder, job } = uploadState();
  uploads.add(job);
  uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
  return { state, uploads, folder, job };
}

describe('an attempt with an address', () => {
  test('is resumable while that is known: stopped, released or found after a crash', () => {
    const { state, folder, job } = withAttempt();
    expect(state.uploads.resumable(job.id)).toBeNull();
    state.uploads.keepResource('a-1', RESOURCE);
    state.uploads.confirmBytes('a-1', 50);
    state.uploads.confirmBytes('a-1', 40);
    state.close();

    const { uploads } = reopenState(folder);
    const attempt = { attemptId: 'a-1', resource: RESOURCE, confirmedBytes: 50 };
    expect(uploads.resumable(job.id)).toEqual({ ...attempt, isTailReleased: false });
    uploads.endOpenAttempts(job.id, 5);
    expect(uploads.spentSince(0)).toBe(0);
    uploads.reopenAttempt('a-1', '{}');
    uploads.releaseTail('a-1', '{}');
    expect(uploads.resumable(job.id)).toEqual({ ...attempt, isTailReleased: true });
    uploads.end(job.id, 'unknown', null, 6);
    expect(uploads.resumable(job.id)).toEqual({ ...attempt, isTailReleased: true });
  });

  test('forgets it with the upload, and with the job', () => {
    const { uploads, job } = withAttempt();
    uploads.keepResource('a-1', RESOURCE);
    uploads.forgetResource('a-1');
    expect(uploads.resumable(job.id)).toBeNull();
    expect(() => uploads.reopenAttempt('a-1', '{}')).toThrow('a-1 cannot go on');
    uploads.keepResource('a-1', RESOURCE);
    uploads.end(job.id, 'dropped', null, 5);
    expect(uploads.resumable(job.id)).toBeNull();
  });
});
