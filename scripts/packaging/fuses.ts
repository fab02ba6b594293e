/**
 * Electron's fuses: switches inside its executable that only a build can turn. Read here from the bytes themselves, since
 * a configuration that names them proves nothing about what was written.
 */

/** Stands in front of the switches in every build of Electron. */
const MARKER = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;

/** In the order of their bytes, with how we ship them. */
export const FUSES = [
  { name: 'runAsNode', isOn: false },
  { name: 'enableCookieEncryption', isOn: false },
  { name: 'enableNodeOptionsEnvironmentVariable', isOn: false },
  { name: 'enableNodeCliInspectArguments', isOn: false },
  { name: 'enableEmbeddedAsarIntegrityValidation', isOn: true },
  { name: 'onlyLoadAppFromAsar', isOn: true },
  { name: 'loadBrowserProcessSpecificV8Snapshot', isOn: false },
  { name: 'grantFileProtocolExtraPrivileges', isOn: false },
  { name: 'wasmTrapHandlers', isOn: true },
] as const;

/** As Electron ships them; what nobody turned stays so. */
const ELECTRONS_OWN = '101100011';

/** One character per fuse, `1` for on. Linux has no integrity of the archive to check. */
export function shippedFuses(platform: NodeJS.Platform): string {
  return FUSES.map(({ name, isOn }) => {
    const isMissing = platform === 'linux' && name === 'enableEmbeddedAsarIntegrityValidation';
    return isOn && !isMissing ? '1' : '0';
  }).join('');
}

/**
 * The same characters, read from an executable: one text for each processor that it is for, none when it carries no such
 * switches.
 */
export function readFuses(executable: Buffer): readonly string[] {
  const found: string[] = [];
  for (let at = executable.indexOf(MARKER); at >= 0; at = executable.indexOf(MARKER, at + 1)) {
    const version = executable[at + MARKER.length];
    const length = executable[at + MARKER.length + 1];
    const start = at + MARKER.length + 2;
    if (version === WIRE_VERSION && length !== undefined) {
      found.push(executable.subarray(start, start + length).toString('latin1'));
    }
  }
  return found;
}

/** An executable that does nothing and has Electron's switches, for a build without Electron. */
export function standInExecutable(): Buffer {
  const wire = [WIRE_VERSION, ELECTRONS_OWN.length].map((byte) => String.fromCharCode(byte));
  return Buffer.from(`#!/bin/sh\nexit 0\n${MARKER}${wire.join('')}${ELECTRONS_OWN}\n`, 'latin1');
}
