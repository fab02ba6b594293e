/** Files on the service that are known to hold one of our contents: the ledger of what was paid for. */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { RecordAddress } from '../../../src-shared/model/proofs/verdict.ts';
import type { CertificateFault } from '../../../src-shared/model/status/core-fault.ts';
import { makePrepareOnce, untilChanged } from '../transactions.ts';
import {
  folderPathIn,
  makePlaceSearch,
  type PlacedFolder,
  type SoughtWord,
  wordConditions,
  wordValues,
} from '../files/place-search.ts';
import { proofDate, type ProofView } from '../../../src-shared/model/proofs/proof.ts';

export interface LedgerRecord extends RecordAddress {
  readonly id: number;
  readonly contentId: number;
  readonly name: string;
  /** The service's own status: Available, Pending, …, or an unknown one. */
  readonly status: string;
  readonly uploadedIso: string;
  readonly receivedAtMs: number;
  /** When its status was seen not to change by itself any more, by this computer's clock; null: still in work. */
  readonly settledAtMs: number | null;
  /** It was seen on the chain no later than then, by the service's clock; a deletion keeps it. Null: never seen there. */
  readonly provenAtMs: number | null;
  /** When its saved certificate says it came onto the chain; null: it does not say, or against what is known. */
  readonly recordedAtMs: number | null;
  /** File names in the certificate cache; null until fetched. */
  readonly certificatePdf: string | null;
  readonly certificateJson: string | null;
  /** When a person had the content uploaded again instead; null: they did not. */
  readonly givenUpAtMs: number | null;
}

export type NewRecord = Omit<
  LedgerRecord,
  | 'id'
  | 'settledAtMs'
  | 'provenAtMs'
  | 'recordedAtMs'
  | 'certificatePdf'
  | 'certificateJson'
  | 'givenUpAtMs'
>;

export interface MissingCertificate {
  readonly record: LedgerRecord;
  /** The service's last answer. */
  readonly fault: CertificateFault;
}

/** A destination where something waits for the service, and how much. */
export interface OpenDestination {
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly count: number;
}

const COLUMNS = `id, content_id AS contentId, project_id AS projectId, visibility, file_id AS fileId, name, status,
  uploaded_iso AS uploadedIso, received_at_ms AS receivedAtMs, settled_at_ms AS settledAtMs,
  proven_at_ms AS provenAtMs, recorded_at_ms AS recordedAtMs, certificate_pdf AS certificatePdf, certificate_json AS certificateJson,
  given_up_at_ms AS givenUpAtMs`;

