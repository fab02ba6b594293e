/** What a bundle holds beside the files: people, projects and origin as this computer knows them, and the documents. */
import fs from 'node:fs/promises';
import type { UserView } from '../../../src-shared/model/people/person-view.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import type { EvidenceContents } from '../../../src-shared/model/proofs/evidence.ts';
import type { Lineage } from '../../../src-shared/model/lineage/lineage.ts';
import { indexLineage } from '../../../src-shared/model/lineage/lineage-walk.ts';
import {
  provenanceTerms,
  type ProvenanceTerms,
} from '../../../src-shared/model/lineage/provenance-terms.ts';
import type {
  ChosenEvidence,
  BundleFacts,
  CopyEvaluation,
  PersonFacts,
  ProjectFacts,
  RecordedFile,
  ChosenFile,
} from './bundle/bundle-facts.ts';
import type { State } from '../../db/state.ts';
import { errnoOf } from '../../platform/errno.ts';
import { findSeenUser, seenUsers } from '../mirror/account-mirror.ts';
import type { LineageReader } from '../provenance/lineage.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { BundlePorts } from './bundle/make-bundle.ts';
import type { FetchedCertificate, FetchedMetadata } from './bundle/checks-document.ts';
import type { CertificateCache } from '../certificates/certificate-cache.ts';
import { algorithmsForRecord, isAgainst } from '../../../src-shared/model/proofs/judge.ts';
import type { SavedCertificate, Certificates } from '../certificates/certificates.ts';
import type { Verifying } from '../verify/verification.ts';
import {
  type CitedRecord,
  type CitedRecords,
  MOST_CITED_RECORDS,
} from '../../../src-shared/model/proofs/cited-records.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { recordKey } from '../../../src-shared/model/proofs/verdict.ts';
import { readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';

export interface EvidenceFactParts {
  readonly state: Pick<State, 'projects' | 'mirror'>;
  readonly lineage: Pick<LineageReader, 'read'>;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  /** Address of the service. */
  readonly service: string;
}

/** Aborting ends the wait for the lists of a project that were never read. */
export async function gatherEvidenceFacts(
  chosen: ChosenEvidence,
  contents: EvidenceContents,
  { state, lineage, userId, service }: EvidenceFactParts,
  signal: AbortSignal,
): Promise<BundleFacts> {
  const users = new Map(seenUsers(state.mirror.all('user')).map((user) => [user.userId, user]));
  const wanted = Map.groupBy(chosen.files, ({ record }) => record.projectId);
  const projects: ProjectFacts[] = [];
  for (const [projectId, files] of wanted) {
    const read = await lineage.read(projectId, 'at-once', signal);
    const ids = new Set(files.map(({ record }) => record.fileId));
    const provenance = read.ok ? originsOf(read.value.lineage, ids) : null;
    projects.push({ ...projectFacts(projectId, state, users), provenance });
  }
  const own = userId();
  const everywhere = state.projects.all().map(({ project }) => project);
  const me = own === null ? null : findSeenUser({ userId: own }, [...users.values()], everywhere);
  return {
    ...chosen,
    contents,
    projects,
    madeBy: me === null ? null : personFacts(me),
    service,
    software: [
      { name: PRODUCT.name, version: PRODUCT.version },
      { name: 'Node.js', version: process.versions.node },
    ],
  };
}

/** The chosen files and all their sources. */
function originsOf(lineage: Lineage, fileIds: ReadonlySet<string>): ProvenanceTerms {
  const { cites } = indexLineage(lineage);
  const wanted = new Set<string>();
  const open = [...lineage.nodes.values()].filter(({ fileId }) => fileIds.has(fileId ?? ''));
  const reached = open.map(({ id }) => id);
  for (let id = reached.pop(); id !== undefined; id = reached.pop()) {
    if (wanted.has(id)) continue;
    wanted.add(id);
    reached.push(...(cites.get(id) ?? []).map(({ to }) => to));
  }
  return provenanceTerms(lineage, ({ id }) => wanted.has(id));
}

function projectFacts(
  projectId: string,
  { projects }: EvidenceFactParts['state'],
  users: ReadonlyMap<string, UserView>,
): Omit<ProjectFacts, 'provenance'> {
  const project = projects.get(projectId)?.project;
  if (project === undefined) {
    const unknown = { area: '', organisation: '', location: '', startDate: '', endDate: '' };
    return { projectId, name: projectId, ...unknown, tags: [], leaderId: '', members: [] };
  }
  const { name, area, organisation, location, tags, startDate, endDate, leaderId } = project;
  const leader = { id: leaderId, name: project.leaderFirstName, lastName: project.leaderLastName };
  const members = new Map([leader, ...project.members.records].map((one) => [one.id, one]));
  return {
    projectId,
    name,
    area,
    organisation,
    location,
    tags,
    startDate,
    endDate,
    leaderId,
    members: [...members.values()]
      .filter(({ id }) => id !== '')
      .map(({ id, name: givenName, lastName: familyName }) => ({
        userId: id,
        givenName,
        familyName,
        organisation: users.get(id)?.organisation ?? '',
      })),
  };
}

function personFacts({ userId, name, lastName, organisation }: UserView): PersonFacts {
  return { userId, givenName: name, familyName: lastName, organisation };
}

export interface EvidenceDocumentParts {
  readonly cache: Pick<CertificateCache, 'kept'>;
  readonly certificates: Pick<Certificates, 'getListed'>;
  readonly verifying: Pick<Verifying, 'held' | 'documents' | 'method' | 'examine'>;
}

const AWAY: ReadonlySet<CoreFault['kind']> = new Set([
  'unavailable',
  'throttled',
  'not-the-service',
  'not-signed-in',
]);

/**
 * The service's documents for one bundle. Saved ones are used. Others are requested until the service turns out to be
 * unavailable, so that a bundle of a thousand files does not wait a thousand times.
 */
export function makeEvidenceDocuments({
  cache,
  certificates,
  verifying,
}: EvidenceDocumentParts): Pick<BundlePorts, 'fetchDocuments' | 'evaluatorFor' | 'method'> {
  const { documents, held } = verifying;
  let isAway = false;

  async function certificateOf(
    { projectId, fileId }: RecordedFile,
    signal: AbortSignal,
  ): Promise<FetchedCertificate> {
    const kept = await cache.kept(fileId);
    if (kept !== null) return readBoth(kept);
    if (isAway) return { kind: 'not-had' };
    const got = await certificates.getListed(projectId, fileId, signal);
    if (got.ok) return readBoth(got.value);
    isAway ||= AWAY.has(got.fault.kind);
    return { kind: got.fault.kind === 'no-certificate-yet' ? 'none-yet' : 'not-had' };
  }

  async function metadataOf(record: RecordedFile, signal: AbortSignal): Promise<FetchedMetadata> {
    const kept = documents.kept(record);
    if (kept !== null) return { kind: 'had', json: kept.bytes };
    if (isAway) return { kind: 'not-had' };
    const outcome = await documents.get(record, signal);
    switch (outcome.kind) {
      case 'kept':
        return { kind: 'had', json: outcome.document.bytes };
      case 'not-yet':
        return { kind: 'none-yet' };
      case 'not-a-document':
        return { kind: 'not-had' };
      case 'fault':
        isAway ||= AWAY.has(outcome.fault.kind);
        return { kind: 'not-had' };
      default:
        return assertNever(outcome);
    }
  }

  return {
    fetchDocuments: async (record, signal) => ({
      certificate: await certificateOf(record, signal).catch(notHad),
      metadata: await metadataOf(record, signal).catch(notHad),
    }),

    method: () => verifying.method(),

    evaluatorFor(record) {
      const known = held.find(record.fileId, record.projectId);
      if (known === null) throw new Error(`no record ${record.fileId}`);
      return {
        algorithms: ['sha256', 'blake3', ...algorithmsForRecord(known, verifying.method())],
        evaluate(digests) {
          const judged = verifying.examine(both(digests), known);
          const comparison = judged.kind === 'unsure' ? null : judged.comparison;
          return {
            verdict: judged.kind,
            written:
              comparison?.written ??
              (known.fileHash.kind === 'known' ? known.fileHash.written : null),
            method: comparison?.method ?? null,
            doubt: judged.kind === 'unsure' ? judged.doubt.kind : null,
            isAsSent: judged.isAsSent,
            missing: judged.kind === 'match' ? [] : (judged.missing ?? []),
          } satisfies CopyEvaluation;
        },
      };
    },
  };
}

/** A disk that does not give or take our own copy says nothing about the place of the bundle. */
function notHad(error: unknown): { readonly kind: 'not-had' } {
  errnoOf(error); // a bug goes on
  return { kind: 'not-had' };
}

async function readBoth({
  pdfPath,
  jsonPath,
}: Pick<SavedCertificate, 'pdfPath' | 'jsonPath'>): Promise<FetchedCertificate> {
  const [pdf, json] = await Promise.all([fs.readFile(pdfPath), fs.readFile(jsonPath)]);
  return { kind: 'had', pdf, json };
}

function both(digests: Digests) {
  const { sha256, blake3 } = digests;
  if (sha256 === undefined || blake3 === undefined) throw new Error('a copy was read without them');
  return { ...digests, sha256, blake3 };
}

/** What can be said of chosen files in a paper: what this computer saw on the chain, of contents that it had. */
export function citedRecords(
  { files, unproven, leftOutByRules }: ChosenEvidence,
  nameOf: (projectId: string) => string,
  source: Pick<CitedRecords, 'service' | 'account' | 'algorithm'>,
  isDenied: (record: RecordedFile) => boolean,
): Result<CitedRecords, CoreFault> {
  const chosen = [...Map.groupBy(files, ({ record }) => recordKey(record)).values()];
  const citable = chosen.flatMap(citedRecord);
  const records = citable.filter(({ record }) => !isDenied(record)).map(({ cited }) => cited);
  if (records.length > MOST_CITED_RECORDS) {
    const why = { kind: 'too-many-records', most: MOST_CITED_RECORDS } as const;
    return fail({ kind: 'no-evidence', why });
  }
  const unread = unproven.filter(({ why }) => why !== 'no-record').length;
  const projects = new Set(records.map(({ projectId }) => nameOf(projectId)));
  return ok({
    ...source,
    projects: [...projects],
    records: records.toSorted(
      (one, other) =>
        one.notarizedAtMs - other.notarizedAtMs || (one.fileId < other.fileId ? -1 : 1),
    ),
    left: {
      unproven: unproven.length - unread,
      unread,
      unseen: chosen.length - citable.length,
      contradicted: citable.length - records.length,
      byRules: leftOutByRules,
    },
  });
}

/** The name of the record, not of a copy: it is what the service shows. One copy that is as it was suffices. */
function citedRecord(
  copies: readonly ChosenFile[],
): readonly { readonly record: RecordedFile; readonly cited: CitedRecord }[] {
  const [first] = copies;
  if (first === undefined) return [];
  const { record } = first;
  const { name, fileId, projectId, visibility, status, content } = record;
  const { notarizedAtMs, isDateRecorded } = record;
  const sha256 = content?.sha256 ?? null;
  if (content === null || sha256 === null || notarizedAtMs === null) return [];
  const isDeleted = stateOfWord(status) !== 'notarized';
  const isHere = copies.some(({ past }) => past === null);
  const wasChanged = copies.some(({ past }) => past === 'changed');
  const past = isHere ? null : wasChanged ? 'changed' : 'missing';
  const { sizeBytes } = content;
  const facts = { name, fileId, projectId, visibility, isDeleted, sizeBytes, sha256 };
  return [{ record, cited: { ...facts, past, notarizedAtMs, isDateRecorded } }];
}

export interface ContradictionParts {
  readonly cache: Pick<CertificateCache, 'keptJson'>;
  readonly verifying: Pick<Verifying, 'held' | 'method' | 'examine'>;
}

/**
 * Whether the service's own documents of a record, as they are kept here, speak of another file than it was sent, or against
 * themselves. Asks nobody. A difference counts only under the method that the service is known to use.
 */
export async function isContradicted(
  { fileId, projectId, content }: RecordedFile,
  { cache, verifying }: ContradictionParts,
): Promise<boolean> {
  const held = verifying.held.find(fileId, projectId);
  if (content === null || content.sha256 === null || held === null) return false;
  const digests = { sha256: content.sha256, blake3: content.blake3 };
  const ofRecord = verifying.examine(digests, held);
  if (ofRecord.kind === 'mismatch') return true;
  if (ofRecord.kind === 'unsure' && ofRecord.doubt.kind === 'contradicts-upload') return true;
  const json = held.facts.isCertificateSaved ? await cache.keptJson(fileId) : null;
  const reading = json === null ? null : readCertificate(new TextDecoder().decode(json));
  if (reading === null) return false;
  const { sizeBytes } = content;
  return isAgainst(reading, { digests, sizeBytes }, verifying.method());
}
