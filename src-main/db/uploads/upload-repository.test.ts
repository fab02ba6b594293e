import type { UploadEvent } from '../../../src-shared/model/files/upload-state.ts';
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
    const unseen = {
      received: null,
      unknownSinceMs: null,
      lookedAtMs: null,
      finding: null,
      recordedBy: null,
      knownLostAtMs: null,
    };
    const row = { ...job, ...none, ...unseen, outcome: 'open' };
    const live = () => uploads.live(job.contentId, job.projectId, job.visibility);
    expect([uploads.get(job.id), live(), uploads.latestOfFile(job.fileId)]).toEqual([
      row,
      row,
      row,
    ]);
    expect(uploads.withOutcome('open')).toEqual([row]);
    const received = { kind: 'answer', status: 502, content: 'html' } as const;
    const note = JSON.stringify(received);
    const unknown = { ...row, outcome: 'unknown', unknownSinceMs: 5, received: note };
    uploads.move(job.id, { type: 'answer-lost', received }, 5);
    expect(uploads.get(job.id)).toEqual(unknown);
    const recordId = addRecord(state, content.id).id;
    uploads.move(job.id, { type: 'recorded', recordId, by: null }, 6);
    const recorded = { ...unknown, outcome: 'recorded', recordId, endedAtMs: 6 };
    expect(uploads.get(job.id)).toEqual(recorded);
    expect([live(), uploads.get('none'), uploads.latestOfFile(99)]).toEqual([null, null, null]);
  });

  test('one job at a time for a content in a place, and none beside an unknown one', () => {
    const { uploads, job } = uploadState();
    const again = { ...job, id: 'job-2', uploadedIso: iso(1) };
    uploads.add(job);
    expect(() => uploads.add(again)).toThrow('UNIQUE');
    uploads.move(job.id, { type: 'answer-lost' }, 5);
    expect(() => uploads.add(again)).toThrow('UNIQUE');
    uploads.add({ ...again, visibility: 'public' });
    uploads.move(job.id, { type: 'given-up' }, 6);
    uploads.add({ ...again, id: 'job-3', uploadedIso: iso(2) });
    expect(uploads.live(job.contentId, job.projectId, 'private')?.id).toBe('job-3');
    expect(uploads.live(job.contentId, job.projectId, 'public')?.id).toBe('job-2');
  });

  test('the time a job is found again by is its own, for ever', () => {
    const { uploads, job } = uploadState();
    uploads.add(job);
    uploads.move(job.id, { type: 'refused' }, 5);
    expect(() => uploads.add({ ...job, id: 'job-2' })).toThrow('UNIQUE');
    expect([uploads.sentAs(job.uploadedIso)?.id, uploads.sentAs(iso(4))]).toEqual([job.id, null]);
  });
});

/** A job of the repository, with short words for what its attempt does. */
function journal() {
  const at = uploadState();
  const { uploads, job } = at;
  uploads.add(job);
  const move = (event: UploadEvent) => uploads.move(job.id, event, 5);
  const begin = (attemptId = 'a-1') => move({ type: 'attempt-begun', attemptId });
  const announce = () => move({ type: 'resource-announced', attemptId: 'a-1', resource: RESOURCE });
  const confirm = (bytes: number) => move({ type: 'bytes-confirmed', attemptId: 'a-1', bytes });
  const release = (attemptId = 'a-1') => move({ type: 'tail-released', attemptId });
  const stop = (attemptId = 'a-1') =>
    move({ type: 'attempt-ended', attemptId, isUnrecorded: true, note: '{}' });
  return { ...at, move, begin, announce, confirm, release, stop };
}

