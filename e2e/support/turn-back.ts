/** Makes an account's journal older, as if time had passed: nobody waits ten minutes for a test. */
import fs from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Lab } from './lab.ts';

/** To be called while no program runs. Every upload whose answer was lost was lost `minutes` earlier. */
export async function letMinutesPass(lab: Lab, minutes: number): Promise<void> {
  const accounts = lab.at('labseal/accounts');
  for (const account of await fs.readdir(accounts)) {
    const db = new Database(path.join(accounts, account, 'labseal.db'));
    const ms = minutes * 60_000;
    db.prepare(
      `UPDATE upload_job SET unknown_since_ms = unknown_since_ms - ?, looked_at_ms = looked_at_ms - ?
       WHERE outcome = 'unknown'`,
    ).run(ms, ms);
    db.prepare(
      `UPDATE upload_attempt SET connected_at_ms = connected_at_ms - ?, released_at_ms = released_at_ms - ?,
         disconnected_at_ms = disconnected_at_ms - ?`,
    ).run(ms, ms, ms);
    db.close();
  }
}
