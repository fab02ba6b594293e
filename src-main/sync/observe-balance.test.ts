import { expect, test } from 'vitest';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { addContent, temporaryState, uploadJob } from '../test-support/temporary-state.ts';
import { observeBalance } from './observe-balance.ts';
import type { RemoteRecords } from './ports.ts';

const never = new AbortController().signal;
const AWAY: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};

/** An account whose balance the test sets; a second passes between any two things that happen. */
function watched() {
  const { state, clock } = temporaryState();
  const service = { credits: 100, isAway: false };
  const remote = {
    async balance(): Promise<Result<number, ServiceFault>> {
      await clock.sleep(1_000, never);
      return service.isAway ? { ok: false, fault: AWAY } : ok(service.credits);
    },
  } as unknown as RemoteRecords; // the rest of it is not asked
  const observed = observeBalance(remote, { state, clock });
  let uploads = 0;

  return {
    state,
    clock,
    service,
    read: () => clock.play(observed.balance(never)),
    async begin(sizeBytes: number): Promise<string> {
      uploads += 1;
      const id = `job-${uploads}`;
      const { id: contentId } = addContent(state, id, sizeBytes);
      const visibility = 'public' as const;
      state.uploads.add(uploadJob({ id, contentId, uploadedIso: id, visibility }));
      await clock.advance(1_000);
      state.uploads.beginAttempt({ id: `of-${id}`, jobId: id, state: '{}', atMs: clock.nowMs() });
      await clock.advance(1_000);
      return id;
    },
    async end(id: string, outcome: 'recorded' | 'unknown', charged: number): Promise<void> {
      service.credits -= charged;
      state.uploads.end(id, outcome, null, clock.nowMs());
      await clock.advance(1_000);
    },
  };
}

test('[CR6] a balance that was read is kept with its time, an unread one leaves the last', async () => {
  const w = watched();
  await w.read();
  const first = w.state.balances.get('latest');
  expect(first).toEqual({
    credits: 100,
    askedAtMs: w.clock.nowMs() - 1_000,
    readAtMs: w.clock.nowMs(),
  });
  w.service.isAway = true;
  expect(await w.read()).toEqual({ ok: false, fault: AWAY });
  expect(w.state.balances.get('latest')).toEqual(first);
});

test('[CR6] what the balance fell by between two quiet readings is what the uploads between them cost', async () => {
  const w = watched();
  await w.read();
  for (const [size, charged] of [
    [3, 4],
    [5, 6],
  ] as const) {
    await w.end(await w.begin(size), 'recorded', charged);
  }
  await w.read();
  expect(w.state.charges.samples()).toEqual([{ publicBytes: [3, 5], credits: 10 }]);
  await w.read();
  expect(w.state.charges.samples()).toHaveLength(1);
});

test('[CR6] a balance read while an upload is on its way closes no window: the next quiet one does', async () => {
  const w = watched();
  await w.read();
  const [first, second] = [await w.begin(3), await w.begin(5)];
  await w.end(first, 'recorded', 4);
  await w.read();
  expect(w.state.charges.samples()).toEqual([]);
  await w.end(second, 'recorded', 6);
  await w.read();
  expect(w.state.charges.samples()).toEqual([{ publicBytes: [3, 5], credits: 10 }]);
});

test('[CR6] while an answer is lost nothing is concluded; a lost one from before does not stand in the way', async () => {
  const w = watched();
  await w.read();
  const lost = await w.begin(3);
  await w.end(lost, 'unknown', 4);
  await w.read();
  expect(w.state.charges.samples()).toEqual([]);
  await w.end(lost, 'recorded', 0);
  await w.read();
  expect(w.state.charges.samples()).toEqual([{ publicBytes: [3], credits: 4 }]);
});
