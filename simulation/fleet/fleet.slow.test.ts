import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { busiestMinute, playFleet, type FleetEnd } from './play-fleet.ts';
import { MORNING, OUTAGE, ordinary, ordinaryPeak } from './stories.ts';

// Each world is an hour and a quarter of a thousand clients.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

describe('a thousand clients at one service that handles twice the busiest ordinary minute', () => {
  let peak: number;
  beforeAll(() => {
    peak = ordinaryPeak(1);
  });

  describe.each([1, 2])('after an outage of ten minutes, seed %d', (seed) => {
    let end: FleetEnd;
    beforeAll(() => {
      end = playFleet({ ...OUTAGE, capacityPerSecond: 2 * peak, seed });
    });

    test('the load stays under twice the ordinary one', () => {
      expect(busiestMinute(end, OUTAGE.outage.untilMs)).toBeLessThan(2 * peak);
    });

    test('nobody waits longer than ten minutes for their turn', () => {
      expect(end.longestWaitMs).toBeLessThanOrEqual(10 * MINUTE_MS);
    });
  });

  test('clients that came back as fast as after a short outage would overload it', () => {
    const end = playFleet({ ...OUTAGE, capacityPerSecond: 2 * peak, isReturnSpread: false });
    expect(busiestMinute(end, OUTAGE.outage.untilMs)).toBeGreaterThan(2 * peak);
  });

  test('a morning at which all start within a minute ends for everybody within ten minutes', () => {
    const end = playFleet({ ...MORNING, capacityPerSecond: 2 * peak });
    expect(end.longestWaitMs).toBeLessThanOrEqual(10 * MINUTE_MS);
  });

  test('nothing is asked in step: no second of an ordinary hour has twice the requests of its busiest minute', () => {
    const { askedPerSecond } = ordinary(1);
    const later = askedPerSecond.slice((30 * MINUTE_MS) / 1_000);
    expect(Math.max(...later)).toBeLessThan(2 * peak);
  });
});
