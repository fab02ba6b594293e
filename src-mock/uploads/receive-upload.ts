/**
 * The two doors of the upload transport: the POST of an endpoint that takes a file, and an upload's own address. Only
 * a whole request ever reaches the target, and whoever is refused gets to read why.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, Refusal } from '../http/answer.ts';
import { chunksOf } from '../http/end-answer.ts';
import { createUpload } from './create-upload.ts';
import { deliverForm } from './deliver-form.ts';
import { uploadsOf } from './live-upload.ts';
import { tooLarge } from './receive-form.ts';
import { asksForResumption, maxUploadBytes, readUploadFields } from './upload-fields.ts';
import type { UploadContext, UploadTarget } from './upload-types.ts';
import { visitUpload } from './upload-resource.ts';

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
  const { store } = await uploadsOf(context);
  let isWhole = false;
  try {
    return await deliverForm({
      body: chunksOf(request),
      contentType: request.headers['content-type'],
      target,
      context,
      folder: store.folder,
      beforeComplete: async () => {
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
