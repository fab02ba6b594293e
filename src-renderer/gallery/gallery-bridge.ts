/**
 * A bridge without a host: the account of the page's tests, with a list of files of any length, a queue that can be put in
 * order, a month of credits and certificates. What nothing here answers stays open, as in those tests.
 */
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { FileListRow, FileRangeFilter } from '../../src-shared/bridge/file-calls.ts';
import {
  FILE_STATES,
  type FileState,
  HOLD_REASONS,
  type HoldReason,
  mayCarry,
} from '../../src-shared/model/files/file-state.ts';
import { DEFAULT_LIMITS } from '../../src-shared/model/money/spend-limits.ts';
import type { LogEntry } from '../../src-shared/model/status/log-entry.ts';
import { DAY_MS } from '../../src-shared/model/text/time.ts';
import type { Bridge } from '../bridge/bridge.ts';
import {
  accountStatus,
  ASSIGNMENT,
  fileRow,
  folderView,
  SIGNED_IN,
  snapshotMessage,
  statusView,
  transferView,
} from '../test-support/builders.ts';
import { fakeBridge } from '../test-support/fake-bridge.ts';
import { creditHistory, forecast } from '../test-support/money.ts';
import { change, invite, outboxView, project, WAITS } from '../test-support/people.ts';
import { auditRow, auditRun, proof } from '../test-support/verifications.ts';
import { certificateBytes, HEX } from './hostile-certificate.ts';

const PROJECTS = ['Lipidomics cohort B', 'Cryo-EM session 41', 'Soil transects 2026'];
const BYTES = [412_600_000, 398_100_000, 401_900_000, 88_400_000, 1_900_000_000, 12_200_000];
const PRICES = [399, 1, 402, 13, 89, 210];
const STARTED_AT_MS = Date.now();
const SENDING = 2;

const nameOf = (index: number, digits: number) =>
  `2026-11-20_MS2_sample_${String(index + 1).padStart(digits, '0')}.raw`;

/** Every state, and every reason to hold, before the ordinary rows begin. */
const SHOWN: readonly (readonly [FileState, HoldReason | null])[] = [
  ...FILE_STATES.filter((state) => state !== 'held').map((state) => [state, null] as const),
  ...HOLD_REASONS.map((hold) => [mayCarry('held', hold) ? 'held' : 'confirming', hold] as const),
];

