/** Who signed in here last. Nothing secret: the token has its own store, a password is never stored. */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errnoOf } from '../platform/errno.ts';
import { eraseFile, writePrivately } from '../platform/disk/private-files.ts';

const RememberedAccount = z.strictObject({
  /** `BaseAddress.href` of the service. */
  server: z.string().check(z.minLength(1)),
  email: z.string(),
  userId: z.string().check(z.minLength(1)),
  /** By how much the time that the service shows is ahead of the time in its tokens, where that is far. */
  dateAheadMs: z.optional(z.int()),
  /** Keys of former accounts whose tokens may still be in a store: removed as soon as that is possible. */
  formerAccounts: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/)))),
});
export type RememberedAccount = z.infer<typeof RememberedAccount>;

export type Accounts = ReturnType<typeof makeAccountsFile>;

/** A token's file, or what a crash left of it, and the folder of an account. */
const OF_ACCOUNT = /^(?:token-)?(?<key>[0-9a-f]{32})(?:\.|$)/;

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return [];
  }
}

/** Keeps it in `account.json` (0600) in the data folder. */
export function makeAccountsFile(folder: string) {
  const path = join(folder, 'account.json');
  async function read(): Promise<RememberedAccount | null> {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) return null;
    try {
      const parsed = RememberedAccount.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null; // damaged: the person signs in again, nothing else is lost
    }
  }

  return {
    /** Null when nobody is remembered, or the file is unreadable. */
    read,
    /**
     * Keys of all accounts whose tokens may be kept on this computer, also where the file that names them is damaged or
     * gone. A folder that cannot be listed names none.
     */
    async keys(): Promise<readonly string[]> {
      const remembered = await read();
      const own = remembered === null ? [] : [accountKey(remembered.server, remembered.userId)];
      const names = await Promise.all([folder, join(folder, 'accounts')].map(namesIn));
      const found = names.flat().flatMap((name) => OF_ACCOUNT.exec(name)?.groups?.['key'] ?? []);
      return [...new Set([...own, ...(remembered?.formerAccounts ?? []), ...found])];
    },
    /** Rejects with the file system's error; what was remembered before then stays. */
    write: (account: RememberedAccount) =>
      writePrivately(path, `${JSON.stringify(account, null, 2)}\n`),
    /** Rejects with the file system's error. */
    remove: async () => void (await eraseFile(path)),
  };
}

/** One key for a user of a service: hexadecimal, so safe as a folder name and in every keychain. */
export function accountKey(server: string, userId: string): string {
  return hash('sha256', JSON.stringify([server, userId])).slice(0, 32);
}