export function makeRecordRepository(db: Database.Database) {
  const query = (where: string) =>
    db.prepare<unknown[], LedgerRecord>(`SELECT ${COLUMNS} FROM record ${where}`);
  const byId = query('WHERE id = +?');
  const byFileId = query('WHERE file_id = +? ORDER BY id LIMIT 1');
  const byKey = query('WHERE project_id = +? AND visibility = +? AND file_id = +?');
  const byContent = query('WHERE content_id = +? ORDER BY id');
  const byProject = query('WHERE project_id = +? ORDER BY id');
  const counted = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM record');
  const unsettledIn = query(
    'WHERE settled_at_ms IS NULL AND project_id = +? AND visibility = +? ORDER BY id',
  );
  const unsettledDestinations = db.prepare<[], OpenDestination>(
    `SELECT project_id AS projectId, visibility, count(*) AS count FROM record
     WHERE settled_at_ms IS NULL GROUP BY project_id, visibility`,
  );
  const newestUnsettled = db.prepare<[], { id: number | null }>(
    'SELECT max(id) AS id FROM record WHERE settled_at_ms IS NULL',
  );
  const LACKS_CERTIFICATE = "status = 'Available' AND certificate_pdf IS NULL";
  const lackingCertificate = query(`WHERE ${LACKS_CERTIFICATE} AND id > +? ORDER BY id LIMIT +?`);
  const newestLacking = db.prepare<[], { id: number | null }>(
    `SELECT max(id) AS id FROM record WHERE ${LACKS_CERTIFICATE}`,
  );
  const missing = db.prepare<[], LedgerRecord & { readonly fault: string }>(
    `SELECT ${COLUMNS}, certificate_fault AS fault FROM record
     WHERE ${LACKS_CERTIFICATE} AND certificate_fault IS NOT NULL ORDER BY id`,
  );
  const missingOne = db.prepare<[id: number]>(
    'SELECT 1 FROM record WHERE id = +? AND certificate_fault IS NOT NULL',
  );
  const countMissing = db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM record
     WHERE ${LACKS_CERTIFICATE} AND certificate_fault IS NOT NULL`,
  );
  const countAwaited = db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM record WHERE ${LACKS_CERTIFICATE} AND certificate_fault IS NULL`,
  );
  const miss = db.prepare(
    `UPDATE record SET certificate_fault = @fault
     WHERE ${LACKS_CERTIFICATE} AND id BETWEEN @fromId AND @toId`,
  );
  const lackingDocument = query(
    "WHERE status = 'Available' AND certificate_pdf IS NOT NULL AND has_document = 0 AND id <= +? ORDER BY id DESC LIMIT +?",
  );
  const latestNews = db.prepare<[projectId: string, visibility: Visibility], { atMs: number }>(
    `SELECT max(received_at_ms, ifnull(settled_at_ms, 0)) AS atMs FROM record
     WHERE project_id = +? AND visibility = +? ORDER BY max(received_at_ms, ifnull(settled_at_ms, 0)) DESC LIMIT 1`,
  );
  const deletedIn = query("WHERE project_id = +? AND visibility = +? AND status = 'Deleted'");
  const names = db.prepare<[afterId: number, count: number], { id: number; name: string }>(
    `SELECT r.id, ifnull((SELECT d.path || '/' FROM file f JOIN directory d ON d.id = f.directory_id
         JOIN folder o ON o.id = f.folder_id WHERE f.record_id = r.id AND o.kind = 'watched' LIMIT 1), '') || r.name AS name
     FROM record r WHERE r.id > +? ORDER BY r.id LIMIT +?`,
  );
  const insert = db.prepare(
    `INSERT INTO record (content_id, project_id, visibility, file_id, name, status, uploaded_iso, received_at_ms)
     VALUES (@contentId, @projectId, @visibility, @fileId, @name, @status, @uploadedIso, @receivedAtMs)`,
  );
  const updateStatus = db.prepare(
    `UPDATE record SET status = @status, settled_at_ms = @settledAtMs,
       proven_at_ms = ifnull(proven_at_ms, @provenAtMs) WHERE id = +@id`,
  );
  const markGivenUp = db.prepare('UPDATE record SET given_up_at_ms = @atMs WHERE id = +@id');
  const remove = db.prepare('DELETE FROM record WHERE id = +?');
  const updateCertificate = db.prepare(
    `UPDATE record SET certificate_pdf = @pdf, certificate_json = @json, recorded_at_ms = @recordedAtMs,
       certificate_fault = NULL
     WHERE id = +@id`,
  );

  const certified = query('WHERE certificate_json IS NOT NULL AND id > +? ORDER BY id LIMIT +?');
  const updateRecorded = db.prepare(
    'UPDATE record SET recorded_at_ms = @recordedAtMs WHERE id = +@id',
  );

  const newestUnsettledId = untilChanged(db)(() => newestUnsettled.get()?.id ?? null);

  return {
    get(id: number): LedgerRecord {
      const record = byId.get(id);
      if (record === undefined) throw new Error(`no record ${id}`);
      return record;
    },
    /** Names of records with a number above this one, by their number. */
    /** Each behind the subfolders of a file here that shows it. */
    namesAfter: (afterId: number, count: number) => names.all(afterId, count),
    withFileId: (fileId: string): LedgerRecord | null => byFileId.get(fileId) ?? null,
    /** The record of a file at its destination. */
    at: (projectId: string, visibility: Visibility, fileId: string): LedgerRecord | null =>
      byKey.get(projectId, visibility, fileId) ?? null,
    /** When a record of this destination was last received or completed; null without one. */
    latestNewsMs: (projectId: string, visibility: Visibility): number | null =>
      latestNews.get(projectId, visibility)?.atMs ?? null,
    withContent: (contentId: number): readonly LedgerRecord[] => byContent.all(contentId),
    count: (): number => counted.get()?.count ?? 0,
    /** All of a project, of both kinds. */
    inProject: (projectId: string): readonly LedgerRecord[] => byProject.all(projectId),
    /** Records of a destination whose status may still change. */
    unsettledIn: (projectId: string, visibility: Visibility): readonly LedgerRecord[] =>
      unsettledIn.all(projectId, visibility),
    deletedIn: (projectId: string, visibility: Visibility): readonly LedgerRecord[] =>
      deletedIn.all(projectId, visibility),
    /** Where such records are, and how many. Costs time in proportion to their number. */
    unsettledDestinations: (): readonly OpenDestination[] => unsettledDestinations.all(),
    /** The latest of them, found at once; null when there is none. */
    newestUnsettledId,
    lackingCertificate: (limit: number, afterId = 0): readonly LedgerRecord[] =>
      lackingCertificate.all(afterId, limit),
    newestLackingCertificate: (): number | null => newestLacking.get()?.id ?? null,
    /** Those whose certificate does not come, and why. */
    missingCertificates: (): readonly MissingCertificate[] =>
      missing.all().map(({ fault, ...record }) => ({
        record,
        fault: JSON.parse(fault) as CertificateFault, // written by `missCertificates` alone
      })),
    isMissingCertificate: (id: number): boolean => missingOne.get(id) !== undefined,
    /** Certificates that nobody has asked for often enough to give them up. */
    countAwaitedCertificates: (): number => countAwaited.get()?.count ?? 0,
    countMissingCertificates: (): number => countMissing.get()?.count ?? 0,
    /** The certificates that these records lack do not come. */
    missCertificates(fromId: number, toId: number, fault: CertificateFault): void {
      miss.run({ fromId, toId, fault: JSON.stringify(fault) });
    },
    /** Those with a certificate whose metadata document is not here, the latest first, up to this one. */
    lackingDocument: (limit: number, upToId = Number.MAX_SAFE_INTEGER): readonly LedgerRecord[] =>
      lackingDocument.all(upToId, limit),
    /**
     * Adds a record, or returns the one already known under the service's id. Null when that id belongs to another
     * content: one id cannot be the proof of two.
     */
    keep(record: NewRecord): LedgerRecord | null {
      const known = byKey.get(record.projectId, record.visibility, record.fileId);
      if (known !== undefined) return known.contentId === record.contentId ? known : null;
      return this.get(Number(insert.run(record).lastInsertRowid));
    },
    /** The service has no such record. No row and no upload may show it any more. */
    remove(id: number): void {
      remove.run(id);
    },
    /** `settled`: null while the status may still change by itself. The first moment of the proof stays. */
    setStatus(
      id: number,
      status: string,
      settled: Pick<LedgerRecord, 'settledAtMs' | 'provenAtMs'> | null,
    ): void {
      updateStatus.run({ id, status, ...(settled ?? { settledAtMs: null, provenAtMs: null }) });
    },
    giveUp(id: number, atMs: number): void {
      markGivenUp.run({ id, atMs });
    },
    /** `recordedAtMs`: when it says that its record came onto the chain; null: nothing that counts. */
    setCertificate(
      id: number,
      pdf: string,
      json: string | null,
      recordedAtMs: number | null = null,
    ): void {
      updateCertificate.run({ id, pdf, json, recordedAtMs });
    },
    /** Those with a saved certificate after this one, in the order of their numbers. */
    withCertificate: (afterId: number, count: number): readonly LedgerRecord[] =>
      certified.all(afterId, count),
    setRecordedAtMs(id: number, recordedAtMs: number | null): void {
      updateRecorded.run({ id, recordedAtMs });
    },
  };
}

