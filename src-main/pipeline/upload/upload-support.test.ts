import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { reopenState, temporaryState } from '../../test-support/temporary-state.ts';
import { INTEROP_FACT, makeStateSupport, recallInterop } from './upload-knowledge.ts';

const ORIGIN = 'https://lab.example';
const YES = { kind: 'yes', maxAppendBytes: 5 } as const;

describe('what is known of a service’s support', () => {
  test('is kept per origin for a day, over restarts', () => {
    const { state, folder, clock } = temporaryState();
    const support = makeStateSupport(state, clock);
    expect(support.recall(ORIGIN)).toEqual({ kind: 'unknown' });
    support.learn(ORIGIN, YES);
    support.learn('https://other.example', { kind: 'spare' });
    state.close();

    const again = makeStateSupport(reopenState(folder, clock), clock);
    expect(again.recall(ORIGIN)).toEqual(YES);
    expect(again.recall('https://other.example')).toEqual({ kind: 'spare' });
    clock.setWallClock(clock.nowMs() + DAY_MS - 1);
    expect(again.recall(ORIGIN)).toEqual(YES);
    clock.setWallClock(clock.nowMs() + 1);
    expect(again.recall(ORIGIN)).toEqual({ kind: 'unknown' });
    again.learn(ORIGIN, { kind: 'no' });
    expect(again.recall(ORIGIN)).toEqual({ kind: 'no' });
    clock.setWallClock(clock.nowMs() - DAY_MS); // somebody set it back
    expect(again.recall(ORIGIN)).toEqual({ kind: 'unknown' });
  });

  test('the same again is written once an hour, something else at once', () => {
    const { state, clock } = temporaryState();
    const support = makeStateSupport(state, clock);
    const learnedAtMs = () => state.serverFacts.get(ORIGIN, 'resumable-uploads')?.learnedAtMs;
    support.learn(ORIGIN, YES);
    const first = learnedAtMs();
    clock.setWallClock(clock.nowMs() + HOUR_MS - 1);
    support.learn(ORIGIN, YES);
    expect(learnedAtMs()).toBe(first);
    clock.setWallClock(clock.nowMs() + 1);
    support.learn(ORIGIN, YES);
    expect(learnedAtMs()).toBe(clock.nowMs());
    clock.setWallClock(clock.nowMs() + 1);
    support.learn(ORIGIN, { kind: 'no' });
    expect(learnedAtMs()).toBe(clock.nowMs());
  });

  test('a value that is none is forgotten', () => {
    const { state, clock } = temporaryState();
    const learnedAtMs = clock.nowMs();
    for (const value of ['', 'yes', '{"kind":"maybe"}', '{"kind":"yes"}']) {
      state.serverFacts.keep({ origin: ORIGIN, name: 'resumable-uploads', value, learnedAtMs });
      expect(makeStateSupport(state, clock).recall(ORIGIN)).toEqual({ kind: 'unknown' });
    }
  });

  test('a memory that cannot be written stops nothing', () => {
    const { state, clock } = temporaryState();
    const failing = {
      ...state,
      serverFacts: {
        ...state.serverFacts,
        keep() {
          throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
        },
      },
    };
    expect(() => makeStateSupport(failing, clock).learn(ORIGIN, YES)).not.toThrow();
  });
});

test('the version offered to a service is the one that was set for it, when it is one', () => {
  const { state } = temporaryState();
  expect(recallInterop(state, ORIGIN)).toBe(9);
  for (const [value, expected] of [
    ['8', 8],
    ['none', 'none'],
    ['nonsense', 9],
  ] as const) {
    state.serverFacts.keep({ origin: ORIGIN, name: INTEROP_FACT, value, learnedAtMs: 0 });
    expect(recallInterop(state, ORIGIN)).toBe(expected);
  }
});
