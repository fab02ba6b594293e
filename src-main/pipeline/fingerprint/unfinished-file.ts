/**
 * Files that are still being acquired although they stand still: a program has them open for writing, or they say so of
 * themselves. Only files that changed lately are asked about, so that what a crash left is taken some time.
 */
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import type { FileFacts } from '../../platform/disk/file-identity.ts';
import { watchOpenFiles } from '../../platform/disk/open-for-writing.ts';

const OPEN_WITHIN_MS = 24 * HOUR_MS;
/** A program that ended without closing its file leaves the flags as they are. */
const FLAGGED_WITHIN_MS = HOUR_MS;
const NS_PER_MS = 1_000_000n;

const isOpenForWriting = watchOpenFiles();

export function isOpenElsewhere(path: string, facts: FileFacts, nowMs: number): boolean {
  return changedWithin(OPEN_WITHIN_MS, facts, nowMs) && isOpenForWriting(path, facts);
}

/** `first`: its first bytes. */
export function saysItIsUnfinished(first: Uint8Array, facts: FileFacts, nowMs: number): boolean {
  return isHdf5OpenForWriting(first) && changedWithin(FLAGGED_WITHIN_MS, facts, nowMs);
}

/** A clock that is ahead makes a file of the future: that counts as changed now. */
function changedWithin(ms: number, { mtimeNs, ctimeNs }: FileFacts, nowMs: number): boolean {
  const changedAtNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return nowMs - Number(changedAtNs / NS_PER_MS) < ms;
}

const HDF5_SIGNATURE = Buffer.from('\u0089HDF\r\n\u001A\n', 'latin1');

/** By the file consistency flags of its superblock, which HDF5 sets when it opens a file for writing. */
function isHdf5OpenForWriting(first: Uint8Array): boolean {
  if (first.length < 24 || HDF5_SIGNATURE.compare(first, 0, HDF5_SIGNATURE.length) !== 0)
    return false;
  const version = first[8] ?? 0;
  return ((version < 2 ? first[20] : first[11]) ?? 0) !== 0;
}
