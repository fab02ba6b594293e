/** Verifies files for the faces: by path, or uploaded; with an account, or with a certificate alone. */
import type { Language } from '../../../src-shared/model/words/languages.ts';
import type {
  ReportForm,
  VerificationReport,
  VerifyAgainst,
} from '../../../src-shared/bridge/verify-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import {
  type Examination,
  type HeldRecord,
  judgeRecord,
} from '../../../src-shared/model/proofs/judge.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceAnswer } from '../../../src-shared/model/proofs/proof.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import { verificationReport } from '../../../src-shared/model/words/verification-report.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { makeReceivedFiles, makeReadDigests } from './read-digests.ts';
import type { VerifierAccount } from './decide-verdict.ts';
import { makeVerify, type OnRead, type VerifiedThing } from './verifier.ts';
import type { Workers } from '../workers.ts';
import { makeMetadataDocuments } from '../certificates/metadata-documents.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { State } from '../../db/state.ts';
import { keptDigests } from '../../../src-shared/model/proofs/file-hash.ts';
import type { ServiceQuirks } from '../../pipeline/common/service-quirks.ts';
import { type HeldRecordParts, makeHeldRecords } from './held-records.ts';
import type { TargetParts } from './verify-target.ts';

const MOST_KEPT = 200; // reports that can still be fetched

export interface FileVerificationParts {
  readonly workers: Pick<Workers, 'verifier' | 'streamedDigests' | 'pdfReader'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly account: () => Result<VerifierAccount, CoreFault>;
}

export function makeFileVerification(parts: FileVerificationParts) {
  const { workers, clock, ids, account } = parts;
  const read = makeReadDigests(workers);
  const pdfText = (bytes: Uint8Array) => workers.pdfReader().text(bytes);
  const verify = makeVerify({ read, clock, ids, pdfText, account });
  const kept = new Map<string, Verification>();
  /** The method of the account's service for its fingerprints; null: not known, or no user has signed in. */
  const method = () => {
    const opened = account();
    return opened.ok ? opened.value.method() : null;
  };
  return {
    read,
    method,
    handed: makeReceivedFiles({ workers, ids, method }),
    /** Aborting ends the reading and rejects with the signal's reason. */
    async verify(
      thing: VerifiedThing,
      against: VerifyAgainst,
      onProgress: OnRead | undefined,
      signal: AbortSignal,
    ): Promise<Result<Verification, CoreFault>> {
      const verified = await verify(thing, against, onProgress, signal);
      if (!verified.ok) return verified;
      kept.set(verified.value.id, verified.value);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return verified;
    },
    /** The service answered about the file of this verification: its report says so from now on. */
    answered(id: string, serviceAnswer: ServiceAnswer) {
      const verification = kept.get(id);
      if (verification !== undefined) kept.set(id, { ...verification, serviceAnswer });
    },
    /** A verification of this run of the program; null for an unknown id. */
    report(id: string, form: ReportForm, language: Language): VerificationReport | null {
      const verification = kept.get(id);
      return verification === undefined ? null : verificationReport(verification, form, language);
    },
  };
}

export type Verifying = ReturnType<typeof makeVerifying>;

export interface VerifyingParts
  extends
    Omit<HeldRecordParts, 'documents' | 'state' | 'clock'>,
    Pick<TargetParts, 'files' | 'platformFiles' | 'address'> {
  readonly state: State;
  readonly client: Pick<ServiceClient, 'document'>;
  readonly clock: HeldRecordParts['clock'] & { nowMs(): number };
  readonly quirks: Pick<ServiceQuirks, 'hashMethod' | 'learnHashMethod'>;
}

/** Binds the records and documents of an account to the verifier. */
export function makeVerifying(parts: VerifyingParts) {
  const { state, client, quirks, address } = parts;
  const documents = makeMetadataDocuments({
    store: {
      ...state.metadataDocuments,
      // If a power cut loses it, it is fetched again.
      keep: (document) => state.grouped.repeatable(() => state.metadataDocuments.keep(document)),
    },
    clock: parts.clock,
    fetch({ projectId, visibility, fileId }, signal) {
      const name = visibility === 'public' ? 'getPublicMetadata' : 'getPrivateMetadata';
      return client.document(name, { projectId, fileId }, signal);
    },
    fingerprintsOf({ projectId, visibility, fileId }) {
      const record = state.records.at(projectId, visibility, fileId);
      if (record === null) return [];
      return Object.values(keptDigests(state.contents.get(record.contentId)));
    },
    namesAnother(text, { projectId, visibility, fileId }) {
      if (text === fileId) return false;
      if (state.records.withFileId(text) !== null) return true;
      // Someone else may have uploaded the same content; our own record must be the one that we sent.
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
    method: () => quirks.hashMethod(),

    changedFrom({ blake3 }: Digests): readonly HeldRecord[] {
      const content = blake3 === undefined ? null : state.contents.withBlake3(blake3);
      const rows = content === null ? [] : state.files.withContent(content.id, ['changed']);
      return rows.flatMap(({ recordId }) =>
        recordId === null ? [] : [held.ofRecord(state.records.get(recordId))],
      );
    },

    /**
     * A file against one record. Equal fingerprints show how this service makes them: only a record's own document
     * does, since a certificate may come from anyone.
     */
    examine(digests: Digests, record: HeldRecord): Examination {
      const examination = judgeRecord(digests, record, quirks.hashMethod());
      if (examination.kind === 'match') quirks.learnHashMethod(examination.comparison.method);
      return examination;
    },

    /** Reads a record's document from the service, even if a copy is saved. */
    async fetchAgain(
      fileId: string,
      projectId: string | null,
      signal: AbortSignal,
    ): Promise<Result<{ readonly fileHash: string | null }, CoreFault>> {
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
