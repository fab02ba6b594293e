/**
 * Records on this computer, for its user alone, the address of a data folder's loopback face. The key in it opens only
 * that face, and ends with it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { writePrivately } from '../../platform/disk/private-files.ts';

const Runtime = z.strictObject({ processId: z.int(), address: z.string() });
export type Runtime = z.output<typeof Runtime>;

export const runtimeFileOf = (dataFolder: string): string => path.join(dataFolder, 'serve.json');

export async function writeRuntimeFile(dataFolder: string, runtime: Runtime): Promise<void> {
  await writePrivately(runtimeFileOf(dataFolder), `${JSON.stringify(runtime)}\n`);
}

export async function removeRuntimeFile(dataFolder: string): Promise<void> {
  await fs.rm(runtimeFileOf(dataFolder), { force: true });
}

/** The face that is running; null when there is none, or only what one left behind that was killed. */
export async function readRuntimeFile(dataFolder: string): Promise<Runtime | null> {
  const text = await fs.readFile(runtimeFileOf(dataFolder), 'utf8').catch(() => null); // none, or not ours to read
  if (text === null) return null;
  try {
    const read = z.safeParse(Runtime, JSON.parse(text));
    return read.success && isAlive(read.data.processId) ? read.data : null;
  } catch {
    return null; // no JSON
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
