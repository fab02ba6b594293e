import { expect, test } from 'vitest';
import { pipeline } from '../../pipeline/common/test-support/pipeline.ts';
import { makePassFiles } from './pass-files.ts';

test('an approved file that is checked once more before it is paid for is under way, one that awaits approval is not', () => {
  const stage = pipeline();
  const { state } = stage;
  stage.put('a', 'a', 'ready');
  const checked = stage.put('b', 'b', 'ready');
  const files = makePassFiles(state);
  const scope = { fileIds: [checked.id] };
  expect([files.underWay({}), files.underWay(scope)]).toEqual([0, 0]);
  state.files.move(checked, 'checking');
  expect([files.underWay({}), files.underWay(scope)]).toEqual([1, 1]);
});
