import { expect, test } from 'vitest';
import { reopenState, temporaryState } from '../../test-support/temporary-state.ts';
import { AUTO_WATCHING } from '../../../src-shared/model/folders/folder-rules.ts';
import { makeFolderDefaults } from './folders.ts';

test('what new folders begin with is kept; a pattern that cannot be used is refused and changes nothing', () => {
  const { state, folder, clock } = temporaryState();
  const transitions = makeFolderDefaults(state);
  expect(transitions.get()).toEqual({ settleSeconds: null, exclude: [], watching: AUTO_WATCHING });
  const watching = { mode: 'poll', pollSeconds: 20 } as const;
  const wanted = { settleSeconds: 30, exclude: ['*.log', 'scratch/'], watching };
  expect(transitions.set(wanted)).toEqual({ ok: true, value: wanted });
  expect(transitions.set({ settleSeconds: 1, exclude: ['a**b**c**'], watching })).toMatchObject({
    ok: false,
    fault: { kind: 'bad-rule', problem: { line: 1, why: 'too-many-double-stars' } },
  });
  state.close();
  expect(makeFolderDefaults(reopenState(folder, clock)).get()).toEqual(wanted);
});
