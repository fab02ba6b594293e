/**
 * One engine per data folder. The lock is an exclusive SQLite transaction on a file of its own: the operating system
 * frees it when the process dies, however it dies, so no stale lock can keep a person out.
 */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../platform/disk/private-files.ts';

export interface EngineLock {
  release(): void;
}

/** Takes the lock; null when another engine holds it. */
export function takeEngineLock(dataFolder: string): EngineLock | null {
  makeFolder(dataFolder);
  const file = path.join(dataFolder, 'engine.lock');
  // Only when missing: opening and closing it again would drop the lock this process may hold on it (POSIX).
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return {
    release() {
      db.close();
    },
  };
}

/** Whether an engine holds the lock. Nothing is made and nothing is kept; throws as SQLite does. */
export function isEngineLocked(dataFolder: string): boolean {
  const file = path.join(dataFolder, 'engine.lock');
  if (!fs.existsSync(file)) return false;
  const db = new Database(file, { readonly: true, timeout: 0 });
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    db.close();
  }
}
