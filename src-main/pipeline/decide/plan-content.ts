/**
 * Decides what to do with a file whose fingerprint is known. Pure. The order is a promise of the product: what is
 * already proven is never charged again, the ledger is asked before the platform, and the platform before credits are
 * spent.
 */
import {
  isCheckWanted,
  missingFacts,
  type Assignment,
} from '../../../src-shared/model/files/assignment.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { ApprovalKind, HoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import {
  MAX_FILE_BYTES_BINARY,
  MAX_FILE_BYTES_DECIMAL,
} from '../../../src-shared/service/limits.ts';
import type { CitedStanding } from './citation-stage.ts';
import { isGone, stateOfStatus } from '../common/list-project-files.ts';
import { isDismissed } from '../../../src-shared/model/changes/change.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import type { ChangeRepository } from '../../db/changes/change-repository.ts';

/** A file on the service that holds this content. */
export interface KnownRecord {
  readonly id: number;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly status: string;
  /** When it was seen to be settled, deleted for example; null: it is not. */
  readonly settledAtMs: number | null;
  /** Another path on this computer shows this record now. */
  readonly isShownElsewhere: boolean;
}

export interface ContentFacts {
  readonly content: {
    readonly id: number;
    readonly sizeBytes: number;
    /** The platform's stored answer, where `exists` is null if it refused to say; null: not asked. */
    readonly platform: { readonly exists: boolean | null } | null;
    /** It may have been paid for elsewhere. */
    readonly isDoubted: boolean;
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
  /** A person agreed to notarize this content under this path, replacing the version notarized before. */
  readonly isApproved: boolean;
  /** Holds that a person lifted for this content under this path, one by one. */
  readonly lifted: ReadonlySet<ApprovalKind>;
  /** The price of notarizing it here. */
  readonly credits: number;
  /** A person wants to look at every new file of its folder. */
  readonly isEachApproved: boolean;
  /** A past charge may be unknown here: the platform is always asked. */
  readonly isHistoryIncomplete: boolean;
  /** An upload of exactly this content to the same destination may have arrived; its outcome is unknown. */
  readonly isDuplicateInDoubt: boolean;
  /** The other file whose id the service gave to an upload of exactly this content to the same destination. */
  readonly reusedId: { readonly fileId: string; readonly fileName: string | null } | null;
  readonly project: ProjectStanding;
  /** State of the local files that it cites. */
  readonly cited: CitedStanding;
}

export type ContentPlan =
  | { readonly do: 'show'; readonly state: FileState; readonly recordId: number }
  /** `recordId` is null when only the platform's answer shows the duplicate. */
  | { readonly do: 'duplicate'; readonly recordId: number | null }
  | { readonly do: 'changed' }
  | { readonly do: 'hold'; readonly reason: HoldReason; readonly note: HoldNote | null }
  | { readonly do: 'check' }
  | { readonly do: 'queue'; readonly credits: number };

export function planContent(facts: ContentFacts): ContentPlan {
  const { content, assignment, shown, isApproved, lifted, credits } = facts;
  if (shown !== null && shown.contentId === content.id) {
    return { do: 'show', state: stateOfStatus(shown.status), recordId: shown.id };
  }
  const known = bestRecord(facts.records, assignment);
  const place = known === null ? null : planKnown(known, assignment);
  if (place !== null && !(place.do === 'duplicate' && lifted.has('duplicate'))) return place;
  const deleted = latestDeleted(facts.records);
  const isWantedAgain = lifted.has('record_deleted');
  if (deleted !== null && !isWantedAgain) {
    return hold('record_deleted', { why: 'record-deleted', atMs: deleted.settledAtMs });
  }
  if (shown !== null && !isApproved && !isWantedAgain) return { do: 'changed' };

  // It is paid for, and no record can be shown: another payment is a person's decision.
  if (facts.reusedId !== null && !lifted.has('id_in_use')) {
    return hold('id_in_use', { why: 'id-in-use', ...facts.reusedId });
  }
  if (content.sizeBytes > MAX_FILE_BYTES_BINARY) return hold('size_limit');
  if (content.platform?.exists === true && !lifted.has('duplicate')) {
    return { do: 'duplicate', recordId: null };
  }
  if (content.sizeBytes > MAX_FILE_BYTES_DECIMAL && !lifted.has('size_confirm')) {
    return hold('size_confirm');
  }
  if (assignment.checkPolicy === 'first' && isToBeAsked(facts)) return { do: 'check' };

  // What may be paid for already is neither offered nor asked about.
  if (facts.isDuplicateInDoubt) return hold('twin_pending');
  if (facts.project !== 'there') return hold(facts.project === 'never' ? 'permission' : 'project');
  const missing = missingFacts(assignment);
  if (missing !== null) return hold(missing);
  if (facts.cited !== 'there')
    return hold(facts.cited === 'never' ? 'procedure' : 'primary_pending');
  if (facts.isEachApproved && !lifted.has('review')) return hold('review', { why: 'approve-each' });
  return { do: 'queue', credits };
}

/**
 * Whether the platform is still to be asked for the content before it is paid for: before the price where the folder says
 * so, otherwise once that is approved. What may have been paid for elsewhere is asked about whatever the folder says.
 */
export function isToBeAsked({
  content,
  assignment,
  lifted,
  isHistoryIncomplete,
}: Pick<ContentFacts, 'content' | 'assignment' | 'lifted' | 'isHistoryIncomplete'>): boolean {
  // A person who wants a second record of a known content needs no check whether it is known.
  if (content.platform !== null || lifted.has('duplicate')) return false;
  return isHistoryIncomplete || content.isDoubted || isCheckWanted(assignment, content.sizeBytes);
}

function hold(reason: HoldReason, note: HoldNote | null = null): ContentPlan {
  return { do: 'hold', reason, note };
}

function planKnown(known: KnownRecord, assignment: Assignment): ContentPlan {
  const isHere =
    known.projectId === assignment.projectId && known.visibility === assignment.visibility;
  // Not recorded on the chain: shown as such under every name, and never sent again automatically.
  const isUnproven = stateOfStatus(known.status) === 'record_error';
  if (isUnproven || (isHere && !known.isShownElsewhere)) {
    return { do: 'show', state: stateOfStatus(known.status), recordId: known.id };
  }
  return { do: 'duplicate', recordId: known.id };
}

/** A live record. Preferred are the file's own destination, then a record that nobody shows. */
function bestRecord(records: readonly KnownRecord[], assignment: Assignment): KnownRecord | null {
  if (records.length === 0) return null; // as for almost every file
  const rank = (record: KnownRecord) =>
    (record.projectId === assignment.projectId && record.visibility === assignment.visibility
      ? 0
      : 2) + (record.isShownElsewhere ? 1 : 0);
  const live = records.filter((record) => !isGone(record.status));
  return live.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)[0] ?? null;
}

/**
 * The content was paid for and deleted, at any destination: whether it is paid for again is a person's decision, whatever
 * name it has now, and however wrong the list was that said so.
 */
function latestDeleted(records: readonly KnownRecord[]): KnownRecord | null {
  const gone = records.filter((record) => isGone(record.status));
  return gone.reduce<KnownRecord | null>(
    (latest, record) =>
      latest === null || deletedMs(record) > deletedMs(latest) ? record : latest,
    null,
  );
}

function deletedMs({ settledAtMs }: KnownRecord): number {
  return settledAtMs ?? Infinity; // its deletion is being processed
}

/**
 * Whether the service can take files into a project: one that was created offline waits in the outbox first. `awaited`: it
 * waits to be created. `never`: its creation was dismissed.
 */
type ProjectStanding = 'there' | 'awaited' | 'never';

export function projectStanding(
  projectId: string,
  changes: Pick<ChangeRepository, 'get'>,
): ProjectStanding {
  const creator = creatorOf(projectId);
  if (creator === null) return 'there';
  const state = changes.get(creator)?.state;
  return state === undefined || state.state === 'withdrawn' || isDismissed(state)
    ? 'never'
    : 'awaited';
}
