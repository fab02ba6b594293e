import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../src-shared/test-support/any-text.ts';
import { inboxName } from './request-bodies.ts';

test.for([
  ['run 1.raw', 'run 1.raw'],
  ['試料_吸光度.csv', '試料_吸光度.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\..\\x', '_.._x'],
  ['C:evil.txt', 'C_evil.txt'],
  ['data.txt:stream', 'data.txt_stream'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['.hidden', 'hidden'],
  ['name. . ', 'name'],
  ['nul', '_nul'],
  ['COM1.txt', '_COM1.txt'],
  ['conx', 'conx'],
  ['a\0b\nc', 'a_b_c'],
  ['exe.\u202Etxt.exe', 'exe._txt.exe'],
  ['e\u0301.csv', 'é.csv'],
])('%j is kept as %j', ([wished = '', kept]) => expect(inboxName(wished)).toBe(kept));

test('a long name is cut and keeps its ending', () => {
  const name = inboxName(`${'ä'.repeat(400)}.raw`);
  expect(name).toMatch(/^ä+\.raw$/);
  expect(Buffer.byteLength(name)).toBe(200);
  expect(Buffer.byteLength(inboxName(`a.${'é'.repeat(400)}`))).toBe(200);
});

test('whatever is wished, the name stays in its folder, on every system', () => {
  const text = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('.', '/', '\\', ':', ' ', '~', 'é', 'nul', '\0', '😀') }),
  );
  fc.assert(
    fc.property(text, (wished) => {
      const name = inboxName(wished);
      expect(path.posix.basename(name)).toBe(name);
      expect(path.win32.basename(name)).toBe(name);
      expect(name).not.toMatch(/^\.|[. ]$/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(inboxName(name)).toBe(name);
    }),
  );
});
