/**
 * The present job: the files that are on their way since there were none, or since the page was opened, and how many of
 * them are finished. The core counts files by state alone, so where a job began is remembered here.
 */
import { useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { AccountStatus } from '../../src-shared/model/status/account-status.ts';
import {
  stateTraits,
  type FileState,
  type Group,
  type HoldReason,
} from '../../src-shared/model/files/file-state.ts';
import { useBridge } from './bridge-context.ts';
import type { CoreView } from './core-store.ts';

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

/** Null while nothing is on its way, or on it but for an outage or a pause. `before`: the job as it was last seen. Pure. */
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

interface FollowedJob {
  job: Job | null;
}

/** One for each connection, followed from the first question on, so that a job goes on while other screens are shown. */
const followed = new WeakMap<StoreApi<CoreView>, FollowedJob>();

function jobIn(store: StoreApi<CoreView>): FollowedJob {
  const known = followed.get(store);
  if (known !== undefined) return known;
  const mine: FollowedJob = { job: null };
  let seen: AccountStatus['counts'] | null = null;
  const look = ({ status }: CoreView) => {
    const counts = status?.account?.counts ?? null;
    if (counts === seen) return;
    seen = counts;
    mine.job = counts === null ? null : nextJob(mine.job, counts);
  };
  look(store.getState());
  store.subscribe(look);
  followed.set(store, mine);
  return mine;
}

export function useJob(): Job | null {
  const { store } = useBridge();
  const mine = jobIn(store);
  return useSyncExternalStore(store.subscribe, () => mine.job);
}
