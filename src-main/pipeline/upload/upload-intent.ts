/**
 * Stores what is about to be sent and charged, before anything leaves. Every attempt sends the frozen form of the
 * intent. A job that was left open is continued only if it would say exactly the same today.
 */
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { isoFromMs, msFromIso } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { mediaTypeOf } from './form/media-type.ts';
import { freezeForm, newBoundary, type FrozenForm } from './form/representation.ts';
import { uploadParts } from './form/upload-fields.ts';

export interface IntentOrder {
  readonly fileId: number;
  readonly fileName: string;
  readonly contentId: number;
  readonly sizeBytes: number;
  readonly assignment: Assignment;
  readonly estimatedCredits: number;
  readonly balanceBefore: number | null;
}

/** Runs inside the caller's transaction. Throws when the assignment lacks facts: such a file is never queued. */
export function openIntent(
  order: IntentOrder,
  { state, clock, ids }: { readonly state: State; readonly clock: Clock; readonly ids: Ids },
): UploadJobRow {
  const { contentId, assignment } = order;
  const { projectId, visibility } = assignment;
  const nowMs = clock.nowMs();
  const left = state.uploads.live(contentId, projectId, visibility);
  if (left !== null) {
    const { boundary } = JSON.parse(left.form) as FrozenForm;
    if (left.fileId === order.fileId && left.form === formOf(order, left.uploadedIso, boundary)) {
      return left;
    }
    state.uploads.move(left.id, { type: 'dropped' });
  }
  const lastIso = state.uploads.latestUploadedIso();
  const uploadedIso = isoFromMs(risingTimeMs(lastIso === null ? null : msFromIso(lastIso), nowMs));
  const job = {
    id: ids.uuid(),
    fileId: order.fileId,
    contentId,
    projectId,
    visibility,
    name: order.fileName,
    uploadedIso,
    form: formOf(order, uploadedIso, newBoundary(ids)),
    estimatedCredits: order.estimatedCredits,
    balanceBefore: order.balanceBefore,
    createdAtMs: nowMs,
  };
  state.uploads.add(job);
  const added = state.uploads.get(job.id);
  if (added === null) throw new Error(`job ${job.id} was not kept`);
  return added;
}

/** The frozen form as the row keeps it. */
function formOf(order: IntentOrder, uploadedIso: string, boundary: string): string {
  const { assignment, fileName, sizeBytes } = order;
  const isSecondary = assignment.fileType === 'secondary';
  const parts = uploadParts({
    type: assignment.fileType,
    label: assignment.labels,
    uploadedIso,
    procedureDescription: isSecondary ? assignment.procedureDescription : null,
    linkToProcedure: isSecondary ? assignment.linkToProcedure : null,
    primaryData: isSecondary ? assignment.primaryData : null,
  });
  if (!parts.ok) throw new Error(`an upload lacks ${parts.fault.fields.join(', ')}`);
  const form = { boundary, fields: parts.value, filePart: 'file', fileName, sizeBytes };
  return JSON.stringify(freezeForm({ ...form, contentType: mediaTypeOf(fileName) }));
}

/** Ms since 1970: now, or one more than the last value used when the clock stands still or went back. */
export function risingTimeMs(lastUsedMs: number | null, nowMs: number): number {
  const now = Math.floor(nowMs);
  return lastUsedMs === null ? now : Math.max(now, lastUsedMs + 1);
}
