/** What a run tells its face, under the name hosts know it by. */
export type { SyncEvent } from '../sync/ports.ts';
export type { Offer, SyncRun } from '../sync/sync-run.ts';
