/**
 * One file of an audit: what is known about it, the result of reading it, and the row that follows. A file is read
 * again if it changes during reading, or if a different content is notarized under its path meanwhile.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { identityFromKey, identityKey } from '../../platform/disk/file-identity.ts';
import {
  type AuditWriter,
  type AuditEntry,
  type AuditPorts,
  type KnownPath,
  type ReadFile,
  makeAuditWriter,
} from './audit-writer.ts';
import {
  type AuditExpectation,
  type AuditFacts,
  type AuditReading,
  evaluateAuditedFile,
  evaluateMissingFile,
  isSameContent,
} from './evaluate-audit.ts';
import type { KeptAuditRow } from '../../db/proofs/audit-repository.ts';
import type { AuditTotals } from '../../../src-shared/model/proofs/audit.ts';

const MAX_TRIES = 3;
const RETRY_MS = SECOND_MS; // a program that is saving has usually finished by then
const NOTHING_KNOWN = { known: [], isOnPlatform: false, gap: null } as const;

type AuditFile = ReturnType<typeof makeAuditFile>;

/** `earlierRun`: the last complete audit of the folder. */
function makeAuditFile(
  { id, isResumed }: { readonly id: number; readonly isResumed: boolean },
  writer: AuditWriter,
  earlierRun: number | null,
  ports: AuditPorts,
) {
  const { audits } = ports.state;
  /** Bytes of the files being read now, so that a large file shows progress. */
  const underWay = new Map<string, number>();

  function tell(path: string): void {
    const totals = writer.totals();
    const bytes = [...underWay.values()].reduce((sum, count) => sum + count, totals.bytes);
    ports.onProgress({ totals: { ...totals, bytes }, path });
  }

  /** What an earlier audit proved under this path, if the ledger does not watch it. */
  function remembered(path: string): AuditExpectation | null {
    const row = earlierRun === null ? null : audits.rowAt(earlierRun, path);
    return row === null ? null : expectationOf(row);
  }

  /** Names that are not valid text may look alike. */
  function free(path: string): string {
    let [shown, count] = [path, 1];
    while (writer.row(shown) !== null) shown = `${path} (${(count += 1)})`;
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

  function evaluate(
    path: string,
    reading: AuditReading,
    expected: AuditExpectation | null,
    watched: AuditFacts['watched'],
  ): void {
    const content: ReadFile | null = reading.kind === 'read' ? reading : null;
    const found = content === null ? NOTHING_KNOWN : ports.lookUp(path, content);
    const finding = evaluateAuditedFile({ reading, expected, watched, ...found });
    writer.add(path, finding, content, expected);
    tell(path);
  }

  /**
   * Reads a file and records the finding; false if the file does not exist. What is notarized under the path may change
   * during reading: a new version is not a change of the old one.
   */
  async function look(path: string, before: KnownPath, signal: AbortSignal): Promise<boolean> {
    let known = before;
    for (let tries = 1; ; tries += 1) {
      tell(path);
      const looked = await read(path, signal);
      if (looked === 'absent') return false;
      const { expected, watched } = known;
      const isOther =
        looked.kind === 'read' && expected !== null && !isSameContent(expected, looked);
      const now = isOther && tries < MAX_TRIES ? ports.knownOf(path) : null;
      const isStale =
        now?.expected != null && expected !== null && !isSameContent(expected, now.expected);
      if (!isStale) {
        evaluate(path, looked, expected, watched);
        return true;
      }
      known = now;
    }
  }

  return {
    async file(
      { path, identity, isLeftOut }: Extract<AuditEntry, { kind: 'file' }>,
      signal: AbortSignal,
    ): Promise<void> {
      const known = ports.knownOf(path);
      const expected = known.expected ?? remembered(path);
      if (expected === null && (isLeftOut || known.watched?.isLeftOut === true)) {
        writer.count('ignoredFiles');
        return;
      }
      const row = isResumed ? audits.rowAt(id, path) : null;
      if (row !== null) {
        if (row.identity === identityKey(identity)) return; // read in an earlier part of this run
        writer.drop(row);
      }
      await look(path, { ...known, expected }, signal);
    },

    /** Records an entry that is not a readable file. */
    other(entry: Exclude<AuditEntry, { kind: 'file' }>): void {
      switch (entry.kind) {
        case 'left-out-folder':
          return writer.count('ignoredFolders');
        case 'link':
          return writer.count('links');
        case 'special':
          return writer.count('special');
        case 'unreadable': {
          const { errno, isFolder } = entry;
          const path = free(entry.path);
          const { expected } = ports.knownOf(path);
          const record = expected?.record ?? null;
          writer.add(path, { verdict: 'unreadable', errno, isFolder, record }, null, expected);
          return;
        }
        default:
          assertNever(entry);
      }
    },

    /** Something is notarized under a path that the walk did not reach. */
    async expected(
      path: string,
      expectation: AuditExpectation,
      signal: AbortSignal,
    ): Promise<void> {
      await ports.mayRead(signal);
      // It may be in a folder that a rule now excludes, or that cannot be read.
      const known = { ...ports.knownOf(path), expected: expectation };
      if (await look(path, known, signal)) return;
      const finding = evaluateMissingFile(expectation, writer.pathOf(expectation));
      writer.add(path, finding, null, expectation);
    },
  };
}

const PAGE_ROWS = 500;

/** Every file that should exist, according to the ledger and to the last complete audit. */
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
      // The ledger takes precedence: a person may have marked the file as no longer here.
      if (expectation !== null && knownOf(row.path).watched === null) {
        yield [row.path, expectation];
      }
    }
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Null: nothing was notarized there. */
export function expectationOf({
  knownBlake3,
  knownSha256,
  knownIdentity,
  finding,
}: KeptAuditRow): AuditExpectation | null {
  if (knownBlake3 === null && knownSha256 === null) return null;
  const record = 'record' in finding ? finding.record : null;
  const identity = knownIdentity === null ? null : identityFromKey(knownIdentity);
  const isCopy = finding.verdict === 'proven' && finding.reason === 'other-name';
  return { blake3: knownBlake3, sha256: knownSha256, identity, record, isCopy };
}

