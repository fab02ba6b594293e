/**
 * One audit: every file of a folder is read through, whatever size and times say, and what should be there and is not is
 * looked for. It reads and notes down; it writes nothing into the folder, moves no file's state and sends nothing. A run
 * that ends early keeps what it found, and is never shown as whole.
 */
import type { AuditTotals } from '../../src-shared/model/audit.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { SECOND_MS } from '../../src-shared/model/time.ts';
import { identityFromKey, identityKey } from '../ports/file-identity.ts';
import type { KeptAuditRow } from '../state/audit-repository.ts';
import { makeAuditBook, type AuditBook, type ReadFile } from './audit-book.ts';
import {
  judgeAuditedFile,
  judgeMissingFile,
  type AuditExpectation,
  type AuditFacts,
  type AuditReading,
} from './audit-judge.ts';
import type { AuditEntry, AuditPorts } from './audit-ports.ts';

export interface AuditJob {
  /** Of a run that was begun, or taken up again. */
  readonly id: number;
  /** Absolute, real path. */
  readonly root: string;
  /** What earlier parts of this run came to; its rows are looked for only then. */
  readonly totals: AuditTotals;
  readonly isResumed: boolean;
  /** Files read at the same time. */
  readonly readers: number;
  /** What the run is when it is aborted, asked at that moment. */
  readonly endOnAbort: () => 'cancelled' | 'interrupted';
}

const MAX_TRIES = 3;
const RETRY_MS = SECOND_MS; // a program that saves is done by then, as a rule
const EXPECTED_PER_TURN = 200;
const PAGE_ROWS = 500;

/** Resolves when the run has an end, which is in the database by then. Abort is an end like any other. */
export async function auditFolder(
  job: AuditJob,
  ports: AuditPorts,
  signal: AbortSignal,
): Promise<void> {
  const { id, root } = job;
  const book = makeAuditBook(job, ports);
  const earlier = ports.state.audits.latestComplete(root);
  const visit = makeVisit(job, book, earlier?.id ?? null, ports);
  try {
    await ports.prepare(signal);
    const before = await ports.identify(signal);
    if (before === null) return book.flush('no-folder');
    const isEmpty = !(await visitAll(job, visit, book, ports, signal));
    const expected = () => expectations(earlier?.id ?? null, ports);
    // A folder that is empty all of a sudden, or another one by now, may be a drive that is not connected: nothing of it
    // is called missing.
    const isStrange = isEmpty && !expected().next().done;
    if (isStrange || (await ports.identify(signal)) !== before) return book.flush('no-folder');
    let passed = 0;
    for (const [path, expectation] of expected()) {
      passed += 1;
      // Others have their turn in between, however many there are.
      if (passed % EXPECTED_PER_TURN === 0) await ports.clock.sleep(0, signal);
      if (book.row(path) === null) await visit.expected(path, expectation, signal);
    }
    book.flush('complete');
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    book.flush(job.endOnAbort());
  }
  ports.onProgress({ totals: ports.state.audits.run(id)?.totals ?? book.totals(), path: null });
}

/** Goes through the folder with a few readers. Returns whether anything lies in it. */
async function visitAll(
  { readers }: AuditJob,
  visit: Visit,
  book: AuditBook,
  ports: AuditPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const underWay = new Set<Promise<void>>();
  let isAnything = false;
  try {
    for await (const entries of ports.walk(either)) {
      isAnything ||= entries.length > 0;
      for (const entry of entries) {
        if (entry.kind !== 'file') {
          visit.other(entry);
          continue;
        }
        await ports.mayRead(either);
        while (underWay.size >= readers) await Promise.race(underWay);
        const reading = visit.file(entry, either).finally(() => underWay.delete(reading));
        reading.catch((error: unknown) => failing.abort(error)); // nobody may be waiting for it just now
        underWay.add(reading);
      }
    }
    await Promise.all(underWay);
  } catch (error) {
    failing.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(underWay);
    book.flush('running');
  }
  return isAnything;
}

type Visit = ReturnType<typeof makeVisit>;

