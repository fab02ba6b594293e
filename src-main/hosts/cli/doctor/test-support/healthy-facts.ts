/** Facts of a computer on which all is well; a test overrides what it is about. */
import type { DoctorFacts } from '../../../../app/doctor/doctor-facts.ts';

export const NOW_MS = Date.UTC(2026, 10, 22, 12);

export const healthyFacts = (over: Partial<DoctorFacts> = {}): DoctorFacts => ({
  program: { version: '0.1.0', node: '24.21.0', platform: 'linux', architecture: 'x64' },
  dataFolder: {
    path: '/home/ada/.local/share/labseal',
    isThere: true,
    isDirectory: true,
    isWritable: true,
    openTo: 0,
    isOnNetworkDrive: false,
    keepsPrivate: true,
    freeBytes: 12e9,
    lock: 'free',
  },
  database: {
    folder: '/home/ada/.local/share/labseal/accounts/ab12',
    found: { kind: 'whole', sizeBytes: 1_200_000, contents: null },
  },
  tokenStore: { choice: 'keychain', keychain: { trouble: null, isLeft: false } },
  session: {
    kind: 'kept',
    email: 'ada@example.org',
    expiresAtMs: NOW_MS + 6 * 3_600_000,
  },
  network: { proxy: null, authorities: null },
  service: answered(),
  areFieldsLeftOut: false,
  trials: [{ source: 'native', result: { kind: 'seen', afterMs: 21 } }],
  folders: [folder()],
  limits: {
    watches: { most: 65_536, inUse: 1_000 },
    watchInstances: { most: 128, inUse: 20 },
    openFiles: { most: 1_048_576 },
  },
  ...over,
});

type Asked = Extract<DoctorFacts['service'], { kind: 'asked' }>;

export function answered(over: Partial<Asked> = {}): Asked {
  return {
    kind: 'asked',
    address: 'https://service.example.org',
    isEncrypted: true,
    status: 200,
    roundTripMs: 34,
    clockAheadMs: 400,
    isTokenRefused: false,
    fault: null,
    code: null,
    ...over,
  };
}

type Folder = NonNullable<DoctorFacts['folders']>[number];

export function folder(over: Partial<Folder> = {}): Folder {
  return {
    id: 3,
    path: '/data/runs',
    source: 'native',
    limit: null,
    directories: 12,
    access: 'readable',
    isOnOtherDrive: false,
    drives: [],
    ...over,
  };
}
