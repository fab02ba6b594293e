/** The moment of a proof is of the service's clock, never before the truth, and stays. */
import { expect, test } from 'vitest';
import { DAY_MS, isoFromMs, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { addContent, addRecord } from '../../test-support/temporary-state.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { applyServiceStatus } from './keep-record.ts';

/** A record of an upload at `uploadedMs`, and what the service says of it next. */
function recorded(uploadedMs: number) {
  const p = pipeline();
  const uploadedIso = isoFromMs(uploadedMs);
  const facts = { status: 'Pending', uploadedIso };
  const { id } = addRecord(p.state, addContent(p.state, 'a').id, facts);
  function see(status: string, listedIso = uploadedIso) {
    p.state.transaction(() => applyServiceStatus(p, id, { status, uploadedIso: listedIso }));
    return p.state.records.get(id);
  }
  return { ...p, see };
}
const SENT_MS = Date.UTC(2026, 10, 27, 1, 41);

test.each([0, -4 * MINUTE_MS, -400 * DAY_MS, 365 * DAY_MS])(
  'it goes by the service’s clock when this computer’s is ahead by %s ms, and a deletion keeps it',
  (aheadMs) => {
    const { state, clock, see } = recorded(SENT_MS);
    const serviceMs = SENT_MS + MINUTE_MS;
    const beganMs = clock.monotonicMs();
    state.bookNowMs = () => serviceMs + clock.monotonicMs() - beganMs;
    clock.setWallClock(serviceMs + aheadMs);
    expect(see('Pending').provenAtMs).toBeNull();
    const seen = see('Available');
    expect(seen.provenAtMs).toBe(serviceMs + SECOND_MS); // its clock is known to the second
    expect(seen.settledAtMs).toBe(serviceMs + aheadMs);
    clock.suspend(DAY_MS);
    for (const status of ['PendingDeletion', 'Deleted', 'Available']) {
      expect(see(status).provenAtMs).toBe(seen.provenAtMs);
    }
  },
);

test('where its answers have no time, it is not before the time of the record', () => {
  const { clock, see } = recorded(SENT_MS);
  clock.setWallClock(SENT_MS - DAY_MS);
  expect(see('Available').provenAtMs).toBe(SENT_MS);
  const given = recorded(0); // the service gave it a time of its own
  given.clock.setWallClock(SENT_MS - DAY_MS);
  expect(given.see('Available', isoFromMs(SENT_MS)).provenAtMs).toBe(SENT_MS);
});

test('what was not written to the chain has none', () => {
  expect(recorded(SENT_MS).see('NotarizationError').provenAtMs).toBeNull();
});
