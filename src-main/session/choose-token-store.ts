/** The token store a person chose. Signing out wipes the others too: the choice may have changed since signing in. */
import type { Clock } from '../platform/clock.ts';
import { makeKeychainStore, type OpenEntry } from './keychain-store.ts';
import {
  makeMemoryStore,
  type TokenStore,
  type TokenStoreChoice,
  type Recall,
} from './token-store.ts';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../platform/errno.ts';
import { eraseFile, writePrivately } from '../platform/disk/private-files.ts';

export interface TokenStoreParts {
  /** Value of `LABSEAL_TOKEN_STORE`, read by the host. */
  readonly choice: TokenStoreChoice;
  /** The data folder. */
  readonly folder: string;
  readonly openEntry: OpenEntry;
  readonly clock: Clock;
  /** The program is asked to end: no keychain is waited for any more. */
  readonly interruption: AbortSignal;
}

export function chooseTokenStore({
  choice,
  folder,
  openEntry,
  clock,
  interruption,
}: TokenStoreParts): TokenStore {
  const stores: Readonly<Record<TokenStoreChoice, TokenStore>> = {
    keychain: makeKeychainStore(openEntry, clock, interruption),
    memory: makeMemoryStore(),
    file: makeFileStore(folder),
  };
  const chosen = stores[choice];
  return {
    read: (account) => chosen.read(account),
    write: (account, token) => chosen.write(account, token),
    async remove(account) {
      const left = await Promise.all(Object.values(stores).map((store) => store.remove(account)));
      return left.find((place) => place !== null) ?? null;
    },
    close() {
      for (const store of Object.values(stores)) store.close();
    },
  };
}

const MAX_TOKEN_BYTES = 65_536;
const OTHERS = 0o077;

/**
 * Keeps the token in a file of mode 0600: only when someone chose it, and it never claims to be protected. `folder`:
 * the data folder. A disk that takes no file leaves the token in memory for this run.
 */
export function makeFileStore(folder: string): TokenStore {
  const memory = makeMemoryStore();
  const pathOf = (account: string): string => join(folder, `token-${account}`);
  return {
    async read(account) {
      const fromFile = await readToken(pathOf(account));
      if (fromFile.token !== null) return fromFile;
      const fromMemory = await memory.read(account);
      return fromMemory.token === null ? fromFile : fromMemory;
    },
    async write(account, token) {
      await memory.remove(account);
      try {
        await writePrivately(pathOf(account), token, { isSecret: true });
        return { kept: 'file', note: 'stored unprotected' };
      } catch {
        await eraseFile(pathOf(account)).catch(() => undefined); // an older token must not come back
        return memory.write(account, token);
      }
    },
    async remove(account) {
      await memory.remove(account);
      try {
        const isErased = await eraseFile(pathOf(account));
        await removeRemains(folder, account);
        return isErased ? null : 'file';
      } catch {
        return 'file';
      }
    },
    close: () => undefined,
  };
}

/** What a crash left of a token that was being written. */
async function removeRemains(folder: string, account: string): Promise<void> {
  for (const name of (await unlessAbsent(readdir(folder))) ?? []) {
    if (!name.startsWith(`token-${account}.`)) continue;
    await eraseFile(join(folder, name));
  }
}

/** A link, a folder, or a file that others may read is not ours: it is not used. */
async function readToken(path: string): Promise<Recall> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > MAX_TOKEN_BYTES) {
        return { token: null, trouble: 'unreadable-file' };
      }
      const isOpenToOthers = process.platform !== 'win32' && (stats.mode & OTHERS) !== 0;
      if (isOpenToOthers) return { token: null, trouble: 'open-file', path };
      const token = await file.readFile('utf8');
      if (token === '') return { token: null, trouble: 'unreadable-file' };
      return { token, keeping: { kept: 'file', note: 'stored unprotected' } };
    } finally {
      await file.close();
    }
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { token: null, trouble: isAbsent ? null : 'unreadable-file' };
  }
}
