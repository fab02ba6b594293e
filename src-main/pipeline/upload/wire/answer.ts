/**
 * Reads an answer without trusting it: at most 1 MiB is kept, and a truncated answer is marked. It never rejects,
 * because a status line that arrived is evidence even when the rest of the answer did not.
 */
import { decodedContent } from '../../../service/json-text.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export const MAX_ANSWER_BYTES = 1_048_576; // the largest honest answer here is a few hundred bytes

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as UTF-8, cut at `MAX_ANSWER_BYTES`. */
  readonly text: string;
  /** False: the answer broke off, was longer than we read, or cannot be decoded. */
  readonly isComplete: boolean;
}

export function receiveAnswer(response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let received = 0;
    let isDone = false;
    const done = (isComplete: boolean): void => {
      if (isDone) return;
      isDone = true;
      const { statusCode: status = 0, headers } = response;
      const bytes = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES);
      const content = decodedContent(bytes, headers['content-encoding'], MAX_ANSWER_BYTES);
      const text = (content ?? bytes).toString('utf8');
      resolve({ status, headers, text, isComplete: isComplete && content !== null });
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      received += piece.length;
      if (received <= MAX_ANSWER_BYTES) return;
      done(false);
      response.destroy();
    });
    response.on('end', () => done(response.complete));
    response.on('error', () => done(false)); // reset while answering: what came so far is all there is
    response.on('close', () => done(false));
  });
}
