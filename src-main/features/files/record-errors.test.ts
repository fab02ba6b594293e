import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import type { RemoteFile, RemoteRecords } from '../../pipeline/common/ports.ts';
import { applyRecorded } from '../../pipeline/confirm/outcome-check.ts';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { playQuirks } from '../../pipeline/common/test-support/fake-ports.ts';
import {
  addRecord,
  assignment,
  folderRules,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeFileView } from './file-views.ts';
import { isPaidFor } from '../credits/spend-offers.ts';
import { makeRecordErrors } from './unrecorded-uploads.ts';
import { AWAY } from '../mirror/test-support/project-copies.ts';

const never = new AbortController().signal;

const listed = (fileId: string, status: string): RemoteFile => ({
  fileId,
  name: 'run.raw',
  ownerId: 'me',
  uploadedIso: '2026-11-21T09:00:00.000Z',
  status,
  fileType: 'primary',
  label: 'raw',
});

/**
 * A file of 3 MB that was received and not written to the chain; `list` is what the service reports at its destination.
 */
function failedFile(list: () => readonly RemoteFile[] | null = () => []) {
  const p = pipeline(
    folderRules({ assignment: assignment({ visibility: 'public', checkPolicy: 'never' }) }),
  );
  const { state, clock, transitions } = p;
  const row = failed('run.raw');
  const readings: string[] = [];
  const remote: Pick<RemoteRecords, 'list' | 'ownerId'> = {
    ownerId: () => 'me',
    async list({ projectId, visibility }) {
      readings.push(`${projectId} ${visibility}`);
      const files = list();
      if (files === null) return fail(AWAY);
      return ok({ files, isComplete: true, totalRecords: files.length, paging: null });
    },
  };
  const { quirks } = playQuirks();
  const view = makeFileView(state, '/certificates');
  const find = (asked: string) => {
    const known = state.files.get(Number(asked));
    return known === null ? null : view(known);
  };
  const ports = { state, transitions, clock, quirks, files: { find } };
  const errors = makeRecordErrors({ ...ports, remote: remote as RemoteRecords });

  function failed(name: string) {
    const ready = p.put(name, 'x', 'ready');
    const place = { projectId: 'project-1', visibility: 'public', fileId: 'remote-1' } as const;
    const kept = addRecord(state, ready.contentId ?? 0, { ...place, status: 'NotarizationError' });
    const sent = state.files.move(ready, 'uploading', { sizeBytes: 3_000_000 });
    return state.files.move(sent, 'record_error', { recordId: kept.id });
  }

  /** The second upload, as the journal has it after the answer. */
  function uploaded(status: string): void {
    const at = p.row(row);
    state.files.move(at, 'uploading');
    const contentId = at.contentId ?? 0;
    const job = { id: 'job-2', fileId: at.id, contentId, visibility: 'public' } as const;
    state.uploads.add(uploadJob(job));
    const open = state.uploads.get('job-2');
    if (open === null) throw new Error('no job');
    state.transaction(() => {
      state.files.move(p.row(row), 'confirming');
      applyRecorded({ state, transitions, clock }, open, { fileId: 'remote-2', status }, null);
    });
  }
  return {
    ...p,
    errors,
    readings,
    failed,
    uploaded,
    row: () => p.row(row),
    asked: String(row.id),
  };
}

describe('a record that was not written to the chain', () => {
  test('a look takes over what the service says by now, and changes nothing without an answer', async () => {
    let says: readonly RemoteFile[] | null = null;
    const { errors, row, asked, readings, state } = failedFile(() => says);
    expect(await errors.check(asked, never)).toEqual(fail(AWAY));
    for (const [next, wanted] of [
      [[listed('remote-1', 'NotarizationError')], 'record_error'],
      [[], 'record_error'],
      [[listed('remote-1', 'Pending')], 'recording'],
    ] as const) {
      says = next;
      expect(await errors.check(asked, never)).toMatchObject({ value: { state: wanted } });
    }
    expect(state.records.newestUnsettledId()).not.toBeNull(); // its record is followed again
    expect(readings).toEqual(Array.from({ length: 4 }, () => 'project-1 public'));
    expect(row().state).toBe('recording');
    expect(await errors.check(asked, never)).toMatchObject({ fault: { kind: 'not-in-doubt' } });
    expect(await errors.check('nothing', never)).toMatchObject({ fault: { kind: 'unknown-file' } });
  });

  test('it is uploaded again only for the price that was seen, and is paid for without another word', async () => {
    const { errors, row, asked, state } = failedFile();
    expect(isPaidFor(row(), state)).toBe(false);
    expect(await errors.uploadAgain(asked, 2, never)).toEqual(
      fail({ kind: 'dearer-than-agreed', credits: 3, agreedCredits: 2 }),
    );
    expect(row().state).toBe('record_error');
    expect(await errors.uploadAgain(asked, 3, never)).toMatchObject({ value: { state: 'ready' } });
    expect(row()).toMatchObject({ state: 'ready', recordId: null });
    expect(isPaidFor(row(), state)).toBe(true);
    expect(state.uploads.live(row().contentId ?? 0, 'project-1', 'public')).toBeNull();
  });

  test('what is recorded by now, or cannot be looked at, is not put in line', async () => {
    let says: readonly RemoteFile[] | null = [listed('remote-1', 'Available')];
    const recorded = failedFile(() => says);
    const again = await recorded.errors.uploadAgain(recorded.asked, 3, never);
    expect(again).toMatchObject({ value: { state: 'notarized' } });
    expect(recorded.row().state).toBe('notarized');
    says = null;
    const offline = failedFile(() => says);
    expect(await offline.errors.uploadAgain(offline.asked, 3, never)).toEqual(fail(AWAY));
    expect(offline.row().state).toBe('record_error');
  });

  test('a second failure asks a person anew', async () => {
    const { errors, row, asked, uploaded, transitions } = failedFile();
    await errors.uploadAgain(asked, 3, never);
    uploaded('NotarizationError');
    expect(row()).toMatchObject({ state: 'record_error' });
    transitions.decide(row());
    expect(row()).toMatchObject({ state: 'record_error' });
    expect(await errors.uploadAgain(asked, 3, never)).toMatchObject({ value: { state: 'ready' } });
  });

  test('the same content under another name is neither sent nor left behind: it follows the new record', async () => {
    const { errors, asked, uploaded, failed, states } = failedFile();
    failed('copy.raw');
    await errors.uploadAgain(asked, 3, never);
    expect(states()).toEqual(['run.raw ready', 'copy.raw record_error']);
    uploaded('Available');
    expect(states()).toEqual(['run.raw notarized', 'copy.raw duplicate']);
  });
});
