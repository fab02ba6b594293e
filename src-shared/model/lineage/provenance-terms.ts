/**
 * A lineage in the words of the W3C's PROV: files are entities, the making of a secondary file is an activity, and
 * whoever uploaded a file is an agent. Pure, and no more is said than the service says: nobody tells who ran a
 * procedure or when, so no activity has a time or a person.
 */
import type { LineageNode } from './lineage-graph.ts';
import type { Lineage } from './lineage.ts';

export interface ProvActivity {
  readonly id: string;
  /** The node of the file that it made. */
  readonly nodeId: string;
  /** As the service has it; null when nobody described it. */
  readonly description: string | null;
  /** Nodes of the files that say how it is done: `prov:hadPlan`. */
  readonly planIds: readonly string[];
}

export interface ProvAgent {
  readonly id: string;
  /** The service's id of the person; empty if unknown. */
  readonly personId: string;
  readonly name: string;
}

export interface ProvenanceTerms {
  /** Each is a node of the lineage; its id is the node's. */
  readonly entities: readonly LineageNode[];
  readonly activities: readonly ProvActivity[];
  readonly agents: readonly ProvAgent[];
  readonly wasDerivedFrom: readonly { readonly entityId: string; readonly sourceId: string }[];
  readonly wasGeneratedBy: readonly { readonly entityId: string; readonly activityId: string }[];
  /** What an activity took in: the primary files, and the procedures that it followed. */
  readonly used: readonly { readonly activityId: string; readonly entityId: string }[];
  readonly wasAttributedTo: readonly { readonly entityId: string; readonly agentId: string }[];
}

/** `isWanted` chooses the files; a citation is included when both of its ends are wanted. */
export function provenanceTerms(
  { nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>,
  isWanted: (node: LineageNode) => boolean = () => true,
): ProvenanceTerms {
  const entities = [...nodes.values()].filter(isWanted);
  const wanted = new Set(entities.map(({ id }) => id));
  const told = edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to));
  const cited = Map.groupBy(told, ({ from }) => from);
  const activities = entities.flatMap((node): readonly ProvActivity[] => {
    const own = cited.get(node.id) ?? [];
    const description = node.procedureDescription?.trim() || null;
    if (own.length === 0 && description === null) return [];
    const planIds = own.filter(({ relation }) => relation === 'follows').map(({ to }) => to);
    return [{ id: activityId(node.id), nodeId: node.id, description, planIds }];
  });
  const agents = new Map<string, ProvAgent>();
  for (const { ownerId, ownerName } of entities) {
    const id = agentId(ownerId, ownerName);
    if (id !== null && !agents.has(id)) agents.set(id, { id, personId: ownerId, name: ownerName });
  }
  return {
    entities,
    activities,
    agents: [...agents.values()],
    wasDerivedFrom: told
      .filter(({ relation }) => relation === 'derived-from')
      .map(({ from, to }) => ({ entityId: from, sourceId: to })),
    wasGeneratedBy: activities.map(({ id, nodeId }) => ({ entityId: nodeId, activityId: id })),
    used: [...new Map(told.map((edge) => [`${edge.from}\n${edge.to}`, edge])).values()].map(
      ({ from, to }) => ({ activityId: activityId(from), entityId: to }),
    ),
    wasAttributedTo: entities.flatMap(({ id: entityId, ownerId, ownerName }) => {
      const id = agentId(ownerId, ownerName);
      return id === null ? [] : [{ entityId, agentId: id }];
    }),
  };
}

function activityId(nodeId: string): string {
  return `making:${nodeId}`;
}

/** Null when no person is named. Two people of the same name differ by their ids, where the service gives these. */
function agentId(ownerId: string, ownerName: string): string | null {
  if (ownerId !== '') return `person:${ownerId}`;
  return ownerName === '' ? null : `person-named:${ownerName}`;
}
