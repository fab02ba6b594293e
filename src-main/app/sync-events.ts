/** The events of a run, under the name hosts use. */
export type { SyncEvent } from '../pipeline/common/ports.ts';
export type { SyncRun } from '../pipeline/run/sync-run.ts';
