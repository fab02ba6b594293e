/**
 * A bag wherever it is: a folder of this computer, or files that a person handed to a page. Its check is the same. Every
 * promise rejects with the reason for which the check was given up.
 */
import type { BagTrouble } from '../../../../src-shared/model/proofs/evidence.ts';
import type { Digests, ListAlgorithm } from '../../../../src-shared/model/proofs/hash-method.ts';

export type ReportTrouble = (
  kind: BagTrouble['kind'],
  where: string,
  more?: Pick<BagTrouble, 'state' | 'why'>,
) => void;

/** Names are relative to the bag, with `/`. */
export interface BagSource {
  /** Sorted; links and devices are not among them, and reported. */
  readonly list: (report: ReportTrouble) => Promise<readonly string[]>;
  /** Null when it is no regular file. */
  readonly sizeOf: (name: string) => Promise<number | null>;
  /** Its bytes in pieces; throws `UnreadablePart` when it cannot be read to the end. */
  readonly open: (name: string) => AsyncIterable<Uint8Array>;
  /** Null when it cannot be read. */
  readonly digest: (
    name: string,
    algorithms: readonly ListAlgorithm[],
    onRead: (readBytes: number) => void,
  ) => Promise<{ readonly digests: Digests; readonly sizeBytes: number } | null>;
}

export class UnreadablePart extends Error {}

/** A file of the bag that is short; 'too-large' when it is not, null when it cannot be read. */
export async function readPart(
  source: BagSource,
  name: string,
  mostBytes: number,
): Promise<Uint8Array | 'too-large' | null> {
  const sizeBytes = await source.sizeOf(name);
  if (sizeBytes === null) return null;
  if (sizeBytes > mostBytes) return 'too-large';
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  try {
    for await (const piece of source.open(name)) {
      if (filled + piece.length > sizeBytes) return 'too-large'; // it grew
      bytes.set(piece, filled);
      filled += piece.length;
    }
  } catch (error) {
    if (error instanceof UnreadablePart) return null;
    throw error;
  }
  return bytes.subarray(0, filled);
}
