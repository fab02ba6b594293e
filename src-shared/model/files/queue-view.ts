/** The queue of uploads as every face shows it, and what a person decided about its pace: plain facts, no words. */
import type { HoldReason } from './file-state.ts';
import type { UnavailableCause } from '../status/service-fault.ts';
import type { FileView } from './file-view.ts';

/**
 * `now`: what has not left completely stops at once and goes on later. `after-current`: what is on its way is let
 * finish. Neither touches an upload whose last bytes have left.
 */
export type PauseMode = 'now' | 'after-current';

export interface Pause {
  readonly mode: PauseMode;
  readonly sinceMs: number;
  /** When it ends automatically; null: when a person ends it. */
  readonly untilMs: number | null;
}

export interface TransferRules {
  /** As it was asked for; it may be over by now: see `pauseAt`. */
  readonly pause: Pause | null;
  /** Over all uploads and checks together; null: none. */
  readonly limitBytesPerSecond: number | null;
  /** Most uploads at once; null: as many as prove useful. */
  readonly parallel: number | null;
}

/** Most uploads at once that a person may ask for. */
export const MOST_PARALLEL = 8;

/** A slower limit would keep an upload from ever ending within a session. */
export const LOWEST_LIMIT_BYTES_PER_SECOND = 1_000;

/** The pause that holds at this moment; null when there is none, or when its time has come. */
export function pauseAt(pause: Pause | null, nowMs: number): Pause | null {
  return pause === null || (pause.untilMs !== null && pause.untilMs <= nowMs) ? null : pause;
}

/** One thing that files wait for. */
export interface Wait {
  /** Address of the service that these files go to. */
  readonly server: string;
  readonly cause: HoldReason;
  /** Why nothing comes back from the service; null: it is waited for something else, or that is not known. */
  readonly why: UnavailableCause | null;
  /** More about the cause; null: the cause says it all. */
  readonly note: WaitNote['waits'] | null;
  readonly sinceMs: number;
  /** When it ends automatically; null: unknown, or a person has to end it. */
  readonly untilMs: number | null;
  readonly files: number;
  readonly bytes: number;
}

export interface QueueEntry {
  readonly file: FileView;
  /** A person sent it next. */
  readonly isNext: boolean;
  /** Of a file that is on its way; null otherwise. */
  readonly sentBytes: number | null;
}

/** Whether a service goes on with an upload that broke; `unknown`: the first upload will tell. */
export type Resumption = 'yes' | 'no' | 'unknown';

/** Its pause is null when none holds now. */
export interface QueueView extends TransferRules {
  readonly resumption: Resumption;
  readonly waits: readonly Wait[];
  /** On their way first, then in the order in which they will go. */
  readonly entries: readonly QueueEntry[];
}

/** What a waiting file waits for, beyond the code of its hold: plain data that a row keeps and faces put into words. */
export type WaitNote =
  /** The person stopped its upload. */
  | { readonly waits: 'stopped' }
  /** The time at which the pause ends automatically. */
  | { readonly waits: 'until'; readonly atMs: number }
  /** Sending it would take longer than the session lasts. */
  | { readonly waits: 'session-too-short'; readonly takesMs: number }
  /** So many tries in a row led no further. */
  | { readonly waits: 'no-progress'; readonly tries: number }
  /** It was received, and the list was refused with this status, or does not show it (null). */
  | {
      readonly waits: 'record-unseen';
      readonly status: number | null;
      readonly says: string | null;
    }
  /** It was received, and the list gives it this status, which is not documented. */
  | { readonly waits: 'unknown-status'; readonly status: string }
  /** An earlier try broke, and the list that is checked before the next one was refused. `says`: the service's words. */
  | {
      readonly waits: 'list-refused';
      readonly status: number | null;
      readonly says: string | null;
    }
  /** Its project refused another file for lack of permission: it was not sent. `says`: the service's words. */
  | { readonly waits: 'project-refused'; readonly says: string | null }
  /** No answer came, and the service shows neither record nor charge: it goes again. */
  | { readonly waits: 'sent-again' }
  /** It was answered with a status by which HTTP says that nothing was carried out, and nothing contradicts that. */
  | { readonly waits: 'not-carried-out'; readonly status: number };

/** The note as a row keeps it. */
export function writeWaitNote(note: WaitNote): string {
  return JSON.stringify(note);
}

/** Null for a row that has none, and for a text of somebody else's. */
export function readWaitNote(text: string | null): WaitNote | null {
  return text !== null && text.startsWith('{"waits":') ? (JSON.parse(text) as WaitNote) : null;
}
