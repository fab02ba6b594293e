/**
 * One file of an audit: what is known about it, the result of reading it, and the row that follows. A file is read
 * again if it changes during reading, or if a different content is notarized under its path meanwhile.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { identityFromKey, identityKey } from '../../platform/disk/file-identity.ts';
import type { AuditWriter, AuditEntry, AuditPorts, KnownPath, ReadFile } from './audit-writer.ts';
import {
  type AuditExpectation,
  type AuditFacts,
  type AuditReading,
  evaluateAuditedFile,
  evaluateMissingFile,
  isSameContent,
} from './evaluate-audit.ts';
import type { KeptAuditRow } from '../../db/proofs/audit-repository.ts';

const MAX_TRIES = 3;
const RETRY_MS = SECOND_MS; // a program that is saving has usually finished by then
const NOTHING_KNOWN = { known: [], isOnPlatform: false, gap: null } as const;

export type AuditFile = ReturnType<typeof makeAuditFile>;

/** `earlierRun`: the last complete audit of the folder. */
export function makeAuditFile(
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
export function* expectations(
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
