import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOnNetworkDrive } from './network-drive.ts';

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.for([
  ['NFS', 0x6969],
  ['SMB', 0xff534d42],
  ['SMB with a sign', 0xff534d42 | 0],
  ['SMB 3', 0xfe534d42],
  ['Lustre', 0x0bd00bd0],
] as const)('%s is a network drive', ([, type]) => {
  expect(isOnNetworkDrive('/home/ada', () => type)).toBe(true);
});

test.for([
  ['ext4', 0xef53],
  ['btrfs', 0x9123683e],
  ['a container', 0x794c7630],
  ['a drive of a virtual machine', 0x01021997],
  ['a program that plays a drive, an encrypted one perhaps', 0x65735546],
  ['Windows, which says nothing', 0],
] as const)('%s is none', ([, type]) => {
  expect(isOnNetworkDrive('/home/ada', () => type)).toBe(false);
});

test('a folder that is not there yet is where the nearest one above it is', () => {
  const asked: string[] = [];
  const typeOf = (at: string): number => {
    asked.push(at);
    return at === '/home' ? 0x6969 : failing('ENOENT')();
  };
  expect(isOnNetworkDrive('/home/ada/labseal', typeOf)).toBe(true);
  expect(asked).toEqual(['/home/ada/labseal', '/home/ada', '/home']);
});

test('what cannot be asked keeps nobody out', () => {
  for (const code of ['EACCES', 'ENOSYS', 'ENOENT']) {
    expect(isOnNetworkDrive('/home/ada', failing(code))).toBe(false);
  }
  expect(isOnNetworkDrive(path.join(fs.realpathSync(os.tmpdir()), 'not', 'there'))).toBe(false);
});

test.for([
  [String.raw`\\nas\lab\labseal`, true],
  [String.raw`\\?\C:\Users\ada`, false],
  [String.raw`C:\Users\ada`, false],
] as const)('on Windows %s tells by its name: %s', ([folder, isShare]) => {
  expect(isOnNetworkDrive(folder, () => 0)).toBe(isShare);
});
