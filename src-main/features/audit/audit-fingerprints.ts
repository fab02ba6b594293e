/**
 * What is known about a content by its fingerprints: the ledger's own, and those in the service's metadata documents.
 * Only `prepare` makes requests. As everywhere, an equal fingerprint shows how the service makes them.
 */
import type { AuditRecord } from '../../../src-shared/model/proofs/audit.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type FileDigests,
} from '../../../src-shared/model/proofs/hash-method.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { RecordFacts } from '../../../src-shared/model/proofs/verdict.ts';
import type { AuditFacts, AuditMatch } from './evaluate-audit.ts';
import { type HeldRecord, isAsSent, evaluateRecord } from '../verify/evaluate-record.ts';
import { equalReading, isSameMethod, readFileHash } from '../../digests/file-hash.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { RecordAddress } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { Verifying } from '../verify/verification.ts';

export interface FingerprintParts {
  readonly state: Pick<
    State,
    | 'contents'
    | 'folders'
    | 'projects'
    | 'records'
    | 'expectedFiles'
    | 'metadataDocuments'
    | 'isHistoryIncomplete'
  >;
  readonly verifying: Pick<Verifying, 'documents' | 'method' | 'learn'> & {
    readonly held: Pick<Verifying['held'], 'ofRecord'>;
  };
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
  readonly mirror: Pick<Mirror, 'copyOf'>;
  readonly resources: Pick<Resources, 'files'>;
}

/** After a loss of history: what one audit does not fetch, the next one does. */
const MOST_DOCUMENTS = 2_000;
const VISIBILITIES: readonly Visibility[] = ['public', 'private'];

/** Files that only the service has, from the last copies of its lists: a lookup must not read them again. */
interface Elsewhere {
  readonly byPlace: ReadonlyMap<string, AuditRecord>;
  /** One of each name. */
  readonly byName: ReadonlyMap<string, AuditRecord>;
}

