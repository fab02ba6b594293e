/** A file of the service on its way to a folder of this computer, as every face shows it. */
import type { CoreFault } from '../status/core-fault.ts';

/** The result of comparing the received bytes with the record. */
const ARRIVAL_VERDICTS = ['match', 'mismatch', 'unsure'] as const;
export type ArrivalVerdict = (typeof ARRIVAL_VERDICTS)[number];

/**
 * Why bytes that were already here were fetched again. `changed`: the store has another content now. `no-ranges`: it
 * serves only complete contents. `did-not-fit`: the assembled parts differed from the record.
 */
export type StartedAgain = 'changed' | 'no-ranges' | 'did-not-fit';

export type DownloadState =
  | { readonly is: 'fetching' }
  /** The store cannot be reached, or asks for a pause; it is tried again then. */
  | { readonly is: 'waiting'; readonly fault: CoreFault; readonly untilMs: number }
  /** All bytes are here and are being compared with the record. */
  | { readonly is: 'checking' }
  /** `mismatch`: it was kept beside, under a name that says so. */
  | { readonly is: 'arrived'; readonly path: string; readonly verdict: ArrivalVerdict }
  /** The part received is kept; starting it again goes on from there. Null: a person, or the end of the program, stopped it. */
  | { readonly is: 'stopped'; readonly fault: CoreFault | null };

export interface DownloadView {
  readonly id: string;
  readonly projectId: string;
  /** The service's id. */
  readonly fileId: string;
  /** Its name in the folder. */
  readonly name: string;
  readonly folder: string;
  readonly doneBytes: number;
  /** Null until the store has said it. */
  readonly totalBytes: number | null;
  readonly startedAgain: StartedAgain | null;
  readonly state: DownloadState;
}
