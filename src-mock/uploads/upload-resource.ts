/** An upload's own address: its offset, appending, and cancelling. Others learn nothing, not even that it exists. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readings } from '../control/readings.ts';
import { type Answer, Refusal } from '../http/answer.ts';
import { admitBody, advanceUpload, finishUpload } from './advance-upload.ts';
import { isClosed } from './completion.ts';
import {
  type LiveUpload,
  takeOver,
  type Transfer,
  type Uploads,
  uploadsOf,
} from './live-upload.ts';
import { completedUpload, inconsistentLength, mismatchingOffset, plainProblem } from './problem.ts';
import { writeBoolean } from './structured-fields.ts';
import { readUploadFields, uploadLimit } from './upload-fields.ts';
import type { UploadContext } from './upload-types.ts';

const PARTIAL_UPLOAD = 'application/partial-upload';
const ALLOWED = 'GET, HEAD, PATCH, DELETE, OPTIONS';
const NOTHING = Buffer.alloc(0);

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: UploadContext;
  readonly uploads: Uploads;
  readonly upload: LiveUpload;
  readonly transfer: Transfer;
}

/** The answer to a request at an upload's address; null when nobody is left to answer. Throws `Refusal`. */
export async function visitUpload(
  request: IncomingMessage,
  response: ServerResponse,
  context: UploadContext,
): Promise<Answer | null> {
  const readings = context.readings();
  if (readings.resumableUploads === 'off') throw noSuchUpload();
  if (request.method === 'OPTIONS')
    return announceUploads(readings, readings.maxFileBytes, ALLOWED);
  const ownerKey = await context.authenticate(request);
  const uploads = uploadsOf(context);
  const upload = await uploads.find(secretOf(request.url ?? '', context.basePath), ownerKey);
  if (upload === null) throw noSuchUpload();

  const { goneStatus } = context.faults.uploadQuirks(request);
  if (goneStatus !== null) {
    uploads.remove(upload);
    throw noSuchUpload(goneStatus);
  }
  const transfer = await takeOver(upload, request);
  if (transfer === null) return null;
  const visit = { request, response, context, uploads, upload, transfer };
  try {
    if (request.method === 'HEAD' || request.method === 'GET') return tellOffset(visit);
    if (request.method === 'PATCH') return await append(visit);
    if (request.method !== 'DELETE') return plainProblem(405, 'not here', { Allow: ALLOWED });
    uploads.remove(upload);
    return { status: 204, body: NOTHING };
  } finally {
    transfer.leave();
  }
}

/** OPTIONS at an upload, and at an endpoint that takes uploads: that they can be resumed, and within which limits. */
export function announceUploads(readings: Readings, maxFileBytes: number, allow: string): Answer {
  const limit = uploadLimit(maxFileBytes, readings, readings.resumableMaxAgeSeconds);
  const headers = { Allow: allow, 'Accept-Patch': PARTIAL_UPLOAD, 'Upload-Limit': limit };
  return { status: 204, headers, body: NOTHING };
}

function tellOffset({ request, context, uploads, upload }: Visit): Answer {
  const { lengthBytes, expiresAtMs } = upload.record;
  const shift = context.faults.uploadQuirks(request).offsetShift;
  const offset = offsetOf(upload, uploads);
  const leftSeconds = Math.max(0, Math.floor((expiresAtMs - context.nowMs()) / 1_000));
  return {
    status: 204,
    headers: {
      'Upload-Offset': String(Math.max(0, offset + shift)),
      'Upload-Complete': writeBoolean(isClosed(upload)),
      ...(lengthBytes === null ? {} : { 'Upload-Length': String(lengthBytes) }),
      'Upload-Limit': uploadLimit(upload.target.maxFileBytes, context.readings(), leftSeconds),
      'Cache-Control': 'no-store',
    },
    body: NOTHING,
  };
}

async function append(visit: Visit): Promise<Answer | null> {
  const { request, response, context, uploads, upload, transfer } = visit;
  const fields = readUploadFields(request);
  const quirks = context.faults.uploadQuirks(request);
  if (mediaTypeOf(request) !== PARTIAL_UPLOAD) {
    return plainProblem(415, 'an append has its own media type', {
      'Accept-Patch': PARTIAL_UPLOAD,
    });
  }
  if (fields.offset === null) return plainProblem(400, 'Upload-Offset is missing or no integer');
  if (fields.complete === null)
    return plainProblem(400, 'Upload-Complete is missing or no boolean');

  const offset = offsetOf(upload, uploads);
  if (fields.offset !== offset || quirks.offsetShift !== 0) {
    return machinery(mismatchingOffset(Math.max(0, offset + quirks.offsetShift), fields.offset), {
      'Upload-Offset': String(Math.max(0, offset + quirks.offsetShift)),
    });
  }
  if (isClosed(upload)) {
    if (fields.contentLength !== 0 || !fields.complete) return inconsistentLength();
    return quirks.replays ? finishUpload(visit, offset) : completedUpload();
  }
  const admission = admitBody(upload.record.lengthBytes, offset, fields, upload.target, context);
  if (!admission.ok && admission.spoilsUpload) {
    uploads.remove(upload);
    return admission.answer; // an offset would invite to go on
  }
  if (!admission.ok) return machinery(admission.answer, { 'Upload-Offset': String(offset) });
  if (admission.lengthBytes !== upload.record.lengthBytes) {
    uploads.save(upload, { ...upload.record, lengthBytes: admission.lengthBytes });
  }
  const acknowledge = (reached: number): Answer =>
    machinery({ status: 204, body: NOTHING }, { 'Upload-Offset': String(reached) });
  const step = { request, response, fields, context, uploads, upload, transfer, offset };
  return advanceUpload({ ...step, acknowledge });
}

/** Marks an answer as the machinery's: nothing has been decided about the file. */
function machinery(answer: Answer, fields: Readonly<Record<string, string>>): Answer {
  const mark = { 'Upload-Complete': writeBoolean(false) };
  return { ...answer, headers: { ...answer.headers, ...mark, ...fields } };
}

function offsetOf(upload: LiveUpload, uploads: Uploads): number {
  const { record, id } = upload;
  if (record.stage.at === 'completed') return record.lengthBytes ?? 0;
  return uploads.store.spooledBytes(id);
}

function secretOf(url: string, basePath: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const prefix = `${basePath}/uploads/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function noSuchUpload(status: 404 | 410 = 404): Refusal {
  return new Refusal(status, 'there is no such upload', 'NOT_FOUND');
}
