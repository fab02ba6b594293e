import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realClock } from '../platform/real-ports.ts';
import { makeKeychainStore } from './keychain-store.ts';
import { openSystemKeychain } from './system-keychain.ts';
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

const makeReal = () => makeKeychainStore(openSystemKeychain, realClock);

if (PRIVATE_BUS) {
  tokenStoreContract('the real keychain', makeReal, { kept: 'keychain' });
} else {
  const why = missing.length > 0 ? notRunBecause : 'run in a child below';
  console.info(`the real keychain: not in this process (${why})`);
}

describe.skipIf(PRIVATE_BUS)('the real keychain', () => {
  test.skipIf(missing.length > 0)(
    'keeps the contract on a private bus',
    { meta: { notRunBecause } },
    () => {
      const command = ['npx', 'vitest', 'run', import.meta.filename];
      const env = { ...process.env, LABSEAL_TEST_KEYRING: '1', NO_COLOR: '1' };
      const child = spawnSync('scripts/with-keyring.sh', command, { env, encoding: 'utf8' });
      expect(child.stdout + child.stderr).toMatch(/Tests.+ 2 passed/);
      expect(child.status).toBe(0);
    },
  );

  test.runIf(process.platform === 'linux')('without a bus: memory, and it is said', () => {
    const script = `
        import { makeKeychainStore } from './src-main/session/keychain-store.ts';
        import { openSystemKeychain } from './src-main/session/system-keychain.ts';
        import { realClock } from './src-main/platform/real-ports.ts';
        const store = makeKeychainStore(openSystemKeychain, realClock);
        console.log(JSON.stringify([await store.write('a', 'token'), await store.read('a')]));`;
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const command = ['--input-type=module', '-e', script];
    const child = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    const keeping = { kept: 'memory', instead: 'absent' };
    expect(JSON.parse(child.stdout)).toEqual([keeping, { token: 'token', keeping }]);
  });
});
