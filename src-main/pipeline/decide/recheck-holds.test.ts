import { expect, test, vi } from 'vitest';
import { recheckHoldsInTurns } from './recheck-holds.ts';
import { never, pipeline } from '../common/test-support/pipeline.ts';

const FILES = 1_100; // three pages

/** Files that are held for what is not true any more, and others for a pause. */
function manyHeld() {
  const p = pipeline();
  const rows = p.state.transaction(() =>
    Array.from({ length: FILES }, (_, index) =>
      p.put(`${index}`, `${index}`, 'held', { hold: index % 2 === 0 ? 'offline' : 'paused' }),
    ),
  );
  return { ...p, rows };
}

test('holds are looked at again page by page, with turns for others between, and a moved file is left to them', async () => {
  const p = manyHeld();
  const last = p.rows.at(-2);
  if (last === undefined) throw new Error('there are no files');
  const others: string[] = [];
  const looking = recheckHoldsInTurns(p, {}, never).then(() => others.push('looked'));
  const work = async (): Promise<void> => {
    await p.clock.sleep(0, never);
    others.push('worked');
    p.transitions.settleAgain(p.row(last));
  };
  await p.clock.play(Promise.all([looking, work()]));
  expect(others).toEqual(['worked', 'looked']);
  expect(p.row(last).state).toBe('settling');
  const left = p.state.files.counts().filter(({ state, files }) => state === 'held' && files > 0);
  expect(left).toMatchObject([{ hold: 'paused', files: FILES / 2 }]);
});

test('where nothing is held for such a reason nothing is read', async () => {
  const p = pipeline();
  p.put('a', 'a', 'held', { hold: 'paused' });
  const reads = vi.spyOn(p.state.files, 'inState');
  await p.clock.play(recheckHoldsInTurns(p, {}, never, new Set(['credits'])));
  expect(reads).not.toHaveBeenCalled();
});
