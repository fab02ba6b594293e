import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { startUpdates } from './updates.ts';

class FakeUpdater extends EventEmitter {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  allowPrerelease = true;
  logger: unknown = console;
  readonly asked: string[] = [];
  checkForUpdates = async () => void this.asked.push('check');
  downloadUpdate = async () => void this.asked.push('download');
  quitAndInstall = () => void this.asked.push('install');
}

async function program(over: { platform?: NodeJS.Platform; isPackaged?: boolean } = {}) {
  const clock = makeFakeClock();
  const updater = new FakeUpdater();
  const errors: unknown[] = [];
  const ready: string[] = [];
  let isSending = false;
  let isLoaded = false;
  const updates = startUpdates({
    facts: { isPackaged: true, platform: 'darwin', version: '1.2.3', ...over },
    load: async () => {
      isLoaded = true;
      return updater;
    },
    clock,
    isSending: () => isSending,
    onReady: () => ready.push('ready'),
    keepError: (_where, error) => String(errors.push(error)),
  });
  onTestFinished(() => updates.close());
  await clock.advance(0);
  const offer = (name: string, version: string) => updater.emit(name, { version });
  const send = (is: boolean) => {
    isSending = is;
  };
  return { clock, updater, updates, errors, ready, offer, send, isLoaded: () => isLoaded };
}

test('one is looked for once a day, and fetched while nothing is sent; nothing happens by itself (P25)', async () => {
  const { updater, clock, offer, send } = await program();
  expect(updater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: null,
  });
  await clock.advance(25 * 3_600_000);
  expect(updater.asked).toEqual(['check', 'check']);
  send(true);
  offer('update-available', '1.3.0');
  expect(updater.asked).not.toContain('download');
  send(false);
  offer('update-available', '1.2.2');
  expect(updater.asked).not.toContain('download');
  offer('update-available', '1.3.0');
  expect(updater.asked).toContain('download');
});

test('a later one is installed when asked for, not while something is sent; an older one never', async () => {
  const { updates, updater, offer, ready, send } = await program();
  const isInstalled = () => {
    updates.install();
    return updater.asked.includes('install');
  };
  for (const version of ['1.2.3', '1.2.2', '1.3.0-beta', '']) offer('update-downloaded', version);
  expect([isInstalled(), updates.ready(), ready]).toEqual([false, null, []]);
  offer('update-downloaded', '1.3.0');
  expect([updates.ready(), ready]).toEqual(['1.3.0', ['ready']]);
  send(true);
  expect(isInstalled()).toBe(false);
  send(false);
  expect(isInstalled()).toBe(true);
});

test('trouble with it is kept and troubles nobody', async () => {
  const { updater, errors, clock } = await program();
  updater.emit('error', new Error('signature'));
  updater.checkForUpdates = async () => {
    throw new Error('no feed');
  };
  await clock.advance(25 * 3_600_000);
  expect(errors).toHaveLength(2);
});

test.for([{ platform: 'linux' as const }, { isPackaged: false }])(
  'with %j the updater is not even loaded',
  async (over) => expect((await program(over)).isLoaded()).toBe(false),
);
