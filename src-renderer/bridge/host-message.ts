/**
 * Reads what the host says. Its contents were made by the core of the same version and are trusted; what is no message
 * at all is dropped.
 */
import type { HostMessage } from '../../src-shared/bridge/loopback.ts';

/** The same of one that is no text any more. */
export function hostMessageOf(message: unknown): HostMessage | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return null;
  const isSnapshot = message.kind === 'snapshot' && 'snapshot' in message;
  const isEvent = message.kind === 'event' && 'sequence' in message && 'event' in message;
  return isSnapshot || isEvent ? (message as HostMessage) : null;
}

export function readHostMessage(data: unknown): HostMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return hostMessageOf(JSON.parse(data));
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
