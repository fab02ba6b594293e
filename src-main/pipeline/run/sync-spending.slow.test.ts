/** What a run that goes on sends, what it holds, and how it waits for the service. */
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { SIGNED_OUT, unavailable } from '../common/test-support/fake-ports.ts';
import { followFolders, watching } from '../watch/test-support/real-folders.ts';

const { followed } = followFolders();

test('allowed to spend nothing, it sends nothing: files rest as ready', async () => {
  const f = followed();
  f.write('root/a');
  await f.follow({ spend: 'nothing' });
  await watching(f, 1);
  await f.seenInTime(['a ready']);
  await f.clock.advance(30 * MINUTE_MS);
  expect([f.sent, f.rows()]).toEqual([[], ['a ready']]);
});

test('allowed to spend, it sends what comes up to the ceiling of the whole run, and holds the rest', async () => {
  const f = followed();
  f.write('root/a');
  f.write('root/b');
  await f.follow({ spend: 'up-to', credits: 3 });
  await watching(f, 1);
  await f.seenInTime(['a recording', 'b recording']);
  f.write('root/c');
  await f.seenInTime(['a recording', 'b recording', 'c recording']);
  f.write('root/d');
  await f.seenInTime(['a recording', 'b recording', 'c recording', 'd held']);
  expect(f.run.spentCredits()).toBe(3);
});

test('of copies that come together the original alone is paid for', async () => {
  const f = followed();
  f.write('root/copy', 'same');
  f.write('root/original', 'same');
  utimesSync(f.inRoot('original'), 1, 1);
  await f.follow({ spend: 'up-to', credits: null });
  await f.seenInTime(['copy duplicate', 'original recording']);
  expect([f.sent, f.run.spentCredits()]).toEqual([['original'], 1]);
});

test('a run that goes on hears of a pause and of its end at once; what comes meanwhile is fingerprinted and waits', async () => {
  const f = followed();
  f.write('root/a', 'a');
  f.state.transferRules.setPause({ mode: 'now', sinceMs: 0, untilMs: null });
  await f.follow({ spend: 'up-to', credits: null });
  await f.seenInTime(['a held']);
  expect(f.state.files.list({}, 0, 9)[0]).toMatchObject({ hold: 'paused', contentId: 1 });
  expect(f.sent).toEqual([]);
  f.state.transferRules.setPause(null);
  f.run.transfersChanged();
  await f.seenInTime(['a recording']);
  expect(f.sent).toEqual(['a']);
});

test.each([
  ['an outage', unavailable('no-connection'), 10],
  ['an expired certificate', unavailable('insecure'), 1],
] as const)(
  '%s is waited for however long it lasts, and files go on by themselves',
  async (...row) => {
    const [, away, mostMinutes] = row;
    let outage = true;
    let tries = 0;
    const f = followed({
      over: ({ checker }) => ({
        checker: {
          async check(source, hooks, signal) {
            tries += 1;
            return outage ? { kind: 'fault', fault: away } : checker.check(source, hooks, signal);
          },
        },
      }),
    });
    f.write('root/a');
    await f.follow();
    await f.seenInTime(['a checking']);
    await f.clock.advance(60 * MINUTE_MS);
    expect([f.rows(), f.run.serviceFault()]).toEqual([['a checking'], null]);
    expect(tries).toBeLessThan(130);
    outage = false;
    await f.clock.advance(mostMinutes * MINUTE_MS);
    await f.seen(['a ready']);
  },
);

test('without a session files are held, and go on when a person has signed in', async () => {
  let isSignedIn = false;
  const f = followed({
    over: ({ checker, remote }) => ({
      remote: {
        ...remote,
        balance: async () => (isSignedIn ? ok(100) : fail(SIGNED_OUT)),
      },
      checker: {
        check: async (source, hooks, signal) =>
          isSignedIn ? checker.check(source, hooks, signal) : { kind: 'fault', fault: SIGNED_OUT },
      },
    }),
  });
  f.write('root/a');
  await f.follow();
  await f.seenInTime(['a held']);
  await f.clock.advance(30 * MINUTE_MS);
  expect([f.rows(), f.run.serviceFault()?.kind]).toEqual([['a held'], 'not-signed-in']);
  isSignedIn = true;
  f.run.lookAgain();
  await f.seenInTime(['a ready']);
  expect(f.run.serviceFault()).toBe(null);
});
