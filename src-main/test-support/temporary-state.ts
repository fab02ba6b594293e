/** A real database in a real folder for one test, and builders of rows that are valid until a test says otherwise. */
import { NEW_PROJECT } from '../../src-shared/service/test-support/example-requests.ts';
import { AUTO_WATCHING, type FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  isFree,
  type ChangeBaseline,
  type ChangeIntent,
  type PaidKind,
} from '../../src-shared/model/changes/change.ts';
import type { Assignment } from '../../src-shared/model/files/assignment.ts';
import { identityKey, type FileIdentity } from '../platform/disk/file-identity.ts';
import type { FileRow } from '../db/files/file-repository.ts';
import type { NewFile } from '../db/files/insert-files.ts';
import type { LedgerRecord, NewRecord } from '../db/proofs/record-repository.ts';
import { openState, type State } from '../db/state.ts';
import type { NewUploadJob } from '../db/uploads/upload-repository.ts';
import { makeFakeClock, type FakeClock } from './fake-clock.ts';
import { makeFakeIds } from './fake-ids.ts';
import { blake3Of } from './digests.ts';

export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-state-')));
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export interface TemporaryState {
  readonly folder: string;
  readonly state: State;
  readonly clock: FakeClock;
}

/** The state is closed when the test ends; `reopenState` closes it earlier. */
/** `shownNowMs`: the time that the service shows; none when absent. */
export function temporaryState(
  clock: FakeClock = makeFakeClock(),
  shownNowMs?: () => number | null,
): TemporaryState {
  const folder = path.join(temporaryFolder(), 'account');
  fs.mkdirSync(folder, { mode: 0o700 });
  for (const [name, content] of freshAccount()) {
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  }
  return { folder, state: reopenState(folder, clock, shownNowMs), clock };
}

let fresh: ReadonlyMap<string, Buffer> | null = null;

/** The files of an account that was opened and closed once: to copy them is much quicker than to migrate anew. */
function freshAccount(): ReadonlyMap<string, Buffer> {
  if (fresh !== null) return fresh;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-fresh-'));
  openState(folder, { clock: makeFakeClock(), ids: makeFakeIds() }).close();
  const names = fs.readdirSync(folder);
  fresh = new Map(names.map((name) => [name, fs.readFileSync(path.join(folder, name))]));
  fs.rmSync(folder, { recursive: true });
  return fresh;
}

export function reopenState(
  folder: string,
  clock: FakeClock = makeFakeClock(),
  shownNowMs?: () => number | null,
): State {
  const state = openState(folder, { clock, ids: makeFakeIds(), shownNowMs });
  onTestFinished(() => {
    state.close();
  });
  return state;
}

export const assignment = (over: Partial<Assignment> = {}): Assignment => ({
  projectId: 'project-1',
  visibility: 'private',
  fileType: 'primary',
  labels: 'raw',
  procedureDescription: null,
  linkToProcedure: null,
  primaryData: null,
  checkPolicy: 'first',
  ...over,
});

export const folderRules = (over: Partial<FolderRules> = {}): FolderRules => ({
  assignment: assignment(),
  exclude: [],
  settleSeconds: null,
  budgetCredits: null,
  approveEach: false,
  watching: AUTO_WATCHING,
  ...over,
});

/** A file of 100 bytes that was last written in 2020. */
export const identity = (over: Partial<FileIdentity> = {}): FileIdentity => ({
  dev: '1',
  ino: '10',
  sizeBytes: 100,
  mtimeNs: '1600000000000000000',
  ctimeNs: '1600000000000000000',
  ...over,
});

/** Adds a row to `folderId`; the state must be one that a new row may have. */
export function addFile(state: State, folderId: number, over: Partial<NewFile> = {}): FileRow {
  const id = state.files.add({
    folderId,
    directoryId: state.files.directory(folderId, ''),
    name: 'run.raw',
    state: 'discovered',
    sizeBytes: 100,
    identity: identityKey(identity()),
    unchangedSinceMs: 0,
    dueAtMs: null,
    message: null,
    isPicked: false,
    ...over,
  });
  return fileOf(state, id);
}

