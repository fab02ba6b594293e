/** A POST that asks for resumption: makes the upload, tells its address at once, and takes the body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../http/answer.ts';
import { informOfUpload } from '../http/interim.ts';
import { admitBody, advanceUpload } from './advance-upload.ts';
import { takeOver, uploadsOf } from './live-upload.ts';
import { requireBoundary } from './receive-form.ts';
import { writeBoolean } from './structured-fields.ts';
import { uploadLimit, type UploadFields } from './upload-fields.ts';
import type { UploadContext, UploadTarget } from './upload-types.ts';

/** Null when nobody is left to answer. Throws `Refusal` when the body cannot become a form. */
export async function createUpload(
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
  const uploads = await uploadsOf(context);
  const upload = await uploads.create(target, {
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
