import { expect, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import { HOUR_MS, SECOND_MS } from '../../src-shared/model/time.ts';
import type { FileRow } from '../state/file-repository.ts';
import { makePurse } from './purse.ts';
import { makeRoundLane } from './round-lane.ts';
import type { Lane } from './run-lanes.ts';
import { pipeline } from './test-support/pipeline.ts';
import { playRemote } from './test-support/played-ports.ts';

/** Rounds for so many hours, beginning at 09:00 UTC, over files held for a budget and for a fact. */
async function roundsFor(hours: number) {
  const p = pipeline();
  const budget = p.desk.move(p.put('a', 'a', 'ready'), 'held', { hold: 'budget' });
  const size = p.desk.move(p.put('b', 'b', 'ready'), 'held', { hold: 'size_confirm' });
  const scope = {};
  const { remote } = playRemote(p.clock);
  const purse = makePurse({ ...p, scope, remote });
  const untold = { fileTree: null as never }; // nothing was picked
  const rounds = makeRoundLane({ ...p, ...untold, scope, purse, lanes: [] });
  const stop = new AbortController();
  const endMs = p.clock.nowMs() + hours * HOUR_MS;
  const end: Lane = {
    concurrency: 1,
    take() {
      if (p.clock.nowMs() >= endMs) stop.abort(new Error('the day is over'));
      return [];
    },
    nextDueMs: () => endMs,
  };
  await expect(p.run([rounds, end], stop.signal, Infinity)).rejects.toThrow('the day is over');
  return [p.row(budget).state, p.row(size).state];
}

test('during a pause that the service asked for a round leaves the balance alone, and the next one comes right after', async () => {
  const p = pipeline();
  p.desk.move(p.put('a', 'a', 'ready'), 'held', { hold: 'credits' });
  const askedAtMs: number[] = [];
  const remote = {
    ...playRemote(p.clock).remote,
    async balance() {
      askedAtMs.push(p.clock.monotonicMs());
      return ok(0);
    },
  };
  const purse = makePurse({ ...p, scope: {}, remote });
  const untold = { fileTree: null as never };
  const rounds = makeRoundLane({ ...p, ...untold, scope: {}, purse, lanes: [] });
  p.gatekeeper.bePatient();
  p.gatekeeper.failed({ kind: 'throttled', retryAfterMs: 50_000 });
  const stop = new AbortController();
  const end: Lane = {
    concurrency: 1,
    take() {
      if (p.clock.monotonicMs() >= 120_000) stop.abort(new Error('two minutes are over'));
      return [];
    },
    nextDueMs: () => p.clock.nowMs() - p.clock.monotonicMs() + 120_000,
  };
  await expect(p.run([rounds, end], stop.signal, Infinity)).rejects.toThrow('two minutes');
  expect(askedAtMs).toEqual([60_000]);
});

test('in a run that goes on the budget is looked at again when the day of UTC is over, and not before', async () => {
  expect(await roundsFor(14)).toEqual(['held', 'held']);
  expect(await roundsFor(16)).toEqual(['ready', 'held']);
});

test('what is ready for the service only after the session has ended waits for the person to sign in as well', async () => {
  const p = pipeline();
  const early = p.put('a', 'a', 'checking');
  const signedOut = { kind: 'not-signed-in', serviceSays: null } as const;
  const remote = { ...playRemote(p.clock).remote, balance: async () => fail(signedOut) };
  const purse = makePurse({ ...p, scope: {}, remote });
  const rounds = makeRoundLane({ ...p, fileTree: null as never, scope: {}, purse, lanes: [] });
  p.gatekeeper.bePatient();
  p.gatekeeper.failed(signedOut);
  const stop = new AbortController();
  const arrivals: FileRow[] = [];
  const atMs = p.clock.monotonicMs() + SECOND_MS;
  const later: Lane = {
    concurrency: 1,
    take() {
      if (arrivals.length > 0 || p.clock.monotonicMs() < atMs) return [];
      arrivals.push(p.put('b', 'b', 'checking'));
      return [async () => 'advanced'];
    },
    nextDueMs: () => p.clock.nowMs() - p.clock.monotonicMs() + atMs,
  };
  const end: Lane = {
    concurrency: 1,
    take() {
      if (p.clock.monotonicMs() >= atMs + SECOND_MS) stop.abort(new Error('a second is over'));
      return [];
    },
    nextDueMs: () => p.clock.nowMs() - p.clock.monotonicMs() + atMs + SECOND_MS,
  };
  await expect(p.run([rounds, later, end], stop.signal, Infinity)).rejects.toThrow('a second');
  expect([early, ...arrivals].map((file) => [p.row(file).state, p.row(file).hold])).toEqual([
    ['held', 'signed_out'],
    ['held', 'signed_out'],
  ]);
});
