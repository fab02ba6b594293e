/** The fingerprints that Labseal itself has of a proof, by the names that people know them by. Pure. */
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';

export interface NamedFingerprint {
  readonly method: string;
  readonly hex: string;
}

export function fingerprintsOf({
  sha256,
  blake3,
}: Pick<ShownProof, 'sha256' | 'blake3'>): readonly NamedFingerprint[] {
  return [
    ...(sha256 === null ? [] : [{ method: 'SHA-256', hex: sha256 }]),
    ...(blake3 === null ? [] : [{ method: 'BLAKE3', hex: blake3 }]),
  ];
}

/** To be pasted somewhere, each with its name. */
export function fingerprintLines(prints: readonly NamedFingerprint[]): string {
  return prints.map(({ method, hex }) => `${method} ${hex}`).join('\n');
}
