/** The data folder as it is. Nothing is made in it. */
import fs from 'node:fs';
import path from 'node:path';
import { isEngineLocked } from '../../db/engine-lock.ts';
import { isOnNetworkDrive, type FileSystemType } from '../../db/network-drive.ts';
import type { DataFolderFacts, LockState } from './doctor-facts.ts';
import { codeOf } from '../../platform/errno.ts';

const OTHERS = 0o077;

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
    freeBytes: freeBytes(nearest),
    lock: isThere && !mayWrite(folder) ? { errno: 'EACCES' } : lockState(folder),
  };
}

function nearestExisting(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) || at === path.dirname(at)) return at;
  }
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
