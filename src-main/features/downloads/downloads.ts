/**
 * Downloads of public files into folders of this computer: started, tracked, stopped and resumed, also after a restart.
 * A link is in memory only while it is used and is never disclosed. The store gets no token.
 */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type {
  DownloadView,
  ArrivalVerdict,
  DownloadState,
} from '../../../src-shared/model/files/download-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { dropPartial, runDownload, type DownloadPorts } from './content/run-download.ts';
import { downloadName, evaluateFolder, freeName } from './content/partial-file.ts';
import type { Ids } from '../../platform/ids.ts';
import type { KeptDownload } from '../../db/files/download-repository.ts';
import {
  type DownloadLinks,
  type LinkRequest,
  type PublicFile,
  STORE_LIMITS,
} from './content/ask-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Agents } from '../../service/agents.ts';
import type { State } from '../../db/state.ts';
import type { Bandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { diskFaultOf, freeBytesOf } from '../../platform/errno.ts';

/** Limit of ended downloads; the oldest are forgotten first. */
const MOST_REMEMBERED = 200;

export interface DownloadsParts extends Omit<LiveParts, 'isClosed'> {
  readonly ids: Ids;
  readonly links: Pick<DownloadLinks, 'find' | 'linkTo'>;
}

export interface DownloadRequest extends LinkRequest {
  readonly folder: string;
  /** When the name is taken: save beside it, as "name (2)". Otherwise that is a fault. */
  readonly keepsBoth: boolean;
}

export function makeDownloads(parts: DownloadsParts) {
  const { state, clock, ids, links, dataFolder, tell } = parts;
  const live = new Map<number, LiveDownload>();
  let isClosed = false;

  const isUnderWay = (id: number) => (live.get(id)?.stop() ?? null) !== null;

  /** The target folder and name; the fault says what a person has to choose. */
  async function place(
    file: PublicFile,
    { folder: askedFolder, keepsBoth }: DownloadRequest,
  ): Promise<Result<KeptDownload, CoreFault>> {
    const { projectId, fileId } = file;
    const judged = await evaluateFolder(askedFolder, dataFolder);
    if (!judged.ok) return judged;
    const folder = judged.value;
    const left = state.downloads.find(projectId, fileId, folder);
    const wanted = left?.name ?? downloadName(file.name);
    const free = await freeName(folder, wanted);
    if (free !== wanted && !keepsBoth) {
      return fail({ kind: 'name-taken', path: path.join(folder, wanted), freeName: free });
    }
    const kept = state.downloads.find(projectId, fileId, folder); // another request may have arrived meanwhile
    if (kept !== null) {
      if (kept.name !== free && !isUnderWay(kept.id)) state.downloads.rename(kept.id, free);
      return ok({ ...kept, name: free });
    }
    return ok(
      state.downloads.add({
        projectId,
        fileId,
        name: free,
        folder,
        partName: `.labseal-${ids.hex(8)}.part`, // every watched folder ignores such names
        validator: null,
        totalBytes: null,
        createdAtMs: clock.nowMs(),
      }),
    );
  }

  function begin(
    file: PublicFile,
    kept: KeptDownload,
    doneBytes: number,
    onView: (view: DownloadView) => void,
  ): LiveDownload {
    const entry = startLiveDownload({ ...parts, isClosed: () => isClosed }, file, kept, {
      doneBytes,
      onView,
    });
    live.delete(kept.id); // moves it to the end: the latest is last
    live.set(kept.id, entry);
    forgetOldest();
    return entry;
  }

  function forgetOldest(): void {
    const ended = [...live].filter(([, { stop }]) => stop() === null);
    for (const [id] of ended.slice(0, Math.max(0, live.size - MOST_REMEMBERED))) live.delete(id);
  }

  async function start(
    wish: DownloadRequest,
    signal: AbortSignal,
    onView: (view: DownloadView) => void = () => undefined,
  ): Promise<Result<LiveDownload, CoreFault>> {
    const found = await links.find(wish, signal);
    if (!found.ok) return found;
    const placed = await place(found.value, wish);
    if (!placed.ok) return placed;
    const kept = placed.value;
    const doneBytes = await partialBytes(kept);
    // There is no await from here on: of two simultaneous requests the second finds the entry of the first.
    signal.throwIfAborted();
    if (isUnderWay(kept.id)) return fail({ kind: 'downloading', asked: wish.asked });
    const entry = begin(found.value, kept, doneBytes, onView);
    tell();
    return ok(entry);
  }

  return {
    /** Starts, or resumes what an earlier run left. Aborting ends only this call; the download continues. */
    async start(
      wish: DownloadRequest,
      signal: AbortSignal,
    ): Promise<Result<DownloadView, CoreFault>> {
      const started = await start(wish, signal);
      return started.ok ? ok(started.value.view()) : started;
    },

    /**
     * The same, and waits for its end. Aborting stops the download, keeps the bytes so far, and rejects with the
     * reason.
     */
    async bring(
      wish: DownloadRequest,
      onView: (view: DownloadView) => void,
      signal: AbortSignal,
    ): Promise<Result<DownloadView, CoreFault>> {
      const started = await start(wish, signal, onView);
      if (!started.ok) return started;
      const { stop, done } = started.value;
      const end = () => stop()?.abort(new Stopped(null));
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      try {
        const view = await done;
        signal.throwIfAborted();
        return ok(view);
      } finally {
        signal.removeEventListener('abort', end);
      }
    },

    /** Downloads of this run of the program, and those that an earlier run left; oldest first. */
    async list(): Promise<readonly DownloadView[]> {
      for (const [id, { mistake }] of live) {
        if (mistake() === null) continue;
        live.delete(id);
        throw mistake();
      }
      const left = state.downloads.all().filter(({ id }) => !live.has(id));
      const rest = left.map(async (kept) => viewOf(kept, await partialBytes(kept)));
      return [...(await Promise.all(rest)), ...[...live.values()].map(({ view }) => view())];
    },

    /** Stops a download and discards its bytes. For a finished one, only its entry is removed. */
    async cancel(id: string): Promise<Result<null, CoreFault>> {
      const entry = live.get(Number(id));
      const isKept = state.downloads.all().some((kept) => String(kept.id) === id);
      if (entry === undefined && !isKept) return fail({ kind: 'unknown-download', id });
      entry?.stop()?.abort(new Stopped(null));
      await entry?.done.catch(() => undefined); // its error was saved and is not needed any more
      const kept = state.downloads.all().find((each) => String(each.id) === id);
      if (kept !== undefined) {
        await dropPartial(kept.folder, kept.partName);
        state.downloads.remove(kept.id);
      }
      live.delete(Number(id));
      tell();
      return ok(null);
    },

    /** Stops all running downloads and keeps their bytes. */
    stopAll(fault: CoreFault | null): void {
      for (const { stop } of live.values()) stop()?.abort(new Stopped(fault));
    },

    /** Nothing is written any more; running downloads end without further action. */
    close(): void {
      isClosed = true;
      for (const { stop } of live.values()) stop()?.abort(new Stopped(null));
    },
  };
}

async function partialBytes({ folder, partName }: KeptDownload): Promise<number> {
  try {
    const found = await lstat(path.join(folder, partName));
    return found.isFile() ? found.size : 0;
  } catch {
    return 0; // its folder is gone, or on a disconnected drive
  }
}

/** Minimum interval between progress reports. */
const TELL_EVERY_MS = 250;

interface LiveParts {
  readonly state: Pick<State, 'downloads'>;
  readonly clock: Clock;
  readonly agents: Agents;
  readonly links: Pick<DownloadLinks, 'linkTo'>;
  readonly bandwidth: Pick<Bandwidth, 'take'>;
  /** Labseal's own data folder; nothing is downloaded into it. */
  readonly dataFolder: string;
  /** Compares the bytes at a path with the record of a file. */
  readonly verify: (path: string, file: PublicFile, signal: AbortSignal) => Promise<ArrivalVerdict>;
  /** Views changed. */
  readonly tell: () => void;
  /** The database may be closed: nothing is written any more. */
  readonly isClosed: () => boolean;
}

interface LiveDownload {
  readonly view: () => DownloadView;
  /** Null once it has ended. Aborted with `Stopped`. */
  readonly stop: () => AbortController | null;
  readonly done: Promise<DownloadView>;
  /** The bug that ended it; null while there is none. */
  readonly mistake: () => unknown;
}

/** The reason of an abort: why a download was stopped. */
class Stopped extends Error {
  readonly fault: CoreFault | null;

  constructor(fault: CoreFault | null) {
    super('the download was stopped');
    this.fault = fault;
  }
}

/** One download while it runs: bound to the store, the disk and the database, with its progress. */
function startLiveDownload(
  parts: LiveParts,
  file: PublicFile,
  kept: KeptDownload,
  { doneBytes, onView }: { doneBytes: number; onView: (view: DownloadView) => void },
): LiveDownload {
  const { state, clock, agents, links, tell, isClosed } = parts;
  const stopping = new AbortController();
  let stop: AbortController | null = stopping;
  let view: DownloadView = { ...viewOf(kept, doneBytes), state: { is: 'fetching' } };
  let mistake: unknown = null;
  let toldMs = -Infinity;

  const show = (change: Partial<DownloadView>, isUrgent = true) => {
    view = { ...view, ...change };
    if (isClosed() || (!isUrgent && clock.monotonicMs() - toldMs < TELL_EVERY_MS)) return;
    toldMs = clock.monotonicMs();
    tell();
    onView(view);
  };
  const ports: DownloadPorts = {
    tools: { agents, clock, limits: STORE_LIMITS },
    askForLink: (signal) => links.linkTo(file, signal),
    take: (bytes, signal) => parts.bandwidth.take(bytes, signal),
    roomBytes: () => freeBytesOf(kept.folder),
    keep(content) {
      stopping.signal.throwIfAborted();
      state.downloads.setContent(kept.id, content);
    },
    verify: (at, signal) => parts.verify(at, file, signal),
    onMoved: (bytes, totalBytes) =>
      show({ doneBytes: bytes, totalBytes, state: { is: 'fetching' } }, false),
    onWaiting: (fault, untilMs) => show({ state: { is: 'waiting', fault, untilMs } }),
    onAgain: (startedAgain) => show({ startedAgain, doneBytes: 0 }),
    onChecking: () => show({ state: { is: 'checking' } }),
  };
  const run = async (): Promise<DownloadView> => {
    const ended = await runToEnd(parts, kept, ports, stopping.signal);
    stop = null;
    show({ state: ended });
    return view;
  };
  const done = run();
  done.catch((thrown: unknown) => {
    stop = null;
    mistake = thrown; // the next caller gets the error
    show({ state: { is: 'stopped', fault: null } });
  });
  return { view: () => view, stop: () => stop, done, mistake: () => mistake };
}

async function runToEnd(
  { state, dataFolder, isClosed }: LiveParts,
  kept: KeptDownload,
  ports: DownloadPorts,
  signal: AbortSignal,
): Promise<DownloadState> {
  const { folder, name, partName, validator, totalBytes } = kept;
  const known = { validator, totalBytes };
  try {
    const arrived = await runDownload({ folder, name, partName, known }, ports, signal);
    if (!arrived.ok) return { is: 'stopped', fault: arrived.fault };
    if (!isClosed()) state.downloads.remove(kept.id);
    return { is: 'arrived', path: arrived.value.path, verdict: arrived.value.verdict };
  } catch (error) {
    if (signal.aborted && signal.reason instanceof Stopped) {
      return { is: 'stopped', fault: signal.reason.fault };
    }
    const fault = diskFaultOf(error, dataFolder);
    if (fault === null) throw error;
    return { is: 'stopped', fault };
  }
}

/** How a download is shown while nothing works on it. */
function viewOf(kept: KeptDownload, doneBytes: number): DownloadView {
  const { id, projectId, fileId, name, folder, totalBytes } = kept;
  return {
    id: String(id),
    projectId,
    fileId,
    name,
    folder,
    doneBytes,
    totalBytes,
    startedAgain: null,
    state: { is: 'stopped', fault: null },
  };
}
