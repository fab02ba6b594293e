/** What a run tells its face, under the name hosts know it by. */
export type { SyncEvent } from '../pipeline/common/ports.ts';
export type { Offer, SyncRun } from '../pipeline/run/sync-run.ts';
