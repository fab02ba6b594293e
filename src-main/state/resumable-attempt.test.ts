import { expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';

const RESOURCE = 'https://lab.example/uploads/secret';

function withAttempt() {
  const { state, folder } = temporaryState();
  const file = addFile(state, state.folders.add('/data', folderRules(), 0));
  const job = uploadJob({ fileId: file.id, contentId: addContent(state, 'a').id });
  state.uploads.add(job);
  state.uploads.beginAttempt({ id: 'a-1', jobId: job.id, state: '{}', atMs: 1 });
  return { state, folder, job };
}

test('an attempt is resumable while its address is known: stopped, released or found after a crash', () => {
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

test('the address is forgotten with the upload, and with the job', () => {
  const { state, job } = withAttempt();
  const { uploads } = state;
  uploads.keepResource('a-1', RESOURCE);
  uploads.forgetResource('a-1');
  expect(uploads.resumable(job.id)).toBeNull();
  expect(() => uploads.reopenAttempt('a-1', '{}')).toThrow('a-1 cannot go on');
  uploads.keepResource('a-1', RESOURCE);
  uploads.end(job.id, 'dropped', null, 5);
  expect(uploads.resumable(job.id)).toBeNull();
});
