/** The entry of an installed program that somebody, or a launcher, started with a protection taken away. */
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { playElectron } from './test-support/played-electron.ts';

async function start(isPackaged: boolean) {
  const played = playElectron();
  Object.assign(played.app, {
    isPackaged,
    requestSingleInstanceLock: () => {
      played.asked.push('lock');
      return false;
    },
  });
  const argv = process.argv;
  process.argv = ['labseal', '--no-sandbox'];
  vi.stubEnv('LABSEAL_HOME', path.join(temporaryFolder(), 'home'));
  onTestFinished(() => {
    process.argv = argv;
    vi.unstubAllEnvs();
    vi.doUnmock('electron');
  });
  vi.resetModules();
  vi.doMock('electron', () => played.electron);
  await import('./main.ts');
  return played.asked;
}

test('an installed program says why it does not start, and opens nothing', async () => {
  const asked = await start(true);
  expect(asked.slice(-2)).toEqual([
    expect.stringMatching(/^error .*does not start with --no-sandbox/),
    'exit 1',
  ]);
  expect(asked).not.toContain('lock');
});

test('one from the sources, as tests start it, does', async () => {
  expect(await start(false)).toContain('lock');
});
