/** For which system a file of machine code was made, told by its first bytes. */

export interface NativeTarget {
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly processor: 'x64' | 'arm64';
}

const ELF = 0x7f454c46;
const MACH_O = 0xfeedfacf;
const DOS = 0x4d5a;
const PE_ADDRESS = 0x3c;

const ELF_PROCESSORS = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
] as const);
const MACH_PROCESSORS = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
] as const);
const PE_PROCESSORS = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
] as const);

/** Null for anything else, and for what is cut off before it says so. `start`: the first kilobyte or more. */
export function nativeTarget(start: Buffer): NativeTarget | null {
  if (start.length < PE_ADDRESS + 4) return null;
  if (start.readUInt32BE(0) === ELF) {
    return targetOf('linux', ELF_PROCESSORS, start.readUInt16LE(18));
  }
  if (start.readUInt32LE(0) === MACH_O) {
    return targetOf('darwin', MACH_PROCESSORS, start.readUInt32LE(4));
  }
  if (start.readUInt16BE(0) !== DOS) return null;
  const at = start.readUInt32LE(PE_ADDRESS);
  if (at + 6 > start.length || start.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
  return targetOf('win32', PE_PROCESSORS, start.readUInt16LE(at + 4));
}

function targetOf(
  os: NativeTarget['os'],
  known: ReadonlyMap<number, NativeTarget['processor']>,
  code: number,
): NativeTarget | null {
  const processor = known.get(code);
  return processor === undefined ? null : { os, processor };
}
