/** One request's share of a resumable upload: its body to the spool, then the answer. Creation and append meet here. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import type { Answer } from '../http/answer.ts';
import { informOfUpload } from '../http/interim-answer.ts';
import { chunksOf } from '../http/write-answer.ts';
import { completeUpload } from './completion.ts';
import type { LiveUpload, Transfer, Uploads } from './live-upload.ts';
import { completedUpload, inconsistentLength, plainProblem } from './problem.ts';
import { tooLarge } from './receive-form.ts';
import { writeBoolean } from './structured-fields.ts';
import { agreeOnLength, maxUploadBytes, type UploadFields, uploadLimit } from './upload-fields.ts';
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
      uploads.remove(upload); // it has grown beyond what it said it was: nothing of it can be trusted
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

/** Appends a request's body to an upload's spool. Received bytes stay, whatever happens to the connection. */
type Appended =
  /** The body came to its end. */
  | { readonly end: 'whole'; readonly offset: number }
  /** The connection broke, or a newer request took over. */
  | { readonly end: 'broken'; readonly offset: number }
  /** More came than `limitOffset`; nothing beyond it was kept. */
  | { readonly end: 'over-limit'; readonly offset: number };

interface AppendOrder {
  readonly spoolPath: string;
  /** Where the body belongs: the present size of the spool. */
  readonly offset: number;
  readonly limitOffset: number;
  readonly onProgress: (offset: number) => void;
  readonly isEnded: () => boolean;
}

async function appendBody(request: IncomingMessage, order: AppendOrder): Promise<Appended> {
  const file = openSync(order.spoolPath, 'a', 0o600);
  let { offset } = order;
  try {
    for await (const chunk of untilBroken(request)) {
      if (order.isEnded()) return { end: 'broken', offset };
      const room = order.limitOffset - offset;
      const kept = chunk.subarray(0, room);
      writeFileSync(file, kept); // into the system's memory: a thread takes longer to be asked than to do it
      offset += kept.length;
      if (chunk.length > room) return { end: 'over-limit', offset };
      order.onProgress(offset);
    }
  } finally {
    closeSync(file);
  }
  return { end: request.complete ? 'whole' : 'broken', offset };
}

/** A broken connection ends the loop like the end of the body does; `request.complete` tells the two apart. */
async function* untilBroken(request: IncomingMessage): AsyncGenerator<Buffer, void> {
  const chunks = chunksOf(request)[Symbol.asyncIterator]();
  for (;;) {
    const next = await nextOrBroken(chunks, request);
    if (next === null) return;
    yield next;
  }
}

async function nextOrBroken(
  chunks: AsyncIterator<Buffer>,
  request: IncomingMessage,
): Promise<Buffer | null> {
  try {
    const next = await chunks.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    if (request.complete && !request.destroyed) throw error;
    return null;
  }
}
