/**
 * The RO-Crate 1.2 of a bundle, whose root is the payload of the bag: what every file is, its owner and project, its
 * origin, and what was checked. Everything that is referred to is described in it. Pure.
 */
import { isGap } from '../../../../src-shared/model/proofs/evidence.ts';
import { printableJson } from '../../../../src-shared/model/text/printable.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import type { Bundle, BundledFile, Part, PersonFacts } from './bundle-facts.ts';
import { CHECKS_PATH, fileEntities, fileId, partIds } from './crate-files.ts';
import {
  COMPLETED,
  entity,
  type Entity,
  LABSEAL_ID,
  localId,
  peopleEntities,
  personId,
  projectId,
  refer,
  referAll,
  type Reference,
  ROOT_ID,
} from './crate-people.ts';
import type {
  ProvActivity,
  ProvenanceTerms,
} from '../../../../src-shared/model/lineage/provenance-terms.ts';

export const CRATE_PATH = 'ro-crate-metadata.json';
const CRATE_1_2 = 'https://w3id.org/ro/crate/1.2';
const LICENCE_ID = '#licence';

/** `checks`: the list of checks, which is part of the bundle like the files. */
export function makeCrate(
  bundle: Bundle,
  checks: Part,
  mediaTypeOf: (name: string) => string,
): string {
  const { bundled, madeAtMs } = bundle;
  const provenance = crateProvenance(
    bundle.projects.flatMap((project) => project.provenance ?? []),
    bundled,
  );
  const files = fileEntities(bundled, { mediaTypeOf, provenance: provenance.ofFiles }, madeAtMs);
  const graph = merged([
    entity(CRATE_PATH, 'CreativeWork', {
      about: refer(ROOT_ID),
      conformsTo: refer(CRATE_1_2),
    }),
    rootEntity(bundle),
    entity(LICENCE_ID, 'CreativeWork', {
      name: 'No licence stated',
      description:
        'Whoever made this bundle stated no licence. Ask them before you pass the files on or use them.',
    }),
    ...peopleEntities(bundle),
    ...files,
    entity(CHECKS_PATH, 'File', {
      name: 'What was checked when this bundle was made',
      contentSize: String(checks.sizeBytes),
      sha256: checks.sha256,
      encodingFormat: 'application/json',
      creator: refer(LABSEAL_ID),
    }),
    making(bundle),
    ...provenance.entities,
  ]);
  return `${printableJson({ '@context': `${CRATE_1_2}/context`, '@graph': graph }, 2)}\n`;
}

/** One person can be a member and the uploader: the fuller description stays, with both types. */
function merged(entities: readonly Entity[]): readonly Entity[] {
  const byId = new Map<string, Entity>();
  for (const one of entities) {
    const known = byId.get(one['@id']);
    const types = [...new Set([known?.['@type'] ?? [], one['@type']].flat())];
    const type = types.length === 1 ? (types[0] ?? '') : types;
    byId.set(one['@id'], { ...one, ...known, '@type': type });
  }
  return [...byId.values()];
}

function rootEntity({ id, title, bundled, madeAtMs, madeBy, projects, ...facts }: Bundle): Entity {
  const parts = bundled.flatMap(({ part, documents }) => [
    part,
    documents.certificatePdf,
    documents.certificateJson,
    documents.metadataJson,
  ]);
  const gaps = bundled.filter(({ content }) => isGap(content)).length + facts.unproven.length;
  return entity(ROOT_ID, 'Dataset', {
    name: `Evidence: ${title}`,
    description:
      `Files with the proof that they existed unchanged when a notarization service recorded them: their ` +
      `certificates, the service's metadata documents, and the result of comparing each file with its record. ` +
      (gaps === 0 ? 'Nothing that was chosen is missing.' : `Not in it, and named in it: ${gaps}.`),
    datePublished: isoFromMs(madeAtMs),
    identifier: `urn:uuid:${id}`,
    license: refer(LICENCE_ID),
    author: madeBy === null ? undefined : refer(personId(madeBy)),
    about: referAll(projects.map((project) => projectId(project.projectId))),
    hasPart: referAll([...partIds(parts), CHECKS_PATH]),
    mentions: refer('#bundle-made'),
  });
}

