/** Contents with their digests in every algorithm, and fingerprints as a service may write them. */
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type FileDigests,
  type HashMethod,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import type { RecordFacts } from '../../../../src-shared/model/proofs/verdict.ts';
import { startDigest } from '../../../digests/digest-algorithms.ts';
import type { HeldRecord } from '../../../../src-shared/model/proofs/judge.ts';

const RAW = 0x55;
const MULTIHASH: Readonly<Record<DigestAlgorithm, number>> = {
  sha256: 0x12,
  blake3: 0x1e,
  sha512: 0x13,
  sha1: 0x11,
  md5: 0xd5,
  'sha3-256': 0x16,
  'keccak-256': 0x1b,
  'blake2b-256': 0xb220,
  'blake2b-512': 0xb240,
};

/** Every way a service could make its FileHash; CIDv0 exists for SHA-256 alone. */
export const METHODS: readonly HashMethod[] = DIGEST_ALGORITHMS.flatMap((algorithm) =>
  (['hex', 'base64', 'cid-v1'] as const).map((encoding): HashMethod => ({ algorithm, encoding })),
).concat({ algorithm: 'sha256', encoding: 'cid-v0' });

export function digestsOf(
  content: string,
  algorithms: readonly DigestAlgorithm[] = DIGEST_ALGORITHMS,
): FileDigests {
  const made = [...new Set<DigestAlgorithm>(['sha256', 'blake3', ...algorithms])].map((each) => {
    const running = startDigest(each);
    running.update(Buffer.from(content));
    return [each, running.finish()] as const;
  });
  return Object.fromEntries(made) as FileDigests;
}

/** The FileHash of a content, written in this way. */
export function writtenAs(content: string, { algorithm, encoding }: HashMethod): string {
  const hex = digestsOf(content, [algorithm])[algorithm] ?? '';
  const bytes = Buffer.from(hex, 'hex');
  switch (encoding) {
    case 'hex':
    case 'base64':
      return bytes.toString(encoding);
    case 'cid-v0':
      return CID.createV0(create(0x12, bytes)).toString();
    case 'cid-v1':
      return CID.createV1(RAW, create(MULTIHASH[algorithm], bytes)).toString();
    default:
      return assertNever(encoding);
  }
}

export const recordFacts = (over: Partial<RecordFacts> = {}): RecordFacts => ({
  fileId: 'remote-1',
  projectId: 'project-1',
  projectName: 'Tides',
  visibility: 'public',
  name: 'run.raw',
  status: 'Available',
  notarizedAtMs: 1_000,
  uploadedAtMs: 500,
  sizeBytes: 3,
  isCertificateSaved: true,
  ...over,
});

/** A record whose fingerprint is this text. */
export const heldRecord = (
  written: string,
  over: Partial<HeldRecord> = {},
  facts: Partial<RecordFacts> = {},
): HeldRecord => ({
  facts: recordFacts(facts),
  sent: null,
  fileHash: { kind: 'known', written },
  ...over,
});
