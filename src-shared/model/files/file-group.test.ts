import { expect, test } from 'vitest';
import { FILE_GROUPS, fileGroupOf, rowsOfGroup } from './file-group.ts';
import { FILE_STATES, HOLD_REASONS, mayCarry, needsPerson } from './file-state.ts';

test('every file is in exactly one group, and those that need a person are the ones that need attention', () => {
  for (const state of FILE_STATES) {
    for (const hold of [null, ...HOLD_REASONS].filter((each) => mayCarry(state, each))) {
      const groups = FILE_GROUPS.filter((group) => {
        const { holds, unheld, ready } = rowsOfGroup(group);
        if (state === 'ready') return ready === 'approved';
        return hold === null ? unheld.includes(state) : holds.includes(hold);
      });
      expect(groups, `${state} ${hold}`).toEqual([fileGroupOf(state, hold)]);
      expect(groups.includes('attention')).toBe(needsPerson(state, hold));
    }
  }
});

test('what awaits an approval needs attention, as everywhere else; approved it waits for its turn', () => {
  expect([fileGroupOf('ready', null, false), rowsOfGroup('attention').ready]).toEqual([
    'attention',
    'awaiting',
  ]);
  expect([fileGroupOf('ready', null, true), rowsOfGroup('waiting').ready]).toEqual([
    'waiting',
    'approved',
  ]);
});

test('what waits until it is saved waits, and does not run', () => {
  expect(fileGroupOf('settling', null)).toBe('waiting');
});

test('a file that is not on this computer any more is missing, and not notarized', () => {
  expect(rowsOfGroup('missing')).toEqual({ holds: [], unheld: ['missing'], ready: null });
});

test('nothing without a record counts as notarized', () => {
  expect(rowsOfGroup('notarized')).toEqual({
    holds: [],
    unheld: ['duplicate', 'notarized', 'remote_only'],
    ready: null,
  });
});
