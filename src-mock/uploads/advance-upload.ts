/** One request's share of a resumable upload: its body to the spool, then the answer. Creation and append meet here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readings } from '../control/readings.ts';
import type { Answer } from '../http/answer.ts';
import { assertNever } from '../assert-never.ts';
import { informOfUpload } from '../http/interim.ts';
import { appendBody } from './append-body.ts';
import { completeUpload } from './completion.ts';
import type { LiveUpload, Transfer, Uploads } from './live-upload.ts';
import { completedUpload, inconsistentLength, plainProblem } from './problem.ts';
import { tooLarge } from './receive-form.ts';
import { writeBoolean } from './structured-fields.ts';
import { agreeOnLength, maxUploadBytes, uploadLimit, type UploadFields } from './upload-fields.ts';
import type { UploadContext, UploadTarget } from './upload-types.ts';

const PROGRESS_INTERVAL_MS = 250; // as often as a person can tell

export interface Step {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fields: UploadFields;
  readonly context: UploadContext;
  readonly uploads: Uploads;
  readonly upload: LiveUpload;
  readonly transfer: Transfer;
  readonly offset: number;
  /** What "received, not complete yet" is answered with. */
  readonly acknowledge: (offset: number) => Answer;
}

export type Admission =
  | { readonly ok: true; readonly lengthBytes: number | null }
  | {
      readonly ok: false;
      readonly answer: Answer;
      /** Nothing of what was received before can be trusted any more either. */
      readonly spoilsUpload: boolean;
    };

/** Whether a request may put its body at `offset`, from its fields alone. */
export function admitBody(
  known: number | null,
  offset: number,
  fields: UploadFields,
  target: UploadTarget,
  context: UploadContext,
): Admission {
  const readings = context.readings();
  const lengthBytes = agreeOnLength(known, offset, fields);
  if (lengthBytes === 'beyond') return refuse(inconsistentLength(), true);
  if (lengthBytes === 'inconsistent') return refuse(inconsistentLength());
  const end = offset + (fields.contentLength ?? 0);
  if (Math.max(lengthBytes ?? 0, end) > maxUploadBytes(target.maxFileBytes)) {
    return refuse(uploadTooLarge(target, context));
  }
  const limit = readings.resumableMaxAppendBytes;
  if (limit !== null && (fields.contentLength ?? 0) > limit) {
    return refuse(appendTooLarge(target, readings));
  }
  return { ok: true, lengthBytes };
}

function refuse(answer: Answer, spoilsUpload = false): Admission {
  return { ok: false, answer, spoilsUpload };
}

/** Null when nobody is left to answer: the connection broke, or a newer request took over. */
export async function advanceUpload(step: Step): Promise<Answer | null> {
  const { request, context, uploads, upload, transfer, offset, fields } = step;
  const { target } = upload;
  const readings = context.readings();
  const { lengthBytes } = upload.record;
  const wholeLimit = lengthBytes ?? maxUploadBytes(target.maxFileBytes);
  const appended = await appendBody(request, {
    spoolPath: uploads.store.spoolPath(upload.id),
    offset,
    limitOffset: Math.min(wholeLimit, offset + (readings.resumableMaxAppendBytes ?? Infinity)),
    onProgress: progressReporter(step),
    isEnded: transfer.isEnded,
  });
  transfer.stopWriting();
  switch (appended.end) {
    case 'broken':
      return null;
    case 'over-limit':
      if (appended.offset < wholeLimit) return appendTooLarge(target, readings);
      await uploads.remove(upload); // it has grown beyond what it said it was: nothing of it can be trusted
      return lengthBytes === null ? uploadTooLarge(target, context) : inconsistentLength();
    case 'whole':
      if (fields.complete !== true) return step.acknowledge(appended.offset);
      if (lengthBytes !== null && lengthBytes !== appended.offset) return inconsistentLength();
      return finishUpload(step, appended.offset);
    default:
      return assertNever(appended);
  }
}

/** Completes, or joins whoever completes, and marks the answer as the target's own. */
export async function finishUpload(
  { upload, uploads, context }: Pick<Step, 'upload' | 'uploads' | 'context'>,
  offset: number,
): Promise<Answer> {
  const answer = await completeUpload(upload, uploads, context);
  if (answer === null) return completedUpload();
  const fields = { 'Upload-Complete': writeBoolean(true), 'Upload-Offset': String(offset) };
  return { ...answer, headers: { ...answer.headers, ...fields } };
}

function uploadTooLarge(target: UploadTarget, context: UploadContext): Answer {
  const readings = context.readings();
  const answer = context.refusalAnswer(tooLarge(target.maxFileBytes));
  const limit = uploadLimit(target.maxFileBytes, readings, readings.resumableMaxAgeSeconds);
  return { ...answer, headers: { ...answer.headers, 'Upload-Limit': limit } };
}

function appendTooLarge({ maxFileBytes }: UploadTarget, readings: Readings): Answer {
  return plainProblem(413, 'more than one request may carry', {
    'Upload-Limit': uploadLimit(maxFileBytes, readings, readings.resumableMaxAgeSeconds),
  });
}

/** 104s with the offset, for clients that speak our version; never more often than the interval. */
function progressReporter(step: Step): (offset: number) => void {
  const { request, response, fields, context } = step;
  const version = context.readings().resumableInteropVersion;
  const isSilent =
    fields.interopVersion !== version || context.faults.uploadQuirks(request).suppresses104;
  let lastAtMs = context.nowMs();
  return (offset) => {
    if (isSilent || context.nowMs() - lastAtMs < PROGRESS_INTERVAL_MS) return;
    lastAtMs = context.nowMs();
    informOfUpload(response, {
      'Upload-Offset': String(offset),
      'Upload-Draft-Interop-Version': String(version),
    });
  };
}
