/**
 * The records of an account with everything a file can be compared with: those of its own ledger, and those only seen
 * in a project's list. It reads what is on this computer; only `withFingerprint` calls the service.
 */
import { VISIBILITIES, type Visibility } from '../../../src-shared/model/money/price.ts';
import { stateOfWord, type ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import {
  type RecordAddress,
  type RecordFacts,
  recordKey,
} from '../../../src-shared/model/proofs/verdict.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import {
  doubtAboutStatus,
  type HeldRecord,
  type KnownFileHash,
  type KnownRecord,
} from '../../../src-shared/model/proofs/judge.ts';
import { proofDate } from '../../../src-shared/model/proofs/proof.ts';
import { readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';
import type { CertificateCache } from '../certificates/certificate-cache.ts';
import type { DocumentOutcome, MetadataDocuments } from '../certificates/metadata-documents.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';

/** A person waits for the verdict: after this time, what is here must suffice. */
const MOST_FETCHED = 100; // in a project of others' files; the next check continues
const NO_FILES: readonly ListedFile[] = [];
const PATIENCE_MS = 10 * SECOND_MS;
const TIMED_OUT: ServiceFault = {
  kind: 'unavailable',
  why: 'timed-out',
  status: null,
  retryAfterMs: null,
};

export interface HeldRecordParts {
  readonly state: Pick<State, 'records' | 'contents' | 'projects' | 'metadataDocuments'>;
  readonly documents: MetadataDocuments;
  readonly mirror: Pick<Mirror, 'copyOf'>;
  readonly cache: Pick<CertificateCache, 'keptJson'>;
  readonly resources: Pick<Resources, 'files' | 'fileHash'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

type FileList = ReadonlyMap<string, ListedFile>;

export type HeldRecords = ReturnType<typeof makeHeldRecords>;

export function makeHeldRecords({
  state,
  documents,
  mirror,
  cache,
  resources,
  clock,
}: HeldRecordParts) {
  const byId = new WeakMap<readonly ListedFile[], FileList>();

  function fileHashOf(place: RecordAddress): KnownFileHash {
    const document = documents.kept(place);
    if (document === null) {
      const { projectId, visibility, fileId } = place;
      const copied = mirror.copyOf(resources.fileHash(projectId, visibility, fileId))?.value;
      if (typeof copied === 'string') return { kind: 'known', written: copied };
      return { kind: 'not-fetched', fault: null };
    }
    const { fileHash: written } = document;
    return written === null ? { kind: 'none' } : { kind: 'known', written };
  }

  function heldAt(
    { projectId, visibility, fileId }: RecordAddress,
    known: Omit<RecordFacts, 'projectName' | keyof RecordAddress>,
    sent: HeldRecord['sent'],
  ): HeldRecord {
    const place = { projectId, visibility, fileId };
    const projectName = state.projects.get(projectId)?.project.name ?? null;
    return {
      facts: { ...place, projectName, ...known },
      sent,
      /** Of many records nobody asks for it. */
      get fileHash() {
        return fileHashOf(place);
      },
    };
  }

  function ofRecord(record: LedgerRecord): HeldRecord {
    const { name, status } = record;
    const { sha256, blake3, sizeBytes } = state.contents.get(record.contentId);
    const { recordedAtMs, provenAtMs } = record;
    const isWritten = stateOfWord(status) !== 'record_error';
    const { atMs, ...date } = proofDate(recordedAtMs, provenAtMs);
    const known = {
      name,
      status,
      notarizedAtMs: isWritten ? atMs : null,
      ...(isWritten ? date : {}),
      uploadedAtMs: msFromIso(record.uploadedIso),
      sizeBytes,
      isCertificateSaved: record.certificatePdf !== null,
    };
    return heldAt(record, known, { sha256, blake3 });
  }

  function ofListed(
    projectId: string,
    visibility: Visibility,
    { fileId, name, status, uploadedAtMs }: ListedFile,
  ): HeldRecord {
    const record = state.records.at(projectId, visibility, fileId);
    // The list may be outdated: the ledger may have a better status, never a worse one.
    if (record !== null) return ofRecord(record);
    const unseen = { notarizedAtMs: null, sizeBytes: null, isCertificateSaved: false };
    const known = { name, status, uploadedAtMs, ...unseen };
    return heldAt({ projectId, visibility, fileId }, known, null);
  }

  /** Of the last copy, by the service's ids. */
  function listedIn(projectId: string, visibility: Visibility): FileList {
    const copied = mirror.copyOf(resources.files(projectId, visibility))?.value ?? NO_FILES;
    const known = byId.get(copied);
    if (known !== undefined) return known;
    const list = new Map(copied.map((file) => [file.fileId, file]));
    byId.set(copied, list);
    return list;
  }

  function at(place: RecordAddress): HeldRecord | null {
    const { projectId, visibility, fileId } = place;
    const record = state.records.at(projectId, visibility, fileId);
    if (record !== null) return ofRecord(record);
    const listed = listedIn(projectId, visibility).get(fileId);
    return listed === undefined ? null : ofListed(projectId, visibility, listed);
  }

  return {
    ofRecord,
    ofListed,
    listedIn,

    /**
     * By the service's id; with its project also a record that was only seen in its list. Null when it is not known.
     */
    find(fileId: string, projectId: string | null): HeldRecord | null {
      const record = state.records.withFileId(fileId);
      if (record !== null && (projectId === null || record.projectId === projectId)) {
        return ofRecord(record);
      }
      if (projectId === null) return null;
      const places = VISIBILITIES.map((visibility) => at({ projectId, visibility, fileId }));
      return places.find((held) => held !== null) ?? null;
    },

    /** All of a project that are known here. */
    inProject(projectId: string): readonly HeldRecord[] {
      const listed = VISIBILITIES.flatMap((visibility) =>
        [...listedIn(projectId, visibility).values()].map((file) =>
          ofListed(projectId, visibility, file),
        ),
      );
      const own = state.records.inProject(projectId).map(ofRecord);
      return distinct([...own, ...listed]);
    },

    /** Those that a file with these digests could match: sent by this computer, or with such a fingerprint. */
    withDigests(digests: Digests): readonly HeldRecord[] {
      const { blake3, sha256 } = digests;
      const content =
        blake3 !== undefined
          ? state.contents.withBlake3(blake3)
          : sha256 !== undefined
            ? state.contents.withSha256(sha256)
            : null;
      const sent = content === null ? [] : state.records.withContent(content.id).map(ofRecord);
      const named = state.metadataDocuments
        .withHash(Object.values(digests))
        .flatMap((document) => at(document) ?? []);
      return distinct([...sent, ...named]);
    },

    /** With everything that a certificate of it can be compared with, as far as it is kept here. */
    async known(held: HeldRecord): Promise<KnownRecord> {
      const { fileId, projectId, visibility, isCertificateSaved } = held.facts;
      const json = isCertificateSaved ? await cache.keptJson(fileId) : null;
      const ownerName = listedIn(projectId, visibility).get(fileId)?.ownerName ?? '';
      const kept = json && readCertificate(new TextDecoder().decode(json));
      return { ...held, fileHash: held.fileHash, ownerName, kept };
    },

    /** How many contents are known here, from this account's own records and from others'. */
    count: (): number => state.records.count() + state.metadataDocuments.countForeign(),

    /**
     * Fetches fingerprints of records whose content is unknown here, as many as a person may wait for. It stops at the
     * first failure: the service is unavailable, or this account may not read them.
     */
    async fetchMissing(records: readonly HeldRecord[], signal: AbortSignal): Promise<void> {
      const missing = records.filter(
        ({ facts, sent, fileHash }) =>
          sent === null &&
          fileHash.kind === 'not-fetched' &&
          doubtAboutStatus(facts.status) === null,
      );
      for (const { facts } of missing.slice(0, MOST_FETCHED)) {
        if ((await documents.get(facts, signal)).kind === 'fault') return;
      }
    },

    /**
     * The same record with its fingerprint, which is requested if it is not saved here. Without an answer the record is
     * unchanged, and gives the reason.
     */
    async withFingerprint(held: HeldRecord, signal: AbortSignal): Promise<HeldRecord> {
      if (held.fileHash.kind !== 'not-fetched') return held;
      const gaveUp = new AbortController();
      const answered = new AbortController();
      clock.sleep(PATIENCE_MS, answered.signal).then(
        () => gaveUp.abort(),
        () => undefined, // the answer came first
      );
      try {
        const limit = AbortSignal.any([signal, gaveUp.signal]);
        return { ...held, fileHash: hashOfOutcome(await documents.get(held.facts, limit)) };
      } catch (error) {
        if (signal.aborted || !gaveUp.signal.aborted) throw error;
        return { ...held, fileHash: { kind: 'not-fetched', fault: TIMED_OUT } };
      } finally {
        answered.abort();
      }
    },
  };
}

function hashOfOutcome(outcome: DocumentOutcome): KnownFileHash {
  switch (outcome.kind) {
    case 'kept': {
      const { fileHash: written } = outcome.document;
      return written === null ? { kind: 'none' } : { kind: 'known', written };
    }
    case 'not-yet':
      return { kind: 'none' };
    case 'not-a-document':
      return { kind: 'not-fetched', fault: { kind: 'not-the-service', what: 'unreadable' } };
    case 'fault':
      return { kind: 'not-fetched', fault: outcome.fault };
    default:
      return assertNever(outcome);
  }
}

function distinct(records: readonly HeldRecord[]): readonly HeldRecord[] {
  const byPlace = new Map<string, HeldRecord>();
  for (const held of records) {
    const key = recordKey(held.facts);
    if (!byPlace.has(key)) byPlace.set(key, held);
  }
  return [...byPlace.values()];
}
