import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isOnNetworkDrive } from './mounts.ts';

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.for([
  ['NFS', 0x6969, true],
  ['SMB', 0xff534d42, true],
  ['SMB with a sign', 0xff534d42 | 0, true],
  ['SMB 3', 0xfe534d42, true],
  ['Lustre', 0x0bd00bd0, true],
  ['ext4', 0xef53, false],
  ['btrfs', 0x9123683e, false],
  ['a container', 0x794c7630, false],
  ['a drive of a virtual machine', 0x01021997, false],
  ['a program that plays a drive, an encrypted one perhaps', 0x65735546, false],
  ['Windows, which says nothing', 0, false],
] as const)('%s (%i) is a network drive: %s', ([, type, isNetwork]) => {
  expect(isOnNetworkDrive('/home/ada', () => type)).toBe(isNetwork);
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
] as const)('on Windows the name tells: %s is a network drive: %s', ([folder, isShare]) => {
  expect(isOnNetworkDrive(folder, () => 0)).toBe(isShare);
});
