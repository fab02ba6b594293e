import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeMirror, type Resource } from './mirror.ts';
import { unavailable } from '../../pipeline/common/test-support/fake-ports.ts';

const never = new AbortController().signal;
const AWAY = unavailable('no-connection');

/** A service with one list, which a test fills, hides or removes. */
function setUp(over: Partial<Resource<string[]>> = {}) {
  const { state, clock } = temporaryState();
  const reported: string[] = [];
  let answer: Result<string[], ServiceFault> = ok(['a']);
  let isComplete = true;
  let asked = 0;
  let isOffline = false;
  let isDiskFull = false;
  const mirror = makeMirror({
    copies: {
      ...state.mirror,
      keep(...copy) {
        if (isDiskFull) throw new Error('SQLITE_FULL');
        return state.mirror.keep(...copy);
      },
    },
    clock,
    onChanged: (kind) => reported.push(kind),
    isTolerable: (error) => error instanceof Error && error.message === 'SQLITE_FULL',
    isOffline: () => isOffline,
  });
  const list: Resource<string[]> = {
    kind: 'letters',
    key: '',
    freshMs: 60_000,
    parse: (body) => body as string[],
    async fetch() {
      asked += 1;
      return answer.ok ? ok({ value: answer.value, isComplete }) : answer;
    },
    ...over,
  };
  const read = async (mode: 'at-once' | 'fresh' = 'at-once') =>
    valueOf(await mirror.read(list, mode, never));
  return {
    clock,
    mirror,
    list,
    reported,
    read,
    asked: () => asked,
    /** What a page shows once the background read has ended. */
    look: async () => {
      const shown = await read();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return shown;
    },
    says: (next: Result<string[], ServiceFault>, whole = true): void => {
      answer = next;
      isComplete = whole;
    },
    breakDisk: (next: boolean) => void (isDiskFull = next),
    setOffline: (next: boolean) => void (isOffline = next),
  };
}

test('what was never read is read first; then the copy answers at once and is refreshed behind', async () => {
  const { clock, mirror, list, reported, asked, says, read, look } = setUp();
  expect(mirror.copyOf(list)).toBeNull();
  const asOfMs = clock.nowMs();
  expect(await read()).toMatchObject({ value: ['a'], asOfMs: null, isComplete: true });
  says(ok(['a', 'b']), false);
  expect(await read()).toMatchObject({ value: ['a'], asOfMs: null });
  expect(asked()).toBe(1); // still fresh
  await clock.advance(60_000);
  expect(await look()).toMatchObject({ value: ['a'], asOfMs });
  expect(reported).toEqual(['letters', 'letters']);
  expect(await read()).toMatchObject({ value: ['a', 'b'], asOfMs: null, isComplete: false });
  expect(asked()).toBe(2);
});

test('several that ask at once wait for one reading, and one that stops waiting ends it for nobody', async () => {
  const { mirror, list, asked } = setUp();
  const stop = new AbortController();
  const first = mirror.read(list, 'fresh', stop.signal);
  const second = mirror.read(list, 'fresh', never);
  stop.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(await second).toMatchObject({ ok: true, value: { value: ['a'] } });
  expect(asked()).toBe(1);
});

test('a refresh that failed never empties a list: it says its age, and why (P19)', async () => {
  const { clock, says, read, look } = setUp();
  const { fetchedAtMs: asOfMs } = await read();
  says(fail(AWAY));
  await clock.advance(30 * 24 * 3_600_000);
  await look();
  expect(await read()).toMatchObject({ value: ['a'], asOfMs, fault: AWAY });
  expect(await read('fresh')).toMatchObject({ value: ['a'], asOfMs, standing: 'there' });
  says(ok([]));
  expect(await read('fresh')).toMatchObject({ value: [], asOfMs: null, fault: null });
});

test('without a copy the fault is the answer', async () => {
  const { mirror, list, says } = setUp();
  says(fail(AWAY));
  expect(await mirror.read(list, 'at-once', never)).toEqual(fail(AWAY));
});

test.for([
  ['gone', { kind: 'not-found', serviceSays: null }],
  ['forbidden', { kind: 'forbidden', serviceSays: null }],
] as const)(
  'what is %s on the service is marked and kept, until it is back',
  async ([standing, fault]) => {
    const { says, read, reported } = setUp();
    await read();
    says(fail(fault));
    expect(await read('fresh')).toMatchObject({ value: ['a'], standing, fault });
    expect(reported).toHaveLength(2);
    says(ok(['a']));
    expect(await read('fresh')).toMatchObject({ value: ['a'], standing: 'there', fault: null });
  },
);

