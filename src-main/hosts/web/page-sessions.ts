/**
 * What outlives the host: the port of the page and the digests of its sessions, in a private file of the data folder.
 * Another start takes the same port if it can, and the pages that are still open there go on without a key.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { PAGES_NAME } from '../../platform/data-folder.ts';
import { writePrivately } from '../../platform/disk/private-files.ts';

const KeptSession = z.strictObject({
  /** Of the session, in hex. */
  digest: z.string().check(z.length(64)),
  /** Of the address that its page was opened at: that of the host, or of a tunnel to it. */
  port: z.int(),
  /** Wall clock; the ends of a session are counted from these. */
  startedAtMs: z.int(),
  usedAtMs: z.int(),
});
export type KeptSession = z.output<typeof KeptSession>;

const Pages = z.strictObject({
  /** Of the host. */
  port: z.int().check(z.gte(1), z.lte(65_535)),
  sessions: z.readonly(z.array(KeptSession)),
});
type Pages = z.output<typeof Pages>;

const fileOf = (dataFolder: string): string => path.join(dataFolder, PAGES_NAME);

/** Null when there was no host yet, or somebody signed out since. */
export async function readPages(dataFolder: string): Promise<Pages | null> {
  const text = await fs.readFile(fileOf(dataFolder), 'utf8').catch(() => null); // none, or not ours to read
  if (text === null) return null;
  try {
    const read = z.safeParse(Pages, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null; // no JSON
  }
}

/** Where it cannot be written, none is left: an older one would bring back sessions that have ended. */
export async function keepPages(dataFolder: string, pages: Pages): Promise<void> {
  try {
    await writePrivately(fileOf(dataFolder), `${JSON.stringify(pages)}\n`);
  } catch (error) {
    await fs.rm(fileOf(dataFolder), { force: true });
    throw error;
  }
}
