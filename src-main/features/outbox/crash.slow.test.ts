/** Every kind of paid change with a crash at every write: at most one charge without a person's action. */
import { afterAll, describe, expect, test } from 'vitest';
import { ABSENCE_WAIT_MS, type Change } from '../../../src-shared/model/changes/change.ts';
import { KINDS, setUpOutbox } from './test-support/model-outbox.ts';
import { forgetTemplate, type ModelOutboxSetUp } from './test-support/open-model-outbox.ts';
import type { Luck } from './test-support/model-service.ts';

afterAll(forgetTemplate);

/**
 * Makes the k-th write of the outbox the last action of this process: the crash is before it, or right after it is
 * durable.
 */
class Crash extends Error {}

function dyingAt(write: number, when: 'before' | 'after'): Pick<ModelOutboxSetUp, 'wrap'> {
  let writes = 0;
  const counted = <Value>(work: () => Value): Value => {
    writes += 1;
    if (writes === write && when === 'before') throw new Crash();
    const value = work();
    if (writes === write) throw new Crash();
    return value;
  };
  return {
    wrap: (state) => ({
      ...state,
      changes: { ...state.changes, add: (change) => counted(() => state.changes.add(change)) },
      transaction: (work) => counted(() => state.transaction(work)),
    }),
  };
}

const lucksOf = (kind: string): readonly Luck[] =>
  kind === 'invite-member'
    ? ['pass', 'lost-before', 'lost-after', 'refuse-400', 'carry-out-but-400']
    : ['lost-before', 'lost-after']; // the writes are the same

describe('a crash at any write', () => {
  const cases = KINDS.flatMap(([kind, intent]) =>
    lucksOf(kind).flatMap((luck) =>
      (['before', 'after'] as const).map((when) => [kind, luck, when, intent] as const),
    ),
  );

  test.each(cases)(
    '%s, %s, dying %s it: at most one charge (P6)',
    async (_kind, luck, when, intent) => {
      let reached = 0;
      for (let write = 1; ; write += 1) {
        const fake = setUpOutbox();
        fake.world.changes = [luck];
        const opened = fake.open(dyingAt(write, when));
        try {
          await opened.deliver(opened.outbox.add(intent).id);
          break;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
        }
        reached = write;
        await expectOneCharge(fake, fake.crash(opened));
      }
      expect(reached).toBeGreaterThanOrEqual(3);
    },
  );
});

/** What the next start does automatically causes at most one charge, and determines the real outcome. */
async function expectOneCharge(
  { charges, clock }: ReturnType<typeof setUpOutbox>,
  { outbox, deliver, check }: ReturnType<ReturnType<typeof setUpOutbox>['open']>,
): Promise<void> {
  const each = async (work: (change: Change) => Promise<unknown>) => {
    for (const change of outbox.list()) await work(change);
  };
  await each(({ id }) => deliver(id));
  await clock.advance(ABSENCE_WAIT_MS);
  await each(({ id }) => check(id));
  expect(charges().length).toBeLessThanOrEqual(1);
  for (const { state } of outbox.list()) {
    expect(state.state === 'delivered').toBe(charges().length === 1);
    expect(state).not.toMatchObject({ state: 'unknown', finding: 'too-early' });
  }
  await each(async ({ id, state }) => {
    if (state.state !== 'unknown') return;
    outbox.sendAgain(id);
    await deliver(id);
  });
  expect(charges().length).toBeLessThanOrEqual(1);
}
