/**
 * The approved files in their order, first to be asked for, then to be sent. The database holds the same facts, so losing the
 * lines loses nothing. The cost of taking one depends on the number of projects, not on the length of the line, and that of
 * adding or removing one hardly does.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { AccountPorts } from '../common/ports.ts';
import type { PauseControl } from '../decide/recheck-holds.ts';
import type { State } from '../../db/state.ts';
import type { WaitingPlace } from '../../db/uploads/queue-choice-repository.ts';

// The order of uploads. What a person sends next comes first, then begun uploads, then the projects in turn. Within a
// project small files go first, but every hour a file has waited makes it count as smaller. Pure.

export interface Waiting {
  readonly fileId: number;
  readonly projectId: string;
  readonly sizeBytes: number;
  /** Since when these bytes of the file are known. */
  readonly sinceMs: number;
  /** A person sent it next: of several the lowest goes first; null: in its turn. */
  readonly place: number | null;
  /** The service has a part of it. */
  readonly isBegun: boolean;
}

/**
 * A file waits one second per megabyte for later arrivals: 2.5 GB goes behind what came within 45 minutes, and no
 * longer. So nothing is overtaken for ever, however many small files arrive.
 */
const BYTES_PER_WAITED_MS = 1_000;

/** The time up to which later arrivals may go first, in ms; lower goes first. */
export function overtakenUntilMs({ sinceMs, sizeBytes }: Waiting): number {
  return sinceMs + sizeBytes / BYTES_PER_WAITED_MS;
}

/** In any project: what a person sent next, then what was begun. 0: their projects take turns. */
export function compareUrgency(one: Waiting, other: Waiting): number {
  if (one.place !== null && other.place !== null) return one.place - other.place;
  return (
    Number(one.place === null) - Number(other.place === null) ||
    Number(other.isBegun) - Number(one.isBegun)
  );
}

/** Order within a project. Never 0 for two different files. */
export function compareWaiting(one: Waiting, other: Waiting): number {
  return (
    compareUrgency(one, other) ||
    overtakenUntilMs(one) - overtakenUntilMs(other) ||
    one.fileId - other.fileId
  );
}

/**
 * Selects the next of the foremost files of each project. `turns` says when each project last had its turn (larger is
 * later, absent is never). Null when there is none.
 */
function nextOfHeads<File extends Waiting>(
  heads: Iterable<File>,
  turns: ReadonlyMap<string, number>,
): File | null {
  let next: File | null = null;
  const turnOf = ({ projectId }: Waiting) => turns.get(projectId) ?? -1;
  for (const head of heads) {
    const order =
      next === null
        ? -1
        : compareUrgency(head, next) || turnOf(head) - turnOf(next) || compareWaiting(head, next);
    if (order < 0) next = head;
  }
  return next;
}

type Turn = 'take' | 'skip' | 'drop' | 'stop';
/** So many are put in one by one; for more, sorting all is less work. */
const FEW = 16;

const foremostLast = (one: Waiting, other: Waiting): number => compareWaiting(other, one);

