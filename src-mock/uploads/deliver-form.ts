/** From bytes to the target's answer: the same for a body that is just arriving and for one spooled long ago. */
import type { Answer } from '../http/answer.ts';
import { Refusal } from '../http/answer.ts';
import { discardForm, receiveForm } from './receive-form.ts';
import type { UploadContext, UploadTarget } from './upload-types.ts';

export interface Delivery {
  readonly body: AsyncIterable<Buffer>;
  readonly contentType: string | undefined;
  readonly target: UploadTarget;
  readonly context: UploadContext;
  readonly folder: string;
  /** Called when the form is whole, right before the target is; throwing here keeps the target uncalled. */
  readonly beforeComplete: () => Promise<void>;
}

/** A refusal of the form or of the target becomes an answer; a broken body and bugs are thrown. */
export async function deliverForm(delivery: Delivery): Promise<Answer> {
  const { body, contentType, target, context, folder, beforeComplete } = delivery;
  const { filePart, maxFileBytes } = target;
  const { algorithm } = context.readings().fileHash;
  try {
    const rules = { filePart, maxFileBytes, algorithm, folder };
    const form = await receiveForm(body, contentType, rules);
    try {
      await beforeComplete();
      return await target.complete(form);
    } finally {
      await discardForm(form);
    }
  } catch (error) {
    if (error instanceof Refusal) return context.refusalAnswer(error);
    throw error;
  }
}
