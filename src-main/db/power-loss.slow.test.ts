import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { getMeta, openDatabase, setMeta } from './open-database.ts';

const COMMITS = 30;
const CUTS = 90;
const [FILE, LOG, MARKER] = ['labseal.db', 'labseal.db-wal', 'marker.json'] as const;

/** A database as the disk holds it in the middle of its work: 30 commits, each of two rows that belong together. */
function atWork() {
  const folder = temporaryFolder();
  const { db, close } = openDatabase(folder, makeFakeIds());
  db.pragma('wal_checkpoint(TRUNCATE)');
  for (let commit = 1; commit <= COMMITS; commit += 1) {
    db.transaction(() => {
      setMeta(db, 'one', String(commit));
      setMeta(db, 'other', String(commit));
    })();
  }
  const [file, log, marker] = [FILE, LOG, MARKER].map((name) =>
    fs.readFileSync(path.join(folder, name)),
  ) as [Buffer, Buffer, Buffer];
  close();

  /** The last commit that a start finds which has only this of the log. */
  function commitAfter(left: Uint8Array): number {
    const copy = temporaryFolder();
    fs.writeFileSync(path.join(copy, FILE), file);
    fs.writeFileSync(path.join(copy, LOG), left);
    fs.writeFileSync(path.join(copy, MARKER), marker);
    const again = openDatabase(copy, makeFakeIds());
    try {
      expect(again.history).toBe('known');
      expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok');
      const [one, other] = [getMeta(again.db, 'one'), getMeta(again.db, 'other')];
      expect(one).toBe(other);
      return Number(one ?? 0);
    } finally {
      again.close();
    }
  }
  return { log, commitAfter };
}

test('a log that a power loss cut, or a wrong byte ends, holds the commits before, whole and in order (P8)', () => {
  const { log, commitAfter } = atWork();
  let before = 0;
  const seen = new Set<number>();
  for (let cut = 0; cut <= CUTS; cut += 1) {
    const at = Math.floor((log.length * cut) / CUTS);
    const commit = commitAfter(log.subarray(0, at));
    expect(commit).toBeGreaterThanOrEqual(before);
    before = commit;
    seen.add(commit);
    if (cut % 4 !== 1) continue;
    const wrong = Buffer.from(log);
    wrong.writeUInt8(wrong.readUInt8(at) ^ 0xff, at);
    expect(commitAfter(wrong)).toBe(commit);
  }
  expect(before).toBe(COMMITS);
  expect(seen.size).toBe(COMMITS + 1); // from none to all of them
});
