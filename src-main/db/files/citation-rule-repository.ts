/** How the secondary files of a folder find their primary files by themselves. */
import type Database from 'better-sqlite3';
import * as z from 'zod/mini';
import type { CitationRule } from '../../../src-shared/model/lineage/complete-provenance.ts';

export interface KeptRule {
  readonly id: number;
  readonly folderId: number;
  readonly rule: CitationRule;
}

interface Row {
  readonly id: number;
  readonly folderId: number;
  readonly rule: string;
}

const Rule = z.object({
  pattern: z.string(),
  primaries: z.array(z.string()),
  procedures: z.array(z.string()),
  description: z.string(),
  labels: z.string(),
});

export function makeCitationRuleRepository(db: Database.Database) {
  const all = db.prepare<[], Row>(
    `SELECT r.id, r.folder_id AS folderId, r.rule FROM citation_rule r
     JOIN folder o ON o.id = r.folder_id AND o.removed_at_ms IS NULL ORDER BY r.id`,
  );
  const insert = db.prepare<[folderId: number, rule: string]>(
    'INSERT INTO citation_rule (folder_id, rule) VALUES (?, ?)',
  );
  const erase = db.prepare<[id: number]>('DELETE FROM citation_rule WHERE id = ?');

  return {
    /** Of active folders. */
    all: (): readonly KeptRule[] => all.all().map(read),
    /** One that the folder has already is kept once. */
    keep(folderId: number, rule: CitationRule): number {
      const text = JSON.stringify(Rule.parse(rule));
      const known = all.all().find((row) => row.folderId === folderId && row.rule === text);
      return known?.id ?? Number(insert.run(folderId, text).lastInsertRowid);
    },
    /** Returns whether there was one. */
    forget: (id: number): boolean => erase.run(id).changes > 0,
  };
}
export type CitationRuleRepository = ReturnType<typeof makeCitationRuleRepository>;

function read({ id, folderId, rule }: Row): KeptRule {
  return { id, folderId, rule: Rule.parse(JSON.parse(rule)) };
}
