/** The migrations of this program and two more, so that there is a way between steps whatever the version. */
import { type Migration, readMigrations } from '../../db/open-database.ts';

export function laterSteps(): readonly Migration[] {
  const released = readMigrations();
  const newest = released.at(-1)?.version ?? 0;
  return [
    ...released,
    {
      version: newest + 1,
      sql: 'CREATE TABLE later (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT; INSERT INTO later SELECT name, value FROM meta',
    },
    { version: newest + 2, sql: "DELETE FROM later WHERE name = 'turns'" },
  ];
}
