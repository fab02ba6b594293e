/**
 * Walks through a lineage: the sources of a file, the files made from it, and the complete lineage as a nested list.
 * Pure, and always terminates, however odd the data is: a cycle is walked once.
 */
import type { Lineage } from './lineage.ts';
import type { LineageEdge, LineageNode } from './lineage-graph.ts';

export interface LineageIndex {
  /** What a node cites. */
  readonly cites: ReadonlyMap<string, readonly LineageEdge[]>;
  /** What cites a node. */
  readonly citedBy: ReadonlyMap<string, readonly LineageEdge[]>;
}

export function indexLineage({ edges }: Pick<Lineage, 'edges'>): LineageIndex {
  return {
    cites: Map.groupBy(edges, ({ from }) => from),
    citedBy: Map.groupBy(edges, ({ to }) => to),
  };
}

/** A part of a lineage. */
export interface LineagePart {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  /** More of it was left out than is here. */
  readonly isCut: boolean;
}

/**
 * Everything a file comes from and everything made of it, the nearest first, `most` nodes at most. What else was made
 * of its primary files is not part of it.
 */
export function around(
  lineage: Lineage,
  nodeId: string,
  most: number,
  { cites, citedBy }: LineageIndex = indexLineage(lineage),
): LineagePart {
  const near = new Set(lineage.nodes.has(nodeId) ? [nodeId] : []);
  const citedOf = (id: string) => (cites.get(id) ?? []).map(({ to }) => to);
  const citingOf = (id: string) => (citedBy.get(id) ?? []).map(({ from }) => from);
  const ways = [citedOf, citingOf].map((next) => ({ next, at: [...near], seen: new Set(near) }));
  let isCut = false;
  while (ways.some(({ at }) => at.length > 0)) {
    for (const way of ways) {
      const reached = new Set(way.at.flatMap(way.next).filter((id) => !way.seen.has(id)));
      const fits = [...reached].filter((id) => {
        if (!near.has(id) && near.size >= most) return false;
        near.add(id);
        way.seen.add(id);
        return true;
      });
      isCut ||= fits.length < reached.size;
      way.at = fits;
    }
  }
  return partOf(lineage, near, isCut);
}

/**
 * The nodes that something is wrong with, then what belongs to them, then the others that cite or are cited, `most` at
 * most. One that should cite and does not stands alone.
 */
export function connected(lineage: Lineage, most: number): LineagePart {
  const index = indexLineage(lineage);
  const wrong = new Set(lineage.warnings.map(({ nodeId }) => nodeId));
  const starts = new Set([...wrong, ...lineage.edges.flatMap(({ from, to }) => [from, to])]);
  const near = new Set([...wrong].slice(0, most)); // no large family keeps one of these out
  for (const start of starts) {
    if (near.size >= most) break;
    const isThere = near.has(start);
    if (isThere && !wrong.has(start)) continue;
    const room = most - near.size + Number(isThere);
    for (const { id } of around(lineage, start, room, index).nodes) near.add(id);
  }
  return partOf(lineage, near, near.size < starts.size);
}

function partOf(lineage: Lineage, ids: ReadonlySet<string>, isCut: boolean): LineagePart {
  const nodes = [...ids].flatMap((id) => lineage.nodes.get(id) ?? []);
  const edges = lineage.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { nodes, edges, isCut };
}

/** One line of the nested list. */
export interface LineageLine {
  readonly nodeId: string;
  /** 1: a file that nothing was made of; what it cites is one deeper. */
  readonly level: number;
  /** How the line above that it belongs to cites it; null at the first level. */
  readonly relation: LineageEdge['relation'] | null;
  /** What it cites is listed at an earlier line. */
  readonly isShownAbove: boolean;
}

/**
 * Every file, or every one that is wanted, with what it cites below it: first those that something is wrong with, then those that cite, then those
 * that neither cite nor are cited, each by name. A file appears below each that cites it, what it cites itself only
 * once: there are never more lines than nodes and edges.
 */
export function nested(
  lineage: Lineage,
  isWanted?: (node: LineageNode) => boolean,
): readonly LineageLine[] {
  const { cites, citedBy } = indexLineage(lineage);
  const lines: LineageLine[] = [];
  const opened = new Set<string>();
  const wrong = new Set(lineage.warnings.map(({ nodeId }) => nodeId));
  const nameOf = (id: string) => lineage.nodes.get(id)?.name ?? id;
  const byName = (one: string, other: string) => {
    const [a, b] = [nameOf(one), nameOf(other)];
    if (a !== b) return a < b ? -1 : 1;
    return one < other ? -1 : Number(one !== other);
  };
  const rank = (id: string) => (wrong.has(id) ? 0 : cites.has(id) ? 1 : 2);

  function list(start: string): void {
    const open: Omit<LineageLine, 'isShownAbove'>[] = [{ nodeId: start, level: 1, relation: null }];
    for (let line = open.pop(); line !== undefined; line = open.pop()) {
      const { nodeId, level } = line;
      const below = cites.get(nodeId) ?? [];
      const isShownAbove = opened.has(nodeId) && below.length > 0;
      lines.push({ ...line, isShownAbove });
      if (isShownAbove) continue;
      opened.add(nodeId);
      const sorted = below.toSorted(
        (one, other) => one.relation.localeCompare(other.relation) || byName(one.to, other.to),
      );
      for (const { to, relation } of sorted.toReversed()) {
        open.push({ nodeId: to, level: level + 1, relation });
      }
    }
  }

  const wanted = isWanted === undefined ? null : [...lineage.nodes.values()].filter(isWanted);
  const all = (wanted?.map(({ id }) => id) ?? [...lineage.nodes.keys()]).toSorted(
    (one, other) => rank(one) - rank(other) || byName(one, other),
  );
  if (wanted !== null) {
    for (const id of all) list(id);
    return lines;
  }
  for (const id of all) if (!citedBy.has(id)) list(id);
  for (const id of all) if (!opened.has(id)) list(id); // circles, which nothing outside of them cites
  return lines;
}
