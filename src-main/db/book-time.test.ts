/** Charges are dated by the service's clock, so that a wrong clock here hides none of them; waits go by this computer's. */
import { expect, test } from 'vitest';
import { DAY_MS, startOfUtcDayMs } from '../../src-shared/model/text/time.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import {
  addContent,
  addFile,
  folderRules,
  invitation,
  sentChange,
  temporaryFolder,
  uploadJob,
} from '../test-support/temporary-state.ts';
import { openState } from './state.ts';

const AHEAD_MS = 365 * DAY_MS;

/** This computer's clock is a year ahead of the service's. */
function yearAhead() {
  const clock = makeFakeClock();
  const serviceMs = clock.nowMs();
  clock.setWallClock(serviceMs + AHEAD_MS);
  const shownNowMs = () => serviceMs + clock.monotonicMs();
  const state = openState(temporaryFolder(), { clock, ids: makeFakeIds(), shownNowMs });
  return { state, clock, serviceMs };
}

test('an upload began and ended by the service’s time, and its answer was lost by ours', () => {
  const { state, clock, serviceMs } = yearAhead();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const [fileId, contentId] = [addFile(state, folderId).id, addContent(state, 'a').id];
  state.uploads.add(uploadJob({ id: 'run', fileId, contentId, createdAtMs: serviceMs }));
  state.uploads.move('run', { type: 'attempt-begun', attemptId: 'attempt' });
  state.uploads.move('run', { type: 'tail-released', attemptId: 'attempt' });
  clock.suspend(1_000);
  state.uploads.move('run', {
    type: 'attempt-ended',
    attemptId: 'attempt',
    note: '{}',
    isUnrecorded: false,
  });
  state.uploads.move('run', { type: 'answer-lost' });
  expect(state.uploads.get('run')?.unknownSinceMs).toBe(serviceMs + AHEAD_MS + 1_000);
  expect(state.uploads.sending('run').endedAtMs).toBe(serviceMs + AHEAD_MS + 1_000);
  state.uploads.move('run', { type: 'recorded', recordId: null, by: null });
  const began = { beganAtMs: serviceMs, endedAtMs: serviceMs + 1_000 };
  expect(state.charges.jobs(serviceMs, serviceMs + 1)).toMatchObject([began]);
  expect(state.charges.spentSince(startOfUtcDayMs(serviceMs))).toBe(1);
  expect(state.charges.spentSince(startOfUtcDayMs(serviceMs) + DAY_MS)).toBe(0);
  state.close();
});

test('attempts of paid changes too', () => {
  const { state, clock, serviceMs } = yearAhead();
  const nowMs = clock.nowMs();
  sentChange(state, invitation('Kim'), 'lost', [nowMs, nowMs + 5]);
  const [attempt] = state.changeCharges.tries(serviceMs, serviceMs + 1);
  expect(attempt).toMatchObject({ beganAtMs: serviceMs, endedAtMs: serviceMs + 5 });
  state.close();
});
