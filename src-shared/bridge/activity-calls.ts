/** What happened: the log by window, and how much was finished when. */
import * as z from 'zod/mini';
import type { LogEntry } from '../model/status/log-entry.ts';
import { Count, Moment, Name, reads, RowId } from './call.ts';

/** Most entries that one window holds. */
const MOST_LOG_ROWS = 300;
const MOST_EDGES = 400; // a year of days

export const LogRangeFilter = z.strictObject({
  /** `done`: files that were finished; `files`, `changes`: only those. */
  about: z.optional(z.enum(['done', 'files', 'changes'])),
  /** Everything about one file, by the number of its row. */
  fileId: z.optional(RowId),
  /** Words, each part of the name or of the file's subfolders, whatever their case. */
  text: z.optional(Name),
  fromMs: z.optional(Moment),
  /** Before then. */
  toMs: z.optional(Moment),
  /** Older than the entry of this number: for reading everything, window after window, while more is written. */
  beforeId: z.optional(Count),
});
export type LogRangeFilter = z.output<typeof LogRangeFilter>;

export interface LogRange {
  /** How many there are in all. */
  readonly total: number;
  /** Position of the first one, counted from 0. */
  readonly first: number;
  /** Latest first. */
  readonly rows: readonly LogEntry[];
}

export interface DoneSpan {
  readonly files: number;
  readonly bytes: number;
}

export const activityCalls = {
  'activity.log': reads<LogRange>()(() =>
    z.strictObject({
      filter: LogRangeFilter,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_LOG_ROWS)),
    }),
  ),
  /** How many files were finished between each two neighbours of rising moments; a face knows where its days begin. */
  'activity.done': reads<readonly DoneSpan[]>()(() =>
    z.strictObject({
      edgesMs: z
        .readonly(z.array(Moment).check(z.minLength(2), z.maxLength(MOST_EDGES)))
        .check(z.refine((edges) => edges.every((ms, at) => at === 0 || ms > (edges[at - 1] ?? 0)))),
    }),
  ),
} as const;
