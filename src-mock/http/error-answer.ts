/** Words a refusal in whichever of the two documented error envelopes the readings ask for. */
import type { Readings } from '../control/readings.ts';
import { assertNever } from '../assert-never.ts';
import type { Answer, Refusal } from './answer.ts';

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
