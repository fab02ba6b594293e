/** Envelopes of success and of error. Both documented error envelopes are read everywhere. */
import * as z from 'zod/mini';
import { Integer, isObject, Text } from './reading.ts';

/** Success envelope of account, user and tag endpoints. */
export const InfoEnvelope = z.object({
  info: z.object({ statusCode: Integer, responseMessage: Text }),
});

/** Success envelope of project endpoints. */
export const ResponseMessage = z.object({ responseMessage: Text });

/** Success envelope of file mutations. */
export const Message = z.object({ message: Text });

/** The usual error envelope. */
export const ErrorEnvelope = z.object({
  error: z.object({ statusCode: z.int(), message: z.string() }),
});

/** The second error envelope, seen in the document's general description only. */
export const CodedErrorEnvelope = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.string() }),
});

/** What a service said when it refused, whichever envelope it chose. `code` exists in the second envelope only. */
export interface ServiceWords {
  readonly message: string;
  readonly code: string | null;
  readonly details: string | null;
}

export const MAX_MESSAGE_LENGTH = 500; // a sentence or two; more is a page that strayed in

/** Reads either error envelope; null when the body is neither (HTML, empty, something else). */
export function readErrorBody(body: unknown): ServiceWords | null {
  if (!isObject(body) || !isObject(body['error'])) return null;
  const { message, code, details } = body['error'];
  if (typeof message !== 'string') return null;
  return {
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    code: typeof code === 'string' ? code : null,
    details: typeof details === 'string' ? details.slice(0, MAX_MESSAGE_LENGTH) : null,
  };
}
