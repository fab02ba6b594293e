/** Sends files with the engine's own transfer room, without its database: what is measured is the way to the socket. */
import path from 'node:path';
import { realClock } from '../src-main/platform/real-ports.ts';
import { makeSmallFiles } from '../src-main/pipeline/upload/form/small-files.ts';
import type { FileIdentity } from '../src-main/platform/disk/file-identity.ts';
import { makeAgents } from '../src-main/service/agents.ts';
import { parseBaseAddress } from '../src-main/service/base-address.ts';
import type { MakeHash } from '../src-main/digests/content-hash.ts';
import { freezeForm } from '../src-main/pipeline/upload/form/representation.ts';
import { DEFAULT_INTEROP } from '../src-main/pipeline/upload/resumption.ts';
import { sendForm } from '../src-main/pipeline/upload/form/send-form.ts';
import { openSourceFile } from '../src-main/pipeline/upload/form/source-file.ts';

const BOUNDARY = '----00112233445566778899aabbccddeeff';

/** What the program knows of a file before it sends it. */
export interface FingerprintedFile {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly blake3Hex: string;
  /** Its SHA-256 is to be made too, as when it is sent for the first time. */
  readonly wantsSha256: boolean;
}

export type FormSender = ReturnType<typeof makeFormSender>;

export function makeFormSender(url: string, makeHash: MakeHash) {
  const address = parseBaseAddress(new URL(url).origin);
  if (!address.ok) throw new Error(`no base address: ${url}`);
  const noProxy = { proxy: null, noProxy: null, extraAuthorities: [] };
  const agents = makeAgents(address.value, noProxy, realClock);
  const smallFiles = makeSmallFiles();
  const ports = {
    clock: realClock,
    agentFor: agents.forForm,
    token: () => 'token',
    openSource: openSourceFile,
    proveSmall: smallFiles.prove,
    makeHash,
    keepSha256: nothing,
    interop: DEFAULT_INTEROP,
    support: { recall: () => ({ kind: 'no' }) as const, learn: nothing },
    chance: Math.random,
  };
  const hooks = {
    beforeFirstByte: async () => undefined,
    isTailReleased: () => false,
    releaseTail: async () => true,
    onProgress: nothing,
    resourceAnnounced: nothing,
    confirmed: nothing,
    resourceDropped: nothing,
  };
  return {
    /** Resolves when the service has recorded it. */
    async send({ path: file, identity, blake3Hex, wantsSha256 }: FingerprintedFile) {
      const form = freezeForm({
        boundary: BOUNDARY,
        fields: [['type', 'primary']],
        filePart: 'file',
        fileName: path.basename(file),
        contentType: 'application/octet-stream',
        sizeBytes: identity.sizeBytes,
      });
      const proof = { blake3Hex, wantsSha256 };
      const request = { url, path: file, form, identity, ...proof, idempotencyKey: null };
      const never = new AbortController().signal;
      const end = await sendForm({ ...request, resume: null }, ports, hooks, never);
      if (end.kind !== 'answered' || end.answer.status !== 201)
        throw new Error(JSON.stringify(end));
    },
    async close() {
      agents.destroy();
      await smallFiles.close();
    },
  };
}

function nothing(): void {}
