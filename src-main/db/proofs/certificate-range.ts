/**
 * Windows into the list of proofs: records that are available on the service, and those whose certificate is saved here,
 * the latest first. It changes nothing.
 */
import type Database from 'better-sqlite3';
import {
  folderPathIn,
  makePlaceSearch,
  type PlacedFolder,
  type SoughtWord,
  wordConditions,
  wordValues,
} from '../files/place-search.ts';
import { makePrepareOnce } from '../prepare-once.ts';
import { proofDate, type ProofView } from '../../../src-shared/model/proofs/proof.ts';

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
const COLUMNS = `r.file_id AS fileId, r.project_id AS projectId, r.visibility, r.name, r.status,
  r.proven_at_ms AS provenAtMs, r.recorded_at_ms AS recordedAtMs, c.size_bytes AS sizeBytes, c.blake3, c.sha256,
  r.certificate_pdf IS NOT NULL AS isSaved, r.id AS recordId`;
const FROM = 'FROM record r JOIN content c ON c.id = r.content_id';

export function makeCertificateRange(db: Database.Database) {
  const prepare = makePrepareOnce<Values>(db);
  const places = makePlaceSearch(db);
  const placeOf = db.prepare<[recordId: number], PlacedFolder & { readonly directory: string }>(
    `SELECT o.kind, o.path, d.path AS directory FROM file f JOIN directory d ON d.id = f.directory_id
     JOIN folder o ON o.id = f.folder_id
     WHERE f.id = (SELECT min(id) FROM file WHERE record_id = ?)`,
  );
  const one = db.prepare<[fileId: string], Row>(
    `SELECT ${COLUMNS} ${FROM} WHERE r.file_id = ? ORDER BY r.id LIMIT 1`,
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
      const where = conditionsOf(filter, fingerprint, words);
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
        `SELECT count(*) AS total ${counted} WHERE ${where}`,
      ).get(values);
      const rows = prepare<Row>(
        `SELECT ${COLUMNS} ${FROM} WHERE ${where}
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
