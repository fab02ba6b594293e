import { expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { makeStateJournal, haveBytesLeft } from './state-journal.ts';
import { jobFor, makeTempFolder } from './test-support/upload-setup.ts';
import type { UnavailableCause } from '../../../src-shared/model/status/service-fault.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';

/** Writes a whole attempt and tells which of its writes did not wait for the disk. */
function quickWrites(fileBytes: number): readonly string[] {
  using files = makeTempFolder();
  const path = files.write('run.raw', Buffer.alloc(fileBytes));
  const { state } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const order = uploadJob({ fileId: addFile(state, folderId).id });
  const row = { ...order, contentId: addContent(state, 'a').id };
  state.uploads.add(row);
  const quick: string[] = [];
  let now = '';
  const spied = {
    uploads: state.uploads,
    repeatable<Value>(work: () => Value): Value {
      quick.push(now);
      return state.repeatable(work);
    },
  };
  const journal = makeStateJournal(spied, row.id);
  const steps = {
    begin: () => journal.begin(jobFor('http://127.0.0.1/', path, '', { attemptId: 'a1' })),
    resourceAnnounced: () => journal.resourceAnnounced('a1', 'http://127.0.0.1/u1'),
    confirmed: () => journal.confirmed('a1', 1),
    tailReleased: () => journal.tailReleased('a1'),
    finish: () => journal.finish('a1', { kind: 'recorded', fileId: 'f1' }),
    resumed: () => journal.resumed('a1'),
    resourceDropped: () => journal.resourceDropped('a1'),
  };
  for (const [name, step] of Object.entries(steps)) {
    now = name;
    step();
  }
  expect(state.uploads.stateOf(row.id).state).toBe('tail-released');
  state.close();
  return quick;
}

test('what decides whether a form may be sent waits for the disk; what costs a question does not', () => {
  expect(quickWrites(4_096)).toEqual([
    'resourceAnnounced',
    'confirmed',
    'finish',
    'resourceDropped',
  ]);
  expect(quickWrites(2_000_000)).toEqual(['confirmed', 'finish', 'resourceDropped']);
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
