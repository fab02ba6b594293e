/** An audited folder: its files are in memory, what is known about them is faked, and the database is real. */
import type { AuditRecord } from '../../../../src-shared/model/proofs/audit.ts';
import type { FileIdentity } from '../../../platform/disk/file-identity.ts';
import { identity, temporaryState } from '../../../test-support/temporary-state.ts';
import { auditFolder } from '../audit-file.ts';
import type { AuditExpectation } from '../evaluate-audit.ts';
import type { AuditEntry, AuditLookAt, AuditPorts, KnownPath } from '../audit-writer.ts';
import { sha256Of } from '../../../test-support/digests.ts';

export const ROOT = '/data';
export const never = new AbortController().signal;

/** A modification time that differs from the first one. */
export const LATER = '1700000000000000000';

const endOnAbort = () => 'cancelled' as const;

const recordOf = (name: string): AuditRecord => ({
  fileId: `id of ${name}`,
  projectId: 'project-1',
  visibility: 'private',
  name,
  status: 'Available',
  provenAtMs: 1,
});

interface FakeFile {
  readonly text: string;
  readonly identity: FileIdentity;
}

/** A folder in memory, a ledger that knows what was notarized, and the real database. */
export function auditedLab({ state, clock } = temporaryState()) {
  const files = new Map<string, FakeFile>();
  const ledger = new Map<string, KnownPath>();
  const contents = new Map<string, AuditRecord>();
  const play = {
    files,
    ledger,
    /** Used in place of the files' own entries. */
    others: [] as AuditEntry[],
    rootIdentity: 'disk 1' as string | null,
    reads: [] as string[],
    reported: 0,
    /** The result of a reading, if it is not that of the file. */
    reading: (_path: string): AuditLookAt | null => null,
    /** Runs before each file. */
    async mayRead(_signal: AbortSignal): Promise<void> {},
  };
  const write = (path: string, text: string, over: Partial<FileIdentity> = {}) => {
    const ino = files.get(path)?.identity.ino ?? String(files.size + 100);
    files.set(path, { text, identity: identity({ ino, sizeBytes: text.length, ...over }) });
  };
  /** Writes a file that is notarized under its path. */
  const notarize = (path: string, text: string, isWatched = true) => {
    write(path, text);
    const record = recordOf(path);
    contents.set(sha256Of(text), record);
    if (!isWatched) return;
    const expected: AuditExpectation = {
      blake3: `b3 ${text}`,
      sha256: sha256Of(text),
      identity: files.get(path)?.identity ?? null,
      record,
      isCopy: false,
    };
    const watched = { state: 'notarized', hold: null, isLeftOut: false } as const;
    ledger.set(path, { expected, watched });
  };
  const ports: AuditPorts = {
    clock,
    state,
    absolute: (path) => `${ROOT}/${path}`,
    prepare: async () => {},
    identify: async () => play.rootIdentity,
    async *walk() {
      yield [
        ...[...files].map(([path, file]): AuditEntry => {
          const isLeftOut = path.endsWith('.tmp');
          return { kind: 'file', path, identity: file.identity, isLeftOut };
        }),
        ...play.others,
      ];
    },
    async read(absolute, onRead): Promise<AuditLookAt> {
      const path = absolute.slice(ROOT.length + 1);
      play.reads.push(path);
      const fake = play.reading(path);
      if (fake !== null) return fake;
      const file = files.get(path);
      if (file === undefined) return { kind: 'absent' };
      const { text, identity: own } = file;
      onRead(text.length);
      return {
        kind: 'read',
        blake3: `b3 ${text}`,
        sha256: sha256Of(text),
        sizeBytes: text.length,
        identity: own,
      };
    },
    knownOf: (path) => ledger.get(path) ?? { expected: null, watched: null },
    *expected() {
      for (const [path, { expected }] of ledger) if (expected !== null) yield [path, expected];
    },
    lookUp(_path, { sha256 }) {
      const record = contents.get(sha256);
      const known = record === undefined ? [] : [{ record, basis: 'sent' as const }];
      return { known, isOnPlatform: false, gap: null };
    },
    mayRead: (signal) => play.mayRead(signal),
    onProgress: () => void (play.reported += 1),
  };

  async function run(signal = never, id?: number) {
    const { audits } = state;
    const begun = {
      root: ROOT,
      folderId: null,
      startedBy: 'person',
      beganAtMs: clock.nowMs(),
    } as const;
    const own = id ?? audits.begin(begun);
    const totals = id === undefined ? audits.run(own)?.totals : audits.resume(own);
    if (totals === undefined) throw new Error('the run was not kept');
    const job = { id: own, root: ROOT, totals, isResumed: id !== undefined, readers: 2 };
    await clock.play(auditFolder({ ...job, endOnAbort }, ports, signal));
    const kept = audits.run(own);
    if (kept === null) throw new Error('the run was not kept');
    const rows = new Map(
      audits.range(own, {}, 0, 1_000).rows.map((row) => [row.path, row.finding] as const),
    );
    return { run: kept, rows, silent: state.fixity.silentNews() };
  }

  return { state, clock, play, write, notarize, run };
}
