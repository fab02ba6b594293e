/**
 * A bridge without a host, for the gallery: a made-up account with a list of any length. It plays the contract's types,
 * so it stops compiling when they change; the real host is played against in e2e.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import type { CallInput, CallName } from '../../src-shared/bridge/calls.ts';
import type { FileListRow, FileRangeFilter } from '../../src-shared/bridge/file-calls.ts';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import {
  FILE_STATES,
  type FileState,
  HOLD_REASONS,
  type HoldReason,
  mayCarry,
} from '../../src-shared/model/files/file-state.ts';
import { NO_FOLDER_DEFAULTS } from '../../src-shared/model/folders/folder-defaults.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { LogRangeFilter } from '../../src-shared/bridge/activity-calls.ts';
import type { ProofFilter } from '../../src-shared/bridge/certificate-calls.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';
import {
  accountStatus,
  ASSIGNMENT,
  fileRow,
  SIGNED_IN,
  snapshotMessage,
  statusView,
} from '../test-support/builders.ts';
import { fakeDone, fakeHistory, fakeLog, fakeOutbox, fakeQueue } from './fake-activity.ts';
import { folders, forecast, LIMITS, OFFER, preview, SETTINGS, tree } from './fake-account.ts';
import {
  certificateBytes,
  HEX,
  fakeAudit,
  fakeAuditRows,
  fakeVerification,
  galleryProof,
} from './fake-certificates.ts';

const PROJECT = { id: 'p1', name: 'Lipidomics cohort B' };
const OTHERS = ['Cryo-EM session 41', 'Soil transects 2026'];
const BYTES = [412_600_000, 398_100_000, 401_900_000, 88_400_000, 1_900_000_000, 12_200_000];
const STARTED_AT_MS = Date.now();

/** Every state, and every reason to hold, before the ordinary rows begin. */
const SHOWN: readonly (readonly [FileState, HoldReason | null])[] = [
  ...FILE_STATES.filter((state) => state !== 'held').map((state) => [state, null] as const),
  ...HOLD_REASONS.map((hold) => [mayCarry('held', hold) ? 'held' : 'confirming', hold] as const),
];

function row(index: number): FileListRow {
  const [state, hold] = SHOWN[index] ?? ['notarized', null];
  const name = `2026-11-20_MS2_sample_${String(index + 1).padStart(6, '0')}.raw`;
  const sizeBytes = BYTES[index % BYTES.length] ?? 0;
  const isFingerprinted = !['discovered', 'settling', 'hashing', 'unreadable'].includes(state);
  const visibility = index % 3 === 0 ? 'private' : 'public';
  const fingerprint = isFingerprinted ? HEX : null;
  return fileRow({
    id: String(index + 1),
    path: `/data/ms2/${name}`,
    name,
    visibility,
    assignment: {
      ...ASSIGNMENT,
      visibility,
      fileType: index % 5 === 0 ? 'secondary' : 'primary',
      labels: 'MS2, run-14',
    },
    state,
    hold,
    sizeBytes,
    blake3: fingerprint,
    sha256: fingerprint,
    credits: index % 3 === 0 ? 1 : Math.ceil(sizeBytes / 1_000_000),
    isPriceExact: index % 2 === 0,
    changedAtMs: STARTED_AT_MS - index * 97_000,
  });
}

function passes(file: FileListRow, { text = '', states, holds }: FileRangeFilter): boolean {
  return (
    file.name.includes(text) &&
    (states === undefined || states.includes(file.state)) &&
    (holds === undefined || (file.hold !== null && holds.includes(file.hold)))
  );
}

const ROLLUPS = [PROJECT.name, ...OTHERS].map((projectName, index) => ({
  projectId: `p${index + 1}`,
  projectName,
  files: [1_204, 310, 3][index] ?? 0,
  bytes: 1_000_000_000,
  needYou: [31, 0, 0][index] ?? 0,
  done: [1_132, 310, 0][index] ?? 0,
  toGo: [41, 0, 3][index] ?? 0,
}));

