/**
 * What the core tells its faces without being asked. The core owns the truth: an event carries small state, or says
 * which answers may be stale and have to be asked for again. Events are numbered without a gap; a face that misses one,
 * or meets another `epoch`, takes a new snapshot.
 */
import type { DownloadView } from '../model/files/download-view.ts';
import type { AuditProgress } from '../model/proofs/audit.ts';
import type { ServiceContact, ServiceFault } from '../model/status/service-fault.ts';
import type { EngineView } from '../model/status/account-status.ts';
import type { SessionView } from './session-calls.ts';
import type { StatusView } from './status-calls.ts';
import type { PassProgress } from './sync-calls.ts';

/** Progress and changes of files are gathered for so long: four messages a second at most, however much happens. */
export const GATHERING_MS = 250;
/** More files than these are not named one by one. */
export const MOST_NAMED_IN_EVENT = 100;

export interface FileProgress {
  readonly fileId: string;
  readonly state: 'hashing' | 'checking' | 'uploading';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ScanProgress {
  readonly folderId: string;
  readonly files: number;
  readonly directories: number;
}

export type BridgeEvent =
  | { readonly kind: 'session'; readonly view: SessionView }
  | { readonly kind: 'engine'; readonly engine: EngineView }
  | {
      readonly kind: 'progress';
      readonly files: readonly FileProgress[];
      readonly scans: readonly ScanProgress[];
    }
  /**
   * Ranges over these folders or projects may be stale, and counts with them; without any, all of them. `fileIds` null: too
   * many to name, or not known which.
   */
  | {
      readonly kind: 'files-changed';
      readonly folderIds: readonly string[];
      readonly projectIds: readonly string[];
      readonly fileIds: readonly string[] | null;
    }
  /** The service cannot be asked before then. */
  | { readonly kind: 'waiting'; readonly fault: ServiceFault; readonly untilMs: number }
  | { readonly kind: 'folders-changed' }
  /** An audit began, paused, went on or ended, or the schedule is another: runs, and the status, may be stale. */
  | { readonly kind: 'audits-changed' }
  | { readonly kind: 'audit-progress'; readonly progress: AuditProgress }
  | { readonly kind: 'transfers-changed' }
  | { readonly kind: 'projects-changed' }
  | { readonly kind: 'credits-changed' }
  | { readonly kind: 'outbox-changed' }
  /** Sent at most a few times a second while bytes arrive. */
  | { readonly kind: 'downloads-changed' }
  /** To the page of a window: a command of its own list was chosen in a menu. */
  | { readonly kind: 'command-chosen'; readonly id: string }
  /** To the page of a window: one of its screens, such as `/activity`, was requested from outside. */
  | { readonly kind: 'place-asked'; readonly path: string; readonly token?: string }
  /** Waiting changes were sent automatically: "3 changes sent, 1 needs attention". */
  | { readonly kind: 'outbox-sent'; readonly sent: number; readonly needYou: number }
  /** How far the reading of a file or bundle has come that is being verified; `run` is the name its face gave it. */
  | {
      readonly kind: 'verify-progress';
      readonly run: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  /** `run`: the name that the pass was given by who asked for it. */
  | { readonly kind: 'pass-progress'; readonly run: string; readonly progress: PassProgress }
  /** How far a download has come that a call waits for; `run` is the name its face gave it. */
  | { readonly kind: 'download-progress'; readonly run: string; readonly view: DownloadView }
  /** A request to the service at this address has had no answer for a few seconds, and is still waited for. */
  | { readonly kind: 'answer-late'; readonly server: string }
  /** The service answered, whatever the answer was. Sent occasionally, not for every answer. */
  | { readonly kind: 'heard'; readonly atMs: number; readonly clockAheadMs: number | null }
  /** The service went away, or can be reached again. */
  | { readonly kind: 'contact'; readonly contact: ServiceContact }
  /** Certificates were saved, of files with these ids of the service. */
  | { readonly kind: 'certificates-changed'; readonly fileIds: readonly string[] };

export interface NumberedEvent {
  /** One more than that of the event before. */
  readonly sequence: number;
  readonly event: BridgeEvent;
}

export interface Snapshot {
  /** Differs from one start of the engine to the next; sequences of different epochs have nothing to do with each other. */
  readonly epoch: string;
  /** Of the last event that is contained in it. */
  readonly sequence: number;
  readonly status: StatusView;
  /** What is read or sent right now. */
  readonly progress: readonly FileProgress[];
}