/** For one audit. */
export function makeAuditFingerprints(parts: FingerprintParts) {
  const { state, verifying } = parts;
  const { documents } = verifying;
  let known: Elsewhere | null = null;
  let hasForeign: boolean | null = null; // computed once for all files: every document is searched for it

  function projectIds(): readonly string[] {
    const watched = state.folders.watched().map(({ assignment }) => assignment.projectId);
    return [...new Set([...watched, ...state.projects.all().map(({ project }) => project.id)])];
  }

  function elsewhere(): Elsewhere {
    if (known !== null) return known;
    const byPlace = new Map<string, AuditRecord>();
    const byName = new Map<string, AuditRecord>();
    for (const projectId of projectIds()) {
      for (const visibility of VISIBILITIES) {
        const listed = parts.mirror.copyOf(parts.resources.files(projectId, visibility))?.value;
        for (const { fileId, name, status } of listed ?? []) {
          if (state.records.at(projectId, visibility, fileId) !== null) continue;
          const record = { fileId, projectId, visibility, name, status, provenAtMs: null };
          byPlace.set(keyOf(record), record);
          byName.set(name, record);
        }
      }
    }
    known = { byPlace, byName };
    return known;
  }

  /** From the ledger: what this computer sent, and which fingerprint the service reports for it. */
  function ofLedger(digests: FileDigests): readonly HeldRecord[] {
    const content = state.contents.withBlake3(digests.blake3);
    if (content === null) return [];
    return state.records.withContent(content.id).map((record) => verifying.held.ofRecord(record));
  }

  function matchOf(held: HeldRecord, digests: FileDigests): readonly AuditMatch[] {
    const judged = evaluateRecord(digests, held, verifying.method());
    if (judged.kind === 'match') verifying.learn(judged.comparison.method);
    const basis = basisOf(judged, isAsSent(digests, held) === true);
    return basis === null ? [] : [{ record: auditRecordOf(held.facts), basis }];
  }

  /** From documents of files that this computer never had. Other code evaluates the state of the record. */
  function ofOthers(digests: FileDigests): readonly AuditMatch[] {
    return state.metadataDocuments.withHash(Object.values(digests)).flatMap((document) => {
      const record = elsewhere().byPlace.get(keyOf(document));
      const equal = equalReading(readFileHash(document.fileHash ?? ''), digests);
      if (record === undefined || equal === null) return [];
      verifying.learn({ algorithm: equal.algorithm, encoding: equal.encoding });
      return [{ record, basis: 'fingerprint' as const }];
    });
  }

  /** A service may have changed its method: a fingerprint made by another method than the known one proves nothing. */
  function isComparable(fileHash: string): boolean {
    const method = verifying.method();
    return (
      method !== null && readFileHash(fileHash).some((reading) => isSameMethod(reading, method))
    );
  }

  function gapOf(name: string): AuditFacts['gap'] {
    const record = elsewhere().byName.get(name);
    if (record !== undefined) {
      const fileHash = documents.kept(record)?.fileHash ?? null;
      if (fileHash === null) return { reason: 'not-fetched', record };
      if (!isComparable(fileHash)) return { reason: 'method-unknown', record };
    }
    return state.isHistoryIncomplete() ? { reason: 'history-incomplete', record: null } : null;
  }

  return {
    /** Digests to compute for a file in addition to our own two. */
    algorithms(): readonly DigestAlgorithm[] {
      const method = verifying.method();
      if (method !== null) return [method.algorithm].filter(isFurther);
      // The ledger knows its own contents. Only what others sent must be matched by the service's method.
      hasForeign ??= state.expectedFiles.hasForeignDocuments();
      return hasForeign ? DIGEST_ALGORITHMS.filter(isFurther) : [];
    },

    /** For a file with this name. */
    lookUp(name: string, digests: FileDigests): Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'> {
      const own = ofLedger(digests).flatMap((held) => matchOf(held, digests));
      const found = [...own, ...ofOthers(digests)];
      const content = found.length === 0 ? state.contents.withBlake3(digests.blake3) : null;
      return {
        known: found,
        isOnPlatform: content?.platform?.exists === true,
        gap: found.length === 0 ? gapOf(name) : null,
      };
    },

    /**
     * When records of earlier work may be missing here, this fetches the fingerprints of the files that the service
     * lists while it responds. They are saved, so that later audits need no network.
     */
    async prepare(signal: AbortSignal): Promise<void> {
      if (!state.isHistoryIncomplete()) return;
      let left = MOST_DOCUMENTS;
      for (const projectId of projectIds()) {
        const listed = await parts.platformFiles.list(projectId, signal);
        for (const { visibility, fileId } of listed.ok ? listed.value.records : []) {
          const place = { projectId, visibility, fileId };
          const isKnown = state.records.at(projectId, visibility, fileId) !== null;
          if (isKnown || documents.kept(place) !== null) continue;
          if (left === 0) return;
          left -= 1;
          const outcome = await documents.get(place, signal);
          if (outcome.kind === 'fault') return; // offline or signed out: use what is saved here
        }
      }
    },
  };
}

function keyOf({ projectId, visibility, fileId }: RecordAddress): string {
  return JSON.stringify([projectId, visibility, fileId]);
}

function isFurther(algorithm: DigestAlgorithm): boolean {
  return algorithm !== 'sha256' && algorithm !== 'blake3';
}

/** Null: nothing shows that the record holds these bytes. */
function basisOf(
  judged: ReturnType<typeof evaluateRecord>,
  isSent: boolean,
): AuditMatch['basis'] | null {
  if (judged.kind === 'match') return 'fingerprint';
  if (judged.kind === 'unsure' && judged.doubt.kind === 'contradicts-upload') return 'contradicted';
  return isSent ? 'sent' : null;
}

function auditRecordOf(facts: RecordFacts): AuditRecord {
  const { fileId, projectId, visibility, name, status, notarizedAtMs } = facts;
  return { fileId, projectId, visibility, name, status, provenAtMs: notarizedAtMs };
}
