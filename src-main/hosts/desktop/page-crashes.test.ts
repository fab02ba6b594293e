import { expect, test } from 'vitest';
import { desktopWords } from '../../../src-shared/model/words/en/desktop.ts';
import { makePageCrashes } from './page-crashes.ts';

function page(button: number) {
  let nowMs = 0;
  const done: string[] = [];
  const mayReload = makePageCrashes({
    clock: { nowMs: () => nowMs },
    words: () => desktopWords,
    ask: async ({ buttons }) => {
      done.push(buttons.join());
      return button;
    },
    reload: () => done.push('reload'),
    diagnose: async () => void done.push('diagnose'),
    onFault: (error) => done.push(String(error)),
  });
  const ends = (atMs: number) => {
    nowMs = atMs;
    return mayReload();
  };
  return { ends, done };
}

test('it comes back three times within a minute, then a person decides; later it may again', () => {
  const { ends, done } = page(2);
  expect([0, 10, 20, 30].map(ends)).toEqual([true, true, true, false]);
  expect(done).toEqual(['Reload,Diagnostics,Later']);
  expect([40_000, 59_999, 200_000].map(ends)).toEqual([false, false, true]);
  expect(ends(5)).toBe(true); // the clock was set back
});

test.for([
  [0, ['reload']],
  [1, ['diagnose']],
  [2, []],
] as const)('the answer %i does that and no more', async ([button, does]) => {
  const { ends, done } = page(button);
  for (const atMs of [0, 1, 2, 3]) ends(atMs);
  await expect.poll(() => done.slice(1)).toEqual(does);
});
