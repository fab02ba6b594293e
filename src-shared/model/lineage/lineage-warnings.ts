/**
 * What is wrong with what files cite. Pure. A file that is deleted itself is not warned about: nobody can mend it, and
 * what it cited is history.
 */
import type { LineageEdge, LineageNode, Relation } from './lineage-graph.ts';

const WARNING_KINDS = [
  /** Cites itself by way of others. */
  'cycle',
  'cited-deleted',
  /** The service received it and did not write it to the chain. */
  'cited-record-error',
  'cited-unknown',
  /** Not among the files that were seen, and these are not all. */
  'cited-not-seen',
  /** Not on the chain yet, or in an undocumented status. */
  'cited-pending',
  /** Only on this computer so far. */
  'cited-not-sent',
  'cited-elsewhere',
  /** Cited as primary data, and not a primary file. */
  'cited-not-primary',
  'no-primary',
  'no-procedure',
  /** A primary file cites nothing. */
  'primary-cites',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

export interface LineageWarning {
  readonly kind: WarningKind;
  /** The file that it is about: the one that cites, not the one that is cited. */
  readonly nodeId: string;
  /** Null where it is not about one that is cited. */
  readonly citedId: string | null;
  readonly relation: Relation | null;
}

/** These need no action. */
const PASSING: ReadonlySet<WarningKind> = new Set(['cited-pending', 'cited-not-sent']);

/** Whether a person has to do something about it, or time does. */
export function isPassing(kind: WarningKind): boolean {
  return PASSING.has(kind);
}

interface Graph {
  readonly projectId: string;
  readonly nodes: ReadonlyMap<string, LineageNode>;
  readonly edges: readonly LineageEdge[];
  readonly isComplete: boolean;
}

/** The gravest first; within a kind, in the order of the edges. */
export function warningsOf(graph: Graph): readonly LineageWarning[] {
  const { nodes, edges } = graph;
  const found: LineageWarning[] = [];
  const cited = Map.groupBy(edges, ({ from }) => from);
  for (const node of nodes.values()) {
    if (node.kind === 'elsewhere' || node.kind === 'unknown' || isGone(node)) continue;
    const own = cited.get(node.id) ?? [];
    for (const kind of ownFaults(node, own)) {
      found.push({ kind, nodeId: node.id, citedId: null, relation: null });
    }
    for (const { to, relation } of own) {
      const target = nodes.get(to);
      if (target === undefined) continue;
      for (const kind of faultsOfCited(target, relation, graph)) {
        found.push({ kind, nodeId: node.id, citedId: to, relation });
      }
    }
  }
  for (const nodeId of inCycles(nodes, edges)) {
    found.push({ kind: 'cycle', nodeId, citedId: null, relation: null });
  }
  return found.toSorted((one, other) => rank(one.kind) - rank(other.kind));
}

function rank(kind: WarningKind): number {
  return WARNING_KINDS.indexOf(kind);
}

function isGone({ state }: LineageNode): boolean {
  return state === 'deleted' || state === 'deleting';
}

function ownFaults(node: LineageNode, cited: readonly LineageEdge[]): readonly WarningKind[] {
  if (node.fileType === 'primary') return cited.length === 0 ? [] : ['primary-cites'];
  if (node.fileType !== 'secondary') return [];
  const has = (relation: Relation) => cited.some((edge) => edge.relation === relation);
  const isDescribed = has('follows') && (node.procedureDescription ?? '').trim() !== '';
  return [
    ...(has('derived-from') ? [] : (['no-primary'] as const)),
    ...(isDescribed ? [] : (['no-procedure'] as const)),
  ];
}

function faultsOfCited(
  cited: LineageNode,
  relation: Relation,
  { projectId, isComplete }: Pick<Graph, 'projectId' | 'isComplete'>,
): readonly WarningKind[] {
  if (cited.kind === 'unknown') {
    const isRow = cited.fileId === null; // of this computer, where everything is seen
    return [isComplete || isRow ? 'cited-unknown' : 'cited-not-seen'];
  }
  const faults: WarningKind[] = [];
  if (cited.kind === 'here') faults.push('cited-not-sent');
  else if (isGone(cited)) faults.push('cited-deleted');
  else if (cited.state === 'record_error') faults.push('cited-record-error');
  else if (cited.state === 'recording' || cited.state === null) faults.push('cited-pending');
  if (cited.projectId !== projectId) faults.push('cited-elsewhere');
  if (relation === 'derived-from' && cited.fileType !== 'primary') faults.push('cited-not-primary');
  return faults;
}

/**
 * Nodes on a way that leads back to them: what is left when nodes that cite nothing that is left are taken away, and
 * nodes that nothing left cites, until none is. One node can be on a way between two circles; it is named too.
 */
function inCycles(
  nodes: ReadonlyMap<string, LineageNode>,
  edges: readonly LineageEdge[],
): readonly string[] {
  const forward = degreesOf(edges, 'from');
  const left = peel(new Set(nodes.keys()), edges, forward, 'from');
  const within = edges.filter(({ from, to }) => left.has(from) && left.has(to));
  return [...peel(left, within, degreesOf(within, 'to'), 'to')];
}

function degreesOf(edges: readonly LineageEdge[], side: 'from' | 'to'): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const edge of edges) degrees.set(edge[side], (degrees.get(edge[side]) ?? 0) + 1);
  return degrees;
}

/** Takes away, again and again, every node without an edge on this side. */
function peel(
  all: ReadonlySet<string>,
  edges: readonly LineageEdge[],
  degrees: Map<string, number>,
  side: 'from' | 'to',
): ReadonlySet<string> {
  const other = side === 'from' ? 'to' : 'from';
  const touching = Map.groupBy(edges, (edge) => edge[other]);
  const left = new Set(all);
  const ends = [...all].filter((id) => !degrees.has(id));
  for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
    left.delete(id);
    for (const edge of touching.get(id) ?? []) {
      const rest = (degrees.get(edge[side]) ?? 0) - 1;
      degrees.set(edge[side], rest);
      if (rest === 0) ends.push(edge[side]);
    }
  }
  return left;
}