export interface StoredDocument extends RecordAddress {
  readonly body: Buffer;
  /** Of the body when it was kept. */
  readonly sha256: string;
  /** As the service wrote it; null: it names none. */
  readonly fileHash: string | null;
  /** The digest in it, in lower-case hex; null when it cannot be read as one. */
  readonly fileHashHex: string | null;
  readonly fetchedAtMs: number;
}

const DOCUMENT_COLUMNS = `project_id AS projectId, visibility, file_id AS fileId, body, sha256, file_hash AS fileHash,
  file_hash_hex AS fileHashHex, fetched_at_ms AS fetchedAtMs`;

/** Metadata documents of the service, unchanged, by the destination of their file. */
export function makeMetadataDocumentRepository(db: Database.Database) {
  const byPlace = db.prepare<[string, string, string], StoredDocument>(
    `SELECT ${DOCUMENT_COLUMNS} FROM metadata_document WHERE project_id = +? AND visibility = +? AND file_id = +?`,
  );
  const byHash = db.prepare<[hexesJson: string], StoredDocument>(
    `SELECT ${DOCUMENT_COLUMNS} FROM metadata_document
     WHERE file_hash_hex IN (SELECT value FROM json_each(?)) ORDER BY project_id, visibility, file_id`,
  );
  const foreign = db.prepare<[], { count: number }>(
    'SELECT count(*) AS count FROM metadata_document WHERE has_record = 0',
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM metadata_document WHERE project_id = +? AND visibility = +? AND file_id = +?',
  );
  const insert = db.prepare(
    `INSERT INTO metadata_document (project_id, visibility, file_id, body, sha256, file_hash, file_hash_hex, fetched_at_ms)
     VALUES (@projectId, @visibility, @fileId, @body, @sha256, @fileHash, @fileHashHex, @fetchedAtMs)`,
  );

  return {
    at: ({ projectId, visibility, fileId }: RecordAddress): StoredDocument | null =>
      byPlace.get(projectId, visibility, fileId) ?? null,
    /** Those whose FileHash is one of these digests, in lower-case hex. */
    withHash: (hexes: readonly string[]): readonly StoredDocument[] =>
      byHash.all(JSON.stringify(hexes)),
    /** Those of files that this computer never sent. */
    countForeign: (): number => foreign.get()?.count ?? 0,
    /** Replaces the one before. */
    keep(document: StoredDocument): void {
      db.transaction(() => {
        remove.run(document.projectId, document.visibility, document.fileId);
        insert.run(document);
      })();
    },
    drop({ projectId, visibility, fileId }: RecordAddress): void {
      remove.run(projectId, visibility, fileId);
    },
  };
}
export type MetadataDocumentRepository = ReturnType<typeof makeMetadataDocumentRepository>;

