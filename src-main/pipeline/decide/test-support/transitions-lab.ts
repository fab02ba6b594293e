/** The transitions of files over a real database; the test brings what scan, fingerprint, check and upload would. */
import type { FileIdentity } from '../../../platform/disk/file-identity.ts';
import type { FileRow } from '../../../db/files/file-repository.ts';
import {
  addContent,
  addRecord,
  fileOf,
  folderRules,
  identity,
  temporaryState,
} from '../../../test-support/temporary-state.ts';
import { makeFileTransitions } from '../file-transitions.ts';
import type { DiskFact } from '../plan-path.ts';
import type { SyncEvent } from '../../common/ports.ts';

const NOT_THERE = { exists: false, fileName: '', project: '', askedAtMs: 0 };

const file = (over: Partial<FileIdentity> = {}): DiskFact => ({
  kind: 'file',
  identity: identity(over),
});

/** It watches one folder, `/data`. */
export function makeTransitionsLab(rules = folderRules(), { state, clock } = temporaryState()) {
  const events: SyncEvent[] = [];
  const made = makeFileTransitions(state, { clock, announce: (event) => events.push(event) });
  const folderId = state.folders.add('/data', rules, 0);

  const rowAt = (name: string): FileRow | null =>
    state.files.named(state.files.directory(folderId, ''), name);
  const at = (name: string): FileRow => {
    const row = rowAt(name);
    if (row === null) throw new Error(`no row ${name}`);
    return row;
  };
  const see = (
    name: string,
    disk: DiskFact,
    ignoredBy: string | null = null,
    row = rowAt(name),
  ) => {
    const folder = state.folders.get(folderId);
    if (folder === null) throw new Error('the folder is gone');
    const directoryId = state.files.directory(folderId, '');
    made.look({ folder, directoryId, directoryPath: '', name, disk, ignoredBy, row });
  };
  const gone = (name: string) => see(name, { kind: 'absent' });
  /** Finds a file with these bytes. */
  const find = (name: string, seed: string, over: Partial<FileIdentity> = {}): FileRow => {
    see(name, file(over));
    return read(name, seed);
  };
  /** Fingerprints what was discovered, and decides. */
  const read = (name: string, seed: string, birthtimeNs: bigint | null = null): FileRow => {
    const content = addContent(state, seed);
    const hashing = made.move(at(name), 'hashing', { contentId: content.id });
    const { identity: key, sizeBytes } = hashing;
    const found = { contentId: content.id, identity: key, sizeBytes };
    return made.decide(hashing, found, birthtimeNs);
  };
  /** The platform does not know it. */
  const answered = (name: string) => {
    const { contentId } = at(name);
    if (contentId === null) throw new Error('not read');
    state.contents.keepPlatformAnswer(contentId, NOT_THERE);
    made.decideDuplicates(contentId, ['checking']);
  };
  /** What the upload stage does when the service has recorded it. */
  const recorded = (name: string, status = 'Pending') => {
    const { contentId } = at(name);
    const record = addRecord(state, contentId ?? 0, {
      fileId: `remote of ${name} ${contentId}`,
      status,
    });
    made.move(made.move(at(name), 'uploading'), 'recording', { recordId: record.id });
    made.followRecord(record.id, status);
    return record;
  };
  /** Seen, fingerprinted, asked about, sent and recorded. */
  const notarized = (name: string, seed: string) => {
    find(name, seed);
    answered(name);
    return recorded(name, 'Available');
  };
  /** The same file in another folder, found and decided. */
  const readIn = (folder: number, from: FileRow): FileRow => {
    const directoryId = state.files.directory(folder, '');
    const id = state.files.add({ ...from, folderId: folder, directoryId, state: 'discovered' });
    const { contentId } = from;
    return made.decide(made.move(fileOf(state, id), 'hashing', { contentId }));
  };
  const names = () => state.files.list({}, 0, 99).map((row) => `${row.name} ${row.state}`);
  return {
    state,
    clock,
    events,
    made,
    folderId,
    at,
    see,
    file,
    gone,
    read,
    find,
    readIn,
    answered,
    recorded,
    notarized,
    names,
  };
}
