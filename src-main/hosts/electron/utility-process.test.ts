import { expect, test } from 'vitest';
import { makeKeychainStore, makeSystemKeychain } from '../../session/keychain-store.ts';
import { makeHurriedClock } from '../../session/test-support/fakes.ts';
import { playElectron } from './test-support/fake-electron.ts';
import { startUtilityProcess } from './utility-process.ts';

test("the keychain is asked in a process of Electron's, for each question its own", async () => {
  const { electron, asked } = playElectron();
  const openEntry = makeSystemKeychain(startUtilityProcess(electron));
  const store = makeKeychainStore(openEntry, makeHurriedClock(), new AbortController().signal);
  expect(await store.read('a')).toEqual({ token: null, trouble: 'absent' });
  expect(await store.write('a', 'token')).toEqual({ kept: 'memory', instead: 'absent' });
  expect(asked).toEqual(['fork keychain-process', 'fork keychain-process']);
});