/** An undefined field does not filter. */
export interface CertificateFilter {
  readonly projectId?: string | undefined;
  /** Only these. */
  readonly fileIds?: readonly string[] | undefined;
  /** Only what is on the service now; not what was deleted and has its certificate saved. */
  readonly isAvailable?: true | undefined;
  /** Only those whose certificate the service does not give. */
  readonly isMissing?: true | undefined;
  /** Words of the name or of its subfolders here, or the beginning of a fingerprint, with or without blanks. */
  readonly text?: string | undefined;
  /** Proven from then on. */
  readonly fromMs?: number | undefined;
  /** Proven before then. */
  readonly toMs?: number | undefined;
}

interface Row extends Omit<
  ProofView,
  'isSaved' | 'blake3' | 'sha256' | 'folderPath' | 'isDateRecorded'
> {
  readonly blake3: Buffer;
  readonly sha256: Buffer | null;
  readonly isSaved: 0 | 1;
  readonly recordId: number;
  readonly recordedAtMs: number | null;
}
type Values = Readonly<Record<string, string | number | Buffer | null>>;

const DIGEST_DIGITS = 64;
const SHORTEST_FINGERPRINT = 4; // shorter ones are found in names alone
/** Worded exactly like the partial index: SQLite uses the index only then. */
const IS_PROVEN = "(r.status = 'Available' OR r.certificate_pdf IS NOT NULL)";
/** As `proofDate` has it; worded like the index. */
const PROVEN_AT = 'ifnull(r.recorded_at_ms, r.proven_at_ms)';
const CERTIFICATE_COLUMNS = `r.file_id AS fileId, r.project_id AS projectId, r.visibility, r.name, r.status,
  r.proven_at_ms AS provenAtMs, r.recorded_at_ms AS recordedAtMs, c.size_bytes AS sizeBytes, c.blake3, c.sha256,
  r.certificate_pdf IS NOT NULL AS isSaved, r.id AS recordId`;
const FROM = 'FROM record r JOIN content c ON c.id = r.content_id';

/**
 * Windows into the list of proofs: records that are available on the service, and those whose certificate is saved here,
 * the latest first. It changes nothing.
 */
