import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { openWindowState, readWindowState } from './window-state.ts';

const PLACE = { x: 1, y: 2, width: 900, height: 700, isMaximized: true };

describe('what the window keeps', () => {
  test('is there again, in a file of its owner alone', async () => {
    const folder = temporaryFolder();
    const first = await openWindowState(folder, 'en');
    first.change({ place: PLACE, isTold: true, lastFolder: folder });
    first.change({ preferences: { ...first.read().preferences, language: 'it', notices: [] } });
    await first.settled();
    const again = await openWindowState(folder, 'en');
    expect(again.read()).toEqual(first.read());
    expect(again.read()).toMatchObject({ place: PLACE, preferences: { language: 'it' } });
    const { mode } = fs.statSync(path.join(folder, 'window.json'));
    expect(process.platform === 'win32' || (mode & 0o777) === 0o600).toBe(true);
  });

  test.for([
    '',
    'no JSON',
    'null',
    '[]',
    '7',
    '{"place":{"x":"1"},"preferences":{"language":"xx"},"isTold":"yes","lastFolder":"a/b","ownPauseSinceMs":-1}',
    '{"place":{"x":1e99,"y":0,"width":1,"height":1,"isMaximized":false}}',
    '{"preferences":{"more":1}}',
    '{"__proto__":{"isTold":true}}',
  ])('what is odd in it falls back: %s', (text) => {
    expect(readWindowState(text, 'it')).toEqual({
      preferences: {
        language: 'it',
        theme: 'system',
        notices: ['notarized', 'needs-you', 'signed-out', 'credits', 'refused'],
        restsOnBattery: false,
      },
      place: null,
      isTold: false,
      lastFolder: null,
      ownPauseSinceMs: null,
    });
  });

  test('one odd thing does not take the others along', () => {
    const text = JSON.stringify({ place: 'here', isTold: true, preferences: { theme: 'dark' } });
    expect(readWindowState(text, 'en')).toMatchObject({
      isTold: true,
      preferences: { theme: 'dark' },
    });
  });

  test('a disk that cannot be written is done without', async () => {
    const file = path.join(temporaryFolder(), 'a-file');
    fs.writeFileSync(file, '');
    const windowState = await openWindowState(file, 'en');
    windowState.change({ isTold: true });
    await windowState.settled();
    expect(windowState.read().isTold).toBe(true);
  });
});
