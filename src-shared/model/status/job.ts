/** The present job: the files that are on their way since there were none, and how many of them are finished. Pure. */
import { stateTraits, type FileState, type Group, type HoldReason } from '../files/file-state.ts';
import type { AccountStatus } from './account-status.ts';

export interface Job {
  /** Files that were done when it began. */
  readonly endedBefore: number;
  readonly finished: number;
  /** Finished ones, and those being prepared, queued or sent, or interrupted. */
  readonly files: number;
  /** Of the files that are still to be sent, those on their way with all of their bytes. */
  readonly bytesToGo: number;
}

const GOING: ReadonlySet<Group> = new Set<Group>(['preparing', 'queued', 'sending', 'checking']);
/** What was on its way, interrupted: it goes on by itself. */
const INTERRUPTED: ReadonlySet<HoldReason | null> = new Set<HoldReason>([
  'offline',
  'signed_out',
  'server',
  'paused',
]);
const SENT: ReadonlySet<FileState> = new Set(['confirming', 'recording', 'deleting']);

/** Null while nothing is on its way, or on it but for an outage or a pause. `before`: the job as it was last seen. */
export function nextJob(before: Job | null, counts: AccountStatus['counts']): Job | null {
  let [going, interrupted, bytesToGo, ended] = [0, 0, 0, 0];
  for (const { state, hold, isApproved, files, bytes } of counts) {
    const { group } = stateTraits(state, hold, isApproved);
    const isInterrupted = INTERRUPTED.has(hold);
    if (GOING.has(group) || isInterrupted) {
      if (isInterrupted) interrupted += files;
      else going += files;
      if (!SENT.has(state)) bytesToGo += bytes;
    } else if (group === 'done') {
      ended += files;
    }
  }
  if (going === 0 && (before === null || interrupted === 0)) return null;
  const endedBefore = Math.min(before?.endedBefore ?? ended, ended);
  const finished = ended - endedBefore;
  return { endedBefore, finished, files: finished + going + interrupted, bytesToGo };
}
