import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeServiceGate, type ServiceGate } from './service-gate.ts';
import type { SyncEvent } from './ports.ts';
import { refusedState } from './refusal.ts';
import {
  afterFault,
  afterReturn,
  afterSuccess,
  concernsEverything,
  breakerAfter,
  holdFor,
  PASSING,
  pauseOf,
  withoutPatience,
  type CircuitBreaker,
} from './circuit-breaker.ts';
import { never } from './test-support/pipeline.ts';
import { SIGNED_OUT, throttled, unavailable } from './test-support/fake-ports.ts';

const notTheService: ServiceFault = { kind: 'not-the-service', what: 'html' };
const timedOut = unavailable('timed-out');
const refusedConnection = unavailable('no-connection');
const refused = (status: number, serviceSays: string | null): ServiceFault => ({
  kind: 'refused',
  status,
  serviceSays,
});
const aboutOneFile: readonly ServiceFault[] = [
  refused(400, 'no'),
  { kind: 'forbidden', serviceSays: null },
  { kind: 'not-found', serviceSays: null },
  { kind: 'too-large', serviceSays: null },
  { kind: 'unknown-outcome', why: 'timed-out' },
];
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const waitAfter = (breaker: CircuitBreaker, fault: ServiceFault, luck: number) => {
  const next = afterFault(breaker, fault, 0, luck);
  if (next.kind !== 'waiting') throw new Error('a pause');
  return next.untilMs;
};

const afterAnswers = (count: number, breaker: CircuitBreaker): CircuitBreaker =>
  Array.from({ length: count }).reduce(afterSuccess, breaker);

/** How long a client waits that has found the service away for ten minutes. */
const waitAfterTenMinutes = (fault: ServiceFault, luck: number) => {
  let breaker = afterFault(PASSING, fault, 0, luck, Infinity);
  breaker = afterFault(breaker, fault, 600_000, luck, Infinity);
  return breaker.kind === 'waiting' ? breaker.untilMs - 600_000 : 0;
};

