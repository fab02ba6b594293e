/** Where Electron can be had and can run, decided on folders and answers made here; nothing is downloaded. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';
import { findElectron, installElectron, obstacleToWindow } from './electron.mjs';

function setUp() {
  const root = temporaryFolder();
  const write = (name: string, text: string) => {
    const file = path.join(root, 'node_modules', 'electron', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  write('package.json', JSON.stringify({ version: '45.4.1' }));
  return { root, write };
}

test('the executable counts only when it is whole and of the pinned version', () => {
  const { root, write } = setUp();
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
  ['linux', 0, { DISPLAY: ':0' }, /root/],
  ['linux', 1000, {}, /no screen/],
  ['linux', 1000, { DISPLAY: '' }, /no screen/],
  ['linux', 1000, { DISPLAY: ':0' }, /^none$/],
  ['linux', 1000, { WAYLAND_DISPLAY: 'wayland-0' }, /^none$/],
  ['darwin', 0, {}, /^none$/],
  ['win32', undefined, {}, /^none$/],
] as const)('%s as %s with %j has against a window: %s', ([platform, uid, env, says]) => {
  expect(obstacleToWindow({ platform, uid, env }) ?? 'none').toMatch(says);
});

test('a download that cannot be had is told in words, before anything is begun', async () => {
  const { root } = setUp();
  const say = vi.fn<(sentence: string) => void>();
  const asked: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(403).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  vi.stubEnv('HTTPS_PROXY', undefined);
  vi.stubEnv('https_proxy', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await installElectron(root, say)).toBe(`127.0.0.1:${port} answered 403`);
  expect(asked).toEqual(['/v45.4.1/SHASUMS256.txt']);
  await new Promise((resolve) => server.close(resolve));
  expect(await installElectron(root, say)).toBe(`127.0.0.1:${port} cannot be reached`);
  expect(say).not.toHaveBeenCalled();
});
