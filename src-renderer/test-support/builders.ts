/** Valid values of the contract; a test overrides what it is about. */
import { AUTO_WATCHING } from '../../src-shared/model/folders/folder-rules.ts';
import type { TransferView } from '../../src-shared/bridge/transfer-calls.ts';
import type { BridgeEvent, Snapshot } from '../../src-shared/bridge/events.ts';
import type { Capabilities } from '../../src-shared/bridge/loopback.ts';
import type { FileListRow, SelectionSummary } from '../../src-shared/bridge/file-calls.ts';
import type { FolderView } from '../../src-shared/bridge/folder-calls.ts';
import { NO_FILES, type AccountStatus } from '../../src-shared/model/status/account-status.ts';
import type { Assignment } from '../../src-shared/model/files/assignment.ts';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';

const capabilities: Capabilities = {
  tray: false,
  nativeDialogs: false,
  notifications: false,
  revealInFolder: false,
  dragPaths: false,
  globalShortcut: false,
};

/** The fault of a service that cannot be reached. */
export const AWAY = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
} as const;

export const SIGNED_IN = {
  state: 'signed-in',
  account: 'a',
  server: 'https://notary.example.org',
  userId: 'u1',
  email: 'robin@lab.example.org',
  expiresAtMs: 8e15, // a date, if a late one
  keeping: { kept: 'keychain' },
} as const;

export function statusView(over: Partial<StatusView> = {}): StatusView {
  return {
    server: 'https://notary.example.org',
    session: { state: 'signed-out' },
    engine: { state: 'idle' },
    account: null,
    job: null,
    waits: [],
    heardAtMs: null,
    clockAheadMs: null,
    contact: { kind: 'unknown' },
    ...over,
  };
}

export function snapshotMessage(sequence: number, status: StatusView = statusView()) {
  const snapshot: Snapshot = { epoch: 'e', sequence, status, progress: [] };
  return { kind: 'snapshot', snapshot, capabilities } as const;
}

export function eventMessage(sequence: number, event: BridgeEvent = { kind: 'folders-changed' }) {
  return { kind: 'event', sequence, event } as const;
}

export const ASSIGNMENT: Assignment = {
  projectId: 'p1',
  visibility: 'private',
  fileType: 'primary',
  labels: 'MS2',
  procedureDescription: null,
  linkToProcedure: null,
  primaryData: null,
  checkPolicy: 'approved',
};

/** A file queued that nobody agreed to pay for yet. */
export function fileRow(over: Partial<FileListRow> = {}): FileListRow {
  return {
    id: '7',
    folderId: '1',
    path: '/data/ms2/run_07.raw',
    folderPath: 'ms2',
    name: 'run_07.raw',
    projectId: ASSIGNMENT.projectId,
    visibility: ASSIGNMENT.visibility,
    assignment: ASSIGNMENT,
    state: 'ready',
    hold: null,
    note: null,
    sizeBytes: 1_000,
    blake3: 'b3',
    sha256: 's2',
    fileId: null,
    credits: 1,
    chargedCredits: null,
    duplicate: null,
    doubt: null,
    certificatePdf: null,
    certificateJson: null,
    changedAtMs: 0,
    ...over,
  };
}

export function folderView(over: Partial<FolderView> = {}): FolderView {
  return {
    id: '1',
    path: '/data/ms2',
    trouble: null,
    drives: [],
    lastScanAtMs: 0,
    addedAtMs: 0,
    onlyNew: false,
    watchedBy: 'native',
    watchLimit: null,
    assignment: ASSIGNMENT,
    exclude: [],
    settleSeconds: null,
    budgetCredits: null,
    approveEach: false,
    watching: AUTO_WATCHING,
    files: 1,
    bytes: 1_000,
    needYou: 0,
    done: 0,
    toGo: 0,
    missing: 0,
    deleted: 0,
    leftOut: 0,
    latestFile: null,
    projectName: 'Tides',
    ...over,
  };
}

/** One watched folder, nothing in it. */
export function accountStatus(over: Partial<AccountStatus> = {}): AccountStatus {
  return {
    folders: [
      {
        id: '1',
        path: '/data/ms2',
        projectId: 'p1',
        projectName: 'Tides',
        trouble: null,
        drives: [],
        isWatchLimited: false,
        lastScanAtMs: 0,
        ...NO_FILES,
      },
    ],
    counts: [],
    changes: { waiting: 0, needYou: 0 },
    missingCertificates: 0,
    isHistoryIncomplete: false,
    projects: [
      {
        projectId: 'p1',
        projectName: 'Tides',
        ...NO_FILES,
      },
    ],
    addedByHand: [],
    ...over,
  };
}

const NO_OFFER = { files: 0, bytes: 0, credits: 0 };

/** A selection that nothing can be done about, unless `over` says otherwise. */
/** An empty queue. */
export function transferView(over: Partial<TransferView> = {}): TransferView {
  return {
    pause: null,
    limitBytesPerSecond: null,
    parallel: null,
    resumption: 'no',
    waits: [],
    total: 0,
    first: 0,
    entries: [],
    ...over,
  };
}

export function selectionSummary(over: Partial<SelectionSummary> = {}): SelectionSummary {
  return {
    files: 200_000,
    upload: NO_OFFER,
    approve: { ...NO_OFFER, limits: [] },
    include: NO_OFFER,
    recorded: 0,
    approved: 0,
    ...over,
  };
}
