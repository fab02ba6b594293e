/** Every circumstance in which a status can come after the last byte of a paid upload. */
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';

export const LISTS = ['at once', 'after 8 s', 'after 20 min', 'refused'] as const;

/** What is told of it after the upload; `topped up`: somebody adds what the upload costs at the moment of the answer. */
export const BALANCES = ['told', 'topped up', 'refused'] as const;

export interface Circumstances {
  readonly isRecorded: boolean;
  readonly list: (typeof LISTS)[number];
  /** With the credit history. */
  readonly balance: (typeof BALANCES)[number];
  readonly isResumable: boolean;
}

export const LIST_LAG_MS: Readonly<Record<Circumstances['list'], number>> = {
  'at once': 0,
  'after 8 s': 8 * SECOND_MS,
  'after 20 min': 20 * MINUTE_MS,
  refused: 0,
};

export const CIRCUMSTANCES: readonly Circumstances[] = [true, false].flatMap((isRecorded) =>
  LISTS.flatMap((list) =>
    BALANCES.flatMap((balance) =>
      [false, true].map((isResumable) => ({ isRecorded, list, balance, isResumable })),
    ),
  ),
);

export const ALL_STATUSES: readonly number[] = Array.from({ length: 300 }, (_none, at) => at + 300);

/** One of each kind that is dealt with in its own way, by the service or by Labseal. */
export const TELLING_STATUSES = [307, 400, 401, 429, 500];
