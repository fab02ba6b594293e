/** The switches inside Electron's executable, read and written on made-up executables. */
import { describe, expect, test } from 'vitest';
import { FUSES, readFuses, shippedFuses, standInExecutable } from './fuses.ts';

const MARKER = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const wire = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('ELF'), MARKER, Buffer.from(bytes)]);

describe('fuses', () => {
  test('are read from the bytes behind their marker', () => {
    expect(readFuses(wire(1, 4, 0x31, 0x30, 0x72, 0x31, 0x30))).toEqual(['10r1']);
    expect(readFuses(standInExecutable())).toEqual(['101100011']);
  });

  test('are nothing where there is no marker, another version, or the end', () => {
    expect(readFuses(Buffer.from('an executable'))).toEqual([]);
    expect(readFuses(wire(2, 1, 0x31))).toEqual([]);
    expect(readFuses(wire(1))).toEqual([]);
  });

  test('of a program for two processors are read twice', () => {
    const both = Buffer.concat([wire(1, 2, 0x30, 0x31), wire(1, 2, 0x31, 0x31)]);
    expect(readFuses(both)).toEqual(['01', '11']);
  });

  test('all nine ship as the table of the security page says', () => {
    expect(FUSES).toHaveLength(9);
    expect(shippedFuses('darwin')).toBe('000011001');
    expect(shippedFuses('win32')).toBe('000011001');
    expect(shippedFuses('linux')).toBe('000001001');
  });

  test('the stand-in is a program that can be started', () => {
    expect(standInExecutable().toString('latin1')).toMatch(/^#!\/bin\/sh\nexit 0\n/);
  });
});
