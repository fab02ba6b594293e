import { describe, expect, test } from 'vitest';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { throttled } from '../common/test-support/fake-ports.ts';
import type { Stage } from '../common/stage.ts';
import { makeConnectionPlaces, type Sharer } from './connection-places.ts';
import { runStages } from './run-stages.ts';

const never = new AbortController().signal;

/** Places on a fake clock, and stages whose jobs take so long. */
function lab(parallel: number | null = null) {
  const { state, clock } = temporaryState();
  if (parallel !== null) state.transferRules.setParallel(parallel);
  const places = makeConnectionPlaces({ state, clock });
  const atOnce = new Map<string, number>();
  const seen = { most: 0, mostOf: {} as Record<string, number>, order: [] as string[] };

  function stageOf(name: string, count: number, takesMs: number, concurrency = 12): Stage {
    let left = count;
    return {
      concurrency,
      take(limit) {
        const taken = Math.min(limit, left);
        left -= taken;
        return Array.from({ length: taken }, () => async (signal) => {
          seen.order.push(name);
          atOnce.set(name, (atOnce.get(name) ?? 0) + 1);
          seen.mostOf[name] = Math.max(seen.mostOf[name] ?? 0, atOnce.get(name) ?? 0);
          seen.most = Math.max(
            seen.most,
            [...atOnce.values()].reduce((sum, each) => sum + each),
          );
          await clock.sleep(takesMs, signal);
          atOnce.set(name, (atOnce.get(name) ?? 0) - 1);
          return 'advanced';
        });
      },
      nextDueMs: () => null,
    };
  }

  const run = (...sharers: readonly Sharer[]) =>
    clock.play(runStages([places.share(sharers)], { clock, patienceMs: 60_000 }, never));
  return { state, clock, places, stageOf, seen, run };
}

describe('the places that checks, uploads and proofs share', () => {
  test('are six for all of them together at first, and never more than a person allows', async () => {
    const { stageOf, seen, run } = lab();
    await run(
      { stage: stageOf('upload', 8, 1_000), weight: 16 },
      { stage: stageOf('proof', 4, 1_000), weight: 1 },
    );
    expect(seen.most).toBe(6);
    const own = lab(2);
    await own.run(
      { stage: own.stageOf('upload', 50, 10), weight: 16 },
      { stage: own.stageOf('proof', 50, 10), weight: 1 },
    );
    expect([own.seen.most, own.seen.order.length]).toEqual([2, 100]);
  });

  test('become more while answers stay quick, and half as many under strain', async () => {
    const { clock, places, stageOf, seen, run } = lab();
    await run({ stage: stageOf('proof', 200, 50), weight: 1 });
    expect([seen.most, places.places()]).toEqual([12, 12]);
    places.failed({ kind: 'forbidden', serviceSays: null });
    expect(places.places()).toBe(12);
    places.failed(throttled(1_000));
    places.failed(throttled(1_000)); // of the same burst
    expect(places.places()).toBe(6);
    await clock.play(clock.sleep(10_000, never));
    places.failed(throttled(1_000));
    expect(places.places()).toBe(3);
  });

  test('stay as many while answers take longer the more of them there are', async () => {
    const { clock, places } = lab();
    let running = 0;
    let left = 200;
    const strained: Stage = {
      concurrency: 12,
      take(limit) {
        const taken = Math.min(limit, left);
        left -= taken;
        return Array.from({ length: taken }, () => async (signal) => {
          running += 1;
          await clock.sleep(running > 6 ? 1_000 : 50, signal);
          running -= 1;
          return 'advanced';
        });
      },
      nextDueMs: () => null,
    };
    const stage = places.share([{ stage: strained, weight: 1 }]);
    await clock.play(runStages([stage], { clock, patienceMs: 60_000 }, never));
    expect(places.places()).toBe(7);
  });

  test('go to uploads first; proofs wait, but not for ever', async () => {
    const { stageOf, seen, run } = lab(1);
    await run(
      { stage: stageOf('upload', 64, 50), weight: 16 },
      { stage: stageOf('proof', 64, 50), weight: 1 },
    );
    expect(seen.order[0]).toBe('upload');
    const whileBothWait = seen.order.slice(0, seen.order.lastIndexOf('upload') + 1);
    const proofs = whileBothWait.filter((name) => name === 'proof').length;
    expect([proofs >= 3, proofs <= 4]).toEqual([true, true]);
  });

  test('are all for proofs when nothing else wants them, and a late upload need not make up for that', async () => {
    const { stageOf, seen, run, clock } = lab(4);
    const uploads = stageOf('upload', 20, 50);
    const from = clock.monotonicMs() + 1_000;
    const late: Stage = {
      ...uploads,
      take: (limit) => (clock.monotonicMs() < from ? [] : uploads.take(limit)),
      nextDueMs: () => clock.nowMs() + Math.max(0, from - clock.monotonicMs()),
    };
    await run({ stage: late, weight: 16 }, { stage: stageOf('proof', 200, 50), weight: 1 });
    expect(seen.mostOf).toEqual({ upload: 4, proof: 4 });
    const first = seen.order.indexOf('upload');
    const middle = seen.order.slice(first, seen.order.lastIndexOf('upload'));
    expect(middle.filter((name) => name === 'proof').length).toBeGreaterThan(0);
  });

  test('a stage takes no more of them than it runs at once', async () => {
    const { stageOf, seen, run } = lab();
    await run(
      { stage: stageOf('document', 20, 50, 2), weight: 1 },
      { stage: stageOf('proof', 20, 50), weight: 1 },
    );
    expect(seen.mostOf['document']).toBe(2);
  });

  test('large files keep nobody out for long: the places grow although none of them ends', async () => {
    const { places, stageOf, seen, run } = lab();
    places.failed(throttled(0)); // three places
    await run(
      { stage: stageOf('upload', 3, 100_000), weight: 16 },
      { stage: stageOf('check', 1, 10), weight: 8 },
    );
    expect(seen.order).toEqual(['upload', 'upload', 'upload', 'check']);
    expect(seen.most).toBe(4);
  });
});
