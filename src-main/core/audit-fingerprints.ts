/**
 * What is known of a content by its fingerprints: the ledger's own, and those in the service's metadata documents. Beside
 * `prepare` it asks nobody. An equal fingerprint teaches how the service makes them, as everywhere.
 */
import type { AuditRecord } from '../../src-shared/model/audit.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type FileDigests,
} from '../../src-shared/model/hash-method.ts';
import type { RecordFacts } from '../../src-shared/model/verdict.ts';
import type { AuditFacts, AuditMatch } from '../certificates/audit-judge.ts';
import type { HeldRecord } from '../certificates/held-record.ts';
import { isAsSent, judgeRecord } from '../certificates/judge-record.ts';
import { isSameMethod, readFileHash } from '../digests/file-hash.ts';
import type { State } from '../state/state.ts';
import type { PlatformFiles } from './platform-files.ts';
import type { Verifying } from './verifying.ts';

export interface FingerprintParts {
  readonly state: Pick<
    State,
    'contents' | 'folders' | 'projects' | 'records' | 'expectedFiles' | 'isHistoryIncomplete'
  >;
  readonly verifying: Pick<Verifying, 'held' | 'documents' | 'method' | 'learn'>;
  readonly platformFiles: Pick<PlatformFiles, 'list'>;
}

/** After a loss of history: what the next audit does not get, the one after it does. */
const MOST_DOCUMENTS = 2_000;

export type AuditFingerprints = ReturnType<typeof makeAuditFingerprints>;

/** For one audit. */
export function makeAuditFingerprints({ state, verifying, platformFiles }: FingerprintParts) {
  const { held, documents } = verifying;
  let named: ReadonlyMap<string, HeldRecord> | null = null;
  let hasForeign: boolean | null = null; // once for all files: every document is looked through for it

  function projectIds(): readonly string[] {
    const watched = state.folders.watched().map(({ assignment }) => assignment.projectId);
    return [...new Set([...watched, ...state.projects.all().map(({ project }) => project.id)])];
  }

  /** Records that this computer never held and has nothing to compare with, by their names. */
  function uncompared(): ReadonlyMap<string, HeldRecord> {
    named ??= new Map(
      projectIds()
        .flatMap((projectId) => held.inProject(projectId))
        .filter((each) => each.sent === null && !isComparable(each))
        .map((each) => [each.facts.name, each]),
    );
    return named;
  }

  /** A service may have changed its method: what it wrote in another way than the known one tells nothing. */
  function isComparable({ fileHash }: HeldRecord): boolean {
    const method = verifying.method();
    if (fileHash.kind !== 'known' || method === null) return false;
    return readFileHash(fileHash.written).some((reading) => isSameMethod(reading, method));
  }

  function matchOf(record: HeldRecord, digests: FileDigests): readonly AuditMatch[] {
    const judged = judgeRecord(digests, record, verifying.method());
    if (judged.kind === 'match') verifying.learn(judged.comparison.method);
    const basis = basisOf(judged, isAsSent(digests, record) === true);
    return basis === null ? [] : [{ record: auditRecordOf(record.facts), basis }];
  }

  return {
    /** What a file has to be read for beside our own two digests. */
    algorithms(): readonly DigestAlgorithm[] {
      const method = verifying.method();
      if (method !== null) return [method.algorithm].filter(isFurther);
      // The ledger knows its own contents; only what others sent has to be found by whatever the service means.
      hasForeign ??= state.expectedFiles.hasForeignDocuments();
      return hasForeign ? DIGEST_ALGORITHMS.filter(isFurther) : [];
    },

    /** Of a file with this name. */
    lookUp(name: string, digests: FileDigests): Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'> {
      const known = held.withDigests(digests).flatMap((record) => matchOf(record, digests));
      const content = known.length === 0 ? state.contents.withSha256(digests.sha256) : null;
      return {
        known,
        isOnPlatform: content?.platform?.exists === true,
        gap: known.length === 0 ? gapOf(name) : null,
      };
    },

    /**
     * When records of earlier work may be missing here, the fingerprints of what the service lists are fetched while it
     * answers. They stay, so that later audits need no network.
     */
    async prepare(signal: AbortSignal): Promise<void> {
      if (!state.isHistoryIncomplete()) return;
      let left = MOST_DOCUMENTS;
      for (const projectId of projectIds()) {
        const listed = await platformFiles.list(projectId, signal);
        for (const { visibility, fileId } of listed.ok ? listed.value.records : []) {
          const place = { projectId, visibility, fileId };
          const isKnown = state.records.at(projectId, visibility, fileId) !== null;
          if (isKnown || documents.kept(place) !== null) continue;
          if (left === 0) return;
          left -= 1;
          const outcome = await documents.get(place, signal);
          if (outcome.kind === 'fault') return; // offline, or signed out: what is here has to do
        }
      }
    },
  };

  function gapOf(name: string): AuditFacts['gap'] {
    const same = uncompared().get(name);
    if (same !== undefined) {
      const reason = same.fileHash.kind === 'known' ? 'method-unknown' : 'not-fetched';
      return { reason, record: auditRecordOf(same.facts) };
    }
    return state.isHistoryIncomplete() ? { reason: 'history-incomplete', record: null } : null;
  }
}

function isFurther(algorithm: DigestAlgorithm): boolean {
  return algorithm !== 'sha256' && algorithm !== 'blake3';
}

/** Null: the record does not hold these bytes, or nothing says that it does. */
function basisOf(
  judged: ReturnType<typeof judgeRecord>,
  isSent: boolean,
): AuditMatch['basis'] | null {
  if (judged.kind === 'match') return 'fingerprint';
  if (judged.kind === 'unsure' && judged.doubt.kind === 'contradicts-upload') return 'contradicted';
  if (isSent) return 'sent';
  // Its fingerprint is one of the file's digests; what stands in the way is what became of the record.
  return judged.kind === 'unsure' && judged.decidedBy === 'status' ? 'fingerprint' : null;
}

function auditRecordOf(facts: RecordFacts): AuditRecord {
  const { fileId, projectId, visibility, name, status, notarizedAtMs } = facts;
  return { fileId, projectId, visibility, name, status, provenAtMs: notarizedAtMs };
}
