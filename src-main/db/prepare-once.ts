/** Statements whose text is made up as it is asked for: the same text is prepared once. */
import type Database from 'better-sqlite3';

export function makePrepareOnce<Values>(db: Database.Database) {
  const prepared = new Map<string, Database.Statement<[Values]>>();
  return <Row>(sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<[Values]>(sql);
    prepared.set(sql, known);
    return known as Database.Statement<[Values], Row>;
  };
}
