/**
 * Distinct contents by their fingerprints, and the platform's answer about each: it is asked once. Digests are stored as
 * bytes, half as large as their text, and are text everywhere else.
 */
import type Database from 'better-sqlite3';
import { makeInsertion } from './insert-files.ts';

export type PlatformAnswer =
  | {
      readonly exists: boolean;
      /** Name and project of the identical file; empty when the service did not say. */
      readonly fileName: string;
      readonly project: string;
      readonly askedAtMs: number;
    }
  /** It refused to say; its own words, if there were any. */
  | { readonly exists: null; readonly says: string | null; readonly askedAtMs: number };

export interface Content {
  readonly id: number;
  /** It identifies the content. Lower-case hexadecimal, as the other. */
  readonly blake3: string;
  /** Null: not made yet. */
  readonly sha256: string | null;
  readonly sizeBytes: number;
  readonly platform: PlatformAnswer | null;
  /** It may have been paid for elsewhere: the platform is asked about it, whatever its folder says. */
  readonly isDoubted: boolean;
}

/** `id`: its number, if the content is new and no other has that number. */
export type NumberedPrint = readonly [id: number, blake3: Buffer, sizeBytes: number];

type Fingerprinted = Pick<Content, 'blake3' | 'sizeBytes'>;

interface Row {
  readonly id: number;
  readonly blake3: Buffer;
  readonly sha256: Buffer | null;
  readonly size_bytes: number;
  readonly platform_exists: number | null;
  readonly platform_name: string | null;
  readonly platform_project: string | null;
  readonly platform_says: string | null;
  readonly platform_asked_at_ms: number | null;
  readonly is_doubted: number;
}

