import fs from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeFolder } from './private-files.ts';

test('a folder and those above it are made, once', () => {
  const { at } = temporaryFolder();
  makeFolder(at('a/b/c'));
  makeFolder(at('a/b/c'));
  expect(fs.statSync(at('a/b/c')).isDirectory()).toBe(true);
});

test.runIf(process.platform === 'linux')('where the system makes none, that ends', () => {
  expect(() => makeFolder('/proc/labseal/data')).toThrow('ENOENT');
});
