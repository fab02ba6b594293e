import { expect, test } from 'vitest';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { makeDemoInstance, type RunningDemo } from './demo-instance.ts';

const FULL: CoreFault = { kind: 'data-folder', dataFolder: '/tmp', errno: 'ENOSPC' };

/** Demos whose starts and ends the test decides. */
function fake() {
  const starts: PromiseWithResolvers<Result<RunningDemo, CoreFault>>[] = [];
  const errors: unknown[] = [];
  const closed: number[] = [];
  const demo = makeDemoInstance({
    start: () => {
      const starting = Promise.withResolvers<Result<RunningDemo, CoreFault>>();
      starts.push(starting);
      return starting.promise;
    },
    keepError: (_where, error) => `L-${errors.push(error)}`,
  });
  const begin = (port: number) => {
    const ending = Promise.withResolvers<void>();
    let keys = 0;
    starts.at(-1)?.resolve(
      ok({
        port,
        oneTimeKey: () => `key ${(keys += 1)}`,
        ended: ending.promise,
        close: async () => {
          closed.push(port);
          ending.resolve();
        },
      }),
    );
    return ending;
  };
  return { demo, starts, errors, closed, begin };
}

test('whoever asks while a demo starts or runs is led to the same one, with a key of their own', async () => {
  const { demo, starts, begin } = fake();
  const asked = [demo.open(), demo.open()];
  begin(4_001);
  expect(await Promise.all(asked)).toEqual([
    ok({ port: 4_001, key: 'key 1' }),
    ok({ port: 4_001, key: 'key 2' }),
  ]);
  expect(await demo.open()).toEqual(ok({ port: 4_001, key: 'key 3' }));
  expect(starts).toHaveLength(1);
});

test('a demo that could not start is said, and the next one who asks gets another', async () => {
  const { demo, starts, begin } = fake();
  const first = demo.open();
  starts[0]?.resolve(fail(FULL));
  expect(await first).toEqual(fail(FULL));
  const second = demo.open();
  starts[1]?.reject(new Error('no port'));
  await expect(second).rejects.toThrow('no port');
  const third = demo.open();
  begin(4_003);
  expect(await third).toMatchObject({ value: { port: 4_003 } });
});

test('a demo that cannot go on is kept in the log, ended and forgotten', async () => {
  const { demo, starts, errors, closed, begin } = fake();
  const first = demo.open();
  const ending = begin(4_001);
  await first;
  ending.reject(new Error('a bug'));
  await expect.poll(() => closed).toEqual([4_001]);
  expect(errors).toEqual([new Error('a bug')]);
  const second = demo.open();
  expect(starts).toHaveLength(2);
  begin(4_002);
  expect(await second).toMatchObject({ value: { port: 4_002 } });
});

test('the end of the host ends a demo that runs, waits for one that starts, and lets none begin', async () => {
  const running = fake();
  const first = running.demo.open();
  running.begin(4_001);
  await first;
  await running.demo.close();
  expect(running.closed).toEqual([4_001]);
  await expect(running.demo.open()).rejects.toThrow('after the end');

  const starting = fake();
  const late = starting.demo.open();
  const closing = starting.demo.close();
  starting.begin(4_002);
  await Promise.all([late, closing]);
  expect(starting.closed).toEqual([4_002]);

  const failing = fake();
  const never = failing.demo.open();
  const end = failing.demo.close();
  failing.starts[0]?.reject(new Error('no port'));
  await expect(never).rejects.toThrow('no port');
  await end;
});
