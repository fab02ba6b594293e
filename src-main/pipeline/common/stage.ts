/** One step of a file's way: work that is claimed from the database, a bounded amount at a time. */
/** `advanced`: something was achieved. `waiting`: looked, and it is not time yet. */
export type Step = 'advanced' | 'waiting';

export interface Stage {
  readonly concurrency: number;
  /** Claims up to `limit` jobs that can start now. */
  take(limit: number): readonly ((signal: AbortSignal) => Promise<Step>)[];
  /**
   * The next time ahead at which there will be more to take than now; null: only when something changes. A time that
   * has passed says nothing, and must not hide one that is ahead.
   */
  nextDueMs(): number | null;
  /** When it looks again in case the run still goes on by then. It keeps no run from its rest. */
  nextRecheckMs?(): number | null;
  /** A run that goes on for days begins a new round: what was given up for this run is tried again. */
  renew?(): void;
}
