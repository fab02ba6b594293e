/** A lineage as every face shows it: plain data, with what is wrong said where it belongs. Pure. */
import type { FileState } from '../files/file-state.ts';
import type { Lineage } from './lineage.ts';
import type { LineageEdge, LineageNode, Relation } from './lineage-graph.ts';
import { indexLineage, nested, type LineageLine, type LineagePart } from './lineage-walk.ts';
import { isPassing, type LineageWarning, type WarningKind } from './lineage-warnings.ts';
import type { PlatformView } from '../files/platform-file.ts';

/** What is wrong with what a file cites. */
export interface ShownWarning {
  readonly kind: WarningKind;
  readonly relation: Relation | null;
  /** The cited file that it is about; null when it is about none. */
  readonly cited: {
    readonly nodeId: string;
    readonly name: string;
    readonly state: FileState | null;
    readonly status: string | null;
  } | null;
}

/** One line of the nested list. */
export interface LineageRow extends LineageLine {
  /** Its number in the list, counted from 0: a file has a line below each file that cites it. */
  readonly place: number;
  readonly node: LineageNode;
  readonly warnings: readonly ShownWarning[];
  /** How many files cite it. */
  readonly citedBy: number;
}

export interface LineageCounts {
  readonly files: number;
  readonly secondary: number;
  /** Warnings that a person has to do something about. */
  readonly warnings: number;
  /** Warnings that need no action. */
  readonly passing: number;
}

/** The age and completeness of the service's lists that it was made from. */
export type LineageSeen = Omit<PlatformView, 'records'>;

/** A part of it, as a drawing needs it. */
export interface LineageView {
  readonly nodes: readonly (LineageNode & { readonly warnings: readonly ShownWarning[] })[];
  readonly edges: readonly LineageEdge[];
  /** More of it was left out than is here. */
  readonly isCut: boolean;
  /** The file it was asked for; null when it was asked for none. */
  readonly focusId: string | null;
}

/** A file with its neighbours. */
export interface Kinship {
  readonly node: LineageNode;
  readonly cites: readonly { readonly relation: Relation; readonly node: LineageNode }[];
  readonly citedBy: readonly { readonly relation: Relation; readonly node: LineageNode }[];
  readonly warnings: readonly ShownWarning[];
}

/** What a list shows; what is undefined shows all. */
export interface LineageFilter {
  /** Part of a name, a label or an id, whatever its case. */
  readonly text?: string | undefined;
  /** Only files with problems. */
  readonly onlyWarnings?: boolean | undefined;
}

export function countLineage({ nodes, warnings }: Lineage): LineageCounts {
  const passing = warnings.filter(({ kind }) => isPassing(kind)).length;
  let secondary = 0;
  for (const { fileType } of nodes.values()) if (fileType === 'secondary') secondary += 1;
  return { files: nodes.size, secondary, warnings: warnings.length - passing, passing };
}

/** Every line that fits, with what it says. */
export function lineageRows(lineage: Lineage, filter: LineageFilter): readonly LineageRow[] {
  const warningsAt = shownWarnings(lineage);
  const { citedBy } = indexLineage(lineage);
  const isWanted = wish(filter, warningsAt);
  return nested(lineage, isWanted).flatMap((line, place) => {
    const node = lineage.nodes.get(line.nodeId);
    if (node === undefined) return [];
    const warnings = warningsAt.get(node.id) ?? [];
    return [{ ...line, place, node, warnings, citedBy: citedBy.get(node.id)?.length ?? 0 }];
  });
}

/** Undefined when all is wanted. */
function wish(
  { text = '', onlyWarnings = false }: LineageFilter,
  warningsAt: ReadonlyMap<string, readonly ShownWarning[]>,
): ((node: LineageNode) => boolean) | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && !onlyWarnings) return undefined;
  return ({ id, name, labels, fileId }) =>
    (!onlyWarnings || warningsAt.has(id)) &&
    [name, labels, fileId ?? ''].some((field) => field.toLowerCase().includes(wanted));
}

export function viewPart(
  lineage: Lineage,
  { nodes, edges, isCut }: LineagePart,
  focusId: string | null,
): LineageView {
  const warningsAt = shownWarnings(lineage);
  return {
    nodes: nodes.map((node) => ({ ...node, warnings: warningsAt.get(node.id) ?? [] })),
    edges,
    isCut,
    focusId,
  };
}

/** By its id in the lineage, by the service's id, or by the number of a row here. */
export function findNode(lineage: Lineage, asked: string): LineageNode | null {
  const known = lineage.nodes.get(asked);
  if (known !== undefined) return known;
  const all = [...lineage.nodes.values()];
  return (
    all.find(({ fileId }) => fileId === asked) ??
    all.find(({ localFileId }) => localFileId === asked) ??
    null
  );
}

export function kinshipOf(lineage: Lineage, { id }: LineageNode): Kinship | null {
  const node = lineage.nodes.get(id);
  if (node === undefined) return null;
  const { cites, citedBy } = indexLineage(lineage);
  const at = (nodeId: string, { relation }: LineageEdge) => {
    const other = lineage.nodes.get(nodeId);
    return other === undefined ? [] : [{ relation, node: other }];
  };
  return {
    node,
    cites: (cites.get(id) ?? []).flatMap((edge) => at(edge.to, edge)),
    citedBy: (citedBy.get(id) ?? []).flatMap((edge) => at(edge.from, edge)),
    warnings: shownWarnings(lineage).get(id) ?? [],
  };
}

/** By the file they are about. */
function shownWarnings(lineage: Lineage): ReadonlyMap<string, readonly ShownWarning[]> {
  const shown = new Map<string, ShownWarning[]>();
  for (const warning of lineage.warnings) {
    const known = shown.get(warning.nodeId);
    if (known === undefined) shown.set(warning.nodeId, [showWarning(warning, lineage)]);
    else known.push(showWarning(warning, lineage));
  }
  return shown;
}

function showWarning(
  { kind, relation, citedId }: LineageWarning,
  { nodes }: Lineage,
): ShownWarning {
  const node = citedId === null ? undefined : nodes.get(citedId);
  if (node === undefined) return { kind, relation, cited: null };
  const { id: nodeId, name, state, status } = node;
  return { kind, relation, cited: { nodeId, name, state, status } };
}