describe('the breaker', () => {
  test.each(aboutOneFile)('a fault about one file does not move it: $kind', (fault) => {
    expect(concernsEverything(fault)).toBe(false);
    expect(afterFault(PASSING, fault, 0, 1)).toBe(PASSING);
  });

  test.each([
    [SIGNED_OUT, 'signed_out'],
    [unavailable('insecure'), 'server'],
  ] as const)('some faults close it at once: %j', (fault, hold) => {
    const tripped = { kind: 'tripped', hold, fault, pause: null };
    expect(concernsEverything(fault)).toBe(true);
    expect(afterFault(PASSING, fault, 0, 1)).toEqual(tripped);
  });

  test.each([
    [unavailable('no-address'), 'offline'],
    [unavailable('no-connection'), 'offline'],
    [unavailable('server-error'), 'server'],
    [notTheService, 'server'],
  ] as const)('an outage is waited for with growing pauses, then it closes: %j', (fault, hold) => {
    let breaker: CircuitBreaker = PASSING;
    let nowMs = 0;
    const waitsMs: number[] = [];
    for (;;) {
      breaker = afterFault(breaker, fault, nowMs, 1);
      if (breaker.kind !== 'waiting') break;
      waitsMs.push(breaker.untilMs - nowMs);
      nowMs = breaker.untilMs;
    }
    expect(concernsEverything(fault)).toBe(true);
    expect(waitsMs).toEqual([2_000, 4_000, 8_000]);
    expect(breaker).toEqual({ kind: 'tripped', hold, fault, pause: null });
    expect(holdFor(fault)).toBe(hold);
  });

  test('a pause the service asks for is kept, and never closes the breaker', () => {
    let breaker: CircuitBreaker = PASSING;
    expect(concernsEverything(throttled(90_000))).toBe(true);
    for (let turn = 0; turn < 20; turn += 1) {
      breaker = afterFault(breaker, throttled(90_000), turn * 100_000, 0);
      expect(breaker).toMatchObject({ kind: 'waiting', untilMs: turn * 100_000 + 90_000 });
    }
  });

  test('a longer pause that is asked for during a shorter wait prolongs it', () => {
    const short = afterFault(PASSING, timedOut, 0, 1);
    const long = afterFault(short, throttled(90_000), 10, 0);
    expect(long).toMatchObject({ kind: 'waiting', failures: 1, untilMs: 90_010 });
    expect(afterFault(long, throttled(5_000), 20, 1)).toBe(long);
  });

  test('a pause the service asks for is kept, at most for a quarter of an hour, and drawn out by up to a fifth', () => {
    const asked = fc.nat(10 * 365 * 86_400_000);
    const mostMs = 15 * 60_000;
    fc.assert(
      fc.property(asked, chance, fc.boolean(), (askedMs, luck, isThrottled) => {
        const fault = isThrottled ? throttled(askedMs) : unavailable('server-error', askedMs);
        const untilMs = waitAfter(PASSING, fault, luck);
        expect(untilMs).toBeGreaterThanOrEqual(Math.min(askedMs, mostMs));
        expect(untilMs).toBeLessThanOrEqual(Math.max(60_000, Math.min(askedMs, mostMs) * 1.2));
      }),
    );
  });

  test('no wait is shorter than half a second or, unasked, longer than a minute', () => {
    fc.assert(
      fc.property(fc.nat(2_000), chance, (failures, luck) => {
        const untilMs = waitAfter({ kind: 'passing', failures, answers: 0 }, throttled(null), luck);
        expect(untilMs).toBeGreaterThanOrEqual(500);
        expect(untilMs).toBeLessThanOrEqual(60_000);
      }),
    );
  });

  test('a thousand clients return from a long outage over as long a time as it lasted, ten minutes at most', () => {
    const fault = unavailable('no-connection');
    const perMinute = Array.from({ length: 10 }, () => 0);
    for (let at = 0; at < 1_000; at += 1) {
      const minute = Math.floor(waitAfterTenMinutes(fault, at / 1_000) / 60_000);
      perMinute[minute] = (perMinute[minute] ?? 0) + 1;
    }
    expect(perMinute).toEqual(Array.from({ length: 10 }, () => 100));
    const first = afterFault(PASSING, fault, 0, 1, Infinity);
    const dayLater = afterFault(first, fault, 86_400_000, 1, Infinity);
    expect(dayLater).toMatchObject({ untilMs: 86_400_000 + 600_000 });
  });

  test.each(['no-address', 'insecure'] as const)(
    'where nothing reaches the service nobody waits for more than a minute: %s',
    (why) => {
      const waits = [0, 0.5, 1].map((luck) => waitAfterTenMinutes(unavailable(why), luck));
      expect(waits).toEqual([500, 2_000, 4_000]);
      let breaker = PASSING;
      for (let hour = 1; hour < 9; hour += 1) {
        breaker = afterFault(breaker, unavailable(why), hour * 3_600_000, 1, Infinity);
      }
      expect(breaker).toMatchObject({ kind: 'waiting', untilMs: 8 * 3_600_000 + 60_000 });
    },
  );

  test('once the service can be reached again they come back over as long a time as it was away, and sooner than drawn before', () => {
    const away = unavailable('no-connection');
    const first = afterFault(PASSING, away, 0, 1, Infinity);
    const long = afterFault(first, away, 300_000, 1, Infinity); // until 600_000
    const backAt = (luck: number) => {
      const next = afterReturn(long, 320_000, luck);
      return next.kind === 'waiting' ? next.untilMs - 320_000 : 0;
    };
    expect([0, 0.25, 0.5].map(backAt)).toEqual([0, 80_000, 160_000]);
    expect(backAt(1)).toBe(280_000);
    expect(afterReturn(first, 500, 1)).toMatchObject({ untilMs: 1_000 });
    const asking = { ...away, retryAfterMs: 60_000 } as ServiceFault;
    const asked = afterFault(PASSING, asking, 0, 0);
    expect(afterReturn(asked, 10_000, 0)).toMatchObject({ untilMs: 60_000 });
    const broken = afterFault(PASSING, unavailable('server-error'), 0, 1);
    expect(afterReturn(broken, 500, 0)).toBe(broken);
    expect(afterReturn(PASSING, 500, 0)).toBe(PASSING);
  });

  test('a success opens a waiting breaker and forgets the failures; a tripped one stays tripped', () => {
    const waiting = afterFault(PASSING, timedOut, 0, 1);
    expect(afterSuccess(waiting)).toEqual(PASSING);
    const tripped = afterFault(PASSING, SIGNED_OUT, 0, 1);
    expect(afterSuccess(tripped)).toBe(tripped);
    expect(afterFault(tripped, timedOut, 0, 1)).toBe(tripped);
  });

  test('one broken connection after ten answers stops nothing; the next one does, until ten more have come', () => {
    const broken = unavailable('broken-connection');
    for (const isThere of [afterAnswers(10, PASSING), afterAnswers(1_000, PASSING)]) {
      const passing = afterFault(isThere, broken, 0, 1);
      expect(passing).toBe(PASSING);
      for (const count of [0, 1, 9]) {
        expect(afterFault(afterAnswers(count, passing), broken, 0, 1)).toMatchObject({
          untilMs: 2_000,
        });
      }
      expect(afterFault(afterAnswers(10, passing), broken, 0, 1)).toBe(PASSING);
      const others = [timedOut, throttled(null), notTheService, unavailable('no-connection')];
      for (const fault of [...others, unavailable('broken-connection', 5_000)]) {
        expect(afterFault(isThere, fault, 0, 1).kind).toBe('waiting');
      }
    }
    const outage = afterFault(PASSING, broken, 0, 1);
    expect(afterFault(afterAnswers(1, outage), broken, 3_000, 1).kind).toBe('waiting');
  });

  test('the breaker of a session that ended keeps the later of the pauses, for when it is opened again', () => {
    const paused = afterFault(PASSING, throttled(90_000), 0, 0);
    const tripped = afterFault(paused, SIGNED_OUT, 10, 0);
    expect(tripped).toMatchObject({ kind: 'tripped', hold: 'signed_out' });
    const asked = { untilMs: 90_000, fault: throttled(90_000) };
    expect(pauseOf(tripped, 20)).toEqual(asked);
    const again = breakerAfter(asked, 20);
    expect(again).toEqual({
      kind: 'waiting',
      failures: 0,
      sinceMs: 20,
      askedUntilMs: 90_000,
      ...asked,
    });
    expect(afterFault(tripped, throttled(5_000), 20, 0)).toBe(tripped);
    const later = afterFault(tripped, throttled(120_000), 20, 0);
    expect(pauseOf(later, 20)).toEqual({ untilMs: 120_020, fault: throttled(120_000) });
    expect(pauseOf(later, 120_020)).toBeNull();
    expect(breakerAfter(asked, 90_000)).toBe(PASSING);
  });

  test('a breaker that is given up keeps the pause that came with the last failure', () => {
    const past: CircuitBreaker = { kind: 'passing', failures: 3, answers: 0 };
    const tripped = afterFault(past, unavailable('server-error', 600_000), 0, 0);
    expect(tripped.kind).toBe('tripped');
    expect(pauseOf(tripped, 0)?.untilMs).toBe(600_000);
  });
});

