/**
 * What must be true once faults have stopped and quiet time has passed: every file has come to an end that can be
 * explained, and what the program believes is what is on the disk and at the service.
 */
import { identityKey } from '../../src-main/platform/disk/file-identity.ts';
import { blake3Of, isToldUntruly, type Disk } from '../disk/disk.ts';
import { FOLDERS, OTHER_LABSEAL } from '../disk/lab.ts';
import { chargeKey, ME, destinationKey, type Ledger, type Destination } from '../service/ledger.ts';
import { certificateFlaw } from '../service/service.ts';
import type { ServiceReading } from '../fault-profile.ts';
import { BETWEEN_ROUNDS_MS } from '../person.ts';
import type { InvariantNumber } from '../violation.ts';
import { saysAbsent, saysUncharged, type Books, type FilePage } from './books.ts';

export interface RestParts {
  readonly books: Books;
  readonly disk: Disk;
  readonly ledger: Ledger;
  readonly reading: ServiceReading;
  /** Whether a charge is of a time that the database has forgotten, or of another computer. */
  readonly isUnsettled: (jobId: string | null) => boolean;
  /** Whether a charge was shown only when it was taken for none: it may be forgotten. */
  readonly isShownTooLate: (key: string) => boolean;
  /** How far the time in the service's answers is ahead of the one it goes by; null: there is none. */
  readonly dateAheadMs: number | null;
  readonly broken: (invariant: InvariantNumber, what: string) => void;
}

/** A service that records later than this makes what was said about absence untrue. */
const JUDGED_AFTER_MS = 600_000;
/** States in which a file may rest. The others mean that something is still to be done. */
const ENDS = new Set([
  'notarized',
  'record_error',
  'duplicate',
  'held',
  'failed',
  'confirming',
  'missing',
  'ignored',
  'unreadable',
  'deleted',
]);
/** Holds that ought to have ended by themselves once nothing fails. */
const PASSING_HOLDS = new Set(['offline', 'signed_out', 'server', 'balance_unknown']);

export function checkAtRest(parts: RestParts): void {
  checkFiles(parts);
  checkRecords(parts);
  checkCertificates(parts);
  checkContents(parts);
  checkJobs(parts);
  for (const damage of parts.books.damage()) parts.broken(14, `the database is damaged: ${damage}`);
}

/** States of a file that is not there: the proof outlives it, or it is not known yet whether there is one. */
const WITHOUT_FILE = new Set(['missing', 'deleted', 'confirming']);

/** Invariant 1: each file on the disk has one row, with exactly its bytes, at an end; what is not there is shown as gone. */
function checkFiles({ books, disk, ledger, reading, broken }: RestParts): void {
  const rows = Map.groupBy(books.files(), ({ path }) => path);
  for (const [path, [row]] of rows) {
    if (row === undefined || WITHOUT_FILE.has(row.state) || disk.at(path) !== null) continue;
    if (isWatched(path) && !isEmptied(path, disk) && !disk.isAway(path))
      broken(1, `${path} is gone, and shown as ${row.state}`);
  }
  for (const [path, inode] of disk.entries) {
    if (inode.kind === 'directory' || !isWatched(path)) continue;
    const [row, other] = rows.get(path) ?? [];
    if (row === undefined || other !== undefined) {
      broken(1, `${path} has ${row === undefined ? 'no row' : 'two rows'}`);
      continue;
    }
    const isPassing = row.state === 'held' && PASSING_HOLDS.has(row.hold ?? '');
    const isUnlisted = row.state === 'recording' && !isListed(row, { books, ledger, reading });
    const isOverdue = row.hold === 'twin_pending' && !hasDuplicateInDoubt(row, books);
    if ((!ENDS.has(row.state) && !isUnlisted) || isPassing || isOverdue) {
      broken(1, `${path} rests in ${row.state}${row.hold === null ? '' : ` (${row.hold})`}`);
    }
    if (inode.kind !== 'file' || inode.errno !== null || row.state === 'confirming') continue;
    if (isToldUntruly(inode)) {
      if (row.state !== 'unreadable') broken(1, `${path} is ${row.state}, and its drive lies`);
      continue;
    }
    const blake3 = blake3Of(inode.content);
    if (row.blake3 !== null && row.blake3 !== blake3) broken(1, `${path} is shown with old bytes`);
    if (row.state !== 'confirming' && row.identity !== identityKey(disk.identityOf(inode))) {
      broken(1, `${path} is shown with an identity it no longer has`);
    }
  }
}

/** Nothing in a data folder has a row, as in a folder that is left out. */
function isWatched(path: string): boolean {
  const isInside = Object.values(FOLDERS).some((folder) => path.startsWith(`${folder}/`));
  return isInside && !path.startsWith(`${OTHER_LABSEAL}/`);
}

/** Nothing is concluded about the files of a folder that shows none. */
function isEmptied(path: string, disk: Disk): boolean {
  const within = path.startsWith(`${FOLDERS.public}/`) ? FOLDERS.public : FOLDERS.private;
  return ![...disk.entries.keys()].some((other) => other.startsWith(`${within}/`));
}

