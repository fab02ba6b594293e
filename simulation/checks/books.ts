/**
 * What is durable, read by a connection of its own: it sees what was committed and nothing else, as a program would
 * that starts after a crash. Written apart from the repositories, so that the two cannot share a mistake.
 */
import Database from 'better-sqlite3';

export interface JobPage {
  /** Of its content, as the other; null: not made yet. */
  readonly sha256: string | null;
  readonly id: string;
  readonly fileId: number;
  readonly projectId: string;
  readonly visibility: string;
  readonly name: string;
  /** The time that was sent with it. */
  readonly uploadedIso: string;
  readonly outcome: string;
  readonly credits: number;
  readonly blake3: string;
  readonly openAttempts: number;
  readonly releasedTails: number;
  /** When evidence had it sent again; null: it had not. */
  readonly sentAgainAtMs: number | null;
  /** What the last look for a lost answer found; JSON, null before one. */
  readonly finding: string | null;
}

export interface FilePage {
  readonly id: number;
  readonly path: string;
  readonly state: string;
  readonly hold: string | null;
  readonly identity: string;
  readonly blake3: string | null;
  readonly recordId: number | null;
}

export interface RecordPage {
  readonly id: number;
  readonly fileId: string;
  readonly projectId: string;
  readonly visibility: string;
  readonly status: string;
  readonly provenAtMs: number | null;
  readonly hasCertificate: 0 | 1;
  /** Why it does not come; JSON, null: it came, or is still asked for. */
  readonly certificateFault: string | null;
  readonly blake3: string;
}

export interface ContentPage {
  readonly blake3: string;
  readonly sha256: string | null;
}

export type Books = ReturnType<typeof openBooks>;

const DIGESTS = "lower(hex(c.blake3)) AS blake3, nullif(lower(hex(c.sha256)), '') AS sha256";
const JOBS = `SELECT j.id, j.file_id AS fileId, j.project_id AS projectId, j.visibility, j.name,
    j.uploaded_iso AS uploadedIso,
    CASE WHEN j.given_up_at_ms IS NULL THEN j.outcome ELSE 'given-up' END AS outcome,
    j.estimated_credits AS credits, j.sent_again_at_ms AS sentAgainAtMs, j.finding, ${DIGESTS},
    (SELECT count(*) FROM upload_attempt a WHERE a.job_id = j.id AND a.ended_at_ms IS NULL) AS openAttempts,
    (SELECT count(*) FROM upload_attempt a WHERE a.job_id = j.id AND a.tail_released = 1) AS releasedTails
  FROM upload_job j JOIN content c ON c.id = j.content_id`;

/** Opens the database file at `file`, which somebody else may have open. */
export function openBooks(file: string) {
  const db = new Database(file, { readonly: true });
  const job = db.prepare<[string], JobPage>(`${JOBS} WHERE j.id = ?`);
  const jobWith = db
    .prepare<[string], string>("SELECT id FROM upload_job WHERE form ->> 'boundary' = ?")
    .pluck();
  const jobs = db.prepare<[], JobPage>(`${JOBS} ORDER BY j.id`);
  const files = db.prepare<[], FilePage>(
    `SELECT f.id, rtrim(o.path || '/' || d.path, '/') || '/' || f.name AS path, f.state, f.hold, f.identity,
       nullif(lower(hex(c.blake3)), '') AS blake3, f.record_id AS recordId
     FROM file f JOIN directory d ON d.id = f.directory_id JOIN folder o ON o.id = f.folder_id
       LEFT JOIN content c ON c.id = f.content_id ORDER BY f.id`,
  );
  const records = db.prepare<[], RecordPage>(
    `SELECT r.id, r.file_id AS fileId, r.project_id AS projectId, r.visibility, r.status, r.proven_at_ms AS provenAtMs,
       r.certificate_pdf IS NOT NULL AS hasCertificate, r.certificate_fault AS certificateFault, lower(hex(c.blake3)) AS blake3
     FROM record r JOIN content c ON c.id = r.content_id ORDER BY r.id`,
  );
  const balance = db.prepare("SELECT 1 FROM balance_reading WHERE kind = 'quiet'");
  const contents = db.prepare<[], ContentPage>(`SELECT ${DIGESTS} FROM content c`);
  return {
    job: (id: string) => job.get(id) ?? null,
    /** Of a form with this boundary. */
    jobWith: (boundary: string) => jobWith.get(boundary) ?? null,
    jobs: () => jobs.all(),
    files: () => files.all(),
    records: () => records.all(),
    /** Every content that was ever fingerprinted; SHA-256 as far as it was made. */
    contents: () => contents.all(),
    /** A balance was read that later ones are compared with. */
    knowsBalance: () => balance.get() !== undefined,
    /** Empty when the database is whole: its pages, and every reference from one row to another. */
    damage(): readonly string[] {
      const pages = db.pragma('integrity_check', { simple: true });
      const orphans = db.pragma('foreign_key_check') as readonly unknown[];
      return [
        ...(pages === 'ok' ? [] : [String(pages)]),
        ...orphans.map((row) => JSON.stringify(row)),
      ];
    },
    close: () => void db.close(),
  };
}

/** The person was told that nothing was charged for the upload. */
export function saysUncharged({ finding }: Pick<JobPage, 'finding'>): boolean {
  return finding !== null && (JSON.parse(finding) as { charge?: string }).charge === 'none';
}

/** The person was told that the upload is not there. */
export function saysAbsent({ finding }: Pick<JobPage, 'finding'>): boolean {
  return finding !== null && (JSON.parse(finding) as { kind: string }).kind === 'absent';
}
