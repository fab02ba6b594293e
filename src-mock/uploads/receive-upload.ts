/**
 * The two entries of the upload transport: the POST of an endpoint that takes a file, and an upload's own address. Only
 * a complete request reaches the target, and a refused client can read the reason.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, Refusal } from '../http/answer.ts';
import { informOfUpload } from '../http/interim-answer.ts';
import { chunksOf } from '../http/write-answer.ts';
import { admitBody, advanceUpload } from './advance-upload.ts';
import { deliverForm } from './completion.ts';
import { takeOver, uploadsOf } from './live-upload.ts';
import { requireBoundary, tooLarge } from './receive-form.ts';
import { writeBoolean } from './structured-fields.ts';
import {
  asksForResumption,
  maxUploadBytes,
  readUploadFields,
  type UploadFields,
  uploadLimit,
} from './upload-fields.ts';
import { visitUpload } from './upload-resource.ts';
import type { UploadContext, UploadTarget } from './upload-types.ts';

/**
 * Receives one form for `target` and answers. Resumable when the client asks for it in words this service knows;
 * otherwise the plain documented POST. Resolves without an answer when the connection broke; rejects only for bugs.
 */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  target: UploadTarget,
  context: UploadContext,
): Promise<void> {
  await answerWith(request, response, context, () => {
    const fields = readUploadFields(request);
    return asksForResumption(fields, context.readings())
      ? createUpload(request, response, fields, target, context)
      : receivePlainly(request, target, context);
  });
}

/** Every request below `/uploads/`. Without resumable uploads there is nothing there. */
export async function handleUploadResource(
  request: IncomingMessage,
  response: ServerResponse,
  context: UploadContext,
): Promise<void> {
  await answerWith(request, response, context, () => visitUpload(request, response, context));
}

async function receivePlainly(
  request: IncomingMessage,
  target: UploadTarget,
  context: UploadContext,
): Promise<Answer | null> {
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (announcedBytes > maxUploadBytes(target.maxFileBytes)) throw tooLarge(target.maxFileBytes);
  const { store } = uploadsOf(context);
  let isWhole = false;
  try {
    return await deliverForm({
      body: chunksOf(request),
      contentType: request.headers['content-type'],
      target,
      context,
      folder: store.folder,
      beforeComplete: () => {
        isWhole = true;
      },
    });
  } catch (error) {
    if (!isWhole && request.destroyed && !request.complete) return null; // the client has gone
    throw error;
  }
}

async function answerWith(
  request: IncomingMessage,
  response: ServerResponse,
  context: UploadContext,
  work: () => Promise<Answer | null>,
): Promise<void> {
  const answer = await work().catch((error: unknown) => {
    if (error instanceof Refusal) return context.refusalAnswer(error);
    throw error;
  });
  if (answer === null) return;
  context.sendAnswer(response, answer);
}

/** A POST that asks for resumption: makes the upload, tells its address at once, takes the body. Null when nobody is left to answer. Throws `Refusal` when the body cannot become a form. */
async function createUpload(
  request: IncomingMessage,
  response: ServerResponse,
  fields: UploadFields,
  target: UploadTarget,
  context: UploadContext,
): Promise<Answer | null> {
  const contentType = request.headers['content-type'];
  requireBoundary(contentType);
  const admission = admitBody(null, 0, fields, target, context);
  if (!admission.ok) return admission.answer;

  const readings = context.readings();
  const uploads = uploadsOf(context);
  const upload = uploads.create(target, {
    ownerKey: target.ownerKey,
    resource: target.resource,
    contentType: contentType ?? '',
    lengthBytes: admission.lengthBytes,
    expiresAtMs: context.nowMs() + readings.resumableMaxAgeSeconds * 1_000,
    stage: { at: 'receiving' },
  });
  const quirks = context.faults.uploadQuirks(request);
  const headers = {
    Location: quirks.foreignLocation ?? `${context.basePath}/uploads/${upload.secret}`,
    'Upload-Limit': uploadLimit(target.maxFileBytes, readings, readings.resumableMaxAgeSeconds),
  };
  const announce = () => {
    const version = String(readings.resumableInteropVersion);
    informOfUpload(response, { ...headers, 'Upload-Draft-Interop-Version': version });
  };
  if (quirks.late104Ms !== null) setTimeout(announce, quirks.late104Ms).unref();
  else if (!quirks.suppresses104) announce();

  const transfer = await takeOver(upload, request);
  if (transfer === null) return null;
  try {
    const acknowledge = (offset: number): Answer => ({
      status: 201,
      headers: {
        ...headers,
        'Upload-Complete': writeBoolean(false),
        'Upload-Offset': String(offset),
      },
      body: Buffer.alloc(0),
    });
    const step = { request, response, fields, context, uploads, upload, transfer, acknowledge };
    return await advanceUpload({ ...step, offset: 0 });
  } finally {
    transfer.leave();
  }
}
