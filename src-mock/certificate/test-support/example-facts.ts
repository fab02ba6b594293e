/** A certificate's facts with believable values; a test overrides only what it is about. */
import { createHash } from 'node:crypto';
import type { CertificateFacts } from '../certificate-facts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function exampleFacts(over: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    certificateId: 'cert-7f3a9c1e04b2',
    fileId: 'file-5b0e77d1c6aa',
    fileName: 'run_01.raw',
    sizeBytes: 6_442_450_944,
    mediaType: 'application/octet-stream',
    visibility: 'public',
    type: 'primary',
    label: 'microscopy, batch 7',
    projectId: 'project-31c2a8f0',
    projectName: 'Cell line study',
    ownerName: 'Ada Lovelace',
    ownerAddress: `0x${sha256('owner').slice(0, 40)}`,
    uploadedIso: '2026-11-20T09:42:51.120Z',
    recordedIso: '2026-11-20T09:44:12.000Z',
    fileHash: sha256('content'),
    fileHashMethod: 'SHA-256, hexadecimal',
    jsonCid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    transactionHash: `0x${sha256('transaction')}`,
    blockNumber: 4_711_023,
    blockHash: `0x${sha256('block')}`,
    verifyUrl: 'http://127.0.0.1:4010/certificates/cert-7f3a9c1e04b2',
    primaryData: [],
    linkToProcedure: [],
    procedureDescription: null,
    ...over,
  };
}
