/** A person's switches, by name. The reader decides what a name means. */
import type Database from 'better-sqlite3';
import type { CarriedOver } from '../../../src-shared/model/status/carried-over.ts';
import { remembered, type Remembered } from '../transactions.ts';

export function makePreferenceRepository(db: Database.Database) {
  const select = db.prepare<[name: string], { value: string }>(
    'SELECT value FROM preference WHERE name = ?',
  );
  const upsert = db.prepare(
    'INSERT INTO preference (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );

  const carriedOver = "name >= 'carried-over:' AND name < 'carried-over;'"; // a seek, as LIKE is none

  return {
    get: (name: string): string | null => select.get(name)?.value ?? null,
    set: (name: string, value: string): void => void upsert.run(name, value),
    /** What migrations made of settings and nobody was told. */
    carriedOver: (): readonly CarriedOver[] =>
      db
        .prepare<[], { value: string }>(
          `SELECT value FROM preference WHERE ${carriedOver} ORDER BY name`,
        )
        .all()
        .map(({ value }) => JSON.parse(value) as CarriedOver),
    carriedOverSaid(): void {
      db.prepare(`DELETE FROM preference WHERE ${carriedOver}`).run();
    },
  };
}

export interface ServerFact {
  /** Scheme, host and port, as `URL.origin` writes them. */
  readonly origin: string;
  readonly name: string;
  readonly value: string;
  readonly learnedAtMs: number;
}

/** What was learned about services, by origin and name. The reader decides how long a fact is believed. */
export function makeServerFactRepository(db: Database.Database) {
  const select = db.prepare<[origin: string, name: string], ServerFact>(
    `SELECT origin, name, value, learned_at_ms AS learnedAtMs FROM server_fact
     WHERE origin = ? AND name = ?`,
  );
  const upsert = db.prepare(
    `INSERT INTO server_fact (origin, name, value, learned_at_ms)
     VALUES (@origin, @name, @value, @learnedAtMs)
     ON CONFLICT (origin, name) DO UPDATE SET value = excluded.value, learned_at_ms = excluded.learned_at_ms`,
  );

  const facts = new Map<string, Remembered<ServerFact | null>>();
  const factOf = (origin: string, name: string): Remembered<ServerFact | null> => {
    const key = `${origin} ${name}`;
    const known = facts.get(key) ?? remembered(db, () => select.get(origin, name) ?? null);
    facts.set(key, known);
    return known;
  };

  return {
    get: (origin: string, name: string): ServerFact | null => factOf(origin, name).get(),
    /** Replaces what was known before. */
    keep(fact: ServerFact): void {
      factOf(fact.origin, fact.name).forget();
      upsert.run(fact);
    },
  };
}

/** What becomes of the header fields that we add to documented requests. */
export const OWN_FIELDS_FACT = 'own-fields';
