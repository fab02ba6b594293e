/** What this computer knows of the people, the projects and the origin of chosen files. It asks nobody for people. */
import type { UserView } from '../../../src-shared/model/people/person-view.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import type { EvidenceContents } from '../../../src-shared/model/proofs/evidence.ts';
import type { Lineage } from '../../../src-shared/model/lineage/lineage.ts';
import { indexLineage } from '../../../src-shared/model/lineage/lineage-walk.ts';
import {
  provenanceTerms,
  type ProvenanceTerms,
} from '../../../src-shared/model/lineage/provenance-terms.ts';
import type { BundleFacts, PersonFacts, ProjectFacts } from './bundle/bundle-facts.ts';
import type { State } from '../../db/state.ts';
import { findSeenUser, seenUsers } from '../mirror/account-mirror.ts';
import type { ChosenEvidence } from './evidence-choice.ts';
import type { LineageReader } from '../provenance/lineage.ts';

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

/** The chosen files and everything they come from. */
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
