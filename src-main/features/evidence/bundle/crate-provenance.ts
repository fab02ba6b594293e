/** Where files come from, for the RO-Crate of a bundle: the words of PROV, and the same as actions of schema.org. Pure. */
import type {
  ProvActivity,
  ProvenanceTerms,
} from '../../../../src-shared/model/lineage/provenance-terms.ts';
import type { BundledFile, PersonFacts } from './bundle-facts.ts';
import { entity, localId, refer, referAll, type Entity, type Reference } from './crate-entity.ts';
import { fileId } from './crate-files.ts';
import { personId } from './crate-people.ts';

export interface CrateProvenance {
  /** Activities, persons, and files that are cited and not in the bundle. */
  readonly entities: readonly Entity[];
  /** What to say about a file, by the service's id. */
  readonly ofFiles: ReadonlyMap<string, Readonly<Record<string, readonly Reference[]>>>;
}

export function crateProvenance(
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
        (makings.get(id) ?? []).map(({ activityId }) => localId('making', activityId)),
      ),
      'prov:wasAttributedTo': referAll(
        (persons.get(id) ?? []).map(({ agentId }) => personOf.get(agentId) ?? ''),
      ),
    };
    const told = Object.fromEntries(
      Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
    if (inBundle.has(node.fileId ?? '')) ofFiles.set(node.fileId ?? '', told);
    else entities.push(entity(idOf(id), ['File', 'prov:Entity'], { name: node.name, ...told }));
  }
  const used = Map.groupBy(terms.used, ({ activityId }) => activityId);
  for (const activity of terms.activities) {
    const name = nodes.get(activity.nodeId)?.name ?? '';
    const taken = (used.get(activity.id) ?? []).map(({ entityId }) => entityId);
    entities.push(making(activity, name, taken, idOf));
  }
  for (const agent of terms.agents) {
    const name = agent.name === '' ? agent.personId : agent.name;
    entities.push(entity(personOf.get(agent.id) ?? '', ['Person', 'prov:Agent'], { name }));
  }
}

/** `taken`: nodes of what it took in, its plans among them. */
function making(
  activity: ProvActivity,
  name: string,
  taken: readonly string[],
  idOf: (nodeId: string) => string,
): Entity {
  const plans = new Set(activity.planIds);
  return entity(localId('making', activity.id), ['CreateAction', 'prov:Activity'], {
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
