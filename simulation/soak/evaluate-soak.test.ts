import { expect, test } from 'vitest';
import type { Holdings } from './holdings.ts';
import { evaluateSoak } from './evaluate-soak.ts';

const MIB = 1_048_576;
const QUIET_FROM = 8;

/** Twelve hours, eight of them with ten files each; `change` alters what one hour holds. */
function day(change: (hour: number) => Partial<Holdings> = () => ({})): readonly Holdings[] {
  return Array.from({ length: 13 }, (_, hour) => {
    const contents = 10 * Math.min(hour, QUIET_FROM);
    const rows = { content: contents, file: contents, event_log: 5 * contents, folder: 2 };
    const fixed = { sleepers: 8, functions: 9_000, openFiles: 30, logBytes: 4 * MIB };
    return { hour, heapBytes: 20 * MIB + 3_000 * contents, ...fixed, rows, ...change(hour) };
  });
}

test('what grows with the files that come, and rests with them, is in order', () => {
  expect(evaluateSoak(day(), QUIET_FROM)).toEqual([]);
});

test.each<[string, (hour: number) => Partial<Holdings>]>([
  ['memory while files come', (hour) => ({ heapBytes: (20 + hour / 2) * MIB })],
  ['memory in quiet hours', (hour) => ({ heapBytes: (20 + Math.max(0, hour - 8)) * MIB })],
  ['timers', (hour) => ({ sleepers: 8 + hour * 3 })],
  ['functions', (hour) => ({ functions: 9_000 + 30 * hour })],
  ['open files', (hour) => ({ openFiles: 30 + hour })],
  ['write-ahead log', (hour) => ({ logBytes: hour * 2 * MIB })],
  ['table folder', (hour) => ({ rows: { content: 10, folder: 2 + 2 * hour } })],
  ['table event_log', (hour) => ({ rows: { content: 80, event_log: 200 * hour } })],
])('growth of %s is noticed', (what, change) => {
  const findings = evaluateSoak(day(change), QUIET_FROM);
  expect(findings.join('; ')).toContain(what);
});
