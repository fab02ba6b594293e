/**
 * The files that wait for their upload, in the order in which they will be sent, read no further than needed. Most
 * files come from the database in its index order; only files with an order of their own are read completely.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { WaitingPlace } from '../../db/uploads/queue-choice-repository.ts';
import {
  compareWaiting,
  nextOfHeads,
  overtakenUntilMs,
  type Waiting,
  waitingOf,
} from './waiting-line.ts';
import type { AccountPorts } from '../common/ports.ts';

const PAGE_FILES = 300; // as many as a screen shows

/** One part of a project's queue, foremost first. */
interface Source {
  head: Waiting | undefined;
  readonly rest: Iterator<Waiting, undefined>;
}

/** `without`: uploads that are running already. The queue must not change while it is read. */
export function* turnsAhead(
  ports: Pick<AccountPorts, 'state' | 'transitions'>,
  without: ReadonlySet<number>,
): Generator<Waiting> {
  const lines = sourcesByProject(ports, without);
  const turns = new Map<string, number>();
  for (let turn = 0; ; turn += 1) {
    const next = nextOfHeads(
      [...lines.values()].flatMap((sources) => foremost(sources)?.head ?? []),
      turns,
    );
    if (next === null) return;
    const source = foremost(lines.get(next.projectId) ?? []);
    if (source !== undefined) source.head = source.rest.next().value;
    turns.set(next.projectId, turn);
    yield next;
  }
}

/** How many there are in all, of watched folders; from the counters. */
export function filesInLine({ waitingFiles, folders }: State): number {
  return waitingFiles
    .counts()
    .reduce((sum, { folderId, files }) => (folders.get(folderId) === null ? sum : sum + files), 0);
}

function foremost(sources: readonly Source[]): Source | undefined {
  let first: Source | undefined;
  for (const source of sources) {
    if (source.head === undefined) continue;
    if (first?.head === undefined || compareWaiting(source.head, first.head) < 0) first = source;
  }
  return first;
}

function sourcesByProject(
  ports: Pick<AccountPorts, 'state' | 'transitions'>,
  without: ReadonlySet<number>,
): ReadonlyMap<string, readonly Source[]> {
  const { state } = ports;
  const { waitingFiles } = state;
  const steered = steeredIds(state);
  const sources = new Map<string, Source[]>();
  const add = (projectId: string, files: Iterator<Waiting, undefined>): void => {
    const source = { head: files.next().value, rest: files };
    sources.set(projectId, [...(sources.get(projectId) ?? []), source]);
  };
  const rows = [...steered]
    .filter((id) => !without.has(id))
    .flatMap((id): FileRow | [] => state.files.get(id) ?? [])
    .filter(({ folderId }) => state.folders.get(folderId) !== null);
  const sorted = waitingOf(rows, ports).toSorted(compareWaiting);
  for (const [projectId, files] of Map.groupBy(sorted, (file) => file.projectId)) {
    add(projectId, files.values());
  }
  for (const { folderId } of waitingFiles.counts()) {
    const projectId = state.folders.get(folderId)?.assignment.projectId;
    if (projectId === undefined) continue; // removed
    const isLeftOut = (id: number): boolean => steered.has(id) || without.has(id);
    add(projectId, plainFiles(state, { folderId, projectId }, isLeftOut));
  }
  return sources;
}

/**
 * Waiting files whose queue position is not in the index: they are to go next, have an assignment of their own, or
 * a part at the service.
 */
function steeredIds({ waitingFiles, queueChoices, unfinishedUploads }: State): ReadonlySet<number> {
  const marked = [...queueChoices.all().keys(), ...unfinishedUploads.begunFileIds()];
  return new Set([...waitingFiles.among(marked), ...waitingFiles.withOwnInstructions()]);
}

function* plainFiles(
  { waitingFiles }: State,
  { folderId, projectId }: { readonly folderId: number; readonly projectId: string },
  isLeftOut: (id: number) => boolean,
): Generator<Waiting, undefined> {
  let place: WaitingPlace | null = null;
  for (;;) {
    const page = waitingFiles.page(folderId, place, PAGE_FILES);
    for (const { id: fileId, sizeBytes, sinceMs } of page) {
      const file: Waiting = {
        fileId,
        projectId,
        sizeBytes,
        sinceMs,
        place: null,
        isBegun: false,
      };
      place = { overtakenUntilMs: overtakenUntilMs(file), id: fileId };
      if (!isLeftOut(fileId)) yield file;
    }
    if (page.length < PAGE_FILES) return;
  }
}
