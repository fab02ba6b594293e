import { expect, test } from 'vitest';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { addRecord, temporaryFolder } from '../../test-support/temporary-state.ts';
import { fileBatch } from './files.ts';

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
