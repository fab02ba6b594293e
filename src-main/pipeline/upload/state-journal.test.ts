import { expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeStateJournal, haveBytesLeft } from './upload-intent.ts';
import { attemptEnded, type AttemptEvent } from './upload.ts';
import type { UnavailableCause } from '../../../src-shared/model/status/service-fault.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';

function queuedUpload() {
  const { state } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const order = uploadJob({ fileId: addFile(state, folderId).id });
  const row = { ...order, contentId: addContent(state, 'a').id };
  state.uploads.add(row);
  return { state, row };
}

/** Writes a complete attempt and returns which of its writes did not wait for the disk. */
function quickWrites(totalBytes: number): readonly string[] {
  const { state, row } = queuedUpload();
  const quick: string[] = [];
  let now = '';
  const spied = {
    uploads: state.uploads,
    grouped: state.grouped,
    repeatable<Value>(work: () => Value): Value {
      quick.push(now);
      return state.repeatable(work);
    },
  };
  const journal = makeStateJournal(spied, row.id, totalBytes);
  const attemptId = 'a1';
  const events: readonly AttemptEvent[] = [
    { type: 'attempt-begun', attemptId },
    { type: 'resource-announced', attemptId, resource: 'http://127.0.0.1/u1' },
    { type: 'bytes-confirmed', attemptId, bytes: 1 },
    { type: 'tail-released', attemptId },
    attemptEnded(attemptId, { kind: 'recorded', fileId: 'f1' }),
    { type: 'attempt-resumed', attemptId },
    { type: 'resource-dropped', attemptId },
  ];
  for (const event of events) {
    now = event.type;
    journal(event);
  }
  expect(state.uploads.stateOf(row.id).state).toBe('tail-released');
  state.close();
  return quick;
}

test('what decides whether a form may be sent waits for the disk; what costs a question does not', () => {
  expect(quickWrites(4_096)).toEqual(['bytes-confirmed', 'attempt-ended', 'resource-dropped']);
  expect(quickWrites(2_000_000)).toEqual(['bytes-confirmed', 'attempt-ended', 'resource-dropped']);
});

test('the address of a small upload is written with the release of its tail, a later one with its turn', () => {
  const { state, row } = queuedUpload();
  const resource = 'http://127.0.0.1/u1';
  const attemptId = 'a1';
  const known = () => state.uploads.resumable(row.id)?.resource ?? null;
  const turn: (() => unknown)[] = [];
  const later = <Value>(work: () => Value) => {
    turn.push(work);
    return new Promise<Value>(() => undefined);
  };
  const grouped = { transaction: later, repeatable: later };
  const journal = makeStateJournal({ ...state, grouped }, row.id, 4_096);
  journal({ type: 'attempt-begun', attemptId });
  journal({ type: 'resource-announced', attemptId, resource });
  expect(known()).toBe(null);
  journal({ type: 'tail-released', attemptId });
  expect(known()).toBe(resource);
  journal({ type: 'resource-dropped', attemptId });
  expect(known()).toBe(null);
  journal({ type: 'resource-announced', attemptId, resource });
  expect(known()).toBe(null);
  for (const work of turn) work();
  expect(known()).toBe(resource);
  state.close();
});

test('what was not written yet is written with the end of an attempt too', () => {
  const { state, row } = queuedUpload();
  const journal = makeStateJournal(state, row.id, 4_096);
  journal({ type: 'attempt-begun', attemptId: 'a1' });
  journal({ type: 'resource-announced', attemptId: 'a1', resource: 'http://127.0.0.1/u1' });
  const fault = { kind: 'unavailable', why: 'broken-connection', status: null, retryAfterMs: null };
  journal(attemptEnded('a1', { kind: 'stopped', fault } as UploadOutcome));
  expect(state.uploads.resumable(row.id)?.resource).toBe('http://127.0.0.1/u1');
  state.close();
});

const stoppedBy = (why: UnavailableCause): string => {
  const fault = { kind: 'unavailable', why, status: null, retryAfterMs: null } as const;
  return JSON.stringify({ kind: 'stopped', fault } satisfies UploadOutcome);
};

test('a first attempt, or one whose connection never stood, sent nothing', () => {
  expect(haveBytesLeft([])).toBe(false);
  const states = (['no-address', 'no-connection', 'insecure'] as const).map(stoppedBy);
  expect(haveBytesLeft(states)).toBe(false);
});

test.each([
  stoppedBy('broken-connection'),
  stoppedBy('timed-out'),
  JSON.stringify({ kind: 'stopped', fault: { kind: 'resource-lost', why: 'gone' } }),
  JSON.stringify({ kind: 'stopped', fault: { kind: 'cancelled' } }),
  JSON.stringify({ state: 'sending' }),
  '{}',
  'no JSON',
])('%s may have, among others', (state) => {
  expect(haveBytesLeft([stoppedBy('no-connection'), state])).toBe(true);
});
