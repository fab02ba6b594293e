import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startHelperProcess } from '../platform/helper-process.ts';
import type { Clock } from '../platform/clock.ts';
import { realClock } from '../platform/real-ports.ts';
import { makeKeychainStore, makeSystemKeychain } from './keychain-store.ts';
import { silentBus } from './test-support/silent-bus.ts';
import { tokenStoreContract } from './test-support/token-store.contract.ts';

/**
 * Real keychains are only used on a private bus with a throw-away keyring (`npm run unit:keyring`), never the
 * person's own: there a prompt could appear, and a test has no business in it.
 */
const PRIVATE_BUS = process.env['LABSEAL_TEST_KEYRING'] === '1';
const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = NEEDED.filter((tool) => !isOnPath(tool));
const notRunBecause = `${missing.join(' and ')} not installed`;

function isOnPath(tool: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, tool)));
}

const makeReal = (clock: Clock = realClock) =>
  makeKeychainStore(makeSystemKeychain(startHelperProcess), clock, new AbortController().signal);
/** Five seconds are half a one. */
const quickClock: Clock = {
  ...realClock,
  sleep: (ms, signal) => realClock.sleep(ms / 10, signal),
};

const LOCK = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  'array:objpath:/org/freedesktop/secrets/collection/login',
];
const UNLOCK = ['--replace', '--unlock', '--components=secrets'];

if (PRIVATE_BUS) tokenStoreContract('the real keychain', makeReal, { kept: 'keychain' });
else {
  const why = missing.length > 0 ? notRunBecause : 'run in a child below';
  console.info(`the real keychain: not in this process (${why})`);
}

test.runIf(PRIVATE_BUS)(
  'a locked keychain denies, and gives the token once it is unlocked',
  async () => {
    const store = makeReal();
    await store.write('a', 'token');
    execFileSync('dbus-send', LOCK);
    expect(await store.read('a')).toEqual({ token: null, trouble: 'denied' });
    expect(await store.read('never kept')).toEqual({ token: null, trouble: 'denied' });
    spawnSync('gnome-keyring-daemon', UNLOCK, { input: 'labseal-test\n' });
    expect(await store.read('a')).toEqual({ token: 'token', keeping: { kept: 'keychain' } });
    expect(await store.read('never kept')).toEqual({ token: null, trouble: null });
    expect(await store.remove('a')).toBeNull();
  },
);

afterEach(() => void vi.unstubAllEnvs());

describe.skipIf(PRIVATE_BUS)('the real keychain', () => {
  test.skipIf(missing.length > 0)(
    'keeps the contract on a private bus',
    { meta: { notRunBecause } },
    () => {
      const command = ['npx', 'vitest', 'run', import.meta.filename];
      const env = { ...process.env, LABSEAL_TEST_KEYRING: '1', NO_COLOR: '1' };
      const child = spawnSync('scripts/with-keyring.sh', command, { env, encoding: 'utf8' });
      expect(child.stdout + child.stderr).toMatch(/Tests.+ 3 passed/);
      expect(child.status).toBe(0);
    },
  );

  test.runIf(process.platform === 'linux')('without a bus: memory, and it is said', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
    const store = makeReal();
    const keeping = { kept: 'memory', instead: 'absent' };
    expect(await store.write('a', 'token')).toEqual(keeping);
    expect(await store.read('a')).toEqual({ token: 'token', keeping });
  });

  test.runIf(process.platform === 'linux')(
    'on a bus that says nothing: memory, it is said, and no process is left behind',
    async () => {
      const bus = await silentBus();
      vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', bus.env.DBUS_SESSION_BUS_ADDRESS);
      const store = makeReal(quickClock);
      expect(await store.read('a')).toEqual({ token: null, trouble: 'slow' });
      await expect.poll(bus.waiting).toBe(1); // the question stays open
      expect(await store.write('a', 'token')).toEqual({ kept: 'memory', instead: 'slow' });
      await expect.poll(bus.waiting).toBe(0);
      expect(await store.remove('b')).toBe('keychain');
      await expect.poll(bus.waiting).toBe(0);
    },
  );
});