function makeVisit(
  { id, isResumed }: AuditJob,
  book: AuditBook,
  earlierRun: number | null,
  ports: AuditPorts,
) {
  const { audits } = ports.state;
  /** Bytes of the files that are read right now: a large one is seen to go on. */
  const underWay = new Map<string, number>();

  function tell(path: string): void {
    const totals = book.totals();
    const bytes = [...underWay.values()].reduce((sum, count) => sum + count, totals.bytes);
    ports.onProgress({ totals: { ...totals, bytes }, path });
  }

  /** What an earlier audit proved under this path, where the ledger does not watch it. */
  function remembered(path: string): AuditExpectation | null {
    const row = earlierRun === null ? null : audits.rowAt(earlierRun, path);
    return row === null ? null : expectationOf(row);
  }

  /** Names that are no text may look alike. */
  function free(path: string): string {
    let [shown, count] = [path, 1];
    while (book.row(shown) !== null) shown = `${path} (${(count += 1)})`;
    return shown;
  }

  async function read(path: string, signal: AbortSignal): Promise<AuditReading | 'absent'> {
    for (let tries = 1; ; tries += 1) {
      const onRead = (bytes: number) => {
        underWay.set(path, bytes);
        tell(path);
      };
      const looked = await ports.read(ports.absolute(path), onRead, signal);
      underWay.delete(path);
      switch (looked.kind) {
        case 'changed':
          break;
        case 'absent':
          return 'absent';
        case 'read':
        case 'unreadable':
          return looked;
        default:
          return assertNever(looked);
      }
      if (tries === MAX_TRIES) return { kind: 'changing' };
      await ports.clock.sleep(RETRY_MS, signal);
    }
  }

  function judge(
    path: string,
    reading: AuditReading,
    expected: AuditExpectation | null,
    watched: AuditFacts['watched'],
  ): void {
    const content: ReadFile | null = reading.kind === 'read' ? reading : null;
    const found = content === null ? NOTHING_KNOWN : ports.lookUp(path, content);
    const finding = judgeAuditedFile({ reading, expected, watched, ...found });
    book.add(path, finding, content, expected);
    tell(path);
  }

  return {
    async file(
      { path, identity, isLeftOut }: Extract<AuditEntry, { kind: 'file' }>,
      signal: AbortSignal,
    ): Promise<void> {
      const known = ports.knownOf(path);
      const expected = known.expected ?? remembered(path);
      if (expected === null && (isLeftOut || known.watched?.isLeftOut === true)) {
        book.count('ignoredFiles');
        return;
      }
      const row = isResumed ? audits.rowAt(id, path) : null;
      if (row !== null) {
        if (row.identity === identityKey(identity)) return; // read in an earlier part of this run
        book.drop(row);
      }
      tell(path);
      const looked = await read(path, signal);
      if (looked !== 'absent') judge(path, looked, expected, known.watched);
    },

    /** What is no file that could be read. */
    other(entry: Exclude<AuditEntry, { kind: 'file' }>): void {
      switch (entry.kind) {
        case 'left-out-folder':
          return book.count('ignoredFolders');
        case 'link':
          return book.count('links');
        case 'special':
          return book.count('special');
        case 'unreadable': {
          const { errno, isFolder } = entry;
          const path = free(entry.path);
          const { expected } = ports.knownOf(path);
          const record = expected?.record ?? null;
          book.add(path, { verdict: 'unreadable', errno, isFolder, record }, null, expected);
          return;
        }
        default:
          assertNever(entry);
      }
    },

    /** Something is notarized under a path that the walk did not come to. */
    async expected(
      path: string,
      expectation: AuditExpectation,
      signal: AbortSignal,
    ): Promise<void> {
      await ports.mayRead(signal);
      const looked = await read(path, signal);
      if (looked !== 'absent') {
        // In a folder that a rule leaves out by now, or that cannot be read.
        judge(path, looked, expectation, ports.knownOf(path).watched);
        return;
      }
      const finding = judgeMissingFile(expectation, book.pathOf(expectation.sha256));
      book.add(path, finding, null, expectation);
    },
  };
}

const NOTHING_KNOWN = { known: [], isOnPlatform: false, gap: null } as const;

/** Everything that should be there: by the ledger, and by what the last audit that was through met. */
function* expectations(
  earlierRun: number | null,
  { state, knownOf, expected }: AuditPorts,
): Generator<readonly [string, AuditExpectation]> {
  yield* expected();
  if (earlierRun === null) return;
  for (let last = 0; ;) {
    const page = state.audits.rowsAfter(earlierRun, last, PAGE_ROWS);
    for (const row of page) {
      const expectation = expectationOf(row);
      // Where the ledger has its own word, that counts: a person may have said that the file is not here any more.
      if (expectation !== null && knownOf(row.path).watched === null) {
        yield [row.path, expectation];
      }
    }
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1)?.id ?? last;
  }
}

function expectationOf({
  knownSha256,
  knownIdentity,
  finding,
}: KeptAuditRow): AuditExpectation | null {
  if (knownSha256 === null) return null;
  const record = 'record' in finding ? finding.record : null;
  const identity = knownIdentity === null ? null : identityFromKey(knownIdentity);
  const isCopy = finding.verdict === 'proven' && finding.reason === 'other-name';
  return { sha256: knownSha256, identity, record, isCopy };
}
