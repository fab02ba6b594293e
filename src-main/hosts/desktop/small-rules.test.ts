import { describe, expect, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { TRAY_SHAPES } from '../../../src-shared/model/status/tray-view.ts';
import { existsSync, readFileSync } from 'node:fs';
import { rememberLinks } from './navigation-policy.ts';
import { pauseEndMs } from './power-policy.ts';
import { proxyOf } from './system-proxy.ts';
import { DRAG_PICTURE, trayPicture } from './tray-controller.ts';
import { isLater, mayUpdate } from './updates.ts';

const ever = new AbortController().signal;

test.for([
  ['DIRECT', null],
  ['', null],
  ['PROXY cache.lab:3128', 'http://cache.lab:3128'],
  ['proxy cache.lab:3128; DIRECT', 'http://cache.lab:3128'],
  ['HTTPS cache.lab:443;PROXY other:80', 'https://cache.lab:443'],
  ['SOCKS5 socks.lab:1080; PROXY cache.lab:3128', 'http://cache.lab:3128'],
  ['SOCKS socks.lab:1080', 'SOCKS socks.lab:1080'],
  ['SOCKS socks.lab:1080; DIRECT', null],
  ['DIRECT; PROXY cache.lab:3128', null],
  ['PROXY [fd00::1]:3128', 'http://[fd00::1]:3128'],
  ['PROXY cache.lab:99999', 'PROXY cache.lab:99999'],
  ['PROXY user@evil:80', 'PROXY user@evil:80'],
  ['PROXY cache.lab', 'PROXY cache.lab'],
] as const)('the system says %j: the way is %j', ([answer, proxy]) => {
  expect(proxyOf(answer)).toBe(proxy);
});

describe('updates', () => {
  test('there are none from the sources and none on Linux', () => {
    const packaged = (['win32', 'darwin', 'linux'] as const).filter((platform) =>
      mayUpdate({ isPackaged: true, platform }),
    );
    expect(packaged).toEqual(['win32', 'darwin']);
    expect(mayUpdate({ isPackaged: false, platform: 'win32' })).toBe(false);
  });

  test.for([
    ['1.2.4', '1.2.3', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.9.9', true],
    ['1.2.3', '1.2.3', false],
    ['1.2.2', '1.2.3', false],
    ['0.9.9', '1.0.0', false],
    ['1.9.0', '1.10.0', false],
    ['1.3.0-beta.1', '1.2.3', false],
    ['v1.3.0', '1.2.3', false],
    ['1.3', '1.2.3', false],
    ['', '1.2.3', false],
    ['9999999.0.0', '1.0.0', false],
  ] as const)('%s over %s: %j', ([offered, version, is]) => {
    expect(isLater(offered, version)).toBe(is);
  });
});

describe('links that the service gave', () => {
  test('the address of a download is known afterwards, others and faults are not', async () => {
    const { serve, given } = rememberLinks(async (name, input) =>
      name === 'files.link' && input === 'bad'
        ? { ok: false, fault: { kind: 'no-account' } }
        : ok({ url: `https://store.example/${String(input)}`, fileName: 'x' }),
    );
    await serve('files.show', 'a', ever);
    await serve('files.link', 'bad', ever);
    expect([...given]).toEqual([]);
    for (let at = 0; at < 60; at += 1) await serve('files.link', at, ever);
    expect(given.size).toBe(50);
    expect(given.has('https://store.example/59')).toBe(true);
    expect(given.has('https://store.example/9')).toBe(false);
  });
});

test('a pause from the tray ends in an hour, at the next midnight here, or by a person', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  expect(pauseEndMs('hour', noon)).toBe(noon + 3_600_000);
  expect(pauseEndMs('tomorrow', noon)).toBe(new Date(2026, 10, 22).getTime());
  expect(pauseEndMs('resumed', noon)).toBeNull();
});

test('every shape has its picture on every system, and the package holds it', () => {
  const pictures = TRAY_SHAPES.flatMap((shape) =>
    (['darwin', 'win32', 'linux'] as const).flatMap((platform) =>
      [true, false].map((isDark) =>
        trayPicture(shape, platform, {
          shouldUseDarkColors: isDark,
          shouldUseDarkColorsForSystemIntegratedUI: isDark,
        }),
      ),
    ),
  );
  const packed = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8');
  expect(packed).toContain('- build/tray/*.{png,ico}');
  const needed = [...pictures, DRAG_PICTURE];
  expect(needed.filter((picture) => !/^tray\/[\w-]+\.(png|ico)$/.test(picture))).toEqual([]);
  const absent = needed.filter(
    (picture) => !existsSync(new URL(`../../../build/${picture}`, import.meta.url)),
  );
  expect(absent).toEqual([]);
});
