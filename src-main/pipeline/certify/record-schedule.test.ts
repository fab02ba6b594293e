import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { drawnPollMs, FIRST_POLL_MS, nextPollMs } from './record-stage.ts';

/** When the list of each of these destinations is read, ms after the upload, as long as nothing changes. */
function readings(destinations: number, requests: number, untilMs: number): readonly number[] {
  const times: number[] = [];
  let lastMs = FIRST_POLL_MS;
  for (let waitedMs = lastMs; waitedMs < untilMs; waitedMs += lastMs) {
    times.push(waitedMs);
    lastMs = nextPollMs({ lastMs, waitedMs, destinations, requests });
  }
  return times;
}

describe('the readings of a list with open records', () => {
  test('a chain that takes up to two minutes is followed at least every half minute', () => {
    const times = readings(1, 1, 2 * MINUTE_MS);
    const gaps = times.map((ms, at) => ms - (times[at - 1] ?? 0));
    expect(times.slice(0, 4)).toEqual([1_000, 2_500, 4_750, 8_125]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30 * SECOND_MS);
  });

  test.each([1, 6, 50, 400])(
    'a chain that stands still costs %d destinations 20 requests an hour',
    (many) => {
      const settledMs = 100 * HOUR_MS;
      const later = readings(many, 1, settledMs + 100 * HOUR_MS).filter((ms) => ms >= settledMs);
      expect((later.length * many) / 100).toBeLessThanOrEqual(20.5);
    },
  );

  test('what is still open is noticed after at most a quarter of the time that it took, and half a minute', () => {
    const times = readings(3, 1, 20 * HOUR_MS);
    const late = times.map((ms, at) => ms - (times[at - 1] ?? 0) - ms * 0.25);
    expect(Math.max(...late)).toBeLessThanOrEqual(30 * SECOND_MS);
  });

  test('a list of hundreds of pages is read as seldom as it is long', () => {
    const soon = readings(1, 600, HOUR_MS);
    expect(soon.length).toBeLessThanOrEqual(40);
    const longMs = 3_000 * HOUR_MS;
    const later = readings(1, 600, longMs + 300 * HOUR_MS).filter((ms) => ms >= longMs);
    expect((later.length * 600) / 300).toBeLessThanOrEqual(21);
  });

  test('a thousand clients whose uploads ended in the same second spread over a fifth of the pause', () => {
    const times = Array.from({ length: 1_000 }, (_none, at) =>
      Math.floor(drawnPollMs(30 * SECOND_MS, at / 1_000) / SECOND_MS),
    );
    expect(new Set(times).size).toBeGreaterThanOrEqual(6);
    expect(Math.min(...times)).toBe(30);
  });
});