function row(index: number): FileListRow {
  const [state, hold] = SHOWN[index] ?? ['notarized', null];
  const name = nameOf(index, 6);
  const sizeBytes = BYTES[index % BYTES.length] ?? 0;
  const visibility = index % 3 === 0 ? 'private' : 'public';
  const fileType = index % 5 === 0 ? 'secondary' : 'primary';
  return fileRow({
    id: String(index + 1),
    path: `/data/ms2/${name}`,
    name,
    visibility,
    assignment: { ...ASSIGNMENT, visibility, fileType, labels: 'MS2, run-14' },
    state,
    hold,
    sizeBytes,
    blake3: HEX,
    sha256: HEX,
    credits: visibility === 'private' ? 1 : Math.ceil(sizeBytes / 1_000_000),
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

/** What is filtered is looked for among the first. */
function range({ filter, first, count }: CallInput<'files.range'>, total: number) {
  if (filter.text === undefined && filter.states === undefined) {
    const length = Math.max(0, Math.min(count, total - first));
    return { total, first, rows: Array.from({ length }, (_row, at) => row(first + at)) };
  }
  const found = Array.from({ length: Math.min(total, 2_000) }, (_row, at) => row(at)).filter(
    (file) => passes(file, filter),
  );
  return { total: found.length, first, rows: found.slice(first, first + count) };
}

/** `placed`: ids in the order that somebody gave them. The first ones are on their way. */
function queue(total: number, placed: readonly string[]) {
  const files = Array.from({ length: Math.min(total, 14) }, (_row, at) => row(SHOWN.length + at));
  const place = ({ id }: FileListRow) =>
    (placed.indexOf(id) + 1 || placed.length + 1) + Number(id) / 1e9;
  const sending = files.slice(0, SENDING);
  const next = files.slice(SENDING).toSorted((one, other) => place(one) - place(other));
  return transferView({
    resumption: 'yes',
    total: files.length,
    entries: [
      ...sending.map((file) => ({
        file: { ...file, state: 'uploading' as const, hold: null },
        priority: 'normal' as const,
        sentBytes: Math.round(file.sizeBytes * 0.63),
      })),
      ...next.map((file) => ({
        file: { ...file, state: 'ready' as const, hold: null },
        priority: 'normal' as const,
        sentBytes: null,
      })),
    ],
  });
}

const HISTORY = creditHistory(
  Array.from({ length: 40 }, (_line, index) => {
    const charged = PRICES[index % PRICES.length] ?? 1;
    return {
      atMs: STARTED_AT_MS - index * 0.7 * DAY_MS,
      transactionId: `t${index}`,
      type: 'FILE_UPLOAD',
      amount: -charged,
      file: nameOf(index, 4),
      change: null,
      expected: charged,
      charged,
      difference: 0,
      isDeviation: false,
    };
  }),
);

const certificate = (index: number) =>
  proof({
    fileId: `remote-${index + 1}`,
    projectId: `p${(index % PROJECTS.length) + 1}`,
    name: nameOf(index, 4),
    provenAtMs: STARTED_AT_MS - index * 1_700_000,
    sizeBytes: BYTES[index % BYTES.length] ?? 0,
    blake3: HEX,
    sha256: HEX,
  });

const AUDIT = auditRun({ root: '/data/MS2' });

const LOGGED: LogEntry = {
  id: 1,
  atMs: STARTED_AT_MS,
  note: null,
  subject: {
    kind: 'file',
    id: '1',
    folderId: '1',
    name: nameOf(0, 4),
    sizeBytes: 1_000,
    state: 'notarized',
    hold: null,
  },
};

const STATUS = statusView({
  heardAtMs: STARTED_AT_MS,
  clockAheadMs: 0,
  session: { ...SIGNED_IN, expiresAtMs: STARTED_AT_MS + 3_600_000 },
  engine: { state: 'running', watchTrouble: null },
  account: accountStatus({
    counts: [
      { state: 'held', hold: 'credits', files: 24, bytes: 9_870_000_000 },
      { state: 'held', hold: 'procedure', files: 6, bytes: 73_000_000 },
      { state: 'record_error', hold: null, files: 1, bytes: 2_100_000 },
      { state: 'uploading', hold: null, files: 3, bytes: 1_200_000_000 },
      { state: 'notarized', hold: null, files: 1_200, bytes: 480_000_000_000 },
    ],
    projects: PROJECTS.map((projectName, index) => ({
      projectId: `p${index + 1}`,
      projectName,
      files: 310,
      bytes: 1_000_000_000,
      needYou: index,
      done: 300,
      toGo: 10 - index,
    })),
  }),
});

export interface Played {
  readonly rows: number;
  readonly isSignedIn: boolean;
}

export function galleryBridge({ rows, isSignedIn }: Played): Bridge {
  const status = isSignedIn ? STATUS : statusView();
  let placed: readonly string[] = [];
  const bridge = fakeBridge({
    'activity.log': () => ({ total: 1, first: 0, rows: [LOGGED] }),
    'audit.rows': () => ({ total: 1, first: 0, rows: [auditRow({ path: nameOf(0, 4) })] }),
    'audit.runs': () => [AUDIT],
    'audit.show': () => AUDIT,
    'certificates.range': () => ({ total: 2, first: 0, rows: [certificate(0), certificate(1)] }),
    'folders.list': () => [folderView({ path: '/data/MS2', projectName: PROJECTS[0] ?? null })],
    'outbox.list': () => outboxView({ changes: [change(invite('p1', 'Robin of MS2'), WAITS)] }),
    'projects.list': () => ({
      projects: PROJECTS.map((name, index) => project({ id: `p${index + 1}`, name })),
      isComplete: true,
      asOfMs: null,
      fault: null,
      pending: {},
    }),
    'credits.balance': () => ({ credits: 1_284, floor: 200 }),
    'credits.forecast': () =>
      forecast({
        reserved: 402,
        lastsDays: 9,
        limits: { ...DEFAULT_LIMITS, day: 500, floor: 200 },
      }),
    'credits.history': () => HISTORY,
    'status.read': () => status,
    'search.find': () => ({ files: [], certificates: [], projects: [], people: [] }),
    'files.range': (input) => range(input as CallInput<'files.range'>, rows),
    'files.show': (input) => row(Number((input as CallInput<'files.show'>).asked) - 1),
    'transfers.view': () => queue(rows, placed),
    'transfers.arrange': (input) => {
      placed = (input as CallInput<'transfers.arrange'>).fileIds;
      bridge.tell({ kind: 'transfers-changed' });
      return null;
    },
    'certificates.show': (input) => {
      const { fileId } = input as CallInput<'certificates.show'>;
      return {
        ...certificate(Number(fileId.split('-').at(-1)) - 1),
        ownerName: 'Robin Lab',
        copies: [],
      };
    },
    'certificates.get': (input) => {
      const { asked } = input as CallInput<'certificates.get'>;
      const forms = (['pdf', 'json'] as const).map((form) => ({
        form,
        sizeBytes: certificateBytes(form).length,
        fileName: `${asked}.${form}`,
        path: `/labseal/certificates/${asked}.${form}`,
        savedAtMs: STARTED_AT_MS,
      }));
      return { asked, forms, pdfActions: [] };
    },
    // The ninth is damaged.
    bytes: (form, asked) => certificateBytes(asked === 'remote-9' ? 'json' : form),
  });
  return {
    ...bridge,
    open: () => {
      bridge.tell({ kind: 'link-changed', link: 'open' });
      bridge.tell(snapshotMessage(0, status));
    },
  };
}
