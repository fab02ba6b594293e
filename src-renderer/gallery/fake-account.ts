/** Folders, money and settings of the gallery's account, in the contract's types. */
import type {
  FolderPreview,
  FolderTree,
  FolderView,
} from '../../src-shared/bridge/folder-calls.ts';
import type { SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import type { SettingsView } from '../../src-shared/bridge/settings-calls.ts';
import type { Forecast } from '../../src-shared/model/money/credit-views.ts';
import { DEFAULT_LIMITS } from '../../src-shared/model/money/spend-limits.ts';
import { ASSIGNMENT, folderView } from '../test-support/builders.ts';

export const LIMITS = { ...DEFAULT_LIMITS, day: 500, floor: 200 };

export const OFFER: SpendOffer = {
  files: 38,
  bytes: 9_868_000_000,
  credits: 9_868,
  isExact: false,
};

export function forecast(nowMs: number): Forecast {
  return {
    balance: 1_284,
    balanceAtMs: nowMs - 120_000,
    fault: null,
    reserved: 402,
    queuedFiles: 38,
    queuedCredits: 9_868,
    waitingChanges: 1,
    waitingCredits: 10,
    available: -8_986,
    fits: { files: 3, credits: 818 },
    spentToday: 310,
    spentThisMonth: 2_010,
    limits: LIMITS,
    lastsDays: 9,
    folders: [],
  };
}

export const SETTINGS: SettingsView = {
  dataFolder: '/home/robin/.local/share/labseal',
  server: 'https://notary.example.org',
  tokenStore: 'keychain',
};

export function folders(nowMs: number): readonly FolderView[] {
  const common = {
    assignment: {
      ...ASSIGNMENT,
      visibility: 'public',
      labels: 'MS2, run-14',
      checkPolicy: { upToBytes: 100_000_000 },
    },
    exclude: ['*.bak', '/drafts/'],
    settleSeconds: 30,
    projectName: 'Lipidomics cohort B',
  } as const;
  return [
    folderView({
      ...common,
      budgetCredits: 5_000,
      lastScanAtMs: nowMs - 60_000,
      addedAtMs: nowMs - 9 * 86_400_000,
      files: 1_204,
      bytes: 480_000_000_000,
      needYou: 31,
      done: 1_132,
      toGo: 41,
      latestFile: { name: 'run_1204.raw', savedAtMs: nowMs - 120_000 },
    }),
    folderView({
      ...common,
      id: '2',
      path: '/media/usb-7/exports of the old instrument',
      trouble: 'absent',
      lastScanAtMs: null,
      addedAtMs: nowMs - 86_400_000,
      files: 0,
      bytes: 0,
    }),
  ];
}

export function tree(path: string | null): FolderTree {
  if (path === null) {
    const home = { path: '/home/robin', name: 'robin', kind: 'home' } as const;
    const drive = { path: '/media/usb-7', name: 'usb-7', kind: 'drive' } as const;
    return { path, parent: null, folders: [home, drive], isShortened: false };
  }
  const names = path.split('/').length > 5 ? [] : ['ms2', 'cryo', 'tune reports'];
  return {
    path,
    parent: path.split('/').length > 3 ? path.slice(0, path.lastIndexOf('/')) : null,
    folders: names.map((name) => ({ path: `${path}/${name}`, name, kind: 'folder' as const })),
    isShortened: false,
  };
}

export function preview(path: string): FolderPreview {
  const file = { sizeBytes: 412_600_000, credits: 413, reason: null };
  return {
    path,
    taken: { files: 1_180, bytes: 312_000_000_000, credits: 312_004 },
    leftOut: { files: 24, bytes: 88_000_000 },
    checked: { files: 1_180, bytes: 312_000_000_000 },
    watchLimit: null,
    listing: 'gallery',
    reasons: [{ reason: { kind: 'ignored', rule: '~$*' }, entries: 24 }],
    list: null,
    examples: [
      { ...file, path: 'run-14/2026-11-20_MS2_blank_03.raw' },
      { ...file, path: 'run-14/2026-11-20_MS2_sample_14.raw' },
      {
        path: 'run-14/~$notes.docx',
        sizeBytes: 162,
        credits: 0,
        reason: { kind: 'ignored', rule: '~$*' },
      },
      {
        path: 'run-14/all_runs.tar',
        sizeBytes: 3_100_000_000,
        credits: 0,
        reason: { kind: 'too-large' },
      },
    ],
  };
}
