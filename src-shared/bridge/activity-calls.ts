/** What happened: the story by window, the log that it is made of, and how much was finished when. */
import * as z from 'zod/mini';
import type { HistoryLine } from '../model/status/history-line.ts';
import type { LogEntry } from '../model/status/log-entry.ts';
import { Count, Moment, Name, reads, RowId } from './call.ts';

/** Most entries that one window holds. */
export const MOST_LOG_ROWS = 300;
const MOST_EDGES = 400; // a year of days

const SHARED = {
  /** `done`: files that were finished; `files`, `changes`: only those. */
  about: z.optional(z.enum(['done', 'files', 'changes'])),
  /** Words, each part of the name or of the file's subfolders, whatever their case. */
  text: z.optional(Name),
  fromMs: z.optional(Moment),
  /** Before then. */
  toMs: z.optional(Moment),
};

export const HistoryFilter = z.strictObject({
  ...SHARED,
  /** These lines alone, as far as they are there. */
  lineIds: z.optional(z.readonly(z.array(Count).check(z.maxLength(MOST_LOG_ROWS)))),
});
export type HistoryFilter = z.output<typeof HistoryFilter>;

export interface HistoryRange {
  /** How many there are in all. */
  readonly total: number;
  /** Position of the first one, counted from 0. */
  readonly first: number;
  /** That with the latest entry first. */
  readonly rows: readonly HistoryLine[];
}

export const LogRangeFilter = z.strictObject({
  ...SHARED,
  /** Everything about one file, by the number of its row. */
  fileId: z.optional(RowId),
  /** What one line of the story tells. */
  lineId: z.optional(Count),
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

const count = z.int().check(z.minimum(1), z.maximum(MOST_LOG_ROWS));

export const activityCalls = {
  'activity.lines': reads<HistoryRange>()(() =>
    z.strictObject({ filter: HistoryFilter, first: Count, count }),
  ),
  'activity.log': reads<LogRange>()(() =>
    z.strictObject({ filter: LogRangeFilter, first: Count, count }),
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
