import { expect, test } from 'vitest';
import { isDataFolder, isOwnName, isKeyName } from './data-folder.ts';

const TOKEN = `token-${'0f'.repeat(16)}`;

test.for<readonly [string, readonly string[]]>([
  ['after the first sign-in', ['engine.lock', 'account.json', TOKEN]],
  ['with the token in the keychain', ['accounts', 'account.json', 'engine.lock']],
  ['while the page runs before anybody has signed in', ['engine.lock', 'serve.json']],
  ['after a first mistake', ['engine.lock', 'errors.log']],
  ['a copy without its lock, among other files', ['a.raw', 'account.json', 'accounts', 'b.raw']],
  ['the folder of an account', ['certificates', 'labseal.db', 'marker.json']],
  ['an account whose database was lost', ['labseal.db.before-270', 'marker.json']],
  ['the log of a database', ['labseal.db-wal']],
])('%s, a data folder is known by its names', ([, names]) => {
  expect(isDataFolder(names)).toBe(true);
});

test.for<readonly [string, readonly string[]]>([
  ['nothing', []],
  ['measurements', ['run-01.raw', 'account.csv', 'token-list.txt']],
  ['a lock of another program', ['engine.lock', 'run-01.raw']],
  ['an account of another program', ['account.json', 'settings.json']],
  ['folders with everyday names', ['accounts', 'inbox', 'window', 'errors.log', 'serve.json']],
  ['names that only begin alike', ['engine.locked', 'account.jsonl', 'accounts']],
  ['a lock among names that only begin alike', ['engine.lock', 'accounts.csv', 'inbox-1.raw']],
  ['a paper about a database', ['labseal.db.pdf', 'labseal.db-notes.txt']],
])('%s is no data folder', ([, names]) => {
  expect(isDataFolder(names)).toBe(false);
});

test('a token is known by its name wherever it was copied, also half written', () => {
  expect([TOKEN, `${TOKEN}.tmp`, `${TOKEN}.4f2a.tmp`].map(isKeyName)).toEqual([true, true, true]);
  expect(['token-1', `${TOKEN}0`, `a-${TOKEN}`, `${TOKEN}-notes.txt`].some(isKeyName)).toBe(false);
});

test.for(['pages.json', 'serve.json', 'socket.json', `open-${'0f'.repeat(8)}.html`])(
  'so is the key in %s, whatever else is named alike',
  (name) => {
    expect([name, `${name}.tmp`].every(isKeyName)).toBe(true);
    expect([`my-${name}`, `${name}x`, name.replace('.', '-notes.')].some(isKeyName)).toBe(false);
  },
);

test('names of a data folder are distinguished from what somebody else put there', () => {
  expect(['engine.lock', 'serve.json', 'inbox', TOKEN, '.DS_Store'].every(isOwnName)).toBe(true);
  expect(['run.raw', 'my-accounts', 'token-1'].some(isOwnName)).toBe(false);
});
