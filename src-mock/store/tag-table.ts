/** Tags, in the order they were made. Two tags never differ by case alone. */
import { randomUUID } from 'node:crypto';
import type { Connection } from './database.ts';
import type { PageRequest } from '../http/paging.ts';

export interface Tag {
  readonly id: string;
  readonly name: string;
}

export function makeTagTable(db: Connection) {
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO tag (id, name, name_folded) VALUES (?, ?, ?) ON CONFLICT (name_folded) DO NOTHING',
  );
  const search = db.prepare<[string, number, number], Tag>(
    'SELECT id, name FROM tag WHERE instr(name_folded, ?) > 0 ORDER BY sequence LIMIT ? OFFSET ?',
  );
  const count = db.prepare<[string], { total: number }>(
    'SELECT count(*) AS total FROM tag WHERE instr(name_folded, ?) > 0',
  );
  return {
    /** False when a tag of that name exists. */
    insert: (name: string): boolean =>
      insert.run(randomUUID(), name, name.toLowerCase()).changes === 1,
    /** Tags whose name contains the text, whatever the case; the empty text finds all. */
    search: (text: string, { start, limit }: PageRequest): readonly Tag[] =>
      search.all(text.toLowerCase(), limit, start),
    count: (text: string): number => count.get(text.toLowerCase())?.total ?? 0,
  };
}
