/**
 * Which file was made from which, in one project: the files that the service lists and those of this computer that are
 * still to be sent, joined by what they cite. Pure. Nothing is left out because it cannot be explained: an id that
 * nobody knows is a node of its own, and data that breaks the service's rules is shown with a warning.
 */
import { NO_CITATIONS, readCitations, type CitedTexts } from './citations.ts';
import { type FileState, type HoldReason, SHOWING } from '../files/file-state.ts';
import type { LineageNode, LineageEdge } from './lineage-graph.ts';
import { warningsOf, type LineageWarning } from './lineage-warnings.ts';
import { rowCited } from '../changes/local-id.ts';
import { stateOfWord, type PlatformRecord } from '../files/platform-file.ts';
import type { Visibility } from '../money/price.ts';

export interface Lineage {
  readonly nodes: ReadonlyMap<string, LineageNode>;
  /** Each pair of nodes once per relation. */
  readonly edges: readonly LineageEdge[];
  readonly warnings: readonly LineageWarning[];
}

/** A row of this computer. */
export interface FileHere extends CitedTexts {
  readonly localFileId: string;
  readonly name: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly fileType: string;
  readonly labels: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  /** Of a `ready` file. */
  readonly isApproved?: boolean;
  /** Of the record it refers to. */
  readonly fileId: string | null;
}

export interface FileElsewhere extends PlatformRecord {
  readonly projectId: string;
}

export interface LineageFacts {
  readonly projectId: string;
  /** What the service lists in this project. */
  readonly recorded: readonly PlatformRecord[];
  /** Whether these are all that it has: an id that is not among them is unknown only then. */
  readonly isComplete: boolean;
  /** Rows of this project, and rows of others that are cited. */
  readonly here: readonly FileHere[];
  /** What is known about a file that another project has; null for nothing. */
  readonly elsewhere: (fileId: string) => FileElsewhere | null;
}

/** A row in one of these shows its record: it is that file. */
const SHOWS_RECORD: ReadonlySet<FileState> = new Set([...SHOWING, 'missing', 'remote_only']);
/** Neither waits nor shows: its content is another file's, or nobody wants it. */
const NO_PART: ReadonlySet<FileState> = new Set(['duplicate', 'ignored', 'missing', 'unreadable']);

/** Whether a row shows the record it refers to, rather than waiting to be sent itself. */
export function showsRecord({ state, fileId }: Pick<FileHere, 'state' | 'fileId'>): boolean {
  return fileId !== null && SHOWS_RECORD.has(state);
}

export function makeLineage(facts: LineageFacts): Lineage {
  const nodes = new Map<string, LineageNode>();
  const cites = new Map<string, CitedTexts>();
  const byFileId = new Map<string, string>();
  const byRow = new Map<string, string>();

  function add(node: LineageNode, cited: CitedTexts): void {
    nodes.set(node.id, node);
    cites.set(node.id, cited);
    if (node.fileId !== null && !byFileId.has(node.fileId)) byFileId.set(node.fileId, node.id);
  }

  for (const record of facts.recorded) {
    add(recordedNode('recorded', { ...record, projectId: facts.projectId }), record);
  }
  const citedRows = new Set(facts.here.flatMap(rowsCitedBy));
  for (const row of facts.here) {
    const isOwn = row.projectId === facts.projectId;
    if (!isOwn && !citedRows.has(row.localFileId)) continue;
    const texts = isOwn ? row : NO_CITATIONS; // what it cites is another project's matter
    if (showsRecord(row)) {
      const known = nodes.get(recordedId(row.visibility, row.fileId ?? ''));
      if (known === undefined) add(shownNode(row, isOwn), texts);
      else nodes.set(known.id, withRow(known, row));
      byRow.set(row.localFileId, recordedId(row.visibility, row.fileId ?? ''));
    } else if (isPart(row, citedRows)) {
      const node = waitingNode(row);
      add(node, texts);
      byRow.set(row.localFileId, node.id);
    }
  }

  function resolve(cited: string): string {
    const row = rowCited(cited);
    const known = row === null ? byFileId.get(cited) : byRow.get(String(row));
    if (known !== undefined) return known;
    const other = row === null ? facts.elsewhere(cited) : null;
    const node = other === null ? unknownNode(cited) : recordedNode('elsewhere', other);
    if (!nodes.has(node.id)) nodes.set(node.id, node);
    return node.id;
  }

  const edges: LineageEdge[] = [];
  for (const [from, texts] of cites) {
    const { primaries, procedures } = readCitations(texts);
    const to = (ids: readonly string[]) => new Set(ids.map(resolve));
    for (const primary of to(primaries))
      edges.push({ from, to: primary, relation: 'derived-from' });
    for (const procedure of to(procedures))
      edges.push({ from, to: procedure, relation: 'follows' });
  }
  const { projectId, isComplete } = facts;
  return { nodes, edges, warnings: warningsOf({ projectId, nodes, edges, isComplete }) };
}

