/**
 * One download from its first byte to its final name. Only a complete file gets the final name, after a comparison with
 * the record. A file that differs is saved under a name that says so. Nothing in the folder is ever replaced.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { ArrivalVerdict } from '../../../../src-shared/model/files/download-view.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { fitName } from '../../../platform/disk/file-name.ts';
import { diskFault, fetchContent, type ContentFacts, type FetchPorts } from './fetch-content.ts';
import { isTaken } from '../../../platform/is-taken.ts';
import { giveName, makePartial, openPartial, type PartialFile } from './partial-file.ts';
import { freeName, LONGEST_NAME_BYTES } from './target-folder.ts';

/** Part of the name of a file that differs from its record. */
export const MISMATCH_REMARK = 'does not match its record';

export interface DownloadJob {
  /** The folder's real path. */
  readonly folder: string;
  /** A safe file name. */
  readonly name: string;
  /** Name of the partial file; nothing else uses it. */
  readonly partName: string;
  /** The state that an earlier run saved. */
  readonly known: ContentFacts;
}

export interface DownloadPorts extends FetchPorts {
  /** Compares the bytes with the record. */
  readonly verify: (path: string, signal: AbortSignal) => Promise<ArrivalVerdict>;
  readonly onChecking: () => void;
}

export interface Arrived {
  readonly path: string;
  readonly verdict: ArrivalVerdict;
  readonly sizeBytes: number;
}

/**
 * Rejects with `signal.reason`; the bytes received so far stay in the partial file, for another run of the same job.
 */
export async function runDownload(
  job: DownloadJob,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<Arrived, CoreFault>> {
  const place = path.join(job.folder, job.partName);
  const opened = await onDisk(() => openOrMake(place), place);
  if (!opened.ok) return opened;
  const partial = opened.value;
  let whole: Result<Verified, CoreFault>;
  try {
    whole = await bring(place, partial, job.known, ports, signal);
  } finally {
    await partial.close();
  }
  if (!whole.ok) return whole;
  const { verdict, sizeBytes } = whole.value;
  return onDisk(
    async () => ({ path: await named(place, job, verdict), verdict, sizeBytes }),
    place,
  );
}

/** Deletes its partial file. */
export async function dropPartial(folder: string, partName: string): Promise<void> {
  await rm(path.join(folder, partName), { force: true });
}

interface Verified {
  readonly verdict: ArrivalVerdict;
  readonly sizeBytes: number;
}

async function bring(
  place: string,
  partial: PartialFile,
  known: ContentFacts,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<Result<Verified, CoreFault>> {
  let start = known;
  for (;;) {
    const fetched = await fetchContent(place, partial, start, ports, signal);
    if (!fetched.ok) return fetched;
    const synced = await onDisk(() => partial.sync(), place);
    if (!synced.ok) return synced;
    ports.onChecking();
    const verdict = await ports.verify(place, signal);
    signal.throwIfAborted();
    // Parts that do not fit together, or damage from a power cut, do not mean that the service is wrong.
    if (verdict !== 'mismatch' || !fetched.value.isPieced) {
      return ok({ verdict, sizeBytes: partial.sizeBytes() });
    }
    ports.onAgain('did-not-fit');
    const emptied = await onDisk(() => partial.empty(), place);
    if (!emptied.ok) return emptied;
    start = { validator: null, totalBytes: null };
  }
}

async function openOrMake(place: string): Promise<PartialFile> {
  const left = await openPartial(place);
  if (left !== null) return left;
  if (await isTaken(place)) await rm(place); // a link was created at this path: removes the link, not its target
  return makePartial(place);
}

/** Gives the file its name, or the next free one when another program took it first. */
async function named(place: string, job: DownloadJob, verdict: ArrivalVerdict): Promise<string> {
  const { folder, name } = job;
  const wanted =
    verdict === 'mismatch' ? fitName(name, LONGEST_NAME_BYTES, ` (${MISMATCH_REMARK})`) : name;
  for (;;) {
    const final = path.join(folder, await freeName(folder, wanted));
    if (await giveName(place, final)) return final;
  }
}

async function onDisk<Value>(
  work: () => Promise<Value>,
  place: string,
): Promise<Result<Value, CoreFault>> {
  try {
    return ok(await work());
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    return fail(diskFault(new Error('the folder', { cause }), place));
  }
}
