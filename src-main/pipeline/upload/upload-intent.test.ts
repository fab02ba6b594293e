import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, isoFromMs, msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../test-support/fake-ids.ts';
import { assignment, temporaryFolder } from '../../test-support/temporary-state.ts';
import { openState } from '../../db/state.ts';
import { openIntent, uploadedTimeMs, type IntentOrder } from './upload-intent.ts';

const TIME = fc.integer({ min: 0, max: 20 * SECOND_MS });

test('`uploaded` is unique, never ahead of the service, and near its time, whatever this clock says', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(TIME, TIME), { minLength: 1 }), (moments) => {
      const used = new Set<number>();
      for (const [ownMs, nowMs] of moments) {
        const ms = uploadedTimeMs({ ownMs, nowMs }, (each) => used.has(each));
        expect(ms).toBeLessThanOrEqual(nowMs);
        expect(nowMs - ms).toBeLessThan(SECOND_MS + 2 + used.size * 2);
        expect(ms % SECOND_MS).not.toBe(0); // that could be the truncated time of another one
        expect(used.has(ms)).toBe(false);
        used.add(ms);
      }
    }),
  );
});

test('two computers that heard the same time differ by the fractions of their own clocks', () => {
  const nowMs = 5_000_000;
  const times = [123, 124, 999].map((ownMs) => uploadedTimeMs({ ownMs, nowMs }, () => false));
  expect(times).toEqual([4_999_123, 4_999_124, 4_999_999]);
});

/** A program whose clock is so far ahead of the service's. */
function aheadBy(ms: number) {
  const clock = makeFakeClock();
  const rightMs = clock.nowMs();
  clock.setWallClock(rightMs + ms);
  const ids = makeFakeIds();
  const shownNowMs = () => rightMs + clock.monotonicMs();
  const state = openState(temporaryFolder(), { clock, ids, shownNowMs });
  let files = 0;
  function open(over: Partial<IntentOrder> = {}) {
    files += 1;
    const blake3 = files.toString(16).padStart(64, '0');
    const content = state.contents.keep({ blake3, sizeBytes: 1 });
    const order = {
      fileId: files,
      fileName: `run-${files}.raw`,
      contentId: content.id,
      sizeBytes: 1,
    };
    const money = { estimatedCredits: 1, balanceBefore: null };
    const intent = { ...order, ...money, assignment: assignment(), ...over };
    return openIntent(intent, { state, clock, ids });
  }
  return { clock, state, open, shownNowMs, rightMs };
}
const ms = (iso: string) => msFromIso(iso) ?? 0;

describe('the time of an intent', () => {
  test.each([
    0,
    5 * 3_600_000,
    25 * 3_600_000,
    365 * DAY_MS,
    -365 * DAY_MS,
    -Date.UTC(2026, 10, 21),
  ])('is of the service with a clock ahead by %s ms, and when that is set right', (aheadMs) => {
    const { clock, open, shownNowMs, rightMs, state } = aheadBy(aheadMs);
    for (const at of [0, 1, 2]) {
      if (at === 2) clock.setWallClock(rightMs + clock.monotonicMs());
      const job = open();
      expect(shownNowMs() - ms(job.uploadedIso)).toBeLessThan(2 * SECOND_MS);
      expect(ms(job.uploadedIso)).toBeLessThanOrEqual(shownNowMs());
      expect(job.createdAtMs).toBe(shownNowMs());
      clock.suspend(3 * SECOND_MS);
    }
    state.close();
  });

  test('one that a wrong clock gave is given anew before anything was sent', () => {
    const { state, open, shownNowMs } = aheadBy(0);
    const order = { fileId: 9, fileName: 'run.raw', contentId: 1 };
    const uploadedIso = isoFromMs(shownNowMs() + 365 * DAY_MS);
    const first = open(order);
    const form = first.form.replaceAll(first.uploadedIso, uploadedIso);
    state.uploads.move(first.id, { type: 'dropped' });
    state.uploads.add({ ...first, id: 'of-next-year', uploadedIso, form });
    const again = open(order);
    expect(again.id).not.toBe('of-next-year');
    expect(ms(again.uploadedIso)).toBeLessThanOrEqual(shownNowMs());
    expect(open(order)).toEqual(again); // a right one stays
    state.close();
  });
});