function breakerLab() {
  const clock = makeFakeClock();
  const events: SyncEvent[] = [];
  const announce = (event: SyncEvent) => events.push(event);
  const { preferences } = temporaryState().state;
  const ports = { clock, chance: () => 1, announce, preferences };
  return { clock, events, breaker: makeServiceGate(ports) };
}

describe('the circuit breaker', () => {
  test('tells faces once that everything waits, and until when', () => {
    const { clock, events, breaker } = breakerLab();
    breaker.failed(refusedConnection);
    breaker.failed(refusedConnection);
    const told = { kind: 'waiting', fault: refusedConnection, untilMs: clock.nowMs() + 2_000 };
    expect(events).toEqual([told]);
    expect([breaker.isPassing(), breaker.passesAtMs()]).toEqual([false, clock.nowMs() + 2_000]);
  });

  test('tells faces once that the wait has ended', async () => {
    const { clock, events, breaker } = breakerLab();
    breaker.succeeded();
    breaker.failed(timedOut);
    await clock.advance(2_000);
    breaker.succeeded();
    breaker.succeeded();
    expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'passing']);
  });

  test('gives up with the first request that nothing answered, while somebody waits for the run', () => {
    const { breaker } = breakerLab();
    breaker.beginRun(() => undefined);
    breaker.failed(timedOut);
    expect(breaker.tripped()).toMatchObject({ hold: 'server', fault: timedOut });
    breaker.beginRun(() => undefined);
    breaker.bePatient();
    breaker.failed(timedOut);
    expect([breaker.tripped(), breaker.isPassing()]).toEqual([null, false]);
  });

  test.each<readonly [string, (gate: ServiceGate) => void]>([
    ['an answer', (gate) => gate.succeeded()],
    ['a refusal', (gate) => gate.failed(refused(400, 'no'))],
    ['an overload', (gate) => gate.failed({ ...unavailable('server-error'), status: 503 })],
    ['bytes of an upload', (gate) => gate.moved()],
  ])('%s of the last half minute shows that a late answer is no silence', async (_what, sign) => {
    for (const [agoMs, isGivenUp] of [
      [29_000, false],
      [30_000, true],
    ] as const) {
      const { clock, breaker } = breakerLab();
      breaker.beginRun(() => undefined);
      sign(breaker);
      await clock.advance(agoMs);
      breaker.failed(timedOut);
      expect([agoMs, breaker.tripped() !== null]).toEqual([agoMs, isGivenUp]);
    }
  });

  test('a service that says itself that it took too long is no silence', () => {
    const { breaker } = breakerLab();
    breaker.failed({ ...timedOut, status: 408 });
    expect(breaker.tripped()).toBeNull();
  });

  test('says nothing of a single broken connection between many answers', () => {
    const { events, breaker } = breakerLab();
    for (let answers = 0; answers < 10; answers += 1) breaker.succeeded();
    breaker.failed(unavailable('broken-connection'));
    expect([breaker.isPassing(), breaker.wait(), events]).toEqual([true, null, []]);
  });

  test('an answer to an earlier request does not cut a pause short', async () => {
    const { clock, breaker } = breakerLab();
    breaker.failed(throttled(60_000));
    breaker.succeeded();
    expect(breaker.isPassing()).toBe(false);
    await clock.advance(72_000);
    breaker.succeeded();
    breaker.failed(timedOut);
    expect(breaker.passesAtMs()).toBe(clock.nowMs() + 2_000);
  });

  test('says what everything waits for, since when and until when; nothing while it is open; once tripped it stays tripped', async () => {
    const { clock, breaker } = breakerLab();
    expect([breaker.wait(), breaker.tripped()]).toEqual([null, null]);
    const sinceMs = clock.nowMs();
    const fault = unavailable('no-connection');
    breaker.failed(fault);
    const first = { fault, hold: 'offline', sinceMs, untilMs: sinceMs + 2_000 };
    expect(breaker.wait()).toEqual(first);
    await clock.advance(2_000);
    // It may be tried, and names no time: a past one would hide the stages' own.
    expect([breaker.isPassing(), breaker.wait(), breaker.passesAtMs()]).toEqual([true, null, null]);
    breaker.failed(fault);
    expect(breaker.wait()).toEqual({ ...first, untilMs: sinceMs + 6_000 });
    await clock.advance(4_000);
    breaker.succeeded();
    breaker.failed(SIGNED_OUT);
    breaker.succeeded();
    const tripped = { fault: SIGNED_OUT, hold: 'signed_out' };
    expect(breaker.wait()).toEqual({ ...tripped, untilMs: null, sinceMs: clock.nowMs() });
    expect(breaker.tripped()).toMatchObject(tripped);
    expect([breaker.isPassing(), breaker.passesAtMs()]).toEqual([false, null]);
  });

  test('lets wait for its opening, also when that is put off meanwhile, and for its closing', async () => {
    const { clock, breaker } = breakerLab();
    const fromMs = clock.monotonicMs();
    await breaker.untilPassing(never);
    expect(clock.monotonicMs()).toBe(fromMs);
    breaker.failed(throttled(10_000));
    const opened = breaker.untilPassing(never);
    await clock.advance(1_000);
    breaker.failed(throttled(20_000));
    await clock.play(opened);
    expect(clock.monotonicMs() - fromMs).toBe(25_000); // a fifth more than was asked for, from then on
    breaker.failed(SIGNED_OUT);
    await breaker.untilPassing(never);
    expect(breaker.tripped()).not.toBeNull();
  });

  test.each([
    ['back by a year', -365],
    ['forward by a year', 365],
  ])('a clock set %s neither prolongs a pause nor lifts it', async (_, days) => {
    const { clock, breaker } = breakerLab();
    breaker.failed(throttled(60_000));
    await clock.advance(10_000);
    clock.setWallClock(clock.nowMs() + days * 86_400_000);
    expect([breaker.isPassing(), breaker.passesAtMs()]).toEqual([false, clock.nowMs() + 62_000]);
    expect(breaker.wait()?.untilMs).toBe(clock.nowMs() + 62_000);
    const opened = breaker.untilPassing(never);
    await clock.advance(61_999);
    expect(breaker.isPassing()).toBe(false);
    await clock.play(opened);
    expect([breaker.isPassing(), clock.monotonicMs()]).toEqual([true, 72_000]);
  });

  test.each<[string, (gate: ServiceGate) => void]>([
    ['a session that ends', (gate) => gate.reset()],
    ['the run', (gate) => gate.beginRun(() => undefined)],
  ])('what it still waits for outlives %s', async (_, goOn) => {
    const { clock, breaker } = breakerLab();
    breaker.failed(throttled(60_000));
    breaker.failed(SIGNED_OUT);
    await clock.advance(12_000);
    goOn(breaker);
    expect(breaker.tripped()).toBeNull();
    expect(breaker.passesAtMs()).toBe(clock.nowMs() + 60_000);
    expect(breaker.wait()).toMatchObject({ hold: 'server', fault: throttled(60_000) });
    await clock.advance(60_000);
    expect([breaker.isPassing(), breaker.wait()]).toEqual([true, null]);
  });
});

