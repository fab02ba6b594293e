/** Gathers everything `labseal doctor` judges. Nothing is changed, but for a test entry in the keychain and temporary files. */
import os from 'node:os';
import path from 'node:path';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { inspectDatabase, type InspectedContents } from '../../db/inspect-database.ts';
import { startHelperProcess } from '../../platform/helper-process.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { accountKey, makeAccountsFile, type RememberedAccount } from '../../session/accounts.ts';
import { isKeptOffline } from '../../pipeline/common/service-gate.ts';
import type { CoreSettings } from '../settings.ts';
import type {
  DataFolderFacts,
  DoctorFacts,
  LimitFacts,
  LockState,
  SessionFacts,
  TokenStoreFacts,
  UseOfLimit,
} from './doctor-facts.ts';
import { askService, networkFacts } from './service-facts.ts';
import { tryWatching, watchedFolderFacts } from './watch-facts.ts';
import fs from 'node:fs';
import { isEngineLocked } from '../../db/engine-lock.ts';
import {
  type FileSystemType,
  isOnNetworkDrive,
  keepsPrivate,
  nearestExisting,
} from '../../platform/disk/mounts.ts';
import { codeOf } from '../../platform/errno.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { chooseTokenStore } from '../../session/choose-token-store.ts';
import {
  makeKeychainStore,
  makeSystemKeychain,
  type OpenEntry,
} from '../../session/keychain-store.ts';
import { withheldOf } from '../../session/token-store.ts';
import { readClaims } from '../../session/token-claims.ts';

/** Rejects with `signal.reason` when aborted. */
export async function gatherDoctorFacts(
  settings: CoreSettings,
  signal: AbortSignal,
): Promise<DoctorFacts> {
  const clock = realClock;
  const temporaryFolder = os.tmpdir();
  const openEntry = makeSystemKeychain(startHelperProcess);
  const ports = { clock, ids: realIds, openEntry };
  const account = await makeAccountsFile(settings.dataFolder).read();
  const limits = limitFacts(); // before the trials use some
  const dataFolder = dataFolderFacts(settings.dataFolder);
  const database = account === null ? null : await inspect(account, dataFolder, temporaryFolder);
  const contents = contentsOf(database);
  const watched = contents?.folders ?? null;
  const session = await readSession(account, { settings, ...ports, interruption: signal });
  const network = await networkFacts({ settings, account });
  const [tokenStore, service, trials, folders] = await Promise.all([
    tokenStoreFacts({ settings, ...ports, interruption: signal }),
    askService(
      {
        settings,
        clock,
        account,
        token: session.token,
        isKeptOffline: isKeptOffline(contents?.preferences ?? {}),
      },
      network,
      signal,
    ),
    tryWatching(watched ?? [], temporaryFolder, clock, signal),
    watched === null ? null : watchedFolderFacts(watched, clock, signal),
  ]);
  return {
    program: {
      version: PRODUCT.version,
      node: process.versions.node,
      platform: process.platform,
      architecture: process.arch,
    },
    dataFolder,
    database,
    tokenStore,
    session: session.facts,
    network,
    service,
    areFieldsLeftOut: contents?.areFieldsLeftOut === true,
    trials,
    folders,
    limits,
  };
}

async function inspect(
  { server, userId }: RememberedAccount,
  { path: dataFolder, lock }: DataFolderFacts,
  temporaryFolder: string,
): Promise<DoctorFacts['database']> {
  const folder = path.join(dataFolder, 'accounts', accountKey(server, userId));
  const parts = { isInUse: lock !== 'free', temporaryFolder };
  return { folder, found: await inspectDatabase(folder, parts) };
}

/** Null: unknown. */
function contentsOf(database: DoctorFacts['database']): InspectedContents | null {
  if (database === null || database.found.kind === 'absent') return NOTHING_YET;
  const { found } = database;
  return found.kind === 'whole' || found.kind === 'in-use' ? found.contents : null;
}

const NOTHING_YET: InspectedContents = { folders: [], preferences: {}, areFieldsLeftOut: false };

const OTHERS = 0o077;

/** The data folder as it is. Nothing stays of what is tried in it. */
export function dataFolderFacts(folder: string, fileSystemType?: FileSystemType): DataFolderFacts {
  const nearest = nearestExisting(folder);
  const stats = fs.statSync(nearest, { throwIfNoEntry: false });
  const isThere = nearest === folder;
  const hasModes = process.platform !== 'win32';
  return {
    path: folder,
    isThere,
    isDirectory: stats?.isDirectory() === true,
    isWritable: mayWrite(nearest),
    openTo: isThere && hasModes ? (stats?.mode ?? 0) & OTHERS : 0,
    isOnNetworkDrive: isOnNetworkDrive(folder, fileSystemType),
    keepsPrivate: keepsPrivate(folder),
    freeBytes: freeBytes(nearest),
    lock: isThere && !mayWrite(folder) ? { errno: 'EACCES' } : lockState(folder),
  };
}

function mayWrite(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null; // not every drive tells
  }
}