interface AuditJob {
  /** Of a new or resumed run. */
  readonly id: number;
  /** Absolute, real path. */
  readonly root: string;
  /** Totals of earlier parts of this run. Its rows are looked up only if there are any. */
  readonly totals: AuditTotals;
  readonly isResumed: boolean;
  /** Files read at the same time. */
  readonly readers: number;
  /** The state of the run when it is aborted, read at that moment. */
  readonly endOnAbort: () => 'cancelled' | 'interrupted';
}

const EXPECTED_PER_TURN = 200;

/**
 * One audit: it reads every file of a folder in full, whatever size and times say, and checks for expected files that
 * are missing. It only reads and records findings: it writes nothing into the folder, changes no file state and sends
 * nothing. A run that ends early keeps its findings and is never shown as complete. Resolves when the run has ended and
 * its end is in the database. Abort counts as an end.
 */
export async function auditFolder(
  job: AuditJob,
  ports: AuditPorts,
  signal: AbortSignal,
): Promise<void> {
  const { id, root } = job;
  const writer = makeAuditWriter(job, ports);
  const baseline = ports.state.audits.latestComplete(root);
  const auditFile = makeAuditFile(job, writer, baseline?.id ?? null, ports);
  try {
    await ports.prepare(signal);
    const before = await ports.identify(signal);
    if (before === null) return writer.flush('no-folder');
    const isEmpty = !(await visitAll(job, auditFile, writer, ports, signal));
    const expected = () => expectations(baseline?.id ?? null, ports);
    // A folder that is suddenly empty or different may be a drive that is not connected: nothing in it is reported as
    // missing.
    // is called missing.
    const isStrange = isEmpty && !expected().next().done;
    if (isStrange || (await ports.identify(signal)) !== before) return writer.flush('no-folder');
    let passed = 0;
    for (const [path, expectation] of expected()) {
      passed += 1;
      // Yields to other work in between, however many there are.
      if (passed % EXPECTED_PER_TURN === 0) await ports.clock.sleep(0, signal);
      if (writer.row(path) === null) await auditFile.expected(path, expectation, signal);
    }
    writer.flush('complete');
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    writer.flush(job.endOnAbort());
  }
  ports.onProgress({ totals: ports.state.audits.run(id)?.totals ?? writer.totals(), path: null });
}

/** Walks the folder with a few readers. Returns whether the folder has any entries. */
async function visitAll(
  { readers }: AuditJob,
  auditFile: AuditFile,
  writer: AuditWriter,
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
          auditFile.other(entry);
          continue;
        }
        await ports.mayRead(either);
        while (underWay.size >= readers) await Promise.race(underWay);
        const reading = auditFile.file(entry, either).finally(() => underWay.delete(reading));
        reading.catch((error: unknown) => failing.abort(error)); // nothing may be awaiting it at the moment
        underWay.add(reading);
      }
    }
    await Promise.all(underWay);
  } catch (error) {
    failing.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(underWay);
    writer.flush('running');
  }
  return isAnything;
}
