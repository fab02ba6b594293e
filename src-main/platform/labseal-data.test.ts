import { linkSync, lstatSync, renameSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { protectDataFolder, runningData } from './data-folder.ts';

function opened() {
  const folder = temporaryFolder();
  for (const name of ['engine.lock', 'account.json', 'accounts/7/labseal.db']) folder.write(name);
  for (const name of ['accounts/7/certificates/a.pdf', 'inbox/1/run.raw']) folder.write(name);
  const end = protectDataFolder(folder.path);
  onTestFinished(end);
  const isHeld = (path: string) =>
    runningData(0).holds(lstatSync(folder.at(path), { bigint: true }));
  return { ...folder, end, isHeld };
}

test('files and folders of an open data folder are known by their inodes, also under other names', () => {
  const { at, isHeld } = opened();
  linkSync(at('accounts/7/labseal.db'), at('inbox/other.raw'));
  const own = ['', 'engine.lock', 'account.json', 'accounts/7', 'inbox', 'inbox/other.raw'];
  expect([...own, 'accounts/7/certificates'].filter((path) => !isHeld(path))).toEqual([]);
  expect(['inbox/1/run.raw', 'accounts/7/certificates/a.pdf'].some(isHeld)).toBe(false);
});

test('a file that replaces one is known at once', () => {
  const { at, write, isHeld } = opened();
  expect(isHeld('account.json')).toBe(true);
  renameSync(write('inbox/1/new'), at('account.json'));
  expect(isHeld('account.json')).toBe(true);
  linkSync(write('token-1'), at('inbox/1/link'));
  expect(isHeld('inbox/1/link')).toBe(true);
});

test('an answer may be some time old where that is enough', () => {
  const { at, write, isHeld } = opened();
  expect(isHeld('account.json')).toBe(true);
  linkSync(write('token-1'), at('inbox/1/link'));
  const found = lstatSync(at('inbox/1/link'), { bigint: true });
  expect(runningData(Infinity).holds(found)).toBe(false);
  expect(runningData(0).holds(found)).toBe(true);
});

test('nothing is held of a data folder that was closed, nor of one that is gone', () => {
  const { end, isHeld, at } = opened();
  renameSync(at('accounts'), at('elsewhere'));
  expect(isHeld('engine.lock')).toBe(true);
  end();
  expect(isHeld('engine.lock')).toBe(false);
});
