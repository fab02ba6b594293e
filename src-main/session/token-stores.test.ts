import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { chooseTokenStore, makeFileStore } from './choose-token-store.ts';
import { makeKeychainStore } from './keychain-store.ts';
import { makeMemoryStore, TOKEN_STORE_CHOICES, type TokenStoreChoice } from './token-store.ts';
import { makeFakeKeychain, makeHurriedClock, type KeychainMode } from './test-support/fakes.ts';
import { tokenStoreContract } from './test-support/token-store.contract.ts';
import { expectPrivate } from '../test-support/expect-private.ts';
import { hasLinks, hasModes } from '../test-support/this-system.ts';

function keychainStore(mode: KeychainMode = 'working') {
  const keychain = makeFakeKeychain(mode);
  const clock = makeHurriedClock();
  return { keychain, clock, store: makeKeychainStore(keychain.openEntry, clock, never) };
}

const never = new AbortController().signal;
const textOf = (path = '') => readFileSync(path, 'utf8');
const KEYCHAIN = { kept: 'keychain' } as const;
const FILE = { kept: 'file', note: 'stored unprotected' } as const;
tokenStoreContract('memory', () => makeMemoryStore(), { kept: 'memory', instead: null });
tokenStoreContract('file', () => makeFileStore(temporaryFolder()), FILE);
tokenStoreContract('keychain', () => keychainStore().store, KEYCHAIN);

describe('a keychain in trouble', () => {
  test.each([
    ['absent', 'absent', null],
    ['locked', 'denied', 'keychain'],
    ['dismissed', 'denied', 'keychain'],
    ['hanging', 'slow', 'keychain'],
    ['unfaithful', 'unfaithful', null],
  ] as const)('%s: the token is in memory, and %s is said', async (mode, instead, left) => {
    const { keychain, store } = keychainStore(mode);
    const keeping = { kept: 'memory', instead };
    expect(await store.write('a', 'token')).toEqual(keeping);
    expect(await store.read('a')).toEqual({ token: 'token', keeping });
    expect([...keychain.passwords.values()]).toEqual([]);
    expect(await store.remove('a')).toBe(left);
    expect(await store.read('a')).toMatchObject({ token: null });
  });

  test.each([
    ['absent', 'absent'],
    ['locked', 'denied'], // it shows nothing, and takes nothing
    ['dismissed', 'denied'],
    ['hanging', 'slow'],
  ] as const)('reading from one that is %s', async (mode, trouble) => {
    expect(await keychainStore(mode).store.read('a')).toEqual({ token: null, trouble });
  });

  test('a hanging keychain costs five seconds, not more', async () => {
    const { keychain, store, clock } = keychainStore('hanging');
    await store.write('a', 'token');
    expect(clock.monotonicMs()).toBe(5_000);
    await store.remove('a');
    expect(clock.monotonicMs()).toBe(10_000);
    expect(keychain.open()).toBe(0); // nothing is left behind that somebody would have to wait for
  });

  test('a question that waits for the person is asked once, and its late answer counts', async () => {
    const { keychain, store } = keychainStore('hanging');
    keychain.passwords.set('a', 'token');
    expect(await store.read('a')).toEqual({ token: null, trouble: 'slow' });
    expect(await store.read('a')).toEqual({ token: null, trouble: 'slow' });
    expect([keychain.asked, keychain.open()]).toEqual([['get'], 1]);
    keychain.become('working');
    expect(await store.read('a')).toEqual({ token: 'token', keeping: KEYCHAIN });
    expect([keychain.asked, keychain.open()]).toEqual([['get'], 0]);
  });

  test('closing, or a later token, ends the question', async () => {
    const { keychain, store } = keychainStore('hanging');
    await store.read('a');
    store.close();
    expect(keychain.open()).toBe(0);
    await store.read('a');
    await store.write('a', 'later');
    expect(keychain.open()).toBe(0);
    keychain.passwords.set('a', 'earlier');
    keychain.become('working');
    expect(await store.read('a')).toMatchObject({ token: 'later' });
  });

  test('once the program is asked to end, nothing waits for a keychain', async () => {
    const keychain = makeFakeKeychain('hanging');
    const clock = makeFakeClock();
    const interruption = new AbortController();
    const store = makeKeychainStore(keychain.openEntry, clock, interruption.signal);
    const reading = store.read('a');
    const writing = store.write('b', 'token');
    interruption.abort();
    expect(await reading).toEqual({ token: null, trouble: 'slow' });
    expect(await writing).toEqual({ kept: 'memory', instead: 'slow' });
    expect(await store.remove('c')).toBe('keychain');
    expect([clock.monotonicMs(), clock.wakeTimesMs()]).toEqual([0, []]);
  });

  test('a keychain that recovers takes over, and memory lets go', async () => {
    const { keychain, store } = keychainStore('locked');
    await store.write('a', 'first');
    keychain.become('working');
    expect(await store.write('a', 'second')).toEqual(KEYCHAIN);
    expect(await store.read('a')).toEqual({ token: 'second', keeping: KEYCHAIN });
  });
});

