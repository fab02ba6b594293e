/** The queue of uploads: what waits for what, in which order, and how fast. Nothing here spends. */
import * as z from 'zod/mini';
import {
  type QueueEntry,
  type QueueView,
  LOWEST_LIMIT_BYTES_PER_SECOND,
  MOST_PARALLEL,
  type TransferRules,
} from '../model/files/queue-view.ts';
import { changes, Count, FileName, Moment, reads } from './call.ts';

/** The queue with a window of its files. */
export interface TransferView extends Omit<QueueView, 'entries'> {
  readonly total: number;
  /** Position of the first entry, counted from 0. */
  readonly first: number;
  readonly entries: readonly QueueEntry[];
}

const MOST_QUEUE_ROWS = 300;
/** Of one answer: much less is said of each than in a view. */
export const MOST_TURNS = 100_000;

/** A file in the queue, by its number. */
export type Turn = Omit<QueueEntry, 'file'> & { readonly fileId: string };

/** A file whose turn a person changed. */
export type SteeredFile = Pick<QueueEntry, 'file' | 'isNext'>;

export const transferCalls = {
  'transfers.view': reads<TransferView>()(() =>
    z.strictObject({
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_QUEUE_ROWS)),
      /** Without the files that await approval of their price. */
      isApproved: z.optional(z.literal(true)),
    }),
  ),
  /** The order alone, for a queue of any length that is read to its end. */
  'transfers.order': reads<readonly Turn[]>()(() =>
    z.strictObject({ first: Count, count: z.int().check(z.minimum(1), z.maximum(MOST_TURNS)) }),
  ),
  /** `untilMs` null: until somebody resumes. */
  'transfers.pause': changes<TransferRules>()(() =>
    z.strictObject({ mode: z.enum(['now', 'after-current']), untilMs: z.nullable(Moment) }),
  ),
  'transfers.resume': changes<TransferRules>()(() => z.strictObject({})),
  /** Over all uploads together; null for none. */
  'transfers.setLimit': changes<TransferRules>()(() =>
    z.strictObject({
      bytesPerSecond: z.nullable(z.int().check(z.minimum(LOWEST_LIMIT_BYTES_PER_SECOND))),
    }),
  ),
  /** Most uploads at once; null for as many as prove useful. */
  'transfers.setParallel': changes<TransferRules>()(() =>
    z.strictObject({
      parallel: z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_PARALLEL))),
    }),
  ),
  /** It goes before all others that wait. */
  'transfers.sendNext': changes<SteeredFile>()(() => z.strictObject({ asked: FileName })),
  /** Refused once the last bytes have left: then it may be recorded and paid for. */
  'transfers.cancel': changes<SteeredFile>()(() => z.strictObject({ asked: FileName })),
  /** Takes a cancel back. */
  'transfers.restart': changes<SteeredFile>()(() => z.strictObject({ asked: FileName })),
} as const;
