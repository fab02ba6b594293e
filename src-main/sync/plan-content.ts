/**
 * Decides what becomes of a file whose fingerprint is known. Pure. The order is the product's promise: what is already
 * proven is never paid for again, the ledger is asked before the platform, and the platform before the purse.
 */
import {
  isCheckedFirst,
  missingFacts,
  type Assignment,
} from '../../src-shared/model/assignment.ts';
import type { FileState, HoldReason } from '../../src-shared/model/file-state.ts';
import { uploadCredits, type Visibility } from '../../src-shared/model/price.ts';
import { MAX_FILE_BYTES_BINARY, MAX_FILE_BYTES_DECIMAL } from '../../src-shared/service/limits.ts';

/** A file on the service that holds this content. */
export interface KnownRecord {
  readonly id: number;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly status: string;
  /** Another path on this computer shows this record now. */
  readonly isShownElsewhere: boolean;
}

export interface ContentFacts {
  readonly content: {
    readonly id: number;
    readonly sizeBytes: number;
    /** The platform's kept answer; null: not asked. */
    readonly platform: { readonly exists: boolean } | null;
  };
  readonly assignment: Assignment;
  /** The record this path shows, whatever its content. */
  readonly shown: {
    readonly id: number;
    readonly contentId: number;
    readonly status: string;
  } | null;
  /** Every record of exactly this content. */
  readonly records: readonly KnownRecord[];
  /** A person agreed to notarize this content under this path. */
  readonly isApproved: boolean;
  /** Something paid earlier may be unknown here: the platform is always asked. */
  readonly isHistoryIncomplete: boolean;
}

export type ContentPlan =
  | { readonly do: 'show'; readonly state: FileState; readonly recordId: number }
  /** `recordId` is null when only the platform's answer tells of the twin. */
  | { readonly do: 'duplicate'; readonly recordId: number | null }
  | { readonly do: 'changed' }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'check' }
  | { readonly do: 'queue'; readonly credits: number };

export function planContent(facts: ContentFacts): ContentPlan {
  const { content, assignment, shown, isApproved } = facts;
  if (shown !== null && shown.contentId === content.id) {
    return { do: 'show', state: stateOfStatus(shown.status), recordId: shown.id };
  }
  const known = bestRecord(facts.records, assignment);
  if (known !== null) return planKnown(known, assignment);
  if (shown !== null && !isApproved) return { do: 'changed' };

  if (content.sizeBytes > MAX_FILE_BYTES_BINARY) return { do: 'hold', reason: 'size_limit' };
  if (content.platform?.exists === true) {
    return { do: 'duplicate', recordId: null };
  }
  if (content.sizeBytes > MAX_FILE_BYTES_DECIMAL && !isApproved) {
    return { do: 'hold', reason: 'size_confirm' };
  }
  const isAsked =
    facts.isHistoryIncomplete || isCheckedFirst(assignment.checkPolicy, content.sizeBytes);
  if (content.platform === null && isAsked) return { do: 'check' };

  const missing = missingFacts(assignment);
  if (missing !== null) return { do: 'hold', reason: missing };
  return { do: 'queue', credits: uploadCredits(assignment.visibility, content.sizeBytes) };
}

function planKnown(known: KnownRecord, assignment: Assignment): ContentPlan {
  const isHere =
    known.projectId === assignment.projectId && known.visibility === assignment.visibility;
  // Not recorded on the chain: shown as such under every name, and never sent again by itself.
  const isUnproven = stateOfStatus(known.status) === 'record_error';
  if (isUnproven || (isHere && !known.isShownElsewhere)) {
    return { do: 'show', state: stateOfStatus(known.status), recordId: known.id };
  }
  return { do: 'duplicate', recordId: known.id };
}

/** A live record, first in the file's own place, first one nobody shows; a deleted one proves nothing. */
function bestRecord(records: readonly KnownRecord[], assignment: Assignment): KnownRecord | null {
  const rank = (record: KnownRecord) =>
    (record.projectId === assignment.projectId && record.visibility === assignment.visibility
      ? 0
      : 2) + (record.isShownElsewhere ? 1 : 0);
  const live = records.filter((record) => !isGone(record.status));
  return live.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)[0] ?? null;
}

function isGone(status: string): boolean {
  return status === 'Deleted' || status === 'PendingDeletion';
}

/** The state a row shows for the service's word. A word we do not know is never success: it stays in recording. */
export function stateOfStatus(status: string): FileState {
  switch (status) {
    case 'Available':
      return 'notarized';
    case 'NotarizationError':
      return 'record_error';
    case 'PendingDeletion':
      return 'deleting';
    case 'Deleted':
      return 'deleted';
    default:
      return 'recording';
  }
}
