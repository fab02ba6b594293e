/** Versions that must not ship: none is in the lockfile, and each would be noticed. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { ageInDays, CHECKED_ON, isTooOld, REFUSED, refusedVersions } from './version-floors.ts';

const { packages } = JSON.parse(
  fs.readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { readonly packages: Readonly<Record<string, { readonly version?: string }>> };
const at = (name: string, version: string) =>
  refusedVersions({ [`node_modules/a/node_modules/${name}`]: { version } });

/** Some days after the list was made. */
const day = (count: number) => Date.parse(CHECKED_ON) + count * 86_400_000;

describe('versions', () => {
  test('none that is known to be dangerous is in the lockfile', () => {
    expect(refusedVersions(packages)).toEqual([]);
  });

  test('the list speaks of packages that are there', () => {
    const folders = Object.keys(packages);
    const names = new Set(folders.map((folder) => folder.replace(/^.*node_modules\//, '')));
    expect(REFUSED.filter(({ name }) => !names.has(name))).toEqual([]);
  });

  test.for(REFUSED)('$name is refused from $from until $to', ({ name, from, to }) => {
    expect(at(name, from)).toHaveLength(1);
    expect(at(name, to)).toEqual([]);
    expect(at(name, `${to}-beta.1`)).toHaveLength(1);
  });

  test('SQLite itself is late enough', () => {
    const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => {
      prepare(sql: string): { pluck(): { get(): string } };
      close(): void;
    };
    const db = new Database(':memory:');
    const [major = 0, minor = 0, patch = 0] = db
      .prepare('SELECT sqlite_version()')
      .pluck()
      .get()
      .split('.')
      .map(Number);
    db.close();
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_050_002);
  });

  test('the list is dated, and too old for a release after sixty days', () => {
    expect([ageInDays(day(0)), ageInDays(day(60.5))]).toEqual([0, 60]);
    expect([isTooOld(day(60)), isTooOld(day(61))]).toEqual([false, true]);
  });
});