export function makeCertificateRange(db: Database.Database) {
  const prepare = makePrepareOnce<Values>(db);
  const places = makePlaceSearch(db);
  const placeOf = db.prepare<[recordId: number], PlacedFolder & { readonly directory: string }>(
    `SELECT o.kind, o.path, d.path AS directory FROM file f JOIN directory d ON d.id = f.directory_id
     JOIN folder o ON o.id = f.folder_id
     WHERE f.id = (SELECT min(id) FROM file WHERE record_id = ?)`,
  );
  const one = db.prepare<[fileId: string], Row>(
    `SELECT ${CERTIFICATE_COLUMNS} ${FROM} WHERE r.file_id = ? ORDER BY r.id LIMIT 1`,
  );

  function read({ recordId, recordedAtMs, ...row }: Row): ProofView {
    const { blake3, sha256 } = row;
    const { atMs: provenAtMs, ...known } = proofDate(recordedAtMs, row.provenAtMs);
    const place = placeOf.get(recordId);
    return {
      ...row,
      provenAtMs,
      ...known,
      folderPath: place === undefined ? null : folderPathIn(place, place.directory),
      blake3: blake3.toString('hex'),
      sha256: sha256?.toString('hex') ?? null,
      isSaved: row.isSaved === 1,
    };
  }

  return {
    /** By the service's id of a version, proven or not; null when this account never knew it. */
    of(fileId: string): ProofView | null {
      const row = one.get(fileId);
      return row === undefined ? null : read(row);
    },

    range(filter: CertificateFilter, first: number, count: number) {
      const fingerprint = fingerprintIn(filter.text);
      const words = filter.text === undefined ? [] : places.sought(filter.text);
      const conditions = conditionsOf(filter, fingerprint, words);
      const values = {
        projectId: filter.projectId ?? null,
        fileIds: filter.fileIds === undefined ? null : JSON.stringify(filter.fileIds),
        ...wordValues(words),
        ...boundsOf(fingerprint),
        fromMs: filter.fromMs ?? null,
        toMs: filter.toMs ?? null,
      };
      const counted = fingerprint === null ? 'FROM record r' : FROM; // names need no fingerprints
      const total = prepare<{ total: number }>(
        `SELECT count(*) AS total ${counted} WHERE ${conditions}`,
      ).get(values);
      const rows = prepare<Row>(
        `SELECT ${CERTIFICATE_COLUMNS} ${FROM} WHERE ${conditions}
         ORDER BY ${PROVEN_AT} DESC, r.id DESC LIMIT @count OFFSET @first`,
      ).all({ ...values, first, count });
      return { total: total?.total ?? 0, proofs: rows.map(read) };
    },
  };
}

/** The text as the beginning of a fingerprint in lower case; null when it cannot be one. */
function fingerprintIn(text: string | undefined): string | null {
  const print = text?.replaceAll(/\s/g, '').toLowerCase() ?? '';
  return print.length >= SHORTEST_FINGERPRINT &&
    print.length <= DIGEST_DIGITS &&
    /^[\da-f]+$/.test(print)
    ? print
    : null;
}

/** Every digest that begins with these hexadecimal digits lies between these two. */
function boundsOf(fingerprint: string | null) {
  if (fingerprint === null) return { lowest: null, highest: null };
  const filled = (digit: string) => Buffer.from(fingerprint.padEnd(DIGEST_DIGITS, digit), 'hex');
  return { lowest: filled('0'), highest: filled('f') };
}

const isShownIn = (list: string) =>
  `r.id IN (SELECT record_id FROM file WHERE directory_id IN ${list})`;

function conditionsOf(
  filter: CertificateFilter,
  fingerprint: string | null,
  words: readonly SoughtWord[],
): string {
  const { projectId, fileIds, isAvailable, isMissing, fromMs, toMs } = filter;
  const named = `TRUE${wordConditions(words, 'r.name', isShownIn)}`;
  const printed = 'c.sha256 BETWEEN @lowest AND @highest OR c.blake3 BETWEEN @lowest AND @highest';
  return [
    [IS_PROVEN],
    isAvailable === undefined ? [] : ["r.status = 'Available'"],
    isMissing === undefined
      ? []
      : ['r.certificate_pdf IS NULL AND r.certificate_fault IS NOT NULL'],
    fileIds === undefined ? [] : ['r.file_id IN (SELECT value FROM json_each(@fileIds))'],
    projectId === undefined ? [] : ['r.project_id = @projectId'],
    words.length === 0 ? [] : [fingerprint === null ? named : `(${named} OR ${printed})`],
    fromMs === undefined ? [] : [`${PROVEN_AT} >= @fromMs`],
    toMs === undefined ? [] : [`${PROVEN_AT} < @toMs`],
  ]
    .flat()
    .join(' AND ');
}
