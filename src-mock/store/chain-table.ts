/** Blocks of the simulated chain, one record each, only ever appended. */
import type { Connection } from './database.ts';

/** What is recorded: the operations the document lists. */
export type Operation =
  | 'USER_REGISTRATION'
  | 'PROFILE_UPDATE'
  | 'PROJECT_CREATION'
  | 'PROJECT_INVITATION'
  | 'ACCESS_REMOVAL'
  | 'FILE_UPLOAD'
  | 'FILE_DOWNLOAD'
  | 'FILE_DELETION';

export interface ChainRecord {
  readonly sequence: number;
  readonly operation: Operation;
  /** Id of the file, project or user it is about. */
  readonly subjectId: string;
  readonly actorId: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly recordedAtMs: number;
  /** When the chain has it or, for a failed record, when the failure is known. */
  readonly availableAtMs: number;
  readonly isFailed: boolean;
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
}

type Row = Omit<ChainRecord, 'content' | 'isFailed'> & {
  readonly content: string;
  readonly isFailed: number;
};

const COLUMNS = `sequence, operation, subject_id AS subjectId, actor_id AS actorId, content,
  recorded_at_ms AS recordedAtMs, available_at_ms AS availableAtMs, is_failed AS isFailed,
  transaction_hash AS transactionHash, block_number AS blockNumber, block_hash AS blockHash`;

export function makeChainTable(db: Connection) {
  const insert = db.prepare<[Omit<Row, 'sequence'>]>(
    `INSERT INTO chain_record (operation, subject_id, actor_id, content, recorded_at_ms, available_at_ms, is_failed,
       transaction_hash, block_number, block_hash)
     VALUES (@operation, @subjectId, @actorId, @content, @recordedAtMs, @availableAtMs, @isFailed,
       @transactionHash, @blockNumber, @blockHash)`,
  );
  const bySequence = db.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM chain_record WHERE sequence = ?`,
  );
  const byTransaction = db.prepare<[string], Row>(
    `SELECT ${COLUMNS} FROM chain_record WHERE transaction_hash = ?`,
  );
  const newest = db.prepare<[], Row>(
    `SELECT ${COLUMNS} FROM chain_record ORDER BY sequence DESC LIMIT 1`,
  );
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM chain_record ORDER BY sequence`);

  return {
    /** Returns the record's sequence number. */
    append(record: Omit<ChainRecord, 'sequence'>): number {
      const row = {
        ...record,
        content: JSON.stringify(record.content),
        isFailed: record.isFailed ? 1 : 0,
      };
      return Number(insert.run(row).lastInsertRowid);
    },
    /** Throws for a number that was never given out: references are guarded by the database. */
    get(sequence: number): ChainRecord {
      const row = bySequence.get(sequence);
      if (row === undefined) throw new Error(`no chain record ${sequence}`);
      return fromRow(row);
    },
    withTransaction(transactionHash: string): ChainRecord | null {
      const row = byTransaction.get(transactionHash);
      return row === undefined ? null : fromRow(row);
    },
    newest(): ChainRecord | null {
      const row = newest.get();
      return row === undefined ? null : fromRow(row);
    },
    all: (): readonly ChainRecord[] => all.all().map(fromRow),
  };
}

function fromRow(row: Row): ChainRecord {
  return {
    ...row,
    content: JSON.parse(row.content) as Record<string, unknown>,
    isFailed: row.isFailed === 1,
  };
}

/** The content-addressed store of metadata documents: the same document is kept once, and never changes. */
export function makeMetadataTable(db: Connection) {
  const insert = db.prepare<[string, string]>(
    'INSERT INTO metadata_document (cid, document) VALUES (?, ?) ON CONFLICT (cid) DO NOTHING',
  );
  const select = db.prepare<[string], { document: string }>(
    'SELECT document FROM metadata_document WHERE cid = ?',
  );
  return {
    keep: (cid: string, document: string): void => void insert.run(cid, document),
    /** The exact text the CID was made from. Throws for an unknown CID: references are guarded by the database. */
    get(cid: string): string {
      const row = select.get(cid);
      if (row === undefined) throw new Error(`no metadata document ${cid}`);
      return row.document;
    },
  };
}
