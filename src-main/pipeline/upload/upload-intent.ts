/**
 * Stores what is about to be sent and charged, before anything leaves, and then what becomes of its attempts. Every attempt sends the frozen form of the
 * intent. A job that was left open is continued only if it would say exactly the same today.
 */
import { type Assignment, splitList } from '../../../src-shared/model/files/assignment.ts';
import { isoFromMs, msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { mediaTypeOf, freezeForm, newBoundary, type FrozenForm } from './form/representation.ts';
import type { AccountPorts } from '../common/ports.ts';
import { rowCited } from '../../../src-shared/model/changes/local-id.ts';
import { fail, ok, type Result, assertNever } from '../../../src-shared/model/result.ts';
import {
  UPLOAD_FIELD_ORDER,
  UploadFields,
  type FileType,
} from '../../../src-shared/service/files.ts';
import * as z from 'zod/mini';
import {
  traitsOfCause,
  UNAVAILABLE_CAUSES,
} from '../../../src-shared/model/status/service-fault.ts';
import type { State } from '../../db/state.ts';
import type { AttemptEvent, AttemptJournal } from './upload.ts';
import { parseJson } from '../../service/json-text.ts';

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
  { state, clock, ids }: Pick<AccountPorts, 'state' | 'clock' | 'ids'>,
): UploadJobRow {
  const { contentId, assignment } = order;
  const { projectId, visibility } = assignment;
  const nowMs = state.bookNowMs();
  const left = state.uploads.live(contentId, projectId, visibility);
  if (left !== null) {
    const { boundary } = JSON.parse(left.form) as FrozenForm;
    const isSame = left.form === formOf(order, left.uploadedIso, boundary);
    const isDated = (msFromIso(left.uploadedIso) ?? Infinity) <= nowMs; // or a clock was ahead then
    const isBegun = state.uploads.resumable(left.id) !== null;
    if (left.fileId === order.fileId && isSame && (isDated || isBegun)) return left;
    state.uploads.move(left.id, { type: 'dropped' });
  }
  const isUsed = (ms: number) => state.uploads.sentAs(isoFromMs(ms)) !== null;
  const uploadedIso = isoFromMs(uploadedTimeMs({ ownMs: clock.nowMs(), nowMs }, isUsed));
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

/**
 * The time that a new upload is found again by, in ms since 1970: now by the service's clock (`nowMs`), never ahead of it,
 * and no other upload's. The fraction of the second is of this computer's clock (`ownMs`), so that two computers that heard
 * the same time differ; a whole second could be the truncated time of another upload.
 */
export function uploadedTimeMs(
  { ownMs, nowMs }: { readonly ownMs: number; readonly nowMs: number },
  isUsed: (ms: number) => boolean,
): number {
  let ms = Math.floor(ownMs - SECOND_MS * Math.ceil((ownMs - nowMs) / SECOND_MS));
  while (ms % SECOND_MS === 0 || isUsed(ms)) ms -= 1;
  return ms;
}

/** Null: not stated. */
export interface UploadDetails {
  readonly type: FileType;
  /** Comma-separated labels. */
  readonly label: string;
  /** ISO time with milliseconds, from `uploadedTimeMs`; frozen with the form. */
  readonly uploadedIso: string;
  readonly procedureDescription: string | null;
  /** Comma-separated file ids. */
  readonly linkToProcedure: string | null;
  /** Comma-separated ids of primary files. */
  readonly primaryData: string | null;
}

type UploadFieldName = (typeof UPLOAD_FIELD_ORDER)[number];
type UploadPart = readonly [name: UploadFieldName, value: string];

/** The fields that are missing, empty, malformed or out of place. */
interface FieldsFault {
  readonly kind: 'bad-fields';
  readonly fields: readonly string[];
}

/**
 * The text parts of an upload form, in the order they are sent. The contract's strict schema decides. A value that does
 * not belong (a procedure on a primary file) is refused, never dropped: the person meant something by it.
 */
export function uploadParts(details: UploadDetails): Result<readonly UploadPart[], FieldsFault> {
  const { uploadedIso, ...rest } = details;
  const stated = Object.entries({ ...rest, uploaded: uploadedIso }).filter(
    ([, value]) => value !== null,
  );
  const read = UploadFields.safeParse(Object.fromEntries(stated));
  if (!read.success) return fail({ kind: 'bad-fields', fields: namesIn(read.error.issues) });
  const values: Partial<Record<UploadFieldName, string>> = read.data;
  const unnamed = CITING.filter((name) => splitList(values[name] ?? '').some(isStandIn));
  if (unnamed.length > 0) return fail({ kind: 'bad-fields', fields: unnamed });
  return ok(
    UPLOAD_FIELD_ORDER.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const CITING = ['linkToProcedure', 'primaryData'] as const;

/** Only this computer knows it. */
function isStandIn(id: string): boolean {
  return rowCited(id) !== null;
}

function namesIn(
  issues: NonNullable<ReturnType<typeof UploadFields.safeParse>['error']>['issues'],
) {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
  );
  return [...new Set(names)].toSorted();
}

// The journal of attempts in the account's database. An upload whose tail was released stays so, even with its outcome known,
// until its record is written: a crash between the two must not look like "nothing was sent". Only what decides whether a
// form may be sent waits for the disk; the next such write makes the rest durable. The address of a small upload is of no use
// before its tail leaves, and is written with whatever is written next, at the end of the turn at the latest once the tail
// has left.

/** Less is faster to send again than to resume: its address need not survive a power cut. */
const DEAR_FROM_BYTES = 1_048_576;

export function makeStateJournal(
  { uploads, repeatable, grouped }: Pick<State, 'uploads' | 'repeatable' | 'grouped'>,
  jobId: string,
  totalBytes = Infinity,
): AttemptJournal {
  let withheld: readonly AttemptEvent[] = [];
  let hasJustBegun = false;

  function write(): void {
    const events = withheld;
    withheld = [];
    for (const event of events) uploads.move(jobId, event);
  }

  return (event) => {
    withheld = [...withheld, event];
    if (event.type === 'resource-announced' && totalBytes < DEAR_FROM_BYTES) {
      // It stops nothing any more, and a database that fails shows at the outcome, which is written next.
      if (!hasJustBegun) grouped.repeatable(write).catch(() => undefined);
      return;
    }
    hasJustBegun = event.type === 'attempt-begun';
    if (mustReachDisk(event, totalBytes)) write();
    else repeatable(write);
  };
}

/** False for what the next write may take along: if it is lost, the service is asked again. */
function mustReachDisk({ type }: AttemptEvent, totalBytes: number): boolean {
  switch (type) {
    case 'attempt-begun':
    case 'attempt-resumed':
    case 'tail-released':
      return true;
    case 'resource-announced':
      return totalBytes >= DEAR_FROM_BYTES;
    case 'resource-dropped':
    case 'bytes-confirmed':
    case 'attempt-ended': // the row of the file is written next, and that waits for the disk
      return false;
    default:
      return assertNever(type);
  }
}

/** Of `working-offline` nobody knows: a person can want it so in the middle. */
const BEFORE_ANY_REQUEST = UNAVAILABLE_CAUSES.filter(
  (why) => why !== 'working-offline' && traitsOfCause(why).reached !== 'request',
);

/** The end of an attempt that never had a connection. */
const NeverConnected = z.object({
  kind: z.literal('stopped'),
  fault: z.object({
    kind: z.literal('unavailable'),
    why: z.enum(BEFORE_ANY_REQUEST),
  }),
});

/**
 * `states`: of all attempts of a job. An unreadable state counts as sent: a wrong doubt costs a question, not a credit.
 */
export function haveBytesLeft(states: readonly string[]): boolean {
  return states.some((text) => {
    const json = parseJson(text);
    return !(json.ok && NeverConnected.safeParse(json.value).success);
  });
}
