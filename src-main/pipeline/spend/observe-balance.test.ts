import { describe, expect, test } from 'vitest';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { ABSENCE_WAIT_MS } from '../../../src-shared/model/changes/change.ts';
import {
  addContent,
  deliverChange,
  folderRules,
  invitation,
  newProject,
  sentChange,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { observeBalance } from '../confirm/balance-evidence.ts';
import { balanceLeft } from './plan-spend.ts';
import type { RemoteRecords } from '../common/ports.ts';
import { never } from '../common/test-support/pipeline.ts';
import { unavailable } from '../common/test-support/fake-ports.ts';

const AWAY = unavailable('no-connection');

/** An account whose balance the test sets; a second passes between any two things that happen. */
function watched() {
  const { state, clock } = temporaryState();
  const service = { credits: 100, isAway: false, during: async () => undefined as void };
  const remote = {
    async balance(): Promise<Result<number, ServiceFault>> {
      const { credits } = service;
      await service.during();
      await clock.sleep(1_000, never);
      return service.isAway ? { ok: false, fault: AWAY } : ok(credits);
    },
  } as unknown as RemoteRecords; // the rest of it is not asked
  const observed = observeBalance(remote, { state, clock });
  let uploads = 0;

  return {
    state,
    clock,
    service,
    /** What each upload is known to have cost, in the order in which they were begun. */
    charged: () =>
      state.charges
        .jobs(-Infinity, Infinity)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ chargedCredits }) => chargedCredits),
    read: () => clock.play(observed.balance(never)),
    async begin(sizeBytes: number): Promise<string> {
      uploads += 1;
      const id = `job-${uploads}`;
      const { id: contentId } = addContent(state, id, sizeBytes);
      const visibility = 'public' as const;
      state.uploads.add(uploadJob({ id, contentId, uploadedIso: id, visibility }));
      await clock.advance(1_000);
      state.uploads.move(id, { type: 'attempt-begun', attemptId: `of-${id}` }, clock.nowMs());
      await clock.advance(1_000);
      return id;
    },
    /** An invitation that is sent now and answered, or not, a second later. */
    async invite(end: 'answered' | 'lost' | 'sending', charged: number): Promise<number> {
      const beganAtMs = clock.nowMs();
      await clock.advance(1_000);
      service.credits -= charged;
      const intent = invitation(`guest at ${beganAtMs}`);
      const id = sentChange(state, intent, end, [beganAtMs, clock.nowMs()]);
      await clock.advance(1_000);
      return id;
    },
    /** An upload that was charged `charged`. */
    async upload(sizeBytes: number, charged: number): Promise<void> {
      await this.end(await this.begin(sizeBytes), 'recorded', charged);
    },
    async end(id: string, outcome: 'recorded' | 'unknown', charged: number): Promise<void> {
      service.credits -= charged;
      state.uploads.move(
        id,
        outcome === 'unknown'
          ? { type: 'answer-lost' }
          : { type: 'recorded', recordId: null, by: null },
        clock.nowMs(),
      );
      await clock.advance(1_000);
    },
  };
}

test('a balance that was read is kept with its time, an unread one leaves the last', async () => {
  const w = watched();
  await w.read();
  const first = w.state.balances.get('latest');
  const readAtMs = w.clock.nowMs();
  expect(first).toMatchObject({ credits: 100, askedAtMs: readAtMs - 1_000, readAtMs });
  w.service.isAway = true;
  expect(await w.read()).toEqual({ ok: false, fault: AWAY });
  expect(w.state.balances.get('latest')).toEqual(first);
});

test('what the balance fell by between two quiet readings is what the only upload between them cost', async () => {
  const w = watched();
  await w.read();
  await w.upload(3, 4);
  await w.read();
  expect(w.charged()).toEqual([4]);
  await w.upload(3, 4);
  await w.upload(5, 6);
  await w.read();
  await w.read();
  expect(w.charged()).toEqual([4, null, null]); // which of the two cost what, nobody knows
});

/** An invitation, of which the balance shows nothing. */
async function paidUnseen() {
  const w = watched();
  await w.read();
  await w.invite('answered', 0);
  await w.read();
  return w;
}

