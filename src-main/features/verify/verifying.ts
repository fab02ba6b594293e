/** Binds the records and documents of an account to what verifies files against them. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  makeMetadataDocuments,
  type MetadataDocuments,
} from '../certificates/metadata-documents.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { State } from '../../db/state.ts';
import type { ServiceHabits } from '../../pipeline/confirm/service-quirks.ts';
import {
  makeHeldRecords,
  type HeldRecordParts,
  type HeldRecords,
} from './verification-candidates.ts';
import type { VerifierAccount } from './decide-verdict.ts';
import type { TargetParts } from './verify-target.ts';

export interface Verifying extends VerifierAccount {
  readonly held: HeldRecords;
  readonly documents: MetadataDocuments;
  /** Reads a record's document from the service, whatever is kept of it. */
  fetchAgain(
    fileId: string,
    projectId: string | null,
    signal: AbortSignal,
  ): Promise<Result<{ readonly fileHash: string | null }, CoreFault>>;
}

export interface VerifyingParts
  extends
    Omit<HeldRecordParts, 'documents' | 'state' | 'clock'>,
    Pick<TargetParts, 'files' | 'platformFiles' | 'address'> {
  readonly state: State;
  readonly client: Pick<ServiceClient, 'document'>;
  readonly clock: HeldRecordParts['clock'] & { nowMs(): number };
  readonly habits: Pick<ServiceHabits, 'hashMethod' | 'learnHashMethod'>;
}

export function makeVerifying(parts: VerifyingParts): Verifying {
  const { state, client, habits, address } = parts;
  const documents = makeMetadataDocuments({
    store: {
      ...state.metadataDocuments,
      // Lost with the current, it is fetched again.
      keep: (document) => state.repeatable(() => state.metadataDocuments.keep(document)),
    },
    clock: parts.clock,
    fetch({ projectId, visibility, fileId }, signal) {
      const name = visibility === 'public' ? 'getPublicMetadata' : 'getPrivateMetadata';
      return client.document(name, { projectId, fileId }, signal);
    },
    fingerprintsOf({ projectId, visibility, fileId }) {
      const record = state.records.at(projectId, visibility, fileId);
      if (record === null) return [];
      const { sha256, blake3 } = state.contents.get(record.contentId);
      return [sha256, blake3];
    },
    namesAnother(text, { projectId, visibility, fileId }) {
      if (text === fileId) return false;
      if (state.records.withFileId(text) !== null) return true;
      // Somebody else may well have uploaded a content of ours; as our own record it has to be the one we sent.
      const isOwn = state.records.at(projectId, visibility, fileId) !== null;
      return isOwn && state.contents.withSha256(text.toLowerCase()) !== null;
    },
  });
  const held = makeHeldRecords({ ...parts, documents });

  return {
    held,
    documents,
    files: parts.files,
    platformFiles: parts.platformFiles,
    state,
    address,
    service: address.href,
    method: () => habits.hashMethod(),
    learn: (method: HashMethod) => habits.learnHashMethod(method),

    async fetchAgain(fileId, projectId, signal) {
      const record = held.find(fileId, projectId);
      if (record === null) return fail({ kind: 'unknown-file', asked: fileId });
      const outcome = await documents.fetchAgain(record.facts, signal);
      switch (outcome.kind) {
        case 'kept':
          return ok({ fileHash: outcome.document.fileHash });
        case 'not-yet':
          return ok({ fileHash: null });
        case 'not-a-document':
          return fail({ kind: 'not-the-service', what: 'unreadable' });
        case 'fault':
          return fail(outcome.fault);
        default:
          return assertNever(outcome);
      }
    },
  };
}
