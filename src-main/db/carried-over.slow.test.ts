/** Data folders of earlier versions, killed at every step on their way to this one. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import { rowsText, schemaText } from '../test-support/kept-data/database-text.ts';
import { laterSteps } from '../test-support/kept-data/later-steps.ts';
import { KEPT_VERSIONS, keptDatabaseVersion, unpack } from '../test-support/kept-data/unpack.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { hasModes } from '../test-support/this-system.ts';
import { openDatabase } from './open-database.ts';

const MIGRATES = new URL('../test-support/kept-data/die-migrating.ts', import.meta.url);

/** The folder of the account that did most. */
function accountFolder(version: string): string {
  const { accounts } = unpack(version, temporaryFolder(), 'http://127.0.0.1:9');
  return accounts.at(-1)?.folder ?? '';
}

/** All of it. `turns` counts openings, and one that was killed may count; a moment of today is any. */
function textOf(file: string): string {
  const db = new Database(file, { readonly: true });
  const text = schemaText(db) + rowsText(db);
  db.close();
  const today = Date.now().toString().slice(0, 5);
  return text
    .replace(/^\(\d+, 'turns', '\d+'\)/m, 'turns')
    .replaceAll(new RegExp(String.raw`\b${today}\d{5}(?:\d{3})?\b`, 'g'), 'today');
}

function carryOver(folder: string): { readonly history: string; readonly text: string } {
  const { history, close } = openDatabase(folder, makeFakeIds(), undefined, laterSteps());
  close();
  return { history, text: textOf(path.join(folder, 'labseal.db')) };
}

describe.runIf(hasModes).each(KEPT_VERSIONS)('the data folder of %s', (version) => {
  const from = keptDatabaseVersion(version);
  const missing = laterSteps().filter((step) => step.version > from);

  const places = [...missing.map((step) => String(step.version)), 'marker'];
  test.each(places)('killed before step %s it comes to the same, from the same copy', (place) => {
    const folder = accountFolder(version);
    const other = `${folder}-whole`;
    fs.cpSync(folder, other, { recursive: true });
    const before = textOf(path.join(folder, 'labseal.db'));
    const { signal } = spawnSync(process.execPath, [MIGRATES.pathname, folder, place]);
    expect(signal).toBe('SIGKILL');
    const reached = missing.findIndex((step) => String(step.version) === place);
    const found = reached === -1 ? missing.at(-1) : missing[reached - 1];
    expect(versionOf(path.join(folder, 'labseal.db'))).toBe(found?.version ?? from);
    const whole = carryOver(other);
    expect(whole.history).toBe('known');
    expect(carryOver(folder)).toEqual(whole);
    expect(textOf(path.join(folder, `labseal.db.before-${from}`))).toBe(before);
  });
});

function versionOf(file: string): number {
  const db = new Database(file, { readonly: true });
  const version = Number(db.pragma('user_version', { simple: true }));
  db.close();
  return version;
}
