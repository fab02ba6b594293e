/** The refusals of the document's error table, worded by whoever refuses. */
import { Refusal } from './answer.ts';

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
