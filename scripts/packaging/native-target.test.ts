/** For which system machine code is: on this computer's own, and on headers written here. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nativeTarget } from './native-target.ts';

const PREBUILDS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')),
  'prebuilds',
);

test.for(fs.readdirSync(PREBUILDS))('the system of %s is told by its bytes', (name) => {
  const [, os, processor] = /^([a-z0-9]+?)(?:musl)?-(\w+)\.node$/.exec(name) ?? [];
  const start = fs.readFileSync(path.join(PREBUILDS, name)).subarray(0, 1_024);
  expect(nativeTarget(start)).toEqual({ os, processor });
});

test('what is no machine code, cut off or for an unknown processor has no system', () => {
  expect(nativeTarget(Buffer.from('#!/bin/sh'.padEnd(200)))).toBeNull();
  expect(nativeTarget(Buffer.alloc(0))).toBeNull();
  const elf = Buffer.alloc(64);
  elf.writeUInt32BE(0x7f454c46);
  elf.writeUInt16LE(0x28, 18); // 32-bit ARM
  expect(nativeTarget(elf)).toBeNull();
  const dos = Buffer.alloc(64);
  dos.write('MZ');
  dos.writeUInt32LE(4_000, 0x3c);
  expect(nativeTarget(dos)).toBeNull();
});
