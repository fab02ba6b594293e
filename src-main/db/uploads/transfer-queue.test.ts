import { expect, test } from 'vitest';
import { addContent, fileOf, reopenState } from '../../test-support/temporary-state.ts';
import { uploadState } from '../test-support/upload-state.ts';

const NO_RULES = { pause: null, limitBytesPerSecond: null, parallel: null };
const RESOURCE = 'https://lab.example/uploads/';

test('pause, limit, number and choices are there after a restart, and none at first', () => {
  const { state, folder, file, content } = uploadState();
  expect(state.transferRules.get()).toEqual(NO_RULES);
  const pause = { mode: 'after-current', sinceMs: 5, untilMs: 9 } as const;
  state.transferRules.setPause(pause);
  state.transferRules.setLimit(500_000);
  state.transferRules.setParallel(2);
  state.queueChoices.sendNext(file.id);
  state.queueChoices.stop(file.id, content.id);
  state.close();
  const { transferRules, queueChoices } = reopenState(folder);
  expect(transferRules.get()).toEqual({ pause, limitBytesPerSecond: 500_000, parallel: 2 });
  const choice = { place: -1, stoppedContentId: content.id };
  expect([...queueChoices.all()]).toEqual([[file.id, choice]]);
  transferRules.setPause(null);
  transferRules.setLimit(null);
  transferRules.setParallel(null);
  expect(transferRules.get()).toEqual(NO_RULES);
});

test('a choice that is taken back or carried out leaves no row, and one goes with its file', () => {
  const { state, file, content } = uploadState();
  const { queueChoices } = state;
  queueChoices.stop(file.id, content.id);
  expect(queueChoices.of(file.id)).toEqual({ place: null, stoppedContentId: content.id });
  queueChoices.stop(file.id, null);
  expect([...queueChoices.all()]).toEqual([]);
  queueChoices.sendNext(file.id);
  queueChoices.forget(file.id);
  expect([...queueChoices.all()]).toEqual([]);
  queueChoices.sendNext(file.id);
  state.files.forget(file);
  expect([...queueChoices.all()]).toEqual([]);
});

test('what a dropped upload left at the service is noted, whoever drops it; evidence is not', () => {
  const { state, uploads, job } = uploadState();
  for (const index of [0, 1, 2]) {
    const { id: contentId } = addContent(state, `content ${index}`);
    const id = `job-${index}`;
    uploads.add({ ...job, id, contentId, uploadedIso: `2026-11-21T09:00:00.00${index}Z` });
    uploads.move(id, { type: 'attempt-begun', attemptId: `attempt-${index}` }, 0);
    uploads.move(id, {
      type: 'resource-announced',
      attemptId: `attempt-${index}`,
      resource: `${RESOURCE}${index}`,
    });
  }
  uploads.move('job-1', { type: 'tail-released', attemptId: 'attempt-1' });
  uploads.move('job-0', { type: 'dropped' }, 7);
  expect(() => uploads.move('job-1', { type: 'dropped' }, 7)).toThrow('does not fit');
  const no = { type: 'attempt-ended', isUnrecorded: true, note: '{}' } as const;
  uploads.move('job-2', { ...no, attemptId: 'attempt-2' }, 7);
  uploads.move('job-2', { type: 'refused' }, 7);
  expect(uploads.resumable('job-0')).toBeNull();
  expect(state.unfinishedUploads.abandoned()).toEqual([`${RESOURCE}0`]);
  state.unfinishedUploads.forget(`${RESOURCE}0`);
  expect(state.unfinishedUploads.abandoned()).toEqual([]);
});

test('a job whose file shows other bytes, or is gone, can never go on; one that may is left alone', () => {
  const { state, uploads, file, job } = uploadState();
  uploads.add(job);
  uploads.move(job.id, { type: 'attempt-begun', attemptId: 'attempt' }, 0);
  const stale = () => state.unfinishedUploads.staleJobs();
  const hashing = state.files.move(file, 'hashing');
  state.files.move(hashing, 'ready', { contentId: addContent(state, 'other').id });
  expect(stale()).toEqual([]); // nothing is kept anywhere
  uploads.move(job.id, {
    type: 'resource-announced',
    attemptId: 'attempt',
    resource: `${RESOURCE}1`,
  });
  expect(stale()).toEqual([job.id]);
  expect([...state.unfinishedUploads.begunFileIds()]).toEqual([file.id]);
  const settling = state.files.move(fileOf(state, file.id), 'settling', { contentId: null });
  expect(stale()).toEqual([]); // it may turn out to hold the same bytes
  state.files.forget(settling);
  expect(stale()).toEqual([job.id]);
  uploads.move(job.id, { type: 'tail-released', attemptId: 'attempt' });
  expect(stale()).toEqual([]);
});
