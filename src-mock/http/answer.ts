import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';

/** The end of a request: plain data, written to the socket by one module, where faults can intervene. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a Buffer as it is, with the content type its headers name. */
  readonly body: object | Buffer;
}

/** Thrown by handlers to refuse a request; the dispatcher words it in the envelope the readings ask for. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code = 'REFUSED') {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

/** Words a refusal in whichever of the two documented error envelopes the readings ask for. */
export function errorAnswer(
  { status, message, code }: Pick<Refusal, 'status' | 'message' | 'code'>,
  envelope: Readings['errorEnvelope'],
  moreHeaders: Readonly<Record<string, string>> = {},
): Answer {
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer', ...moreHeaders } : moreHeaders;
  switch (envelope) {
    case 'usual':
      return { status, headers, body: { error: { statusCode: status, message } } };
    case 'coded':
      return {
        status,
        headers,
        body: { success: false, error: { code, message, details: `HTTP status ${status}` } },
      };
    default:
      return assertNever(envelope);
  }
}

/** The refusals of the document's error table, worded by whoever refuses. */
export function badRequest(message: string, code = 'INVALID_REQUEST'): Refusal {
  return new Refusal(400, message, code);
}

export function unauthenticated(message: string): Refusal {
  return new Refusal(401, message, 'UNAUTHENTICATED');
}

export function forbidden(message: string, code = 'FORBIDDEN'): Refusal {
  return new Refusal(403, message, code);
}

export function notFound(message: string): Refusal {
  return new Refusal(404, message, 'NOT_FOUND');
}
