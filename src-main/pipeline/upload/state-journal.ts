/**
 * The journal of attempts in the account's database. An attempt whose tail was released stays open here, even with its
 * outcome known, until the job itself is ended: a crash between the two must not look like "nothing was sent". Only what
 * decides whether a form may be sent waits for the disk; the rest is taken along by the next write that does.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import type { AttemptJournal } from './upload.ts';

/** Less is sent again sooner than it is resumed: its address need not survive a power cut. */
const DEAR_FROM_BYTES = 1_048_576;

export function makeStateJournal(
  { uploads, repeatable }: Pick<State, 'uploads' | 'repeatable'>,
  jobId: string,
  clock: Clock,
): AttemptJournal {
  let isDear = true;
  return {
    begin({ attemptId, form }) {
      isDear = form.totalBytes >= DEAR_FROM_BYTES;
      const attempt = { id: attemptId, jobId, state: JSON.stringify({ state: 'sending' }) };
      uploads.beginAttempt({ ...attempt, atMs: clock.nowMs() });
    },
    resumed(attemptId) {
      uploads.reopenAttempt(attemptId, JSON.stringify({ state: 'resumed' }));
    },
    resourceAnnounced(attemptId, resource) {
      const keep = (): void => uploads.keepResource(attemptId, resource);
      if (isDear) keep();
      else repeatable(keep);
    },
    confirmed: (attemptId, bytes) => repeatable(() => uploads.confirmBytes(attemptId, bytes)),
    resourceDropped: (attemptId) => repeatable(() => uploads.forgetResource(attemptId)),
    tailReleased(attemptId) {
      uploads.releaseTail(attemptId, JSON.stringify({ state: 'tail-released' }));
    },
    finish(attemptId, outcome) {
      const text = JSON.stringify(outcome);
      // Lost, it is asked for again; the row of the file follows at once, on the disk.
      repeatable(() => {
        if (provesNothingRecorded(outcome)) uploads.endAttempt(attemptId, text, clock.nowMs());
        else uploads.noteAttempt(attemptId, text);
      });
    },
  };
}

function provesNothingRecorded(outcome: UploadOutcome): boolean {
  switch (outcome.kind) {
    case 'refused':
    case 'stopped':
    case 'source-changed':
      return true;
    case 'recorded':
    case 'put-off': // no attempt ends so
    case 'unknown':
      return false;
    default:
      return assertNever(outcome);
  }
}
