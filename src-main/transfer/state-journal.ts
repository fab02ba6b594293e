/**
 * The journal of attempts in the account's database. An attempt whose tail was released stays open here, even with its
 * outcome known, until the job itself is ended: a crash between the two must not look like "nothing was sent".
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { State } from '../state/state.ts';
import type { AttemptOutcome } from './outcome.ts';
import type { AttemptJournal } from './upload.ts';

export function makeStateJournal(state: State, jobId: string, clock: Clock): AttemptJournal {
  const { uploads } = state;
  return {
    begin({ attemptId }) {
      const attempt = { id: attemptId, jobId, state: JSON.stringify({ state: 'sending' }) };
      uploads.beginAttempt({ ...attempt, atMs: clock.nowMs() });
    },
    resumed(attemptId) {
      uploads.reopenAttempt(attemptId, JSON.stringify({ state: 'resumed' }));
    },
    resourceAnnounced: (attemptId, resource) => uploads.keepResource(attemptId, resource),
    confirmed: (attemptId, bytes) => uploads.confirmBytes(attemptId, bytes),
    resourceDropped: (attemptId) => uploads.forgetResource(attemptId),
    tailReleased(attemptId) {
      uploads.releaseTail(attemptId, JSON.stringify({ state: 'tail-released' }));
    },
    finish(attemptId, outcome) {
      const text = JSON.stringify(outcome);
      if (provesNothingRecorded(outcome)) uploads.endAttempt(attemptId, text, clock.nowMs());
      else uploads.noteAttempt(attemptId, text);
    },
  };
}

function provesNothingRecorded(outcome: AttemptOutcome): boolean {
  switch (outcome.kind) {
    case 'refused':
    case 'stopped':
    case 'source-changed':
      return true;
    case 'recorded':
    case 'recorded-without-id':
    case 'unknown':
      return false;
    default:
      return assertNever(outcome);
  }
}
