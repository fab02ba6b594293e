import { expect, test } from 'vitest';
import {
  addFile,
  addRecord,
  folderRules,
  temporaryState,
} from '../../test-support/temporary-state.ts';

const PRINT = '9f2c41aa07be5d108e33c0f4'.padEnd(64, '0');

/** Proofs of 10, 20, 30 …, the last of them not final, and one that is saved although it was deleted since. */
function ledger() {
  const { state } = temporaryState();
  const names = ['Run 1.raw', 'run 2.raw', '100%.csv', 'deleted.raw', 'pending.raw', 'gone.raw'];
  const states = ['Available', 'Available', 'Available', 'Deleted', 'Pending', 'Deleted'];
  for (const [index, name] of names.entries()) {
    const sha256 = index === 1 ? PRINT : `${index}`.repeat(64);
    const prints = { blake3: `b${sha256.slice(1)}`, sha256, sizeBytes: 5 };
    const { id: contentId } = state.contents.keep(prints);
    state.contents.keepSha256(prints);
    const projectId = `p${(index % 2) + 1}`;
    const { id } = addRecord(state, contentId, { name, projectId, fileId: `remote-${index}` });
    const status = states[index] ?? '';
    const provenAtMs = (index + 1) * 10;
    const settled = { settledAtMs: 100 - provenAtMs, provenAtMs }; // this computer's clock orders nothing
    state.records.setStatus(id, status, status === 'Pending' ? null : settled);
    if (index === 0 || index === 3) state.records.setCertificate(id, 'a.pdf', 'a.json');
  }
  const { certificateRange } = state;
  const found = (filter: Parameters<typeof certificateRange.range>[0], first = 0, count = 300) => {
    const { total, proofs } = certificateRange.range(filter, first, count);
    return [total, proofs.map(({ name }) => name)];
  };
  return { state, found };
}

test('a proof is listed by the date of its certificate, where that says one', () => {
  const { state, found } = ledger();
  const { id = 0 } = state.records.withFileId('remote-3') ?? {};
  state.records.setCertificate(id, 'a.pdf', 'a.json', 15);
  expect(found({})).toEqual([4, ['100%.csv', 'run 2.raw', 'deleted.raw', 'Run 1.raw']]);
  expect(found({ fromMs: 15, toMs: 16 })).toEqual([1, ['deleted.raw']]);
  expect(state.certificateRange.of('remote-3')).toMatchObject({
    provenAtMs: 15,
    isDateRecorded: true,
  });
});

test('what is available or saved is listed, the latest first, by window; one is found by its id, proven or not', () => {
  const { state, found } = ledger();
  expect(found({})).toEqual([4, ['deleted.raw', '100%.csv', 'run 2.raw', 'Run 1.raw']]);
  expect(found({ isAvailable: true })).toEqual([3, ['100%.csv', 'run 2.raw', 'Run 1.raw']]);
  expect(found({}, 1, 2)).toEqual([4, ['100%.csv', 'run 2.raw']]);
  expect(state.certificateRange.range({}, 3, 1).proofs).toEqual([
    {
      fileId: 'remote-0',
      projectId: 'p1',
      visibility: 'private',
      name: 'Run 1.raw',
      status: 'Available',
      provenAtMs: 10,
      sizeBytes: 5,
      blake3: `b${'0'.repeat(63)}`,
      sha256: '0'.repeat(64),
      isSaved: true,
      folderPath: null,
    },
  ]);
  const pending = { status: 'Pending', provenAtMs: null };
  expect(state.certificateRange.of('remote-4')).toMatchObject(pending);
  expect(state.certificateRange.of('nobody')).toBeNull();
});

test('a proof is found by the subfolders of a file here that shows it, and says where that lies', () => {
  const { state, found } = ledger();
  const folderId = state.folders.add('/lab/exp', folderRules(), 0);
  for (const [recordId, subfolder] of [
    [1, 'subject_07/plate-A'],
    [2, 'subject_08'],
  ] as const) {
    const directoryId = state.files.directory(folderId, subfolder);
    const row = addFile(state, folderId, { directoryId, name: `${recordId}` });
    const { contentId } = state.records.get(recordId);
    state.files.move(row, 'notarized', { contentId, recordId });
  }
  expect(found({ text: 'subject_07' })).toEqual([1, ['Run 1.raw']]);
  expect(found({ text: 'exp/subject_0 run' })).toEqual([2, ['run 2.raw', 'Run 1.raw']]);
  const { proofs } = state.certificateRange.range({}, 0, 9);
  expect(proofs.map(({ folderPath }) => folderPath)).toEqual([
    null,
    null,
    'exp/subject_08',
    'exp/subject_07/plate-A',
  ]);
});

test('those whose certificate does not come are listed on their own, until it comes', () => {
  const { state, found } = ledger();
  const fault = { kind: 'not-a-certificate', what: 'cut-pdf' } as const;
  state.records.missCertificates(1, 6, fault);
  expect(found({ isMissing: true })).toEqual([2, ['100%.csv', 'run 2.raw']]);
  expect(state.records.missingCertificates().map((each) => each.fault)).toEqual([fault, fault]);
  state.records.setCertificate(2, 'a.pdf', 'a.json');
  state.records.setStatus(3, 'Deleted', { settledAtMs: 70, provenAtMs: 70 });
  expect(found({ isMissing: true })).toEqual([0, []]);
  expect(state.records.countMissingCertificates()).toBe(0);
});

test('it is searched by name, by the beginning of a fingerprint, by project and by time', () => {
  const { found } = ledger();
  expect(found({ text: 'RUN' })).toEqual([2, ['run 2.raw', 'Run 1.raw']]);
  expect(found({ text: '%' })).toEqual([1, ['100%.csv']]);
  expect(found({ text: '9F2C 41aa' })).toEqual([1, ['run 2.raw']]);
  expect(found({ text: `b${PRINT.slice(1)}` })).toEqual([1, ['run 2.raw']]);
  expect(found({ text: '9f2' })).toEqual([0, []]);
  expect(found({ projectId: 'p1' })).toEqual([2, ['100%.csv', 'Run 1.raw']]);
  expect(found({ fileIds: ['remote-2', 'remote-0', 'none'] })).toEqual([
    2,
    ['100%.csv', 'Run 1.raw'],
  ]);
  expect(found({ fromMs: 20, toMs: 40 })).toEqual([2, ['100%.csv', 'run 2.raw']]);
});