/** Where it belongs in a queue whose foremost is the last. */
function positionOf(file: Waiting, queue: readonly Waiting[]): number {
  let [from, to] = [0, queue.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const at = queue[middle];
    if (at !== undefined && foremostLast(at, file) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function makeWaitingLine<File extends Waiting = Waiting>() {
  const byId = new Map<number, File>();
  /** Foremost last, so that taking it moves no other. What was removed or added anew stays until it is met: see `isOver`. */
  const byProject = new Map<string, File[]>();
  const turns = new Map<string, number>();
  let turn = 0;

  const isOver = (file: File): boolean => byId.get(file.fileId) !== file;

  function* heads(): Generator<File> {
    for (const [projectId, queue] of byProject) {
      let head = queue.at(-1);
      while (head !== undefined && isOver(head)) {
        queue.pop();
        head = queue.at(-1);
      }
      if (head === undefined) byProject.delete(projectId);
      else yield head;
    }
  }

  function withFresh(queue: File[], fresh: readonly File[]): File[] {
    if (fresh.length > FEW) {
      return [...queue.filter((file) => !isOver(file)), ...fresh].toSorted(foremostLast);
    }
    for (const file of fresh) queue.splice(positionOf(file, queue), 0, file);
    return queue;
  }

  function putForemost(file: File): void {
    byId.set(file.fileId, file);
    const queue = byProject.get(file.projectId);
    if (queue === undefined) byProject.set(file.projectId, [file]);
    else queue.push(file);
  }

  return {
    /** A file that is queued already is positioned anew. */
    add(files: readonly File[]) {
      for (const file of files) byId.set(file.fileId, file);
      for (const [projectId, fresh] of Map.groupBy(files, (file) => file.projectId)) {
        byProject.set(projectId, withFresh(byProject.get(projectId) ?? [], fresh));
      }
    },
    remove: (fileId: number) => void byId.delete(fileId),
    /**
     * Takes out up to `limit` files, foremost first. `evaluate` is called for each: `take` it, `skip` it this time, `drop` it
     * from the queue, or `stop`, because no other file may go before it. A turn counts for its project only when a file is
     * taken.
     */
    take(limit: number, evaluate: (file: File) => Turn): readonly File[] {
      const taken: File[] = [];
      const skipped: File[] = [];
      let isStopped = false;
      while (taken.length < limit && !isStopped) {
        const next = nextOfHeads(heads(), turns);
        if (next === null) break;
        byProject.get(next.projectId)?.pop();
        byId.delete(next.fileId);
        switch (evaluate(next)) {
          case 'take':
            turn += 1;
            turns.set(next.projectId, turn);
            taken.push(next);
            break;
          case 'stop':
            isStopped = true;
            skipped.push(next);
            break;
          case 'skip':
            skipped.push(next);
            break;
          case 'drop':
            break;
        }
      }
      for (const file of skipped.toReversed()) putForemost(file); // they were foremost, so they are again
      return taken;
    },
    ids: (): readonly number[] => [...byId.keys()],
    files: (): readonly File[] => [...byId.values()],
    get length() {
      return byId.size;
    },
  };
}

/** With the bytes that it had when it was queued. */
export interface WaitingContent extends Waiting {
  readonly contentId: number | null;
}

/**
 * The queue entries of these rows, without those of removed folders: what is to go next, size, age, parts at the service.
 * Made for many at once, since a person's choices are read once for all. `begun`: files that come first, because the service has a part of them.
 */
export function waitingOf(
  files: readonly FileRow[],
  { state, transitions }: Pick<AccountPorts, 'state' | 'transitions'>,
  begun: ReadonlySet<number> = state.unfinishedUploads.begunFileIds(),
): readonly WaitingContent[] {
  const choices = state.queueChoices.all();
  const projects = new Map<number, string>(); // of folders: most files have no assignment of their own
  const projectOf = (file: FileRow): string | null => {
    if (file.assignmentId !== null) return transitions.assignmentOf(file).projectId;
    const known = projects.get(file.folderId);
    if (known !== undefined) return known;
    const projectId = state.folders.get(file.folderId)?.assignment.projectId ?? null;
    if (projectId !== null) projects.set(file.folderId, projectId);
    return projectId;
  };
  return files.flatMap((file) => {
    const projectId = projectOf(file);
    if (projectId === null) return [];
    const { id: fileId, contentId, sizeBytes, unchangedSinceMs: sinceMs } = file;
    const place = choices.get(fileId)?.place ?? null;
    const isBegun = begun.has(fileId);
    return [{ fileId, contentId, projectId, sizeBytes, sinceMs, place, isBegun }];
  });
}

// The files that a person approved and that have no outcome yet, in two lines, both in the order of the queue: the service is
// asked for the content of those that need it, then they are sent. An approval is for the bytes that the file had: what was
// written since is neither asked for nor sent.

/** A file with the bytes that were approved. */
export type Approved = Pick<WaitingContent, 'fileId' | 'contentId'>;
export type ApprovedFiles = ReturnType<typeof makeApprovedFiles>;

export function makeApprovedFiles(
  ports: Pick<AccountPorts, 'state' | 'transitions'> & { readonly pauses: PauseControl },
) {
  const { state, transitions, pauses } = ports;
  const toAsk = makeWaitingLine<WaitingContent>();
  const toSend = makeWaitingLine<WaitingContent>();
  /** Taken from a line, and not ended. */
  const underWay = new Set<number>();
  let isShownPaused = false;

  const waitingIds = () => [...toAsk.ids(), ...toSend.ids()];

  function rowsOf(fileIds: readonly number[]): readonly FileRow[] {
    return fileIds.flatMap((fileId) => state.files.get(fileId) ?? []);
  }

  /** Null when it is gone, or has other bytes by now. */
  function rowOf({ fileId, contentId }: Approved): FileRow | null {
    const row = state.files.get(fileId);
    return row !== null && row.contentId === contentId ? row : null;
  }

  function remove(fileId: number): void {
    toAsk.remove(fileId);
    toSend.remove(fileId);
  }

  /** Each in its place in the line that it belongs to now. `begun`: files of which the service has a part. */
  function lineUp(files: readonly FileRow[], begun?: ReadonlySet<number>): void {
    const asked = new Set(files.filter(transitions.asksFirst).map(({ id }) => id));
    const waiting = waitingOf(files, ports, begun);
    for (const { id } of files) remove(id); // it may stand in the other line
    toAsk.add(waiting.filter(({ fileId }) => asked.has(fileId)));
    toSend.add(waiting.filter(({ fileId }) => !asked.has(fileId)));
    isShownPaused = false;
  }

  return {
    toAsk,
    toSend,
    underWay: underWay as ReadonlySet<number>,
    rowOf,
    lineUp,
    /** Adds rows that may spend now. */
    approve(fileIds: readonly number[]): void {
      lineUp(rowsOf([...new Set(fileIds)].filter((fileId) => !underWay.has(fileId))));
    },
    /** Their credits are promised, though not spent. */
    pendingIds: (): readonly number[] => [...waitingIds(), ...underWay],
    /** A person has changed the rules or the order of the queue. */
    arrangeAnew: (): void =>
      lineUp([...toAsk.files(), ...toSend.files()].flatMap((file) => rowOf(file) ?? [])),
    remove,
    /** What is done with a file that was taken from a line. */
    async during<Value>(fileId: number, work: () => Promise<Value>): Promise<Value> {
      underWay.add(fileId);
      try {
        return await work();
      } finally {
        underWay.delete(fileId);
      }
    },
    /** False during a pause: then the rows of those that wait say so. */
    mayBegin(): boolean {
      const mayBegin = pauses.admits();
      if (!mayBegin && !isShownPaused) {
        pauses.hold(rowsOf(waitingIds()).filter((file) => file.state === 'ready'));
      }
      isShownPaused = !mayBegin;
      return mayBegin;
    },
  };
}

// The files that wait for their upload, in the order in which they will be sent, read no further than needed. Most files come
// from the database in its index order; only files with an order of their own are read completely.

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
