import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseTokenStore } from './choose-token-store.ts';
import { makeFileStore } from './file-store.ts';
import { makeKeychainStore } from './keychain-store.ts';
import { makeMemoryStore } from './memory-store.ts';
import {
  makeFakeKeychain,
  makeHandClock,
  temporaryFolder,
  type KeychainMode,
} from './test-support/fakes.ts';
import { tokenStoreContract } from './test-support/token-store.contract.ts';
import { TOKEN_STORE_CHOICES } from './token-store.ts';

const handClock = () => makeHandClock(0).clock;
const FILE = { kept: 'file', note: 'stored unprotected' } as const;

tokenStoreContract('memory', () => makeMemoryStore(), { kept: 'memory', instead: null });
tokenStoreContract('file', () => makeFileStore(temporaryFolder()), FILE);
tokenStoreContract('keychain', () => makeKeychainStore(makeFakeKeychain().openEntry, handClock()), {
  kept: 'keychain',
});
describe('a keychain in trouble', () => {
  test.each([
    ['absent', 'absent', null],
    ['locked', 'denied', 'keychain'],
    ['dismissed', 'denied', 'keychain'],
    ['hanging', 'slow', 'keychain'],
    ['unfaithful', 'unfaithful', null],
  ] as const)('%s: the token is in memory, and %s is said', async (mode, instead, left) => {
    const keychain = makeFakeKeychain(mode);
    const store = makeKeychainStore(keychain.openEntry, handClock());
    const keeping = { kept: 'memory', instead };
    expect(await store.write('a', 'token')).toEqual(keeping);
    expect(await store.read('a')).toEqual({ token: 'token', keeping });
    expect([...keychain.passwords.values()]).toEqual([]);
    expect(await store.remove('a')).toBe(left);
    expect(await store.read('a')).toMatchObject({ token: null });
  });

  test.each([
    ['absent', 'absent'],
    ['locked', null], // it says "nothing", which is not "never signed in"
    ['dismissed', 'denied'],
    ['hanging', 'slow'],
  ] as const)('reading from one that is %s', async (mode, trouble) => {
    const store = makeKeychainStore(makeFakeKeychain(mode).openEntry, handClock());
    expect(await store.read('a')).toEqual({ token: null, trouble });
  });

  test('a hanging keychain costs five seconds, not more', async () => {
    const hand = makeHandClock(0);
    const store = makeKeychainStore(makeFakeKeychain('hanging').openEntry, hand.clock);
    await store.write('a', 'token');
    expect(hand.clock.monotonicMs()).toBe(5_000);
  });

  test('a keychain that recovers takes over, and memory lets go', async () => {
    const keychain = makeFakeKeychain('locked');
    const store = makeKeychainStore(keychain.openEntry, handClock());
    await store.write('a', 'first');
    keychain.become('working');
    expect(await store.write('a', 'second')).toEqual({ kept: 'keychain' });
    expect(await store.read('a')).toEqual({ token: 'second', keeping: { kept: 'keychain' } });
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
    expect(statSync(join(folder, 'token-a')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('one that others could read, a link and an empty one are not used', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'token-a');
    writeFileSync(path, 'token', { mode: 0o600 });
    const store = makeFileStore(folder);
    expect(await store.read('a')).toMatchObject({ token: 'token' });
    chmodSync(path, 0o644);
    const unusable = { token: null, trouble: 'unreadable-file' };
    expect(await store.read('a')).toEqual(unusable);
    writeFileSync(join(folder, 'token-empty'), '', { mode: 0o600 });
    expect(await store.read('empty')).toEqual(unusable);
    writeFileSync(join(folder, 'elsewhere'), 'token', { mode: 0o600 });
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'token-link'));
    expect(await store.read('link')).toEqual(unusable);
  });

  test('a disk that takes no file leaves the token in memory', async () => {
    const blocked = join(temporaryFolder(), 'a-file');
    writeFileSync(blocked, '');
    const store = makeFileStore(blocked);
    expect(await store.write('a', 'token')).toEqual({ kept: 'memory', instead: null });
    expect(await store.read('a')).toMatchObject({ token: 'token' });
  });
});

const make = (choice: (typeof TOKEN_STORE_CHOICES)[number], mode: KeychainMode = 'working') => {
  const folder = temporaryFolder();
  const keychain = makeFakeKeychain(mode);
  const parts = { choice, folder, openEntry: keychain.openEntry, clock: handClock() };
  return { store: chooseTokenStore(parts), folder, keychain };
};

describe('the chosen store', () => {
  test.each(TOKEN_STORE_CHOICES)('%s keeps it there and nowhere else', async (choice) => {
    const { store, folder, keychain } = make(choice);
    expect((await store.write('a', 'canary')).kept).toBe(choice);
    expect(existsSync(join(folder, 'token-a'))).toBe(choice === 'file');
    expect([...keychain.passwords.values()]).toEqual(choice === 'keychain' ? ['canary'] : []);
  });

  test('the keychain never falls back to a file', async () => {
    const { store, folder } = make('keychain', 'dismissed');
    await store.write('a', 'canary');
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(written.join('')).not.toContain('canary');
  });

  test('removing wipes every store, whatever is chosen now', async () => {
    const { store, folder, keychain } = make('memory');
    writeFileSync(join(folder, 'token-a'), 'of last week', { mode: 0o600 });
    keychain.passwords.set('a', 'of yesterday');
    await store.write('a', 'of today');
    expect(await store.remove('a')).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    expect(keychain.passwords.size).toBe(0);
    expect(await store.read('a')).toEqual({ token: null, trouble: null });
    keychain.become('locked');
    expect(await store.remove('a')).toBe('keychain');
  });
});