function lockState(folder: string): LockState {
  try {
    return isEngineLocked(folder) ? 'held' : 'free';
  } catch (error) {
    return { errno: codeOf(error) ?? 'unknown' };
  }
}

interface SessionParts {
  readonly settings: Pick<CoreSettings, 'tokenStore' | 'dataFolder'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly openEntry: OpenEntry;
  readonly interruption: AbortSignal;
}

/**
 * The token store and the session. A token that is read here goes to the service that gave it, and nowhere else. Writes
 * a test entry of its own into the keychain, reads it back and removes it, where a keychain was chosen.
 */
export async function tokenStoreFacts({
  settings: { tokenStore: choice },
  clock,
  ids,
  openEntry,
  interruption,
}: SessionParts): Promise<TokenStoreFacts> {
  if (choice !== 'keychain') return { choice, keychain: null };
  const store = makeKeychainStore(openEntry, clock, interruption);
  const entry = `doctor-${ids.hex(8)}`;
  const kept = await store.write(entry, ids.hex(16));
  const left = await store.remove(entry);
  const trouble = kept.kept === 'memory' ? kept.instead : null;
  return { choice, keychain: { trouble, isLeft: left !== null && trouble !== 'absent' } };
}

interface ReadSession {
  readonly facts: SessionFacts;
  /** Only for the service of the account; null: there is none that may be sent. */
  readonly token: string | null;
}

/** Reads the session of the last sign-in and leaves it as it is, an expired one too. */
export async function readSession(
  account: RememberedAccount | null,
  { settings, clock, openEntry, interruption }: SessionParts,
): Promise<ReadSession> {
  if (account === null) return { facts: { kind: 'nobody' }, token: null };
  const { email, server, userId } = account;
  const { tokenStore: choice, dataFolder: folder } = settings;
  const store = chooseTokenStore({ choice, folder, openEntry, clock, interruption });
  const recalled = await store.read(accountKey(server, userId));
  store.close();
  const claims = recalled.token === null ? null : readClaims(recalled.token);
  if (recalled.token === null || claims === null || claims.userId !== userId) {
    const why = recalled.token === null ? withheldOf(recalled) : null;
    if (why !== null) return { facts: { kind: 'withheld', email, why }, token: null };
    const isDamaged = recalled.token === null && recalled.trouble === 'unreadable-file';
    return { facts: { kind: 'not-kept', email, isDamaged }, token: null };
  }
  const { expiresAtMs } = claims;
  const seemsExpired = expiresAtMs <= clock.nowMs(); // this computer's clock may be wrong: the service's decides
  return {
    facts: { kind: 'kept', email, expiresAtMs },
    token: seemsExpired ? null : recalled.token,
  };
}

// Limits of the system that stop watching, and how much of them this person's programs use. Linux alone has
// them.

/** `system`: where the kernel describes itself; a test has its own. */
export function limitFacts(system = '/proc', userId = process.getuid?.() ?? null): LimitFacts {
  const used = notifiersInUse(system, userId);
  return {
    watches: useOf(path.join(system, 'sys/fs/inotify/max_user_watches'), used.watches),
    watchInstances: useOf(path.join(system, 'sys/fs/inotify/max_user_instances'), used.instances),
    openFiles: openFilesLimit(path.join(system, 'self/limits')),
  };
}

function useOf(file: string, inUse: number): UseOfLimit | null {
  const most = Number.parseInt(textOf(file) ?? '', 10);
  return Number.isNaN(most) ? null : { most, inUse };
}

/** Processes that end meanwhile, and what may not be looked at, count as none. */
function notifiersInUse(system: string, userId: number | null) {
  let [instances, watches] = [0, 0];
  for (const process of namesIn(system).filter((name) => /^\d+$/.test(name))) {
    const folder = path.join(system, process);
    if (userId !== null && ownerOf(folder) !== userId) continue;
    for (const number of namesIn(path.join(folder, 'fd'))) {
      if (targetOf(path.join(folder, 'fd', number)) !== 'anon_inode:inotify') continue;
      instances += 1;
      const text = textOf(path.join(folder, 'fdinfo', number)) ?? '';
      watches += text.split('\n').filter((line) => line.startsWith('inotify ')).length;
    }
  }
  return { instances, watches };
}

function openFilesLimit(file: string): LimitFacts['openFiles'] {
  const line = /^Max open files\s+(\d+|unlimited)/m.exec(textOf(file) ?? '')?.[1];
  return line === undefined || line === 'unlimited' ? null : { most: Number(line) };
}

function textOf(file: string): string | null {
  return orNull(() => fs.readFileSync(file, 'utf8'));
}

function namesIn(folder: string): readonly string[] {
  return orNull(() => fs.readdirSync(folder)) ?? [];
}

function ownerOf(folder: string): number | null {
  return orNull(() => fs.statSync(folder).uid);
}

function targetOf(link: string): string | null {
  return orNull(() => fs.readlinkSync(link));
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null; // gone meanwhile, somebody else's, or no such system
  }
}
