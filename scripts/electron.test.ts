/** Where Electron can be had and can run, decided on folders and answers made here; nothing is downloaded. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findElectron, installElectron, obstacleToWindow } from './electron.mjs';

let root: string;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-electron-'));
  write('package.json', JSON.stringify({ version: '45.4.1' }));
});

afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(root, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const file = path.join(root, 'node_modules', 'electron', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Stands where releases would be downloaded from. */
async function mirror(answer: http.RequestListener): Promise<http.Server> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  return server;
}

describe('the executable', () => {
  test('counts only when it is whole and of the pinned version', () => {
    expect(findElectron(root)).toBeNull();
    write('path.txt', 'electron');
    write('dist/version', '45.4.1\n');
    expect(findElectron(root)).toBeNull(); // the download stopped before it
    write('dist/electron', '');
    expect(findElectron(root)).toBe(path.join(root, 'node_modules/electron/dist/electron'));
    write('dist/version', 'v44.0.0');
    expect(findElectron(root)).toBeNull(); // what an earlier version left
  });

  test.for([
    { platform: 'linux', uid: 0, env: { DISPLAY: ':0' }, says: /root/ },
    { platform: 'linux', uid: 1000, env: {}, says: /no screen/ },
    { platform: 'linux', uid: 1000, env: { DISPLAY: '' }, says: /no screen/ },
  ] as const)('$platform as $uid has a reason against a window', ({ says, ...facts }) => {
    expect(obstacleToWindow(facts)).toMatch(says);
  });

  test.for([
    { platform: 'linux', uid: 1000, env: { DISPLAY: ':0' } },
    { platform: 'linux', uid: 1000, env: { WAYLAND_DISPLAY: 'wayland-0' } },
    { platform: 'darwin', uid: 0, env: {} },
    { platform: 'win32', uid: undefined, env: {} },
  ] as const)('$platform as $uid has none', (facts) => {
    expect(obstacleToWindow(facts)).toBeNull();
  });
});

describe('a download that cannot be had', () => {
  const say = vi.fn<(sentence: string) => void>();

  beforeEach(() => {
    say.mockClear();
    vi.stubEnv('HTTPS_PROXY', undefined);
    vi.stubEnv('https_proxy', undefined);
  });

  test('is told in words, before anything is begun', async () => {
    const asked: (string | undefined)[] = [];
    const server = await mirror((request, response) => {
      asked.push(request.url);
      response.writeHead(403).end();
    });
    expect(await installElectron(root, say)).toMatch(/^127\.0\.0\.1:\d+ answered 403$/);
    expect(asked).toEqual(['/v45.4.1/SHASUMS256.txt']);
    await new Promise((resolve) => server.close(resolve));
    expect(await installElectron(root, say)).toMatch(/^127\.0\.0\.1:\d+ cannot be reached$/);
    expect(say).not.toHaveBeenCalled();
  });
});
