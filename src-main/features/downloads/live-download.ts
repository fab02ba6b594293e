/** One download while it runs: bound to the store, the disk and the database, with its progress. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type {
  ArrivalVerdict,
  DownloadState,
  DownloadView,
} from '../../../src-shared/model/files/download-view.ts';
import { STORE_LIMITS } from './content/ask-store.ts';
import { runDownload, type DownloadPorts } from './content/run-download.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Agents } from '../../service/agents.ts';
import type { KeptDownload } from '../../db/files/download-repository.ts';
import type { State } from '../../db/state.ts';
import type { Bandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { diskFaultOf } from '../../platform/disk/disk-fault.ts';
import type { DownloadLinks, PublicFile } from './download-link.ts';
import { freeBytesOf } from '../../platform/disk/free-bytes.ts';

/** Minimum interval between progress reports. */
const TELL_EVERY_MS = 250;

export interface LiveParts {
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

export interface LiveDownload {
  readonly view: () => DownloadView;
  /** Null once it has ended. Aborted with `Stopped`. */
  readonly stop: () => AbortController | null;
  readonly done: Promise<DownloadView>;
  /** The bug that ended it; null while there is none. */
  readonly mistake: () => unknown;
}

/** The reason of an abort: why a download was stopped. */
export class Stopped extends Error {
  readonly fault: CoreFault | null;

  constructor(fault: CoreFault | null) {
    super('the download was stopped');
    this.fault = fault;
  }
}

export function startLiveDownload(
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
export function viewOf(kept: KeptDownload, doneBytes: number): DownloadView {
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