export function makeContentRepository(db: Database.Database) {
  const byId = db.prepare<[id: number], Row>('SELECT * FROM content WHERE id = ?');
  const byIds = db.prepare<[ids: string], Row>(
    'SELECT c.* FROM json_each(?) asked CROSS JOIN content c ON c.id = asked.value',
  );
  const byBlake3 = db.prepare<[blake3: Buffer], Row>('SELECT * FROM content WHERE blake3 = ?');
  const bySha256 = db.prepare<[sha256: Buffer], Row>('SELECT * FROM content WHERE sha256 = ?');
  const insert = db.prepare<[blake3: Buffer, sizeBytes: number]>(
    'INSERT INTO content (blake3, size_bytes) VALUES (?, ?)',
  );
  const insertAll = makeInsertion(db, 'content (id, blake3, size_bytes)', 'DO NOTHING');
  const idOf = db
    .prepare<[blake3: Uint8Array], number>('SELECT id FROM content WHERE blake3 = ?')
    .pluck();
  const known = db
    .prepare<[ids: string], number>(
      `SELECT c.id FROM json_each(?) asked CROSS JOIN content c ON c.id = asked.value
       WHERE c.platform_asked_at_ms IS NOT NULL OR c.is_doubted = 1 OR EXISTS (SELECT 1 FROM record r WHERE r.content_id = c.id)
         OR EXISTS (SELECT 1 FROM upload_job j WHERE j.content_id = c.id AND j.outcome IN ('open', 'unknown')
           AND j.given_up_at_ms IS NULL)
         OR EXISTS (SELECT 1 FROM upload_job j WHERE j.content_id = c.id AND j.reused_file_id IS NOT NULL)`,
    )
    .pluck();
  const mostId = db.prepare<[], number>('SELECT max(id) FROM content').pluck();
  const updateSha256 = db.prepare(
    'UPDATE content SET sha256 = @sha256 WHERE blake3 = @blake3 AND sha256 IS NULL',
  );
  const updateAnswer = db.prepare(
    `UPDATE content SET platform_exists = @exists, platform_name = @fileName, platform_project = @project,
       platform_says = @says, platform_asked_at_ms = @askedAtMs, is_doubted = 0 WHERE id = @id`,
  );
  const forgetAnswers = db.prepare(
    `UPDATE content SET platform_exists = NULL, platform_name = NULL, platform_project = NULL,
       platform_says = NULL, platform_asked_at_ms = NULL WHERE platform_exists IS NOT 1`,
  );

  const forgetAnswer = db.prepare(
    `UPDATE content SET platform_exists = NULL, platform_name = NULL, platform_project = NULL,
       platform_says = NULL, platform_asked_at_ms = NULL WHERE platform_exists IS NOT 1 AND id = ?`,
  );

  const markDoubted = db.prepare('UPDATE content SET is_doubted = 1 WHERE id = ?');

  function add(blake3: Buffer, sizeBytes: number): number {
    return Number(insert.run(blake3, sizeBytes).lastInsertRowid);
  }

  function keepAll(prints: readonly NumberedPrint[]): readonly number[] {
    if (prints.length === 0 || insertAll(prints) !== null) return prints.map(([id]) => id);
    return prints.map(([, blake3, sizeBytes]) => idOf.get(blake3) ?? add(blake3, sizeBytes));
  }

  return {
    get(id: number): Content {
      const row = byId.get(id);
      if (row === undefined) throw new Error(`no content ${id}`);
      return read(row);
    },
    /** By their numbers, in one reading. */
    those: (ids: readonly number[]): ReadonlyMap<number, Content> =>
      new Map(byIds.all(JSON.stringify(ids)).map((row) => [row.id, read(row)])),
    /** Null for a digest of no content of ours. */
    withBlake3(blake3: string): Content | null {
      const row = byBlake3.get(bytesOf(blake3));
      return row === undefined ? null : read(row);
    },
    /** As far as it was made: null does not say that the content is not here. */
    withSha256(sha256: string): Content | null {
      const row = bySha256.get(bytesOf(sha256));
      return row === undefined ? null : read(row);
    },
    /** The content with this fingerprint, created if new. */
    keep({ blake3, sizeBytes }: Fingerprinted): Content {
      const bytes = bytesOf(blake3);
      const kept = byBlake3.get(bytes);
      if (kept !== undefined) return read(kept);
      const id = add(bytes, sizeBytes);
      return { id, blake3, sha256: null, sizeBytes, platform: null, isDoubted: false };
    },
    /**
     * Numbers of the contents with these fingerprints, in their order, created if new. Sorted by fingerprint they touch the
     * fewest pages.
     */
    keepAll,
    /** The highest number; 0 when there is none. About as many contents are there: few are ever removed. */
    mostId: (): number => mostId.get() ?? 0,
    /** Those of which there is a record, an upload that may have arrived or an answer of the platform. */
    knownAmong: (ids: readonly number[]): ReadonlySet<number> =>
      new Set(known.all(JSON.stringify(ids))),
    /** Of the same bytes. Nothing happens to a content that has it, or is not here. */
    keepSha256({ blake3, sha256 }: { readonly blake3: string; readonly sha256: string }): void {
      updateSha256.run({ blake3: bytesOf(blake3), sha256: bytesOf(sha256) });
    },
    keepPlatformAnswer(id: number, answer: PlatformAnswer): void {
      const nothing = { fileName: null, project: null, says: null };
      const exists = answer.exists === null ? null : Number(answer.exists);
      updateAnswer.run({ ...nothing, ...answer, id, exists });
    },
    /** Something of this content may have arrived since the platform was asked. */
    forgetNegativeAnswer(id: number): void {
      forgetAnswer.run(id);
    },
    /** Until the platform is asked again: an earlier "not there" counts no more. */
    doubt(id: number): void {
      forgetAnswer.run(id);
      markDoubted.run(id);
    },
    /** After a lost or older database: "not there" may no longer be true. */
    forgetNegativeAnswers(): void {
      forgetAnswers.run();
    },
  };
}

/** A text that is no hexadecimal gives other bytes, or none: it finds nothing, and as a fingerprint it is refused. */
function bytesOf(digestHex: string): Buffer {
  return Buffer.from(digestHex, 'hex');
}

function read(row: Row): Content {
  return {
    id: row.id,
    blake3: row.blake3.toString('hex'),
    sha256: row.sha256?.toString('hex') ?? null,
    sizeBytes: row.size_bytes,
    isDoubted: row.is_doubted === 1,
    platform: answerOf(row),
  };
}

function answerOf(row: Row): PlatformAnswer | null {
  const { platform_asked_at_ms: askedAtMs, platform_exists: exists } = row;
  if (askedAtMs === null) return null;
  if (exists === null) return { exists, says: row.platform_says, askedAtMs };
  const [fileName, project] = [row.platform_name ?? '', row.platform_project ?? ''];
  return { exists: exists === 1, fileName, project, askedAtMs };
}
