import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool, steadyPace, type PaceRule } from './concurrency.ts';

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the pool', () => {
  test('[TR40] never runs more than its limit, and runs everything, first come first served', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 }),
        async (limit, turns) => {
          const pool = makePool(steadyPace(limit));
          const started: number[] = [];
          let most = 0;
          await Promise.all(
            turns.map((count, index) =>
              pool.run(async () => {
                started.push(index);
                most = Math.max(most, pool.running());
                for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
              }, never),
            ),
          );
          expect(most).toBe(Math.min(limit, turns.length));
          expect(started).toEqual(turns.map((_count, index) => index));
          expect([pool.running(), pool.waiting()]).toEqual([0, 0]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('[TR41] an abort while waiting gives up the place; the task never starts', async () => {
    const pool = makePool(steadyPace(1));
    const first = Promise.withResolvers<void>();
    const running = pool.run(() => first.promise, never);
    const stop = new AbortController();
    let hasStarted = false;
    const waiting = pool.run(async () => {
      hasStarted = true;
    }, stop.signal);
    await settled();
    stop.abort(new Error('paused'));
    await expect(waiting).rejects.toThrow('paused');
    first.resolve();
    await running;
    await settled();
    expect([hasStarted, pool.running(), pool.waiting()]).toEqual([false, 0, 0]);
  });

  test('[TR40] a task that throws gives its place back', async () => {
    const pool = makePool(steadyPace(1));
    await expect(pool.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
    expect(await pool.run(async () => 'yes', never)).toBe('yes');
  });

  test('[TR42] the limit follows the rule: what one task reports decides how many run next', async () => {
    const halving: PaceRule<number, 'fine' | 'throttled'> = {
      first: 4,
      next: (limit, feedback) => (feedback === 'fine' ? limit : Math.max(1, limit / 2)),
      limitOf: (limit) => limit,
    };
    const pool = makePool(halving);
    const gates = Array.from({ length: 8 }, () => Promise.withResolvers<'fine' | 'throttled'>());
    const all = Promise.all(gates.map((gate) => pool.run(() => gate.promise, never)));
    await settled();
    expect(pool.running()).toBe(4);
    gates[0]?.resolve('throttled');
    gates[1]?.resolve('fine');
    await settled();
    expect(pool.running()).toBe(2);
    for (const gate of gates) gate.resolve('fine');
    expect(await all).toHaveLength(8);
  });

  test('[TR40] a limit below one is refused', () => {
    expect(() => steadyPace(0)).toThrow(RangeError);
  });
});
