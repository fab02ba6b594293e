import { expect, test } from 'vitest';
import {
  MAX_FILE_BYTES_BINARY,
  MAX_FILE_BYTES_DECIMAL,
} from '../../../src-shared/service/limits.ts';
import { keepRecord } from '../../pipeline/decide/keep-record.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeSpendApproval } from './credits.ts';

/** A fingerprinted private file of this size, in a folder whose files are not checked first. */
function fileOfSize(sizeBytes: number) {
  const { state, clock } = temporaryState();
  const rules = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
  const folderId = state.folders.add('/data', rules, 0);
  const { id: contentId } = addContent(state, 'scan', sizeBytes);
  const found = addFile(state, folderId, { name: 'scan.raw', sizeBytes });
  const transitions = makeFileTransitions(state, { clock, announce: () => undefined });
  transitions.decide(state.files.move(found, 'hashing', { contentId }));
  const row = () => fileOf(state, found.id);
  return {
    state,
    clock,
    row,
    transitions,
    approval: makeSpendApproval({ state, transitions, clock }),
  };
}

test.each([MAX_FILE_BYTES_DECIMAL + 1, MAX_FILE_BYTES_BINARY])(
  'a file between the two readings of 2.5 GB (%i bytes) is held, and ready at its price once approved',
  (sizeBytes) => {
    const f = fileOfSize(sizeBytes);
    expect(f.row()).toMatchObject({ state: 'held', hold: 'size_confirm' });
    const lifted = f.approval.approve([f.row().id]);
    expect(lifted.ok && [...lifted.value]).toEqual([['size_confirm', 1]]);
    expect(f.row()).toMatchObject({ state: 'ready', hold: null });
    expect(f.transitions.priceOf(f.row()).credits).toBe(1);
    expect(f.state.charges.spentSince(0)).toBe(0);
  },
);

test('what is larger than both readings cannot be approved', () => {
  const f = fileOfSize(MAX_FILE_BYTES_BINARY + 1);
  expect(f.row()).toMatchObject({ state: 'held', hold: 'size_limit' });
  expect(f.approval.approve([f.row().id])).toMatchObject({
    ok: false,
    fault: { kind: 'cannot-approve', hold: 'size_limit' },
  });
  expect(f.approval.awaiting([f.row().id])).toEqual([]);
});

test('what was deleted on the service is asked about anew once a person wants it notarized again', () => {
  const f = fileOfSize(5);
  const { id: fileId, contentId } = f.row();
  const record = addRecord(f.state, contentId ?? 0, { status: 'Deleted' });
  const answer = { exists: false, fileName: '', project: '', askedAtMs: 0 };
  f.state.contents.keepPlatformAnswer(record.contentId, answer);
  f.transitions.decide(f.row());
  expect(f.row()).toMatchObject({ state: 'held', hold: 'record_deleted' });
  expect(f.approval.approve([fileId])).toEqual({
    ok: true,
    value: new Map([['record_deleted', 1]]),
  });
  expect(f.row()).toMatchObject({ id: fileId, state: 'ready' });
  expect(f.state.contents.get(record.contentId).platform).toBeNull();

  // It was for one upload: what is deleted once more is asked about once more.
  const { contentId: sent } = record;
  f.state.uploads.add(uploadJob({ fileId, contentId: sent }));
  const job = f.state.uploads.get('job-1');
  if (job === null) throw new Error('the job was not kept');
  keepRecord({ state: f.state, clock: f.clock }, job, { fileId: 'again', status: 'Deleted' }, null);
  f.transitions.decide(f.row());
  expect(f.row()).toMatchObject({ state: 'held', hold: 'record_deleted' });
});
