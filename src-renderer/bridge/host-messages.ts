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
  const isRenewed = message.kind === 'renewed' && 'session' in message;
  return isSnapshot || isEvent || isRenewed ? (message as HostMessage) : null;
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

interface EventOrder {
  /** Number of the last event applied; null before the first snapshot of a connection. */
  readonly last: number | null;
  /** A snapshot was asked for; until it is there events mean nothing. */
  readonly isAsking: boolean;
}

export const NOTHING_SEEN: EventOrder = { last: null, isAsking: false };

interface Evaluation {
  readonly verdict: 'apply' | 'drop' | 'ask';
  readonly order: EventOrder;
}

/** Decides what becomes of a message, so that no event is applied twice or over a hole. Pure. */
export function evaluateMessage(
  order: EventOrder,
  message: Exclude<HostMessage, { kind: 'renewed' }>,
): Evaluation {
  if (message.kind === 'snapshot') {
    return {
      verdict: 'apply',
      order: { last: message.snapshot.sequence, isAsking: false },
    };
  }
  if (order.last === null || order.isAsking || message.sequence <= order.last) {
    return { verdict: 'drop', order };
  }
  if (message.sequence > order.last + 1) {
    return { verdict: 'ask', order: { ...order, isAsking: true } };
  }
  return { verdict: 'apply', order: { ...order, last: message.sequence } };
}
