/** A service that handles so many requests a second, refuses what is more, and is away for a while. */
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';

export interface Outage {
  readonly fromMs: number;
  readonly untilMs: number;
}

const AWAY: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};
const OVERLOADED: ServiceFault = { kind: 'throttled', retryAfterMs: 5 * SECOND_MS };

export type ServiceModel = ReturnType<typeof makeServiceModel>;

export function makeServiceModel(
  startMs: number,
  capacityPerSecond: number,
  outage: Outage | null,
) {
  const askedPerSecond: number[] = [];
  let [room, roomAtMs, refused] = [capacityPerSecond, startMs, 0];
  return {
    /** Null: answered. */
    ask(nowMs: number) {
      const second = Math.floor((nowMs - startMs) / SECOND_MS);
      for (let at = askedPerSecond.length; at <= second; at += 1) askedPerSecond.push(0);
      askedPerSecond[second] = (askedPerSecond[second] ?? 0) + 1;
      if (outage !== null && nowMs >= outage.fromMs && nowMs < outage.untilMs) return AWAY;
      const gained = ((nowMs - roomAtMs) / SECOND_MS) * capacityPerSecond;
      room = Math.min(capacityPerSecond, room + gained); // a second's work may wait in line
      roomAtMs = nowMs;
      if (room < 1) {
        refused += 1;
        return OVERLOADED;
      }
      room -= 1;
      return null;
    },
    /** Requests that came in each second from the start, whatever became of them. */
    askedPerSecond,
    refused: () => refused,
  };
}
