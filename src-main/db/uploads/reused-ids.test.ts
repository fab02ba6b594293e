import { expect, test } from 'vitest';
import { temporaryState } from '../../test-support/temporary-state.ts';

test('an upload without a reused id is none', () => {
  const { state } = temporaryState();
  expect(state.uploads.reusedId(1, 'project-1', 'private')).toBeNull();
});
