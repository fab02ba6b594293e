/** A folder of very many files that are left out and not on the disk, written into the database of a lab at once. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Lab } from './lab.ts';

const BETWEEN_FILES_MS = 60_000;
const DIGITS = 7;

/** Its name; the first one is the newest. */
export const filledName = (number: number) => `sample_${String(number).padStart(DIGITS, '0')}.raw`;

/** While no program uses the lab. Somebody has signed in and watches the folder, which is empty. */
export function fillFolder(lab: Lab, folderId: string, files: number): void {
  const [file = ''] = fs.globSync(path.join(lab.at('labseal'), 'accounts', '*', 'labseal.db'));
  const db = new Database(file);
  db.pragma('cache_size = -400000'); // all of it
  try {
    db.transaction(() => {
      const directory = db.prepare("INSERT INTO directory (folder_id, path) VALUES (?, 'run')");
      const { lastInsertRowid } = directory.run(folderId);
      db.prepare(
        `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
         INSERT INTO file (folder_id, directory_id, name, state, size_bytes, identity, unchanged_since_ms, changed_at_ms)
         SELECT ?, ?, printf('sample_%0${DIGITS}d.raw', n), 'ignored', 100000 + n % 977, '1:' || n, 0, ? - n * ${BETWEEN_FILES_MS}
         FROM number`,
      ).run(files, folderId, lastInsertRowid, Date.now());
      db.exec(
        `INSERT INTO file_count SELECT folder_id, state, '', count(*), sum(size_bytes) FROM file GROUP BY 1, 2`,
      );
    })();
  } finally {
    db.close();
  }
}
