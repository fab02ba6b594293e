import { expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  reopenState,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';

function withFile() {
  const { state, folder } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const content = addContent(state, 'x');
  return { state, folder, file, content };
}

test('a fresh account has no pause, no limit and no number of uploads', () => {
  const { state } = temporaryState();
  const none = { pause: null, limitBytesPerSecond: null, parallel: null };
  expect(state.transferRules.get()).toEqual(none);
});

test('pause, limit, number and wishes are there after a restart', () => {
  const { state, folder, file, content } = withFile();
  const pause = { mode: 'after-current', sinceMs: 5, untilMs: 9 } as const;
  state.transferRules.setPause(pause);
  state.transferRules.setLimit(500_000);
  state.transferRules.setParallel(2);
  state.uploadWishes.setPriority(file.id, 'first');
  state.uploadWishes.stop(file.id, content.id);
  state.close();
  const again = reopenState(folder);
  expect(again.transferRules.get()).toEqual({ pause, limitBytesPerSecond: 500_000, parallel: 2 });
  expect([...again.uploadWishes.all()]).toEqual([
    [file.id, { priority: 'first', place: null, stoppedContentId: content.id }],
  ]);
  again.transferRules.setPause(null);
  again.transferRules.setLimit(null);
  again.transferRules.setParallel(null);
  const none = { pause: null, limitBytesPerSecond: null, parallel: null };
  expect(again.transferRules.get()).toEqual(none);
});

test('a wish that is taken back leaves no row, and one goes with its file', () => {
  const { state, file, content } = withFile();
  const { uploadWishes } = state;
  uploadWishes.setPriority(file.id, 'last');
  uploadWishes.stop(file.id, content.id);
  uploadWishes.setPriority(file.id, 'normal');
  expect(uploadWishes.of(file.id)).toEqual({
    priority: 'normal',
    place: null,
    stoppedContentId: content.id,
  });
  uploadWishes.stop(file.id, null);
  expect([...uploadWishes.all()]).toEqual([]);
  uploadWishes.setPriority(file.id, 'last');
  state.files.forget(file);
  expect([...uploadWishes.all()]).toEqual([]);
});

test('what a dropped upload left at the service is noted, whoever drops it; evidence is not', () => {
  const { state, file, content } = withFile();
  const contents = [content, addContent(state, 'y'), addContent(state, 'z')];
  for (const [index, { id: contentId }] of contents.entries()) {
    const id = `job-${index}`;
    const uploadedIso = `2026-11-21T09:00:00.00${index}Z`;
    state.uploads.add(uploadJob({ id, fileId: file.id, contentId, uploadedIso }));
    state.uploads.beginAttempt({ id: `attempt-${index}`, jobId: id, state: '{}', atMs: 0 });
    state.uploads.keepResource(`attempt-${index}`, `https://lab.example/uploads/${index}`);
  }
  state.uploads.releaseTail('attempt-1', '{}');
  state.uploads.end('job-0', 'dropped', null, 7);
  state.uploads.end('job-1', 'dropped', null, 7);
  state.uploads.end('job-2', 'refused', null, 7);
  expect(state.uploads.resumable('job-0')).toBeNull();
  expect(state.unfinishedUploads.abandoned()).toEqual(['https://lab.example/uploads/0']);
  state.unfinishedUploads.forget('https://lab.example/uploads/0');
  expect(state.unfinishedUploads.abandoned()).toEqual([]);
});

test('a job whose file shows other bytes, or is gone, can never go on; one that may is left alone', () => {
  const { state, file, content } = withFile();
  state.uploads.add(uploadJob({ fileId: file.id, contentId: content.id }));
  state.uploads.beginAttempt({ id: 'attempt', jobId: 'job-1', state: '{}', atMs: 0 });
  const stale = () => state.unfinishedUploads.staleJobs();
  const hashing = state.files.move(file, 'hashing');
  state.files.move(hashing, 'ready', { contentId: addContent(state, 'other').id });
  expect(stale()).toEqual([]); // nothing is kept anywhere
  state.uploads.keepResource('attempt', 'https://lab.example/uploads/1');
  expect(stale()).toEqual(['job-1']);
  expect([...state.unfinishedUploads.begunFileIds()]).toEqual([file.id]);
  const ready = state.files.get(file.id)!;
  const settling = state.files.move(ready, 'settling', { contentId: null });
  expect(stale()).toEqual([]); // it may turn out to hold the same bytes
  state.files.forget(settling);
  expect(stale()).toEqual(['job-1']);
  state.uploads.releaseTail('attempt', '{}');
  expect(stale()).toEqual([]);
});
