/** Decides what becomes of a message, so that no event is applied twice or over a hole. Pure. */
import type { HostMessage } from '../../src-shared/bridge/loopback.ts';

export interface EventOrder {
  /** Number of the last event applied; null before the first snapshot of a connection. */
  readonly last: number | null;
  /** A snapshot was asked for; until it is there events mean nothing. */
  readonly isAsking: boolean;
}

export const NOTHING_SEEN: EventOrder = { last: null, isAsking: false };

export interface Judgement {
  readonly verdict: 'apply' | 'drop' | 'ask';
  readonly order: EventOrder;
}

export function judgeMessage(order: EventOrder, message: HostMessage): Judgement {
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
