/**
 * The end of a resumable upload: its spool goes to the target once, and the answer is kept. However many requests ask,
 * and whatever restarts come in between, the target is never called a second time.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { type Answer, Refusal } from '../http/answer.ts';
import type { LiveUpload, Uploads } from './live-upload.ts';
import { type Body, discardForm, receiveForm } from './receive-form.ts';
import { keepAnswer, replayAnswer, type UploadContext, type UploadTarget } from './upload-types.ts';

const READ_CHUNK_BYTES = 256 * 1024;

/** Nothing can be appended any more. */
export function isClosed({ completion, record }: LiveUpload): boolean {
  return completion !== null || record.stage.at !== 'receiving';
}

/**
 * The target's answer: from the run that this call starts, from the one under way, or from the record. Null when a
 * restart fell into the target's run: what it did is unknown, so it is neither repeated nor guessed at.
 */
export async function completeUpload(
  upload: LiveUpload,
  uploads: Uploads,
  context: UploadContext,
): Promise<Answer | null> {
  const { stage } = upload.record;
  if (upload.completion !== null) return upload.completion;
  if (stage.at === 'completed') return replayAnswer(stage.answer);
  if (stage.at === 'completing') return null;
  const completion = runCompletion(upload, uploads, context);
  upload.completion = completion;
  try {
    return await completion;
  } catch (error) {
    // Failed before the target was called (a full disk, say): asking again is safe, and may help.
    if (upload.record.stage.at === 'receiving') upload.completion = null;
    throw error;
  }
}

async function runCompletion(
  upload: LiveUpload,
  uploads: Uploads,
  context: UploadContext,
): Promise<Answer> {
  const { id, target } = upload;
  const { store } = uploads;
  const lengthBytes = store.spooledBytes(id);
  const answer = await deliverForm({
    body: bodyOf(store.spoolPath(id), lengthBytes),
    contentType: upload.record.contentType,
    target,
    context,
    folder: store.folder,
    beforeComplete() {
      if (upload.isRemoved) throw new Refusal(404, 'the upload was cancelled', 'NOT_FOUND');
      uploads.save(upload, { ...upload.record, lengthBytes, stage: { at: 'completing' } });
    },
  });
  const expiresAtMs = context.nowMs() + context.readings().resumableMaxAgeSeconds * 1_000;
  const stage = { at: 'completed', answer: keepAnswer(answer) } as const;
  uploads.save(upload, { ...upload.record, lengthBytes, expiresAtMs, stage });
  store.removeSpool(id);
  return answer;
}

function bodyOf(spoolPath: string, lengthBytes: number): Body {
  if (lengthBytes <= READ_CHUNK_BYTES) return [readFileSync(spoolPath)];
  return createReadStream(spoolPath, { highWaterMark: READ_CHUNK_BYTES });
}

/** From bytes to the target's answer: the same for a body that is just arriving and for one spooled long ago. */
interface Delivery {
  readonly body: Body;
  readonly contentType: string | undefined;
  readonly target: UploadTarget;
  readonly context: UploadContext;
  readonly folder: string;
  /** Called when the form is complete, right before the target is; throwing here prevents that call. */
  readonly beforeComplete: () => void;
}

/** A refusal of the form or of the target becomes an answer; a broken body and bugs are thrown. */
export async function deliverForm(delivery: Delivery): Promise<Answer> {
  const { body, contentType, target, context, folder, beforeComplete } = delivery;
  const { filePart, maxFileBytes, wantsContent } = target;
  const { algorithm } = context.readings().fileHash;
  try {
    const rules = { filePart, maxFileBytes, wantsContent, algorithm, folder };
    const form = await receiveForm(body, contentType, rules);
    try {
      beforeComplete();
      return await target.complete(form);
    } finally {
      discardForm(form);
    }
  } catch (error) {
    if (error instanceof Refusal) return context.refusalAnswer(error);
    throw error;
  }
}
