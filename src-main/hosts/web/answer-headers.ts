/** The headers of every answer, errors included. They name no program and no version. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Of the bytes of a certificate. */
export const CERTIFICATE_TYPES = { pdf: 'application/pdf', json: 'application/json' } as const;

/** `host`: as the request named it and as it was validated; null for an answer to an unknown client. */
export function answerHeaders(host: string | null): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(host),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Nothing inline, nothing from elsewhere. The WebSocket is listed separately, as 'self' does not cover it everywhere.
 */
export function contentSecurityPolicy(host: string | null): string {
  const socket = host === null ? '' : ` ws://${host}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-worker',
  ].join('; ');
}

/** A complete answer without a body, for a connection on which no request could be read or none is answered. */
function bareAnswer(status: number): string {
  const headers = { ...answerHeaders(null), 'content-length': '0', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}

/** Ends a connection that Node handed over to us: sends an answer, and does not wait for the other side to hang up. */
export function endLine(line: Duplex, status: number): void {
  line.on('error', () => undefined); // it is being ended anyway
  line.once('finish', () => line.destroy());
  if (line.writable) line.end(bareAnswer(status));
  else line.destroy();
}
