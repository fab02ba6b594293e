import { expect, test } from 'vitest';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addRecord, temporaryFolder } from '../../test-support/temporary-state.ts';
import { fileBatch, groupCounts } from './files.ts';

test('files added together are counted, and those that need a person come first', () => {
  const stage = pipeline();
  const { state } = stage;
  const [done, underWay, needy] = [
    stage.put('a', 'a', 'ready'),
    stage.put('b', 'b', 'ready'),
    stage.put('c', 'c', 'ready'),
  ];
  const record = addRecord(state, done.contentId ?? 0);
  state.files.move(done, 'duplicate', { recordId: record.id });
  state.files.move(needy, 'held', { hold: 'size_confirm' });
  const batch = fileBatch(
    [done, underWay, needy].map(({ id }) => id).concat(999),
    state,
    temporaryFolder(),
  );
  expect(batch).toMatchObject({ total: 3, done: 1, needAttention: 1 });
  expect(batch.rows.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});

test('the groups of a list are counted as the list is narrowed to them, of a search too', () => {
  const stage = pipeline();
  const { state } = stage;
  const settling = stage.put('run-1', 'a', 'ready');
  state.files.move(settling, 'settling');
  state.files.move(stage.put('run-2', 'b', 'ready'), 'missing');
  state.files.move(stage.put('run-3', 'c', 'ready'), 'changed');
  state.files.move(stage.put('other', 'd', 'ready'), 'missing');
  const none = { waiting: 0, running: 0, notarized: 0, attention: 0, missing: 0, 'left-out': 0 };
  expect(groupCounts({ group: 'waiting' }, state)).toEqual({
    ...none,
    waiting: 1,
    attention: 1,
    missing: 2,
    changed: 1,
  });
  expect(groupCounts({ text: 'run', states: ['missing'] }, state)).toMatchObject({ missing: 1 });
});