function rowsCitedBy(row: FileHere): readonly string[] {
  const { primaries, procedures } = readCitations(row);
  return [...primaries, ...procedures].flatMap((id) => {
    const cited = rowCited(id);
    return cited === null ? [] : [String(cited)];
  });
}

/** A primary file that is queued is not part of this until another file cites it. */
function isPart(row: FileHere, cited: ReadonlySet<string>): boolean {
  if (cited.has(row.localFileId)) return true;
  return row.fileType === 'secondary' && !NO_PART.has(row.state);
}

function recordedId(visibility: Visibility, fileId: string): string {
  return `${visibility}:${fileId}`;
}

function recordedNode(kind: 'recorded' | 'elsewhere', file: FileElsewhere): LineageNode {
  const { fileId, name, projectId, visibility, fileType, status, labels } = file;
  const { ownerId, ownerName, uploadedAtMs, procedureDescription } = file;
  return {
    id: recordedId(visibility, fileId),
    kind,
    name,
    fileId,
    localFileId: null,
    projectId,
    visibility,
    fileType,
    state: stateOfWord(status),
    status,
    hold: null,
    labels,
    ownerId,
    ownerName,
    uploadedAtMs,
    procedureDescription,
  };
}

/** The list may be older than this computer's news of its own uploads: only then is the row more current. */
function withRow(node: LineageNode, { localFileId, state }: FileHere): LineageNode {
  const isNews = node.state === 'recording' && state !== 'missing' && state !== 'remote_only';
  return { ...node, localFileId, state: isNews ? state : node.state };
}

/** A record that no list shows yet, or one of another project. */
function shownNode(row: FileHere, isOwn: boolean): LineageNode {
  const id = recordedId(row.visibility, row.fileId ?? '');
  return { ...nodeOfRow(row), id, kind: isOwn ? 'recorded' : 'elsewhere', fileId: row.fileId };
}

function waitingNode(row: FileHere): LineageNode {
  return { ...nodeOfRow(row), id: `here:${row.localFileId}`, kind: 'here', fileId: null };
}

function nodeOfRow(row: FileHere): Omit<LineageNode, 'id' | 'kind' | 'fileId'> {
  const { name, localFileId, projectId, visibility, fileType, state, hold, labels } = row;
  const { procedureDescription, isApproved } = row;
  const untold = { status: null, ownerId: '', ownerName: '', uploadedAtMs: null };
  const facts = { name, localFileId, projectId, visibility, fileType, state, hold, labels };
  const approval = isApproved === undefined ? {} : { isApproved };
  return { ...facts, ...approval, ...untold, procedureDescription };
}

function unknownNode(cited: string): LineageNode {
  const isRow = rowCited(cited) !== null;
  return {
    id: `unknown:${cited}`,
    kind: 'unknown',
    name: cited,
    fileId: isRow ? null : cited,
    localFileId: null,
    projectId: null,
    visibility: null,
    fileType: '',
    state: null,
    status: null,
    hold: null,
    labels: '',
    ownerId: '',
    ownerName: '',
    uploadedAtMs: null,
    procedureDescription: null,
  };
}