describe('a move of an upload', () => {
  test('that does not fit throws, writes nothing and takes its transaction back', () => {
    const { state, uploads, job, begin, release, stop, move } = journal();
    expect(() => release()).toThrow('job-1 is waiting: "tail-released" does not fit');
    begin();
    stop();
    expect(() => release()).toThrow('does not fit');
    begin('a-2');
    expect(() => release('a-1')).toThrow('does not fit');
    release('a-2');
    const drop = () =>
      state.transaction(() => {
        uploads.noteLook(job.id, { atMs: 1, finding: '{}' });
        move({ type: 'dropped' });
      });
    expect(drop).toThrow('job-1 is tail-released: "dropped" does not fit');
    expect(uploads.get(job.id)).toMatchObject({ outcome: 'open', lookedAtMs: null });
    expect(() => uploads.move('none', { type: 'dropped' })).toThrow('there is no job none');
  });

  test('leaves in the rows what the next program finds', () => {
    const { state, folder, job, begin, announce, confirm, release, move } = journal();
    const found = () => {
      const again = reopenState(folder);
      const now = again.uploads.stateOf(job.id);
      again.close();
      return now;
    };
    const part = { attemptId: 'a-1', resource: RESOURCE, confirmedBytes: 50 };
    expect(found()).toEqual({ state: 'waiting', part: null });
    begin();
    expect(found()).toEqual({ state: 'sending', attemptId: 'a-1', part: null });
    announce();
    confirm(50);
    confirm(40);
    release();
    expect(found()).toEqual({ state: 'tail-released', attemptId: 'a-1', part });
    move({
      type: 'attempt-ended',
      attemptId: 'a-1',
      isUnrecorded: false,
      note: '{"kind":"recorded"}',
    });
    expect(found()).toEqual({ state: 'tail-released', attemptId: 'a-1', part });
    move({ type: 'recovered' });
    expect(found()).toEqual({ state: 'unknown', part });
    move({ type: 'given-up' });
    expect(found()).toEqual({ state: 'given-up' });
    state.close();
  });
});

describe('what a folder has spent', () => {
  test('is what was, or may have been, paid; what was refused or dropped cost nothing', () => {
    const { state, uploads, folderId, job } = uploadState();
    const ends = [
      { type: 'recorded', recordId: null, by: null },
      { type: 'answer-lost' },
      { type: 'refused' },
      { type: 'dropped' },
    ] as const;
    for (const [index, end] of ends.entries()) {
      const facts = { contentId: addContent(state, end.type).id, uploadedIso: iso(index) };
      uploads.add({ ...job, ...facts, id: end.type, estimatedCredits: 10 ** index });
      uploads.move(end.type, end, 9);
    }
    expect([state.charges.spentIn(folderId), state.charges.spentIn(99)]).toEqual([11, 0]);
  });

  test('counts an open job during an attempt, and outlives the rows: a rename does not refill the budget', () => {
    const { state, folderId, file, move, begin, stop } = journal();
    const spent = () => state.charges.spentIn(folderId);
    expect(spent()).toBe(0);
    begin();
    expect(spent()).toBe(1);
    stop();
    expect(spent()).toBe(0);
    move({ type: 'recorded', recordId: null, by: null });
    state.files.forget(file);
    expect(spent()).toBe(1);
  });
});

describe('an attempt with an address', () => {
  test('is resumable while that is known: stopped, released or found after a crash', () => {
    const { state, folder, job, begin, announce, confirm } = journal();
    begin();
    expect(state.uploads.resumable(job.id)).toBeNull();
    announce();
    confirm(50);
    state.close();

    const { uploads } = reopenState(folder);
    const part = { attemptId: 'a-1', resource: RESOURCE, confirmedBytes: 50 };
    const attemptId = 'a-1';
    expect(uploads.resumable(job.id)).toEqual({ ...part, isTailReleased: false });
    expect(uploads.move(job.id, { type: 'recovered' })).toEqual({ state: 'waiting', part });
    uploads.move(job.id, { type: 'attempt-resumed', attemptId });
    uploads.move(job.id, { type: 'tail-released', attemptId });
    expect(uploads.resumable(job.id)).toEqual({ ...part, isTailReleased: true });
    uploads.move(job.id, { type: 'answer-lost' });
    expect(uploads.resumable(job.id)).toEqual({ ...part, isTailReleased: true });
  });

  test('forgets it with the upload, and with the job', () => {
    const { uploads, job, move, begin, announce, stop } = journal();
    begin();
    announce();
    move({ type: 'resource-dropped', attemptId: 'a-1' });
    expect(uploads.resumable(job.id)).toBeNull();
    stop();
    expect(() => move({ type: 'attempt-resumed', attemptId: 'a-1' })).toThrow('does not fit');
    begin('a-2');
    move({ type: 'resource-announced', attemptId: 'a-2', resource: RESOURCE });
    move({ type: 'dropped' });
    expect(uploads.resumable(job.id)).toBeNull();
  });
});