describe('a balance that does not show yet what was spent', () => {
  test('cannot be spent again, and arouses no suspicion when it falls', async () => {
    const w = await paidUnseen();
    expect(w.state.balances.unshown(w.state.bookNowMs())).toBe(10);
    w.service.credits -= 10;
    await w.read();
    expect(w.state.balances.unshown(w.state.bookNowMs())).toBe(0);
    expect(w.state.comparedPlaces.isMissing(w.state.bookNowMs())).toBe(false);
  });

  test('adds up over readings', async () => {
    const w = await paidUnseen();
    await w.invite('answered', 0);
    await w.read();
    expect(w.state.balances.unshown(w.state.bookNowMs())).toBe(20);
  });

  test('was topped up when it does not fall for ten minutes; credits that are added hide no more than was spent', async () => {
    const w = await paidUnseen();
    w.service.credits += 1_000;
    await w.read();
    expect(w.state.balances.unshown(w.state.bookNowMs())).toBe(10);
    await w.clock.advance(10 * 60_000);
    await w.read();
    expect(w.state.balances.unshown(w.state.bookNowMs())).toBe(0);
  });
});

test.each([
  ['back', -5_000],
  ['ahead', 5_000],
])('a clock that is set %s moves no upload and no change to another reading', async (_, byMs) => {
  const w = watched();
  const setClock = () => w.clock.setWallClock(w.clock.nowMs() + byMs);
  await w.read();
  setClock();
  await w.upload(3, 4);
  await w.invite('answered', 10);
  setClock();
  await w.read();
  setClock();
  await w.read();
  await w.read();
  expect(w.charged()).toEqual([4]);
  const lost = await w.begin(5);
  await w.end(lost, 'unknown', 6);
  setClock();
  await w.read();
  await w.upload(7, 8);
  await w.read();
  expect(w.charged()).toEqual([4, null, null]); // nobody knows whose the fall is
});

test('a balance read while an upload is on its way tells no charge: the next quiet one does', async () => {
  const w = watched();
  await w.read();
  const open = await w.begin(3);
  w.service.credits -= 4;
  await w.read();
  await w.end(open, 'recorded', 0);
  expect(w.charged()).toEqual([null]);
  await w.read();
  expect(w.charged()).toEqual([4]);
});

test('while an answer is lost nothing is concluded; a lost one from before does not stand in the way', async () => {
  const w = watched();
  await w.read();
  const lost = await w.begin(3);
  await w.end(lost, 'unknown', 4);
  await w.read();
  expect(w.charged()).toEqual([null]);
  await w.end(lost, 'recorded', 0);
  await w.read();
  expect(w.charged()).toEqual([4]);
});

const left = ({ state }: ReturnType<typeof watched>) =>
  balanceLeft(state, { countsSending: false });

describe('an upload whose answer is lost counts as spent, whatever balance is read meanwhile (P3)', () => {
  test.each([
    ['one that does not show it yet', 0, 100, 99],
    ['one that shows it', 1, 99, 99],
    ['one that rose meanwhile', -20, 120, 119],
  ])('%s', async (_what, charged, shown, expected) => {
    const w = watched();
    await w.read();
    const lost = await w.begin(5);
    await w.end(lost, 'unknown', charged);
    await w.read();
    expect(w.state.balances.get('latest')?.credits).toBe(shown);
    expect(left(w)).toBe(expected);
  });

  test('also beside one that was recorded just before, and is shown later', async () => {
    const w = watched();
    await w.read();
    await w.upload(3, 0);
    const lost = await w.begin(5);
    await w.end(lost, 'unknown', 1);
    await w.read();
    expect(w.state.balances.get('latest')?.credits).toBe(99);
    expect(left(w)).toBe(98);
  });

  test('and so does a change', async () => {
    const w = watched();
    await w.read();
    await w.invite('lost', 0);
    await w.read();
    expect(left(w)).toBe(90);
    await w.clock.advance(ABSENCE_WAIT_MS); // by now the balance shows it, if it was carried out
    await w.read();
    expect(left(w)).toBe(100);
  });

  test('until it is settled', async () => {
    const w = watched();
    await w.read();
    const lost = await w.begin(5);
    await w.end(lost, 'unknown', 0);
    await w.read();
    await w.end(lost, 'recorded', 1);
    await w.read();
    expect(left(w)).toBe(99);
  });
});

test('what changes cost, before, beside and after uploads, is no part of what these cost', async () => {
  const w = watched();
  await w.invite('answered', 10);
  await w.read();
  await w.upload(3, 4);
  await w.invite('answered', 10);
  const now = w.clock.nowMs();
  w.service.credits -= 70;
  sentChange(w.state, newProject('Tides', ['a', 'b']), 'answered', [now, now]);
  await w.clock.advance(1_000);
  await w.read();
  await w.invite('answered', 10);
  expect(w.charged()).toEqual([4]);
});

