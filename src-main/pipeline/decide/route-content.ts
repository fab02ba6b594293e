/** The next state of a file whose content is known: gathers the facts from the database and asks the plan. */
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { Price } from '../../../src-shared/model/money/price.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { resolveCited, type CitedFiles } from './cited-files.ts';
import type { FileRows } from './file-rows.ts';
import type { KnownRecords } from './known-records.ts';
import {
  planContent,
  type ContentFacts,
  type ContentPlan,
  type ReviewRules,
} from './plan-content.ts';
import { makePriceList } from './price-list.ts';
import { projectStanding } from '../common/project-access.ts';

/** What reading a file has found. */
export type FoundContent = Pick<FileRow, 'identity' | 'sizeBytes'> & { readonly contentId: number };

/** The next state of a file, and what is written with it. */
export interface Destination {
  readonly to: FileState;
  readonly patch: FilePatch;
  /** The record that it shows from now on. */
  readonly showsRecordId?: number;
}

/** The state of a file whose upload a person stopped: it only waits for their decision. */
const STOPPED: FilePatch = { hold: 'review', message: writeWaitNote({ waits: 'stopped' }) };

/** A content of which there is no record, no upload and no answer. */
const NOTHING_KNOWN = {
  shown: null,
  records: [],
  isApproved: false,
  lifted: new Set(),
  isDuplicateInDoubt: false,
  reusedId: null,
} satisfies Partial<ContentFacts>;

export type ContentDestinations = ReturnType<typeof makeContentDestinations>;

export function makeContentDestinations(ports: {
  readonly state: State;
  readonly rows: Pick<FileRows, 'assignmentOf'>;
  readonly knownRecords: KnownRecords;
}) {
  const { state, rows, knownRecords } = ports;
  const { folders, contents, assignments, approvals, spendLimits } = state;
  const { assignmentOf } = rows;
  const prices = makePriceList(state);

  /** The price of notarizing a file at its destination. */
  function priceOf(file: FileRow): Price {
    return prices.priceOf(assignmentOf(file).visibility, file.sizeBytes);
  }

  /** What the person wants to review before a file is queued. */
  function reviewRules(file: FileRow): ReviewRules {
    const isEachApproved = folders.get(file.folderId)?.approveEach ?? false;
    return { isEachApproved, askAbove: spendLimits.get()['ask-above'] };
  }

  /** Null: it stays as it is. */
  function destinationOf(file: FileRow, content = contentOf(file)): Destination | null {
    if (folders.get(file.folderId) === null) return null;
    const isCopy = file.state === 'duplicate'; // it shows no record, it only knows of one
    const known = knownRecords.of(content.id, file.id);
    const shown = knownRecords.shownBy(isCopy ? null : file.recordId, known);
    const place = placeOf(file);
    const { projectId, visibility } = place.facts.assignment;
    const plan = planContent({
      ...place.facts,
      content,
      shown,
      records: known,
      isApproved: file.approvedContentId === content.id,
      lifted: approvals.of(file.id, content.id),
      credits: priceOf(file).credits,
      isDuplicateInDoubt:
        state.uploads.live(content.id, projectId, visibility)?.outcome === 'unknown',
      reusedId: state.uploads.reusedId(content.id, projectId, visibility),
    });
    return isStopped(file) && plan.do === 'queue'
      ? { to: 'held', patch: STOPPED }
      : carriedOut(plan, file, place);
  }

  /**
   * The same for new files of one folder, without a choice of a person, whose contents were never sent: nothing is known of
   * them but the bytes, and what is known of the folder is read once. Valid until something else changes.
   */
  function destinationsOfNew(first: FileRow): (content: ContentFacts['content']) => Destination {
    const place = placeOf(first);
    const { visibility } = place.facts.assignment;
    return (content) => {
      const credits = prices.priceOf(visibility, content.sizeBytes).credits;
      const plan = planContent({ ...place.facts, ...NOTHING_KNOWN, content, credits });
      const destination = carriedOut(plan, first, place);
      if (destination === null) throw new Error('a new file is held already');
      return destination;
    };
  }

  /** What a file's assignment and folder say. */
  function placeOf(file: FileRow) {
    const assignment = assignmentOf(file);
    const cited = resolveCited(assignment, state);
    const facts = {
      assignment,
      review: reviewRules(file),
      isHistoryIncomplete: state.isHistoryIncomplete(assignment),
      project: projectStanding(assignment.projectId, state.changes),
      cited: cited.standing,
    };
    return { facts, cited };
  }

  /** Null: it stays as it is. */
  function carriedOut(
    plan: ContentPlan,
    file: FileRow,
    { facts, cited }: ReturnType<typeof placeOf>,
  ): Destination | null {
    switch (plan.do) {
      case 'show': {
        const { recordId } = plan;
        return { to: plan.state, patch: { recordId }, showsRecordId: recordId };
      }
      case 'duplicate':
        return { to: 'duplicate', patch: { recordId: plan.recordId } };
      case 'changed':
        return { to: 'changed', patch: {} };
      case 'hold': {
        const message = plan.note === null ? null : writeHoldNote(plan.note);
        const isHeldSo = file.hold === plan.reason && file.message === message;
        return isHeldSo ? null : { to: 'held', patch: { hold: plan.reason, message } };
      }
      case 'check':
        return { to: 'checking', patch: {} };
      case 'queue':
        return { to: 'ready', patch: withIds(file, facts.assignment, cited) };
      default:
        return assertNever(plan);
    }
  }

  function contentOf(file: FileRow): Content {
    if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
    return contents.get(file.contentId);
  }

  /** From now on it cites recorded files by the service's own ids. */
  function withIds(file: FileRow, assignment: Assignment, { resolved }: CitedFiles): FilePatch {
    if (resolved === null) return {};
    const found = { ...assignment, ...resolved };
    if (file.assignmentId === null) return { assignmentId: assignments.add(found) };
    assignments.replace(file.assignmentId, found);
    return {};
  }

  /** The person stopped the upload of exactly these bytes. */
  function isStopped(file: FileRow): boolean {
    const { stoppedContentId } = state.queueChoices.of(file.id);
    return stoppedContentId !== null && stoppedContentId === file.contentId;
  }

  return { destinationOf, destinationsOfNew, priceOf, reviewRules };
}
