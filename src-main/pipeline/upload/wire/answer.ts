/**
 * Reads an answer without trusting it: at most 1 MiB is kept, and a truncated answer is marked. It never rejects,
 * because a status line that arrived is evidence even when the rest of the answer did not.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export const MAX_ANSWER_BYTES = 1_048_576; // the largest honest answer here is a few hundred bytes

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as UTF-8, cut at `MAX_ANSWER_BYTES`. */
  readonly text: string;
  /** False: the answer broke off, or was longer than we read. */
  readonly isComplete: boolean;
}

export function receiveAnswer(response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let isDone = false;
    const done = (isComplete: boolean): void => {
      if (isDone) return;
      isDone = true;
      const text = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, isComplete });
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= MAX_ANSWER_BYTES) return;
      done(false);
      response.destroy();
    });
    response.on('end', () => done(response.complete));
    response.on('error', () => done(false)); // reset while answering: what came so far is all there is
    response.on('close', () => done(false));
  });
}
