/** The files of a lineage and what they cite. Plain data. */
import type { FileState, HoldReason } from '../files/file-state.ts';
import type { Visibility } from '../money/price.ts';

/** `derived-from`: a secondary file and its primary file. `follows`: a file and one that holds its procedure. */
export type Relation = 'derived-from' | 'follows';

/**
 * `recorded`: on the service, in this project. `here`: only on this computer so far. `elsewhere`: on the service, in
 * another project. `unknown`: cited by an id that nothing is known about.
 */
export type NodeKind = 'recorded' | 'here' | 'elsewhere' | 'unknown';

export interface LineageNode {
  /** Within one lineage; the same for the same file each time. */
  readonly id: string;
  readonly kind: NodeKind;
  /** Of one that is unknown: the id it is cited by. */
  readonly name: string;
  /** The service's id; null for a file that is only here. */
  readonly fileId: string | null;
  /** Row of a file of this computer that is, or shows, this one. */
  readonly localFileId: string | null;
  /** Null for one that is unknown. */
  readonly projectId: string | null;
  readonly visibility: Visibility | null;
  /** `primary`, `secondary`, or an undocumented value; empty if unknown. */
  readonly fileType: string;
  /** Null when it is unknown, or the service's status is not documented: never success. */
  readonly state: FileState | null;
  /** The status that the service reports, if any. */
  readonly status: string | null;
  readonly hold: HoldReason | null;
  /** Of a `ready` file. */
  readonly isApproved?: boolean;
  /** Separated by commas. */
  readonly labels: string;
  /** The uploader: the service's id of the person, and their name; empty if unknown. */
  readonly ownerId: string;
  readonly ownerName: string;
  readonly uploadedAtMs: number | null;
  readonly procedureDescription: string | null;
}

/** `from` cites `to`. */
export interface LineageEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
}