test('while a change is sent, or may still be carried out, no charge is told', async () => {
  const w = watched();
  await w.read();
  await w.upload(3, 4);
  const id = await w.invite('lost', 10);
  await w.read();
  expect(w.charged()).toEqual([null]);
  deliverChange(w.state, id, 'evidence', w.clock.nowMs());
  await w.read();
  expect(w.charged()).toEqual([4]);

  const sending = await w.invite('sending', 0);
  await w.upload(5, 6);
  await w.read();
  expect(w.charged()).toEqual([4, null]);
  w.service.credits -= 10;
  deliverChange(w.state, sending, 'answer', w.clock.nowMs());
  await w.clock.advance(1);
  await w.read();
  expect(w.charged()).toEqual([4, 6]);
});

test('an upload that begins and ends while the balance is read is explained by the next reading', async () => {
  const w = watched();
  await w.read();
  w.service.during = () => w.upload(3, 1);
  await w.read();
  w.service.during = async () => undefined;
  await w.read();
  expect(w.charged()).toEqual([1]);
  expect(isSuspected(w)).toBe(false);
});

test('an upload that goes on after a quiet reading where the service kept its part is paid for after that reading', async () => {
  const w = watched();
  await w.read();
  const halted = await w.begin(3);
  const attemptId = `of-${halted}`;
  w.state.uploads.move(halted, { type: 'resource-announced', attemptId, resource: '/upload/1' });
  w.state.uploads.move(halted, {
    type: 'attempt-ended',
    attemptId,
    note: '{}',
    isUnrecorded: true,
  });
  await w.upload(5, 1);
  await w.read();
  expect(w.charged()).toEqual([1]);
  w.state.uploads.move(halted, { type: 'attempt-resumed', attemptId });
  await w.end(halted, 'recorded', 1);
  await w.read();
  expect(w.charged()).toEqual([1, 1]);
  expect(isSuspected(w)).toBe(false);
});

test.each(['charged', 'not charged'])(
  'a change whose end stays open stands in the way of one charge only: %s',
  async (what) => {
    const w = watched();
    await w.read();
    await w.upload(3, 4);
    const id = await w.invite('lost', what === 'charged' ? 10 : 0);
    await w.clock.advance(ABSENCE_WAIT_MS);
    await w.read();
    expect(w.charged()).toEqual([null]);
    await w.upload(5, 6);
    deliverChange(w.state, id, 'evidence', w.clock.nowMs()); // late evidence is about the fall before
    await w.clock.advance(1);
    await w.read();
    expect(w.charged()).toEqual([null, 6]);
  },
);

/** Whether destinations are compared with the service before the next payment. */
const isSuspected = ({ state }: ReturnType<typeof watched>) => {
  state.folders.add('/data', folderRules(), 0);
  return state.comparedPlaces.uncompared().length > 0;
};

describe('the balance tells what this database does not know', () => {
  test('not while our uploads and changes explain its fall, at their highest price', async () => {
    const w = watched();
    await w.read();
    await w.upload(3_000_000, 0);
    const open = await w.begin(5);
    await w.invite('lost', 10);
    await w.read();
    await w.end(open, 'unknown', 1);
    await w.read();
    expect(isSuspected(w)).toBe(false);
  });

  test('a charge that is not ours: the account pays elsewhere, or this database went back', async () => {
    const w = watched();
    await w.read();
    await w.upload(3, 1);
    w.service.credits -= 1;
    await w.read();
    expect(isSuspected(w)).toBe(true);
    expect(w.state.comparedPlaces.isMissing(w.clock.nowMs())).toBe(true);
  });

  test.each<[string, (w: ReturnType<typeof watched>) => unknown]>([
    ['credits that were granted', (w) => void (w.service.credits += 5)],
    ['an upload that was cheaper than its estimate', (w) => w.upload(3, 0)],
    ['an upload whose charge is only estimated', (w) => w.upload(3, 1)],
  ])(
    '%s may hide what was spent besides: the history is to be read, from before on',
    async (_, hide) => {
      const w = watched();
      const beforeMs = w.clock.nowMs();
      await w.read();
      await w.invite('answered', 10);
      const open = await w.begin(5);
      await w.read();
      await w.end(open, 'recorded', 0);
      w.state.charges.settle(open, 0, 'tx');
      await w.read();
      expect(w.state.comparedPlaces.untoldSinceMs()).toBeNull();
      const { askedAtMs } = w.state.balances.get('quiet') ?? {};
      await hide(w);
      await w.read();
      await hide(w);
      await w.read();
      expect(isSuspected(w)).toBe(false);
      expect(w.state.comparedPlaces.untoldSinceMs()).toBe(askedAtMs);
      expect(askedAtMs).toBeGreaterThan(beforeMs);
      w.state.comparedPlaces.noteHistoryRead();
      expect(w.state.comparedPlaces.untoldSinceMs()).toBeNull();
    },
  );
});
