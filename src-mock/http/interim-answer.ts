/**
 * Interim answers (1xx). Kept apart because the way to send one depends on the Node this runs on, and because one sent
 * to the wrong client is taken for the final answer: that must never happen.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';

/** Node has it since 24.18; an Electron main process may still carry an older one. */
const CAN_WRITE_INFORMATION = 'writeInformation' in ServerResponse.prototype;
const REASON = 'Upload Resumption Supported';

/** HTTP/1.0 knows no interim answers: its clients take the first status line for the last. */
function understandsInterim(request: IncomingMessage): boolean {
  return request.httpVersionMajor > 1 || request.httpVersionMinor >= 1;
}

/**
 * Sends `104 Upload Resumption Supported` and says whether it left. It does not for HTTP/1.0, once the final answer has
 * begun, or on a closed connection: progress is a courtesy, so none of these is an error.
 */
export function informOfUpload(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): boolean {
  const finalHasBegun = response.headersSent || response.writableEnded;
  if (finalHasBegun || response.destroyed || !understandsInterim(response.req)) return false;
  if (CAN_WRITE_INFORMATION) {
    response.writeInformation(104, { ...headers });
    return true;
  }
  writeByHand(response, headers);
  return true;
}

/** What older Node offers its own `writeContinue`. It checks nothing, so line breaks are refused here. */
export function writeByHand(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (lines.some((line) => /[\r\n\0]/.test(line))) throw new TypeError('invalid header value');
  const raw = response as unknown as { _writeRaw(text: string, encoding: string): void };
  raw._writeRaw([`HTTP/1.1 104 ${REASON}`, ...lines, '', ''].join('\r\n'), 'latin1');
}
