import { expect, test } from 'vitest';
import { makeClaims, takeFree, takeFreeFrom } from './stage.ts';

const keyOf = (item: string) => item.slice(0, 1);

test('a claim is held while its work runs, and freed however it ends', async () => {
  const claims = makeClaims<string>();
  const { promise, resolve } = Promise.withResolvers<number>();
  const work = claims.during('a', () => promise);
  expect([claims.has('a'), claims.has('b'), claims.size]).toEqual([true, false, 1]);
  resolve(7);
  expect(await work).toBe(7);
  expect([claims.has('a'), claims.size]).toEqual([false, 0]);
  await expect(claims.during('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(claims.size).toBe(0);
});

test('takes the first free items, one for each key, up to the limit', async () => {
  const claims = makeClaims<string>();
  const items = ['a1', 'b1', 'a2', 'c1', 'b2', 'd1'];
  await claims.during('b', async () => {
    expect(takeFree(items, claims, keyOf, 2)).toEqual(['a1', 'c1']);
    expect(takeFree(items, claims, keyOf, 9)).toEqual(['a1', 'c1', 'd1']);
    expect(takeFree(items, claims, keyOf, 0)).toEqual([]);
  });
});

test('reads on when one key fills the head of a list, and no further than needed', async () => {
  const claims = makeClaims<string>();
  const items = [...Array<string>(50).fill('a'), 'b', ...Array<string>(500).fill('c')];
  const read: number[] = [];
  const readTo = (limit: number) => {
    read.push(limit);
    return items.slice(0, limit);
  };
  expect(takeFreeFrom(readTo, claims, keyOf, 2)).toEqual(['a', 'b']);
  expect(read).toEqual([2, 8, 32, 128]);
  expect(takeFreeFrom(readTo, claims, keyOf, 4)).toEqual(['a', 'b', 'c']);
  await claims.during('a', async () => {
    expect(takeFreeFrom(readTo, claims, keyOf, 1)).toEqual(['b']);
  });
});
