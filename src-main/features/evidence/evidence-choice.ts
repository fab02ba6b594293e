/**
 * A person's choice for an evidence bundle, as files with their records: by id, path or folder, or a complete project.
 * Chosen items without a record are reported, also what lies in a chosen folder and was never read, and files that a
 * folder's rules exclude are counted. It requests the lists of a project only when they were never read.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { EvidenceChoice } from '../../../src-shared/bridge/evidence-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { UnprovenFile } from '../../../src-shared/model/proofs/evidence.ts';
import type { PastFile } from '../../../src-shared/model/proofs/cited-records.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { folderPathOf } from '../../../src-shared/model/files/folder-path.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { ListedFile, PlatformRecord } from '../../../src-shared/model/files/platform-file.ts';
import { recordKey } from '../../../src-shared/model/proofs/verdict.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ChosenEvidence, ChosenFile, RecordedFile } from './bundle/bundle-facts.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { AuditEntry } from '../audit/audit-writer.ts';
import type { HeldRecord } from '../../../src-shared/model/proofs/judge.ts';
import type { Verifying } from '../verify/verification.ts';
import type { Files } from '../files/files.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import { placeIn } from '../../platform/place.ts';
import { realPath, relativeWithin, slashed } from '../../platform/disk/paths.ts';

export interface EvidenceChoiceParts {
  readonly state: Pick<State, 'records' | 'contents' | 'folders' | 'projects' | 'fixity'>;
  readonly files: Pick<Files, 'find' | 'list'>;
  readonly platformFiles: Pick<PlatformFiles, 'list' | 'lookUp'>;
  readonly verifying: Pick<Verifying, 'held'>;
  /** What lies on the disk below a folder, given by its absolute, real path. Aborting rejects with the reason. */
  readonly entriesBelow: (
    folder: string,
    signal: AbortSignal,
  ) => AsyncIterable<readonly AuditEntry[]>;
}

/** Set when no copy is to be read: it is elsewhere, or was never here. */
const NO_COPY: ReadonlySet<FileState> = new Set(['missing', 'remote_only']);

/** Aborting ends the wait for the service. */
export type ChooseEvidence = (
  choice: EvidenceChoice,
  signal: AbortSignal,
) => Promise<Result<ChosenEvidence, CoreFault>>;

export function makeEvidenceChoice(parts: EvidenceChoiceParts): ChooseEvidence {
  const { state, files, platformFiles } = parts;
  return async (choice, signal) => {
    const gathered = gather(parts);
    const { asked = [], projectId = null } = choice;
    for (const each of asked) {
      const fault = await addNamed(each, projectId, gathered, signal);
      if (fault !== null) return fail(fault);
    }
    if (projectId !== null && asked.length === 0) {
      const fault = await addProject(projectId, gathered, signal);
      if (fault !== null) return fail(fault);
    }
    const found = gathered.found();
    if (found.files.length + found.unproven.length === 0) {
      return fail({ kind: 'no-evidence', why: { kind: 'nothing-chosen' } });
    }
    return ok({ ...found, title: titleOf(found, choice) });
  };

  async function addNamed(
    asked: string,
    projectId: string | null,
    gathered: Gathered,
    signal: AbortSignal,
  ): Promise<CoreFault | null> {
    const { addRow, addRecord, records } = gathered;
    const file = files.find(asked);
    if (file !== null) {
      addRow(file, true);
      return null;
    }
    const record = state.records.withFileId(asked);
    if (record !== null) {
      addRecord(records.own(record));
      return null;
    }
    if (path.isAbsolute(asked) && (await isFolder(asked)))
      return addFolder(asked, gathered, signal);
    if (projectId === null) return { kind: 'unknown-file', asked };
    const listed = await platformFiles.lookUp(projectId, asked, signal);
    if (!listed.ok) return listed.fault;
    addRecord(records.listed(projectId, listed.value));
    return null;
  }

  /** A watched folder, a folder inside one, or one that contains watched folders or hand-picked files. */
  async function addFolder(
    asked: string,
    { addRow, addUnread }: Gathered,
    signal: AbortSignal,
  ): Promise<CoreFault | null> {
    const folderPath = await realPath(asked);
    const picked = state.folders.picked();
    const known = new Set<string>();
    for (const folder of [...state.folders.watched(), ...(picked === null ? [] : [picked])]) {
      const isNear =
        folder.kind === 'picked' ||
        relativeWithin(folderPath, folder.path) !== null ||
        relativeWithin(folder.path, folderPath) !== null;
      for (const view of isNear ? files.list({ folderId: folder.id }) : []) {
        if (relativeWithin(folderPath, view.path) === null) continue;
        addRow(view, false);
        known.add(view.path);
      }
    }
    if (known.size === 0) {
      return { kind: 'no-evidence', why: { kind: 'nothing-known', path: asked } };
    }
    for await (const entries of parts.entriesBelow(folderPath, signal)) {
      for (const entry of entries) {
        const at = path.join(folderPath, entry.path);
        if (!known.has(at)) addUnread(entry, at);
      }
    }
    return null;
  }

  /** Files here, what was recorded from here, and what others have in the project. */
  async function addProject(
    projectId: string,
    { addRow, addRecord, records }: Gathered,
    signal: AbortSignal,
  ): Promise<CoreFault | null> {
    for (const view of files.list({ projectId })) addRow(view, false);
    for (const record of state.records.inProject(projectId)) addRecord(records.own(record));
    const listed = await platformFiles.list(projectId, signal, 'at-once');
    if (listed.ok) {
      for (const record of listed.value.records) addRecord(records.listed(projectId, record));
      return null;
    }
    // While the service does not answer, local knowledge must suffice.
    return state.records.inProject(projectId).length > 0 ? null : listed.fault;
  }

  function titleOf(
    found: Omit<ChosenEvidence, 'title'>,
    { asked = [], projectId }: EvidenceChoice,
  ): string {
    const names = [...found.files, ...found.unproven].map(({ name }) => name);
    const [first = ''] = names;
    if (asked.length === 0 && projectId !== undefined) {
      return state.projects.get(projectId)?.project.name ?? projectId;
    }
    if (asked.length > 1) return `${first} and others`;
    return names.length > 1 ? path.basename(asked[0] ?? first) : first;
  }
}

