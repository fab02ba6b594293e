import { linkSync, lstatSync, symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { makeFileCopy } from '../../features/evidence/bundle/copy-file.ts';
import { identityOf } from '../../platform/disk/file-identity.ts';
import { placeIn } from '../../platform/place.ts';
import { protectDataFolder } from '../../platform/data-folder.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { temporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeBatchFingerprint } from '../fingerprint/fingerprint-batch.ts';
import { packFiles, unpackPrints } from '../fingerprint/packed-files.ts';
import { makeProof } from '../upload/form/small-file.ts';
import { openSourceFile } from '../upload/form/source-file.ts';
import { checkNewFolder } from './new-folder.ts';
import { previewFolder } from './preview-folder.ts';
import { fingerprintHere, onThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';
import { hasLinks } from '../../test-support/this-system.ts';

const never = new AbortController().signal;
const TOKEN = `token-${'a1'.repeat(16)}`;

/** What a Labseal keeps, below `name`. */
function writeDataFolder({ write }: TemporaryFolder, name: string): void {
  for (const file of ['engine.lock', 'account.json', TOKEN]) write(`${name}/${file}`);
  for (const file of ['labseal.db', 'certificates/a.pdf']) write(`${name}/accounts/7/${file}`);
  write(`${name}/inbox/1/given.raw`);
}

/** A watched folder with the data folder of another Labseal, and the one of this process outside, with links to it. */
function lab() {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  folder.write('run.raw');
  writeDataFolder(folder, 'try');
  folder.write('try/deeper/private.raw');
  writeDataFolder(home, 'home');
  onTestFinished(protectDataFolder(home.at('home')));
  linkSync(home.at(`home/${TOKEN}`), folder.at('link.raw'));
  linkSync(home.at('home/accounts/7/labseal.db'), folder.at('link.db'));
  for (const key of [TOKEN, 'serve.json', 'socket.json']) folder.write(`copied/${key}`);
  return { folder, home };
}

test('a scan leaves out data folders and links to the own one, whatever the rules say', async () => {
  const { folder } = lab();
  const own = scannedFolder(folder, { exclude: ['!try', '!try/**', '!link.raw', `!${TOKEN}`] });
  for (let scans = 0; scans < 2; scans += 1) {
    await own.scan();
    expect(own.files().map(({ path, state, message }) => [path, state, message])).toEqual([
      ['/link.db', 'ignored', LABSEAL_DATA],
      ['/link.raw', 'ignored', LABSEAL_DATA],
      ['/run.raw', 'discovered', null],
      ['copied/serve.json', 'ignored', LABSEAL_DATA],
      ['copied/socket.json', 'ignored', LABSEAL_DATA],
      [`copied/${TOKEN}`, 'ignored', LABSEAL_DATA],
    ]);
  }
});

test('files that were taken before are left out once they are known as a data folder', async () => {
  const folder = temporaryFolder();
  for (const name of ['run.raw', 'try/notes.txt', 'try/deeper/private.raw']) folder.write(name);
  const own = scannedFolder(folder, {});
  await own.scan();
  writeDataFolder(folder, 'try');
  await own.scan();
  expect(
    own
      .files()
      .filter(({ path }) => path.startsWith('try'))
      .map(({ state: at, message }) => [at, message]),
  ).toEqual([
    ['ignored', LABSEAL_DATA],
    ['ignored', LABSEAL_DATA],
  ]);
});

test('a watched folder that has become a data folder is left out as a whole, and none of its files counts as missing', async () => {
  const folder = temporaryFolder();
  folder.write('run.raw');
  const own = scannedFolder(folder, {});
  await own.scan();
  writeDataFolder(folder, '.');
  await own.scan();
  expect(own.files().map(({ path, state, message }) => [path, state, message])).toEqual([
    ['/run.raw', 'ignored', LABSEAL_DATA],
  ]);
});

test('a settled listing does not hide a file that has become a link to the own data folder', async () => {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  linkSync(home.write('account.json'), `${folder.makeFolder('a')}/run.raw`);
  const own = scannedFolder(folder, {});
  await own.scan();
  await own.scan();
  expect(own.rows()).toEqual(['a/run.raw discovered']);
  onTestFinished(protectDataFolder(home.path)); // nothing on the disk has changed
  await own.scan();
  expect(own.files().map(({ state, message }) => [state, message])).toEqual([
    ['ignored', LABSEAL_DATA],
  ]);
});

test('a preview names what is left out', async () => {
  const { folder } = lab();
  const options = { fileTree: onThreadTree, clock: makeFakeClock(), exclude: [] };
  const seen: string[] = [];
  const keep = { ...options, visibility: 'private', onlyNew: false } as const;
  const preview = (root: string) =>
    previewFolder(
      root,
      keep,
      ({ path, reason }) =>
        seen.push(`${path} ${reason?.kind === 'ignored' ? reason.rule : 'is taken'}`),
      never,
    );
  await preview(folder.path);
  expect(seen.splice(0).toSorted()).toEqual([
    'copied/serve.json labseal-data',
    'copied/socket.json labseal-data',
    `copied/${TOKEN} labseal-data`,
    'link.db labseal-data',
    'link.raw labseal-data',
    'run.raw is taken',
    'try/ labseal-data',
  ]);
  await preview(folder.at('try/deeper'));
  expect(seen).toEqual([' labseal-data']);
});

test('a data folder, and what lies in one, is not watched', async () => {
  const { folder, home } = lab();
  if (hasLinks) symlinkSync(folder.at('try/deeper'), folder.at('way'));
  const check = (asked: string) =>
    checkNewFolder(
      asked,
      { watched: [], dataFolder: home.at('home'), fileTree: onThreadTree },
      new AbortController().signal,
    );
  const refused = { ok: false, fault: { kind: 'holds-own-data' } };
  const linked = hasLinks ? ['way'] : [];
  for (const asked of ['try', 'try/deeper', 'try/accounts/7/certificates', ...linked]) {
    expect(await check(folder.at(asked))).toMatchObject(refused);
  }
  for (const asked of ['home', 'home/inbox', '.']) {
    expect(await check(home.at(asked))).toMatchObject(refused);
  }
  expect(await check(folder.path)).toEqual({ ok: true, value: folder.path });
});

test.for([
  `try/${TOKEN}`,
  'try/account.json',
  'try/accounts/7/labseal.db',
  'try/accounts/7/certificates/a.pdf',
  'try/inbox/1/given.raw',
  ...(hasLinks ? ['way/private.raw'] : []),
  'link.raw',
  'link.db',
  `copied/${TOKEN}`,
  'copied/serve.json',
  'copied/socket.json',
])('%s is neither picked, fingerprinted, sent nor copied (P17)', async (name) => {
  const { folder } = lab();
  if (hasLinks) symlinkSync(folder.at('try/deeper'), folder.at('way'));
  const identity = identityOf(lstatSync(folder.at(name), { bigint: true }));
  const unreadable = { kind: 'unreadable', errno: 'ELABSEAL' };
  const refused = { ok: false, fault: { kind: 'source-unreadable', code: 'ELABSEAL' } };
  for (const path of [folder.at(name), placeIn(folder.path, name)]) {
    if (path.includes('//way')) continue; // no link is followed there
    expect(await onThreadTree.identify(path, never)).toEqual({ kind: LABSEAL_DATA });
    expect(fingerprintHere(path)).toEqual(unreadable);
    expect(await openSourceFile(path)).toEqual(refused);
    const content = {
      fileBytes: identity.sizeBytes,
      blake3Hex: blake3Of(name),
      wantsSha256: false,
    };
    expect(makeProof()({ path, identity, ...content })).toEqual(refused);
    const order = { source: path, target: null, algorithms: [] };
    expect(makeFileCopy()(order, { isCancelled: () => false, onRead() {} })).toEqual({
      kind: LABSEAL_DATA,
    });
  }
});

test('files that are read together are refused like each alone', () => {
  const { folder } = lab();
  const context = { isCancelled: () => false, pause() {}, onRead() {} };
  const kindsOf = (...names: readonly string[]) => {
    const files = names.map((name) => ({ path: placeIn(folder.path, name), expected: null }));
    return unpackPrints(makeBatchFingerprint()(packFiles(files), context), files).map(
      ({ kind }) => kind,
    );
  };
  expect(kindsOf('run.raw', 'link.raw', 'link.db')).toEqual(['done', 'unreadable', 'unreadable']);
  expect(kindsOf(`try/${TOKEN}`, 'try/account.json')).toEqual(['unreadable', 'unreadable']);
});

test('what a person gave to the page lies in the own data folder, and is taken', async () => {
  const { home } = lab();
  const given = home.at('home/inbox/1/given.raw');
  expect(await onThreadTree.identify(given, never)).toMatchObject({ kind: 'file' });
  expect(fingerprintHere(given)).toMatchObject({ kind: 'done' });
  const opened = await openSourceFile(given);
  expect(opened.ok).toBe(true);
  if (opened.ok) await opened.value.close();
});