test.each([
  [{ kind: 'too-large', serviceSays: null }, 'failed', { message: 'too-large' }],
  [{ kind: 'not-found', serviceSays: 'gone' }, 'failed', { message: 'gone' }],
  [{ kind: 'forbidden', serviceSays: 'no' }, 'held', { hold: 'permission', message: 'no' }],
  [refused(402, 'pay'), 'held', { hold: 'credits', message: 'pay' }],
  [refused(400, null), 'held', { hold: 'refusal', message: null }],
  [SIGNED_OUT, 'held', { hold: 'signed_out', message: null }],
  [throttled(1), 'held', { hold: 'server', message: null }],
] as const)('a refused file rests with the service’s own words: %j', (fault, state, patch) => {
  expect(refusedState(fault)).toEqual([state, patch]);
});

const patiently = (breaker: CircuitBreaker, fault: ServiceFault, nowMs: number, luck = 1) =>
  afterFault(breaker, fault, nowMs, luck, Infinity);

describe('a person who wants to try now', () => {
  test.each([timedOut, unavailable('no-connection'), throttled(null)])(
    'ends a wait of our own, and the next failure waits longer all the same: %j',
    (fault) => {
      const waiting = patiently(patiently(PASSING, fault, 0), fault, 5_000);
      expect(waiting).toMatchObject({ kind: 'waiting', failures: 2, untilMs: 9_000 });
      const tried = withoutPatience(waiting, 6_000);
      expect(tried).toMatchObject({ kind: 'waiting', failures: 2, untilMs: 6_000 });
      expect(patiently(tried, fault, 6_000)).toMatchObject({ failures: 3 });
      expect(withoutPatience(waiting, 9_500)).toEqual(waiting); // it was over already
    },
  );

  test.each([throttled(60_000), unavailable('timed-out', 60_000)])(
    'ends no pause that the service asked for, not even one that came while we waited by ourselves: %j',
    (fault) => {
      const own = patiently(PASSING, timedOut, 0);
      for (const breaker of [patiently(PASSING, fault, 0, 0), patiently(own, fault, 500, 0)]) {
        expect(breaker).toMatchObject({ kind: 'waiting' });
        expect(withoutPatience(breaker, 1_000)).toEqual(breaker);
      }
    },
  );

  test('waits out a shorter pause that was asked for during a longer wait of our own', () => {
    let many: CircuitBreaker = PASSING;
    for (let turn = 0; turn < 4; turn += 1) many = patiently(many, timedOut, turn * 20_000);
    expect(many).toMatchObject({ failures: 4, untilMs: 76_000, askedUntilMs: 0 });
    const asked = patiently(many, throttled(5_000), 61_000, 0);
    expect(asked).toMatchObject({ untilMs: 76_000, askedUntilMs: 66_000 });
    expect(withoutPatience(asked, 62_000)).toMatchObject({ untilMs: 66_000 });
    expect(withoutPatience(asked, 70_000)).toMatchObject({ untilMs: 70_000 });
  });

  test('changes nothing about a breaker that is open, or tripped for want of a session', () => {
    const tripped = afterFault(PASSING, SIGNED_OUT, 0, 1);
    for (const breaker of [PASSING, tripped]) expect(withoutPatience(breaker, 1)).toBe(breaker);
  });
});