type Gathered = ReturnType<typeof gather>;

/** Each file and each record once, however it was chosen. */
function gather(parts: EvidenceChoiceParts) {
  const { state } = parts;
  const records = recordsOf(parts.verifying);
  const chosen = new Map<string, ChosenFile>();
  const shown = new Set<string>();
  const unproven = new Map<string, UnprovenFile>();
  const leftOut = new Set<string>();

  return {
    records,

    addRow: (view: FileView, isNamed: boolean): void => {
      if (view.state === 'ignored' && !isNamed) {
        leftOut.add(view.path);
        return;
      }
      const name = path.basename(view.path);
      const known = view.fileId === null ? null : state.records.withFileId(view.fileId);
      if (known === null) {
        unproven.set(view.path, {
          name,
          folderPath: view.folderPath,
          path: view.path,
          why: 'no-record',
        });
        return;
      }
      const record = records.own(known, view.assignment);
      const { sizeBytes } = view;
      const copy = NO_COPY.has(view.state) ? null : { path: placeOf(view, state), sizeBytes };
      chosen.set(`row ${view.id}`, {
        name,
        folderPath: view.folderPath,
        original: originalOf(view, state),
        copy,
        past: pastOf(view, record, state),
        record,
      });
      shown.add(recordKey(record));
    },

    /** No row shows it. Links and devices are never notarized; a folder that rules leave out is not entered. */
    addUnread: (entry: AuditEntry, at: string): void => {
      if (entry.kind === 'file' && entry.isLeftOut) leftOut.add(at);
      else if (entry.kind === 'file' || entry.kind === 'unreadable') {
        const why = entry.kind === 'file' ? 'unread' : entry.kind;
        unproven.set(at, {
          name: path.basename(at),
          folderPath: folderPathOf(null, path.dirname(at)),
          path: at,
          why,
        });
      }
    },

    /** A version that no row shows: an earlier one, or a file of another computer. */
    addRecord: (record: RecordedFile): void => {
      const key = recordKey(record);
      if (shown.has(key)) return;
      shown.add(key);
      const { name } = record;
      chosen.set(`record ${key}`, {
        name,
        folderPath: null,
        original: name,
        copy: null,
        past: null,
        record,
      });
    },

    found: (): Omit<ChosenEvidence, 'title'> => ({
      files: [...chosen.values()],
      unproven: [...unproven.values()],
      leftOutByRules: leftOut.size,
    }),
  };
}

type Known = Pick<ListedFile, 'fileType' | 'labels'> & Partial<Pick<ListedFile, 'ownerName'>>;
const NOTHING: Known = { fileType: '', labels: '' };

/** Records as a bundle describes them: from this computer's ledger, else from the last copies of the service's lists. */
function recordsOf(verifying: EvidenceChoiceParts['verifying']) {
  const held = verifying.held;

  /** `known`: the row's data, for a file that no list shows yet. */
  function described({ facts, sent }: HeldRecord, known: Known = NOTHING): RecordedFile {
    const { fileId, projectId, visibility, name, status, sizeBytes } = facts;
    const { uploadedAtMs, notarizedAtMs, isDateRecorded } = facts;
    const listed = held.listedIn(projectId, visibility).get(fileId);
    const { fileType, labels, ownerName = '' } = listed ?? known;
    const content = sent === null || sizeBytes === null ? null : { sizeBytes, ...sent };
    const about = { fileId, projectId, visibility, name, status, fileType, labels };
    return { ...about, uploadedAtMs, notarizedAtMs, isDateRecorded, ownerName, content };
  }

  return {
    own: (record: LedgerRecord, known?: Known) => described(held.ofRecord(record), known),
    /** A file that the service lists. The ledger knows more about it, if it has it. */
    listed: (projectId: string, listed: PlatformRecord) =>
      described(held.ofListed(projectId, listed.visibility, listed), listed),
  };
}

/** A content that was not read again yet may be the same. */
function pastOf(
  { state, blake3, path: where }: FileView,
  { content }: RecordedFile,
  { fixity }: Pick<State, 'fixity'>,
): PastFile | null {
  if (state === 'missing') return 'missing';
  const silent = fixity.silentAt(where);
  if (silent !== null && silent !== content?.sha256) return 'changed';
  const isOther = blake3 !== null && content !== null && blake3 !== content.blake3;
  return state === 'changed' || isOther ? 'changed' : null;
}

/** Where it is read: its path, which leads out of no watched folder. */
function placeOf(view: FileView, { folders }: Pick<State, 'folders'>): string {
  const folder = folders.get(Number(view.folderId));
  const inner = folder?.kind === 'watched' ? relativeWithin(folder.path, view.path) : null;
  return folder === null || inner === null ? view.path : placeIn(folder.path, inner);
}

/** Relative to the watched folder, starting with that folder's own name. */
function originalOf(view: FileView, { folders }: Pick<State, 'folders'>): string {
  const folder = folders.get(Number(view.folderId));
  if (folder === null || folder.kind === 'picked') return path.basename(view.path);
  return slashed(path.relative(path.dirname(folder.path), view.path));
}

function isFolder(asked: string): Promise<boolean> {
  return fs.stat(asked).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
