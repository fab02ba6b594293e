/** The account's limits on spending, as the person set them. */
import type Database from 'better-sqlite3';
import {
  DEFAULT_LIMITS,
  type SpendLimitName,
  type SpendLimits,
} from '../../../src-shared/model/money/spend-limits.ts';

export function makeSpendLimitRepository(db: Database.Database) {
  const select = db.prepare<[], { name: SpendLimitName; value: number | null }>(
    'SELECT name, value FROM spend_limit',
  );
  const upsert = db.prepare(
    `INSERT INTO spend_limit (name, value) VALUES (@name, @value)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );

  return {
    get(): SpendLimits {
      const set = Object.fromEntries(select.all().map(({ name, value }) => [name, value]));
      return { ...DEFAULT_LIMITS, ...set };
    },
    /** Null lifts a limit; what is not named stays. */
    change(limits: Partial<SpendLimits>): void {
      db.transaction(() => {
        for (const [name, value] of Object.entries(limits)) upsert.run({ name, value });
      })();
    },
  };
}
export type SpendLimitRepository = ReturnType<typeof makeSpendLimitRepository>;
