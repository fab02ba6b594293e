import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applyServiceStatus } from '../../pipeline/decide/keep-record.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addRecord, temporaryFolder, uploadJob } from '../../test-support/temporary-state.ts';
import { fileTimes, listRow, makeFileView } from './file-views.ts';

/** A file whose content is known, and its times as a face receives them. */
function timedFile() {
  const stage = pipeline();
  const { state, clock } = stage;
  const certificates = temporaryFolder();
  const file = stage.put('run.raw', 'x', 'ready');
  const times = () => fileTimes(makeFileView(state, certificates)(stage.row(file)), state);
  return { ...stage, state, clock, certificates, file, times };
}

test('each step has the time at which it was reached, and none that it did not reach', async () => {
  const { state, clock, certificates, file, times, row, transitions } = timedFile();
  const beganAtMs = clock.nowMs();
  const reached = { savedAtMs: 0, fingerprintedAtMs: beganAtMs, checkedAtMs: 0 };
  const open = { uploadedAtMs: null, recordedAtMs: null, certificateAtMs: null };
  expect(await times()).toEqual({ ...reached, ...open });

  await clock.advance(1_000);
  const receivedAtMs = clock.nowMs();
  const record = addRecord(state, file.contentId ?? 0, { status: 'Pending', receivedAtMs });
  state.files.move(state.files.move(row(file), 'uploading'), 'recording', { recordId: record.id });
  expect(await times()).toMatchObject({ ...reached, ...open, uploadedAtMs: receivedAtMs });

  await clock.advance(1_000);
  state.transaction(() =>
    applyServiceStatus({ state, transitions, clock }, record.id, { status: 'Available' }),
  );
  fs.writeFileSync(path.join(certificates, 'one.pdf'), '');
  expect(await times()).toMatchObject({ recordedAtMs: null }); // it is there, and nothing says since when
  const recordedAtMs = clock.nowMs();
  state.records.setCertificate(record.id, 'one.pdf', 'one.json', recordedAtMs);
  const all = await times();
  expect(all).toMatchObject({ recordedAtMs, uploadedAtMs: receivedAtMs });
  expect(all?.certificateAtMs).toBeGreaterThan(0);
  fs.rmSync(path.join(certificates, 'one.pdf'));
  expect(await times()).toMatchObject({ certificateAtMs: null });
});

test('other bytes begin anew, and the way of a copy ends with the check', async () => {
  const { state, clock, file, times, row } = timedFile();
  const record = addRecord(state, file.contentId ?? 0);
  state.files.move(row(file), 'duplicate', { recordId: record.id });
  expect(await times()).toMatchObject({ uploadedAtMs: null, recordedAtMs: null });
  await clock.advance(5_000);
  state.files.move(row(file), 'settling', { contentId: null, recordId: null });
  expect(await times()).toMatchObject({ fingerprintedAtMs: null, checkedAtMs: null });
  expect(state.files.fingerprintedAtMs(file.id)).toBeNull();
  state.files.forget(row(file));
  expect(state.files.fingerprintedAtMs(file.id)).toBeNull();
});

test('a list says what a file cost once that is known, and of one that changed only what comes', () => {
  const { state, file, row } = timedFile();
  const record = addRecord(state, file.contentId ?? 0);
  const { id: contentId } = state.contents.get(file.contentId ?? 0);
  state.uploads.add(uploadJob({ id: 'job', contentId, fileId: file.id }));
  state.uploads.move('job', { type: 'recorded', recordId: record.id, by: null }, 0);
  const shown = () => listRow(row(file), makeFileView(state, '/certificates'), state);
  state.files.move(state.files.move(row(file), 'uploading'), 'recording', { recordId: record.id });
  expect(shown()).toMatchObject({ credits: 1, chargedCredits: null });
  state.charges.settle('job', 0, 'tx-1');
  expect(shown()).toMatchObject({ credits: 1, chargedCredits: 0 });
  for (const next of ['notarized', 'settling', 'discovered', 'hashing', 'changed'] as const) {
    state.files.move(row(file), next);
  }
  expect(shown()).toMatchObject({ credits: 1, chargedCredits: null });
});
