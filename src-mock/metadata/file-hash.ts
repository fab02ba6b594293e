/** The FileHash of a metadata document, made the way the readings say. */
import { assertNever } from '../assert-never.ts';
import type { HashAlgorithm, Readings } from '../control/readings.ts';
import { contentCid, contentCidV0 } from './metadata-document.ts';

type Encoding = Readings['fileHash']['encoding'];

export interface FileHash {
  readonly value: string;
  /** Algorithm and encoding in words, for the certificate. */
  readonly method: string;
}

export type Digests = Readonly<Partial<Record<HashAlgorithm, Buffer>> & { sha256: Buffer }>;

/**
 * If the readings changed during the upload, the digest they now name was never computed. SHA-256 is used instead, and
 * the method says so.
 */
export function makeFileHash(
  digests: Digests,
  { algorithm, encoding }: Readings['fileHash'],
): FileHash {
  const wanted = encoding === 'cid-v0' ? undefined : digests[algorithm];
  const used = wanted === undefined ? 'sha256' : algorithm;
  return {
    value: encode(used, wanted ?? digests.sha256, encoding),
    method: `${used}, ${encoding}`,
  };
}

function encode(algorithm: HashAlgorithm, digest: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'hex':
      return digest.toString('hex');
    case 'HEX':
      return digest.toString('hex').toUpperCase();
    case 'base64':
      return digest.toString('base64');
    case 'cid-v0':
      return contentCidV0(digest);
    case 'cid-v1':
      return contentCid(algorithm, digest);
    default:
      return assertNever(encoding);
  }
}