export function fileOf(state: State, id: number): FileRow {
  const row = state.files.get(id);
  if (row === null) throw new Error(`no file ${id}`);
  return row;
}

/** A content whose fingerprint is that of `seed`. */
export function addContent(state: State, seed: string, sizeBytes = 100) {
  return state.contents.keep({ blake3: blake3Of(seed), sizeBytes });
}

export function addRecord(
  state: State,
  contentId: number,
  over: Partial<NewRecord> = {},
): LedgerRecord {
  const record = state.records.keep({
    contentId,
    projectId: 'project-1',
    visibility: 'private',
    fileId: `remote-${contentId}`,
    name: 'run.raw',
    status: 'Available',
    uploadedIso: '2026-11-21T09:00:00.000Z',
    receivedAtMs: 0,
    ...over,
  });
  if (record === null) throw new Error('the id belongs to another content');
  return record;
}

/** A paid change that was sent once, at `beganAtMs`, and stands as `end` says now: lost at that moment, or answered then. */
export function sentChange(
  state: State,
  intent: ChangeIntent,
  end: 'sending' | 'lost' | 'answered',
  [beganAtMs, endedAtMs]: readonly [number, number],
): number {
  const key = `${JSON.stringify(intent)} ${beganAtMs}`;
  const id = state.changes.add({ key, intent, createdAtMs: beganAtMs });
  const sending = { state: 'sending', sinceMs: beganAtMs, earlierLostAtMs: null } as const;
  state.changes.beginAttempt({ id, intent }, sending, baselineOf(intent));
  if (end === 'lost') {
    const lost = { finding: 'not-looked', lookedAtMs: null, lostAtMs: endedAtMs } as const;
    state.changes.setState(id, { state: 'unknown', ...lost });
  }
  if (end === 'answered') deliverChange(state, id, 'answer', endedAtMs);
  return id;
}

export function deliverChange(
  state: State,
  id: number,
  by: 'answer' | 'evidence',
  atMs: number,
): void {
  state.changes.setState(id, { state: 'delivered', by, projectId: null, atMs });
}

/** What the service held before: nothing that would stand in the way. */
const BASELINES: { readonly [Kind in PaidKind]: ChangeBaseline & { readonly kind: Kind } } = {
  'create-project': { kind: 'create-project', projectIds: [], isComplete: true },
  'invite-member': { kind: 'invite-member', isProvenAbsent: true },
  'delete-file': { kind: 'delete-file', status: 'Available' },
};

function baselineOf(intent: ChangeIntent): ChangeBaseline {
  return isFree(intent) ? { kind: 'free' } : BASELINES[intent.kind];
}

export const invitation = (userName: string): Extract<ChangeIntent, { kind: 'invite-member' }> => ({
  kind: 'invite-member',
  projectId: 'project-1',
  userId: `id of ${userName}`,
  userName,
});

export const newProject = (
  name: string,
  members: readonly string[] = [],
): Extract<ChangeIntent, { kind: 'create-project' }> => ({
  kind: 'create-project',
  isAnother: false,
  project: {
    ...NEW_PROJECT,
    name,
    leader: 'Robin',
    organisation: 'Lab',
    tags: [],
    maxNumberOfMembers: '8',
    organisationScope: 'Private',
    startDate: '2026-01-01T00:00:00.000Z',
    endDate: '2027-01-01T00:00:00.000Z',
    members: [...members],
  },
});

export const deletion = (fileName: string): Extract<ChangeIntent, { kind: 'delete-file' }> => ({
  kind: 'delete-file',
  projectId: 'project-1',
  visibility: 'private',
  fileId: `id of ${fileName}`,
  fileName,
  userId: 'me',
  reason: 'A test',
});

export const uploadJob = (over: Partial<NewUploadJob> = {}): NewUploadJob => ({
  id: 'job-1',
  fileId: 1,
  contentId: 1,
  projectId: 'project-1',
  visibility: 'private',
  name: 'run.raw',
  uploadedIso: '2026-11-21T09:00:00.000Z',
  form: '{}',
  estimatedCredits: 1,
  balanceBefore: null,
  createdAtMs: 0,
  ...over,
});
