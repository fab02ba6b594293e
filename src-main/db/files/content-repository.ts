/** Distinct contents by their fingerprints, and the platform's answer about each: it is asked once. */
import type Database from 'better-sqlite3';

export interface PlatformAnswer {
  readonly exists: boolean;
  /** Name and project of the identical file; empty when the service did not say. */
  readonly fileName: string;
  readonly project: string;
  readonly askedAtMs: number;
}

export interface Content {
  readonly id: number;
  readonly blake3: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly platform: PlatformAnswer | null;
}

interface Row {
  readonly id: number;
  readonly blake3: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly platform_exists: number | null;
  readonly platform_name: string | null;
  readonly platform_project: string | null;
  readonly platform_asked_at_ms: number | null;
}

export function makeContentRepository(db: Database.Database) {
  const byId = db.prepare<[id: number], Row>('SELECT * FROM content WHERE id = ?');
  const bySha256 = db.prepare<[sha256: string], Row>('SELECT * FROM content WHERE sha256 = ?');
  const insert = db.prepare(
    'INSERT INTO content (blake3, sha256, size_bytes) VALUES (@blake3, @sha256, @sizeBytes)',
  );
  const updateAnswer = db.prepare(
    `UPDATE content SET platform_exists = @exists, platform_name = @fileName, platform_project = @project,
       platform_asked_at_ms = @askedAtMs WHERE id = @id`,
  );
  const forgetAnswers = db.prepare(
    `UPDATE content SET platform_exists = NULL, platform_name = NULL, platform_project = NULL,
       platform_asked_at_ms = NULL WHERE platform_exists = 0`,
  );

  const forgetAnswer = db.prepare(
    `UPDATE content SET platform_exists = NULL, platform_name = NULL, platform_project = NULL,
       platform_asked_at_ms = NULL WHERE platform_exists = 0 AND id = ?`,
  );

  return {
    get(id: number): Content {
      const row = byId.get(id);
      if (row === undefined) throw new Error(`no content ${id}`);
      return read(row);
    },
    withSha256(sha256: string): Content | null {
      const row = bySha256.get(sha256);
      return row === undefined ? null : read(row);
    },
    /** The content with these fingerprints, created if new. */
    keep(print: {
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
    }): Content {
      const known = bySha256.get(print.sha256);
      if (known !== undefined) return read(known);
      const { blake3, sha256, sizeBytes } = print;
      const id = Number(insert.run({ blake3, sha256, sizeBytes }).lastInsertRowid);
      return { id, blake3, sha256, sizeBytes, platform: null };
    },
    keepPlatformAnswer(id: number, answer: PlatformAnswer): void {
      updateAnswer.run({ ...answer, id, exists: answer.exists ? 1 : 0 });
    },
    /** Something of this content may have arrived since the platform was asked. */
    forgetNegativeAnswer(id: number): void {
      forgetAnswer.run(id);
    },
    /** After a lost or older database: "not there" may no longer be true. */
    forgetNegativeAnswers(): void {
      forgetAnswers.run();
    },
  };
}

function read(row: Row): Content {
  return {
    id: row.id,
    blake3: row.blake3,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    platform:
      row.platform_exists === null
        ? null
        : {
            exists: row.platform_exists === 1,
            fileName: row.platform_name ?? '',
            project: row.platform_project ?? '',
            askedAtMs: row.platform_asked_at_ms ?? 0,
          },
  };
}
