/** What a person switched, by name. What a name means is for its reader to say. */
import type Database from 'better-sqlite3';

export function makePreferenceRepository(db: Database.Database) {
  const select = db.prepare<[name: string], { value: string }>(
    'SELECT value FROM preference WHERE name = ?',
  );
  const upsert = db.prepare(
    'INSERT INTO preference (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );

  return {
    get: (name: string): string | null => select.get(name)?.value ?? null,
    set: (name: string, value: string): void => void upsert.run(name, value),
  };
}
export type PreferenceRepository = ReturnType<typeof makePreferenceRepository>;
