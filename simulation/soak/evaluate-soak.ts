/**
 * What a program that goes on for days may hold. Memory and tables of files may grow with the files that came, and with
 * nothing else; in quiet hours nothing grows at all.
 */
import type { Holdings } from './holdings.ts';

const MIB = 1_048_576;
/** Of the played service, which remembers every file it was sent, most of it. */
const HEAP_PER_CONTENT_BYTES = 6_000;
/** What is loaded and compiled when it is first needed. */
const HEAP_SLACK_BYTES = (3 * MIB) / 4;
const QUIET_HEAP_SLACK_BYTES = MIB / 4;
const MOST_SLEEPERS = 30;
/** What caches and first uses bring; a wait that is forgotten each time comes a hundred times an hour. */
const FUNCTIONS_SLACK = 60;
const LAST_HOURS = 3;
/** 16 MiB are written into the database again, see open-database.ts; the transaction that passes that is whole. */
const MOST_LOG_BYTES = 20 * MIB;

/** Rows for each content that was ever seen; a table that is not named here does not grow. */
const ROWS_PER_CONTENT: Readonly<Record<string, number>> = {
  content: 1,
  file: 1,
  record: 1,
  upload_job: 1,
  listed_file: 1,
  charge: 1,
  credit_transaction: 1,
  balance_window: 1,
  metadata_document: 1,
  proven_look: 1,
  upload_attempt: 3,
  event_log: 10,
  event_line: 1,
};
/** Settings, places, facts about the service: learned once. */
const ROW_SLACK = 12;

/** Everything is loaded and compiled by then. */
function warmHour(quietFromHour: number): number {
  return Math.ceil(quietFromHour / 4);
}

/**
 * The hours whose functions are judged, or whose memory: to count functions drops compiled code, so what is compared is measured
 * after it.
 */
export function countsFunctions(
  hour: number,
  { busyHours, quietHours }: { readonly busyHours: number; readonly quietHours: number },
): boolean {
  const isCompared = hour === warmHour(busyHours) || hour === busyHours;
  return isCompared || hour > busyHours + quietHours - LAST_HOURS;
}

/** What grew that must not; empty when all is well. `quietFromHour`: nothing new came after it. */
export function evaluateSoak(
  holdings: readonly Holdings[],
  quietFromHour: number,
): readonly string[] {
  const warm = holdings[warmHour(quietFromHour)];
  const evening = holdings[quietFromHour];
  const last = holdings.at(-1);
  if (warm === undefined || evening === undefined || last === undefined) return ['it is too short'];
  return [
    ...evaluateHeap(warm, evening, last),
    ...evaluateFunctions(holdings, warm),
    ...evaluateRows(warm, evening, last),
    ...holdings.flatMap(evaluateHour),
    ...(last.openFiles > warm.openFiles
      ? [`open files: ${warm.openFiles}, then ${last.openFiles}`]
      : []),
  ];
}

function evaluateHeap(warm: Holdings, evening: Holdings, last: Holdings): readonly string[] {
  const contents = contentsOf(evening) - contentsOf(warm);
  return [
    grown(
      'memory while files come',
      warm,
      evening,
      contents * HEAP_PER_CONTENT_BYTES + HEAP_SLACK_BYTES,
    ),
    grown('memory in quiet hours', evening, last, QUIET_HEAP_SLACK_BYTES),
  ].flat();
}

function grown(what: string, from: Holdings, to: Holdings, mostBytes: number): readonly string[] {
  const bytes = to.heapBytes - from.heapBytes;
  return bytes > mostBytes
    ? [`${what}: ${bytes} bytes from hour ${from.hour} to ${to.hour}, not ${mostBytes} at most`]
    : [];
}

/** The fewest of the last hours count: an hour may end in the middle of a request. */
function evaluateFunctions(holdings: readonly Holdings[], warm: Holdings): readonly string[] {
  const counted = holdings.slice(-LAST_HOURS).flatMap(({ functions }) => functions ?? []);
  const more = Math.min(...counted) - (warm.functions ?? 0);
  return more > FUNCTIONS_SLACK ? [`functions: ${more} more from hour ${warm.hour} on`] : [];
}

function evaluateRows(warm: Holdings, evening: Holdings, last: Holdings): readonly string[] {
  const wrong: string[] = [];
  for (const [table, rows] of Object.entries(last.rows)) {
    const perContent = ROWS_PER_CONTENT[table] ?? 0;
    const most = (warm.rows[table] ?? 0) + perContent * contentsOf(last) + ROW_SLACK;
    const quietGrowth = rows - (evening.rows[table] ?? 0);
    if (rows > most) wrong.push(`table ${table}: ${rows} rows, not ${most} at most`);
    if (quietGrowth > ROW_SLACK * Math.max(1, perContent)) {
      wrong.push(`table ${table}: ${quietGrowth} rows more in quiet hours`);
    }
  }
  return wrong;
}

function evaluateHour({ hour, sleepers, logBytes }: Holdings): readonly string[] {
  const evaluate = (what: string, value: number, most: number) =>
    value > most ? [`hour ${hour}: ${value} ${what}, not ${most} at most`] : [];
  return [
    ...evaluate('timers', sleepers, MOST_SLEEPERS),
    ...evaluate('bytes of write-ahead log', logBytes, MOST_LOG_BYTES),
  ];
}

function contentsOf({ rows }: Holdings): number {
  return rows['content'] ?? 0;
}