function making({ madeAtMs, madeBy }: Bundle): Entity {
  return entity('#bundle-made', 'CreateAction', {
    name: 'Making of this bundle',
    object: refer(ROOT_ID),
    agent: madeBy === null ? undefined : refer(personId(madeBy)),
    instrument: refer(LABSEAL_ID),
    endTime: isoFromMs(madeAtMs),
    actionStatus: COMPLETED,
  });
}

interface CrateProvenance {
  /** Activities, people, and cited files that are not in the bundle. */
  readonly entities: readonly Entity[];
  /** Properties of a file, by the service's id. */
  readonly ofFiles: ReadonlyMap<string, Readonly<Record<string, readonly Reference[]>>>;
}

/** The origin of files, for the RO-Crate of a bundle: in PROV terms, and the same as actions of schema.org. Pure. */
function crateProvenance(
  terms: readonly ProvenanceTerms[],
  bundled: readonly BundledFile[],
): CrateProvenance {
  const inBundle = new Map(bundled.map((file) => [file.chosen.record.fileId, fileId(file)]));
  const entities: Entity[] = [];
  const ofFiles = new Map<string, Record<string, readonly Reference[]>>();
  for (const part of terms) addProject(part, inBundle, entities, ofFiles);
  return { entities, ofFiles };
}

function addProject(
  terms: ProvenanceTerms,
  inBundle: ReadonlyMap<string, string>,
  entities: Entity[],
  ofFiles: Map<string, Record<string, readonly Reference[]>>,
): void {
  const nodes = new Map(terms.entities.map((node) => [node.id, node]));
  const idOf = (nodeId: string) => {
    const node = nodes.get(nodeId);
    return inBundle.get(node?.fileId ?? '') ?? localId('file', node?.fileId ?? nodeId);
  };
  const personOf = new Map(terms.agents.map((agent) => [agent.id, personId(personFacts(agent))]));
  const sources = byEntity(terms.wasDerivedFrom);
  const makings = byEntity(terms.wasGeneratedBy);
  const persons = byEntity(terms.wasAttributedTo);
  for (const { id, ...node } of terms.entities) {
    const said = {
      wasDerivedFrom: referAll((sources.get(id) ?? []).map(({ sourceId }) => idOf(sourceId))),
      'prov:wasGeneratedBy': referAll(
        (makings.get(id) ?? []).map(({ activityId }) => localId('activityEntity', activityId)),
      ),
      'prov:wasAttributedTo': referAll(
        (persons.get(id) ?? []).map(({ agentId }) => personOf.get(agentId) ?? ''),
      ),
    };
    const reported = Object.fromEntries(
      Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
    if (inBundle.has(node.fileId ?? '')) ofFiles.set(node.fileId ?? '', reported);
    else entities.push(entity(idOf(id), ['File', 'prov:Entity'], { name: node.name, ...reported }));
  }
  const used = Map.groupBy(terms.used, ({ activityId }) => activityId);
  for (const activity of terms.activities) {
    const name = nodes.get(activity.nodeId)?.name ?? '';
    const taken = (used.get(activity.id) ?? []).map(({ entityId }) => entityId);
    entities.push(activityEntity(activity, name, taken, idOf));
  }
  for (const agent of terms.agents) {
    const name = agent.name === '' ? agent.personId : agent.name;
    entities.push(entity(personOf.get(agent.id) ?? '', ['Person', 'prov:Agent'], { name }));
  }
}

/** `taken`: nodes of its inputs, including its plans. */
function activityEntity(
  activity: ProvActivity,
  name: string,
  taken: readonly string[],
  idOf: (nodeId: string) => string,
): Entity {
  const plans = new Set(activity.planIds);
  return entity(localId('activityEntity', activity.id), ['CreateAction', 'prov:Activity'], {
    name: `Making of ${name}`,
    description: activity.description ?? undefined,
    object: referAll(taken.filter((nodeId) => !plans.has(nodeId)).map(idOf)),
    instrument: referAll(activity.planIds.map(idOf)),
    result: refer(idOf(activity.nodeId)),
    'prov:used': referAll(taken.map(idOf)),
  });
}

function byEntity<Link extends { readonly entityId: string }>(links: readonly Link[]) {
  return Map.groupBy(links, ({ entityId }) => entityId);
}

function personFacts({ personId: userId, name }: { personId: string; name: string }): PersonFacts {
  return { userId, givenName: name, familyName: '', organisation: '' };
}