/** Equal bytes for the same place are not sent while it is open whether they are there already. */
function hasDuplicateInDoubt({ path, blake3 }: FilePage, books: Books): boolean {
  const visibility = path.startsWith(`${FOLDERS.public}/`) ? 'public' : 'private';
  return books
    .jobs()
    .some(
      (job) => job.blake3 === blake3 && job.visibility === visibility && job.outcome === 'unknown',
    );
}

/** Whether the client can see this row's record in a list: not behind the only page there is, nor too early. */
function isListed(
  row: FilePage,
  { books, ledger, reading }: Pick<RestParts, 'books' | 'ledger' | 'reading'>,
): boolean {
  const record = books.records().find(({ id }) => id === row.recordId);
  if (record === undefined) return true;
  const place = { projectId: record.projectId, visibility: record.visibility } as Destination;
  const all = [...ledger.listed(place, BETWEEN_ROUNDS_MS)];
  if (reading.order === 'newest-first') all.reverse();
  const shown = reading.paging === 'honoured' ? all : all.slice(0, reading.pageRecords);
  return shown.some(({ fileId }) => fileId === record.fileId);
}

/** Invariants 15 and 24: what is believed of a record is true of the service's file with that id, its moment too. */
function checkRecords({ books, ledger, dateAheadMs, broken }: RestParts): void {
  const rows = books.files().filter(({ state }) => state === 'recording');
  const inUse = new Set(rows.map(({ recordId }) => recordId));
  for (const record of books.records()) {
    const file = ledger.files.find(({ fileId }) => fileId === record.fileId);
    // Of a file that was changed or removed since, nothing is said to be on its way to the chain.
    if (record.status !== 'Available' && !inUse.has(record.id)) continue;
    const place = { projectId: record.projectId, visibility: record.visibility } as Destination;
    const isTrue =
      file?.blake3 === record.blake3 && file.place === destinationKey(place) && file.ownerId === ME;
    if (!isTrue) broken(15, `record ${record.fileId} is believed to be another file`);
    if (
      record.status === 'Available' &&
      file !== undefined &&
      !['Available', 'Deleted'].includes(ledger.statusOf(file))
    ) {
      broken(15, `record ${record.fileId} is believed to be Available`);
    }
    const truthMs = (file?.availableAtMs ?? 0) + (dateAheadMs ?? -Infinity);
    if (record.status === 'Available' && (record.provenAtMs ?? Infinity) < truthMs)
      broken(24, `record ${record.fileId} is said to have been on the chain before it was`);
  }
  const shown = new Set(books.records().map(({ id }) => id));
  for (const row of books.files()) {
    if (row.recordId !== null && !shown.has(row.recordId))
      broken(14, `${row.path} shows no record`);
    const record = books.records().find(({ id }) => id === row.recordId);
    if (row.state === 'notarized' && record?.blake3 !== row.blake3) {
      broken(15, `${row.path} shows the proof of other bytes`);
    }
  }
}

/** Invariant 22: each certificate that the service gives is here, and of each that it does not give that is said. */
function checkCertificates({ books, reading, broken }: RestParts): void {
  for (const { fileId, status, hasCertificate, certificateFault } of books.records()) {
    if (status !== 'Available') continue;
    const isGiven = certificateFlaw(fileId, reading) === null;
    if (isGiven !== (hasCertificate === 1)) broken(22, `the certificate of ${fileId} is missing`);
    if (isGiven !== (certificateFault === null))
      broken(
        22,
        `what is said about the certificate of ${fileId} is not true: ${certificateFault}`,
      );
  }
}

/** Invariant 6: every fingerprint is that of a whole file at one moment. */
function checkContents({ books, disk, broken }: RestParts): void {
  for (const { blake3, sha256 } of books.contents()) {
    const held = disk.everHeld(blake3);
    if (held === null) broken(6, `a fingerprint belongs to bytes no file ever had`);
    else if (sha256 !== null && sha256 !== held) broken(6, `a content has the SHA-256 of another`);
  }
}

/** Invariants 1 and 2 for jobs: none hangs in the air, and what was charged is known or asked about. */
function checkJobs({
  books,
  ledger,
  reading,
  isUnsettled,
  isShownTooLate,
  broken,
}: RestParts): void {
  const isLate = reading.latestCommitMs > JUDGED_AFTER_MS;
  const isUnlisted = reading.listLagMs > JUDGED_AFTER_MS;
  const jobs = books.jobs();
  for (const job of jobs) {
    if (job.outcome === 'open' && job.openAttempts > 0)
      broken(1, `the attempt of ${job.name} is open`);
  }
  const paying = jobs.filter(({ outcome }) =>
    ['recorded', 'unknown', 'given-up'].includes(outcome),
  );
  const explained = new Set(
    [...paying, ...books.records()].map((each) =>
      chargeKey(each.blake3, each as unknown as Destination),
    ),
  );
  for (const { key, jobId, credits } of ledger.charges) {
    const job = jobs.find(({ id }) => id === jobId);
    if (job !== undefined && !isLate && (isUnlisted ? saysUncharged(job) : saysAbsent(job)))
      broken(4, `${job.name} is said to be not recorded`);
    if (credits > 0 && !isUnsettled(jobId) && !isShownTooLate(key) && !explained.has(key))
      broken(4, `the charge for job ${jobId ?? '?'} is forgotten`);
  }
}