describe('the file', () => {
  test('is for its owner only, and nothing is left beside it', async () => {
    const folder = join(temporaryFolder(), 'new');
    const old = process.umask(0);
    try {
      await makeFileStore(folder).write('a', 'token');
    } finally {
      process.umask(old);
    }
    expect(readdirSync(folder)).toEqual(['token-a']);
    for (const path of [folder, join(folder, 'token-a')]) expectPrivate(path);
  });

  test('an empty one and a link are not used', async () => {
    const folder = temporaryFolder();
    for (const [name, text] of [
      ['token-a', 'token'],
      ['token-empty', ''],
    ] as const) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    }
    if (hasLinks) symlinkSync(join(folder, 'token-a'), join(folder, 'token-link'));
    const store = makeFileStore(folder);
    const unusable = { token: null, trouble: 'unreadable-file' };
    expect(await store.read('a')).toMatchObject({ token: 'token' });
    for (const name of hasLinks ? ['empty', 'link'] : ['empty'])
      expect(await store.read(name)).toEqual(unusable);
  });

  test.runIf(hasModes)('one that others could read is not used', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'token-a');
    writeFileSync(path, 'token');
    const store = makeFileStore(folder);
    for (const mode of [0o644, 0o640, 0o602]) {
      chmodSync(path, mode);
      expect(await store.read('a')).toEqual({ token: null, trouble: 'open-file', path });
    }
  });

  test('another name of the file holds no token after a newer one, nor after signing out', async () => {
    const folder = temporaryFolder();
    const [file, link, later] = ['token-a', 'link', 'later'].map((name) => join(folder, name));
    const store = makeFileStore(folder);
    await store.write('a', 'first');
    linkSync(file ?? '', link ?? '');
    await store.write('a', 'second');
    expect([textOf(file), textOf(link)]).toEqual(['second', '']);
    linkSync(file ?? '', later ?? '');
    chmodSync(file ?? '', 0o400);
    expect(await store.remove('a')).toBeNull();
    expect([existsSync(file ?? ''), textOf(later)]).toEqual([false, '']);
  });

  test('what a crash left of a token goes with it', async () => {
    const folder = temporaryFolder();
    const store = makeFileStore(folder);
    await store.write('a', 'token');
    for (const name of ['token-a.1f.tmp', 'token-ab', 'link'])
      writeFileSync(join(folder, name), 'x');
    expect(await store.remove('a')).toBeNull();
    expect(readdirSync(folder).toSorted()).toEqual(['link', 'token-ab']);
  });

  test('what is no token is not written to, and what keeps its bytes is said', async () => {
    const folder = temporaryFolder();
    const [file = '', link = ''] = ['token-a', 'link'].map((name) => join(folder, name));
    const store = makeFileStore(folder);
    writeFileSync(link, 'x'.repeat(70_000));
    linkSync(link, file);
    expect(await store.remove('a')).toBe('file');
    expect([existsSync(file), statSync(link).size]).toEqual([false, 70_000]);
    if (hasLinks) symlinkSync(link, file);
    expect(await store.remove('a')).toBeNull();
    expect([existsSync(file), statSync(link).size]).toEqual([false, 70_000]);
  });

  test('a disk that takes no file leaves the token in memory', async () => {
    const blocked = join(temporaryFolder(), 'a-file');
    writeFileSync(blocked, '');
    const store = makeFileStore(blocked);
    expect(await store.write('a', 'token')).toEqual({ kept: 'memory', instead: null });
    expect(await store.read('a')).toMatchObject({ token: 'token' });
  });
});

function chosenStore(choice: TokenStoreChoice, mode: KeychainMode = 'working') {
  const folder = temporaryFolder();
  const keychain = makeFakeKeychain(mode);
  const { openEntry } = keychain;
  const clock = makeHurriedClock();
  const parts = { choice, folder, openEntry, clock, interruption: never };
  const store = chooseTokenStore(parts);
  return { store, folder, keychain };
}

describe('the chosen store', () => {
  test.each(TOKEN_STORE_CHOICES)('%s keeps it there and nowhere else', async (choice) => {
    const { store, folder, keychain } = chosenStore(choice);
    expect((await store.write('a', 'canary')).kept).toBe(choice);
    expect(existsSync(join(folder, 'token-a'))).toBe(choice === 'file');
    expect([...keychain.passwords.values()]).toEqual(choice === 'keychain' ? ['canary'] : []);
  });

  test('the keychain never falls back to a file (P16)', async () => {
    const { store, folder } = chosenStore('keychain', 'dismissed');
    await store.write('a', 'canary');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('removing wipes every store, whatever is chosen now', async () => {
    const { store, folder, keychain } = chosenStore('memory');
    writeFileSync(join(folder, 'token-a'), 'of last week', { mode: 0o600 });
    keychain.passwords.set('a', 'of yesterday');
    await store.write('a', 'of today');
    expect(await store.remove('a')).toBeNull();
    expect([readdirSync(folder), keychain.passwords.size]).toEqual([[], 0]);
    expect(await store.read('a')).toEqual({ token: null, trouble: null });
    keychain.become('locked');
    expect(await store.remove('a')).toBe('keychain');
  });
});
