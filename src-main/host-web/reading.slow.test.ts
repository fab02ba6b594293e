/** GET and HEAD read: whatever they ask for, with a session and for every call there is, the database stays as it was. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { CALL_NAMES } from '../../src-shared/bridge/calls.ts';
import {
  CALL_PATH,
  certificatePath,
  digestPath,
  EVENTS_PATH,
  inboxPath,
  SESSION_PATH,
} from '../../src-shared/bridge/loopback.ts';
import { realClock, realIds } from '../core/real-ports.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { startHost } from './start-host.ts';
import { pageOn } from './test-support/page-on.ts';

/** Everything that is kept of the account. */
function dump(dataFolder: string): string {
  const accounts = path.join(dataFolder, 'accounts');
  const [account = ''] = fs.readdirSync(accounts);
  const db = new Database(path.join(accounts, account, 'labseal.db'), { readonly: true });
  try {
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all();
    return JSON.stringify(tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all()));
  } finally {
    db.close();
  }
}

/** What is kept once nothing happens any more by itself: signing in has a few things to note. */
async function atRest(dataFolder: string): Promise<string> {
  let last = '';
  let equalReadings = 0;
  const read = () => {
    const now = dump(dataFolder);
    equalReadings = now === last ? equalReadings + 1 : 0;
    last = now;
    return equalReadings;
  };
  await expect.poll(read, { interval: 50 }).toBeGreaterThan(8);
  return last;
}

function namesIn(folder: string): readonly string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.toSorted((a, b) => a.localeCompare(b));
}

test('no GET and no HEAD changes anything, be it the address of a call that does when it is posted', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  await lab.projectId(); // what follows signing in by itself has its place by now
  const { engine, serve, settings } = lab;
  const { dataFolder } = settings;
  const host = await startHost({
    engine,
    serve,
    clock: realClock,
    ids: realIds,
    port: 0,
    dataFolder,
    pageFolder: lab.at('page'),
    keepError: () => 'kept',
  });
  onTestFinished(() => host.close());
  const { headers, call } = await pageOn(host.port, host.launchKey);

  const addresses = [
    '/',
    '/nowhere',
    SESSION_PATH,
    EVENTS_PATH,
    certificatePath('pdf', '1'),
    inboxPath('a.csv'),
    digestPath('all', 'a.csv'),
    ...CALL_NAMES.map((name) => CALL_PATH + name),
  ];
  const before = await atRest(dataFolder);
  const files = namesIn(dataFolder);
  const statuses: number[] = [];
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(host.origin + address, { method, headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  }
  expect(statuses).toHaveLength(addresses.length * 2);
  expect(statuses.filter((status) => status === 405).length).toBeGreaterThanOrEqual(
    CALL_NAMES.length * 2,
  );
  expect(dump(dataFolder)).toBe(before);
  expect(namesIn(dataFolder)).toEqual(files);

  // The same by POST does: a tag that stands in the line of changes.
  await call('tags.create', { name: 'spectra' });
  expect(dump(dataFolder)).not.toBe(before);
});