const STATUS = statusView({
  heardAtMs: STARTED_AT_MS,
  clockAheadMs: 0,
  session: { ...SIGNED_IN, expiresAtMs: STARTED_AT_MS + 3_600_000 },
  engine: { state: 'running', watchTrouble: null },
  account: accountStatus({
    folders: ROLLUPS.map((rollup, index) => ({
      ...rollup,
      id: String(index + 1),
      path: `/data/${index + 1}`,
      trouble: null,
      drives: [],
      isWatchLimited: false,
      lastScanAtMs: STARTED_AT_MS,
    })),
    counts: [
      { state: 'held', hold: 'credits', files: 24, bytes: 9_870_000_000 },
      { state: 'held', hold: 'procedure', files: 6, bytes: 73_000_000 },
      { state: 'record_error', hold: null, files: 1, bytes: 2_100_000 },
      { state: 'uploading', hold: null, files: 3, bytes: 1_200_000_000 },
      { state: 'notarized', hold: null, files: 1_200, bytes: 480_000_000_000 },
    ],
    projects: ROLLUPS,
  }),
});

export interface Fake {
  readonly rows: number;
  readonly isSignedIn: boolean;
}

export function fakeBridge({ rows, isSignedIn }: Fake): Bridge {
  const { on: subscribe, tell, clear } = makeListeners<[PageEvent]>();
  const status: StatusView = isSignedIn
    ? STATUS
    : { ...STATUS, session: { state: 'signed-out' }, account: null };

  let placed: readonly string[] = [];
  const place = (id: string) => (placed.indexOf(id) + 1 || placed.length + 1) + Number(id) / 1e9;

  const range = (filter: FileRangeFilter, first: number, count: number) => {
    const isFiltered = filter.text !== undefined || filter.states !== undefined;
    if (!isFiltered) {
      const length = Math.max(0, Math.min(count, rows - first));
      return { total: rows, first, rows: Array.from({ length }, (_row, at) => row(first + at)) };
    }
    const found = Array.from({ length: Math.min(rows, 2_000) }, (_row, at) => row(at)).filter(
      (file) => passes(file, filter),
    );
    return { total: found.length, first, rows: found.slice(first, first + count) };
  };

  const answers: Readonly<Partial<Record<CallName, (input: unknown) => unknown>>> = {
    'status.read': () => status,
    'credits.forecast': () => forecast(STARTED_AT_MS),
    'credits.limits': () => LIMITS,
    'settings.read': () => SETTINGS,
    'settings.watching': () => NO_FOLDER_DEFAULTS,
    'folders.list': () => folders(STARTED_AT_MS),
    'folders.tree': (input) => tree((input as { path: string | null }).path),
    'folders.preview': (input) => preview((input as { path: string }).path),
    'files.offer': () => OFFER,
    'files.show': (input) => row(Number((input as { asked: string }).asked) - 1),
    'credits.balance': () => ({ credits: 1_284 }),
    'search.find': () => ({ files: [], certificates: [], projects: [], people: [] }),
    'projects.list': () => ({ projects: [], isComplete: true, asOfMs: null, fault: null }),
    'credits.history': () => fakeHistory(STARTED_AT_MS),
    'outbox.list': () => fakeOutbox(STARTED_AT_MS),
    'transfers.view': () => {
      const waiting = Array.from({ length: Math.min(rows, 14) }, (_row, at) =>
        row(SHOWN.length + at),
      );
      return fakeQueue([
        ...waiting.slice(0, 2),
        ...waiting.slice(2).toSorted((one, other) => place(one.id) - place(other.id)),
      ]);
    },
    'transfers.arrange': (input) => {
      placed = (input as { fileIds: readonly string[] }).fileIds;
      tell({ kind: 'transfers-changed' });
      return null;
    },
    'activity.log': (input) => {
      const { filter, ...window } = input as {
        filter: LogRangeFilter;
        first: number;
        count: number;
      };
      return fakeLog(filter, { ...window, total: Math.min(rows, 500), nowMs: STARTED_AT_MS });
    },
    'activity.done': (input) => {
      const { edgesMs } = input as { edgesMs: readonly number[] };
      return fakeDone(edgesMs, Math.min(rows, 500), STARTED_AT_MS);
    },
    'certificates.range': (input) => {
      const { filter, first, count } = input as {
        filter: ProofFilter;
        first: number;
        count: number;
      };
      const all = Array.from({ length: Math.min(rows, 2_000) }, (_proof, at) =>
        galleryProof(at, STARTED_AT_MS),
      );
      const found = all.filter(
        ({ name, sha256, projectId }) =>
          (filter.text === undefined || `${name} ${sha256}`.includes(filter.text)) &&
          (filter.projectId === undefined || filter.projectId === projectId),
      );
      return { total: found.length, first, rows: found.slice(first, first + count) };
    },
    'certificates.show': (input) => {
      const { fileId } = input as { fileId: string };
      const known = galleryProof(Number(fileId.split('-')[1]) - 1, STARTED_AT_MS);
      const copy = { id: '1', path: `/data/ms2/${known.name}`, folderPath: '/data/ms2' };
      return { ...known, ownerName: 'Robin Lab', copies: [copy] };
    },
    'certificates.get': (input) => {
      const { asked } = input as { asked: string };
      const forms = (['pdf', 'json'] as const).map((form) => ({
        form,
        sizeBytes: certificateBytes(form).length,
        fileName: `${asked}.${form}`,
        path: `/labseal/certificates/${asked}.${form}`,
        savedAtMs: STARTED_AT_MS,
      }));
      return { asked, forms, pdfActions: [] };
    },
    'verify.file': (input) => fakeVerification(input as CallInput<'verify.file'>, STARTED_AT_MS),
    'audit.show': (input) => fakeAudit((input as { runId: string }).runId, STARTED_AT_MS),
    'audit.rows': (input) => fakeAuditRows(input as CallInput<'audit.rows'>, STARTED_AT_MS),
    'audit.runs': () => [fakeAudit('2', STARTED_AT_MS), fakeAudit('1', STARTED_AT_MS)],
    'audit.start': () => ({ ...fakeAudit('2', STARTED_AT_MS), isNew: true }),
    'audit.schedules': () => ({
      all: 'week',
      folders: [
        {
          root: '/data/ms2',
          folderId: '1',
          own: null,
          rhythm: 'week',
          lastCompleteAtMs: null,
          nextAtMs: STARTED_AT_MS,
        },
      ],
    }),
    'files.range': (input) => {
      const asked = input as { filter: FileRangeFilter; first: number; count: number };
      return range(asked.filter, asked.first, asked.count);
    },
  };

  return {
    call: async (name, input, signal) => {
      await Promise.resolve();
      signal.throwIfAborted();
      const value = answers[name]?.(input);
      if (value !== undefined) return ok(value as never);
      return fail({ kind: 'wrong-credentials', email: 'nobody@example.org' });
    },
    // The ninth is damaged.
    bytes: (form, asked) =>
      Promise.resolve(ok(certificateBytes(asked === 'remote-9' && form === 'pdf' ? 'json' : form))),
    keep: ({ name, size }) => Promise.resolve(ok({ path: `/inbox/${name}`, sizeBytes: size })),
    hand: ({ name }) => Promise.resolve(ok({ kind: 'handed', handle: name })),
    subscribe,
    open: () => {
      tell({ kind: 'link-changed', link: 'open' });
      const message = snapshotMessage(0, status);
      const progress = [
        { fileId: '3', state: 'hashing', doneBytes: 180, totalBytes: 1_000 },
        { fileId: '7', state: 'uploading', doneBytes: 630, totalBytes: 1_000 },
      ] as const;
      tell({ ...message, snapshot: { ...message.snapshot, progress } });
    },
    close: clear,
  };
}