test('a service that failed is left alone for a moment, however often a page asks', async () => {
  const { clock, asked, says, look } = setUp();
  await look();
  says(fail(AWAY));
  await clock.advance(60_000);
  for (let times = 0; times < 50; times += 1) await look();
  expect(asked()).toBe(2);
  await clock.advance(5_000);
  await look();
  expect(asked()).toBe(3);
});

test('while the service is away, or a person works offline, nothing that is shown counts as of now', async () => {
  const { mirror, read, look, setOffline, reported } = setUp();
  const { fetchedAtMs, asOfMs } = await read();
  expect(asOfMs).toBeNull();
  mirror.noteAway(AWAY);
  expect(reported.at(-1)).toBe('service');
  expect((await look()).asOfMs).toBe(fetchedAtMs); // it was read in the background
  expect((await read()).asOfMs).toBeNull();
  setOffline(true);
  expect((await read()).asOfMs).toBe(fetchedAtMs);
});

test('a record that fails inside the service leaves the copies of others current', async () => {
  const { mirror, read, look, reported } = setUp();
  await read();
  const before = reported.length;
  mirror.noteAway({ ...AWAY, why: 'server-error', status: 500 });
  expect((await look()).asOfMs).toBeNull();
  expect(reported).toHaveLength(before);
});

test('a copy may say itself for how long it counts as just read', async () => {
  const { clock, asked, says, look } = setUp({
    freshMs: (letters) => (letters.includes('pending') ? 30_000 : 60_000),
  });
  const askedAfter = async (ms: number) => {
    await clock.advance(ms);
    await look();
    return asked();
  };
  says(ok(['pending']));
  expect(await askedAfter(0)).toBe(1);
  expect(await askedAfter(29_999)).toBe(1);
  says(ok(['done']));
  expect(await askedAfter(1)).toBe(2);
  expect(await askedAfter(59_999)).toBe(2);
  expect(await askedAfter(1)).toBe(3);
});

test('what was changed there is read anew at once, and shown until then', async () => {
  const { mirror, list, says, read, look } = setUp();
  await read();
  says(ok(['b']));
  mirror.expire(list);
  expect((await look()).value).toEqual(['a']);
  expect(await read()).toMatchObject({ value: ['b'], asOfMs: null });
});

const long = (letter: string) => Array.from({ length: 500 }, () => letter);

test('a long list is parsed once for all that ask, and anew when it was read again or refused', async () => {
  let parsings = 0;
  const { mirror, list, says, read } = setUp({
    parse(body) {
      parsings += 1;
      return body as string[];
    },
  });
  says(ok(long('a')));
  await read();
  expect([mirror.copyOf(list)?.value[0], mirror.copyOf(list)?.value[0]]).toEqual(['a', 'a']);
  expect(parsings).toBe(1);
  says(ok(long('b')));
  expect((await read('fresh')).value[0]).toBe('b');
  mirror.keep(list, long('c'), Number.MAX_SAFE_INTEGER);
  expect(mirror.copyOf(list)?.value[0]).toBe('c');
  says(fail({ kind: 'forbidden', serviceSays: null }));
  await read('fresh');
  expect(mirror.copyOf(list)).toMatchObject({ standing: 'forbidden' });
});

test('a clock that went back makes no copy young', async () => {
  const { clock, asked, look } = setUp();
  await look();
  clock.setWallClock(clock.nowMs() - 3_600_000);
  await look();
  expect(asked()).toBe(2);
});

test('a record that came along never replaces one that was read later', async () => {
  const { clock, mirror, list, read, says } = setUp();
  await clock.advance(10);
  await read();
  says(ok(['other']));
  mirror.keep(list, ['older'], clock.nowMs() - 5);
  expect((await read()).value).toEqual(['a']);
  mirror.keep(list, ['newer'], clock.nowMs() + 5);
  expect((await read()).value).toEqual(['newer']);
});

test('a full disk leaves the copies as they are', async () => {
  const { clock, read, look, says, breakDisk } = setUp();
  await read();
  says(ok(['b']));
  breakDisk(true);
  await clock.advance(60_000);
  await look();
  expect((await read()).value).toEqual(['a']);
  breakDisk(false);
  await look();
  expect((await read()).value).toEqual(['b']);
});
