import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeCredits, type Change, type ChangeIntent, type ChangeState } from './change.ts';
import { mergeChange, type MergePlan } from './merge-change.ts';
import { localProjectId } from './local-id.ts';
import { isSameValue } from '../projects/project-fields.ts';
import {
  creation,
  edit,
  madeChange,
  membership,
  SENDING,
  UNKNOWN,
  WAITING,
} from './test-support/sample-changes.ts';

const NOTHING: MergePlan = { withdraw: [], dismiss: [], replace: null, add: null, same: null };

const fold = (changes: readonly Change[], wish: ChangeIntent): MergePlan =>
  mergeChange(changes, wish, (_field, one, other) => isSameValue(one, other));

const invite = membership('invite-member', 'u1');
const remove = membership('remove-member', 'u1');
const activate = membership('activate-member', 'u1');

test('an invitation and its removal vanish, in either order, and cost nothing', () => {
  expect(fold([madeChange(1, invite)], remove)).toEqual({ ...NOTHING, withdraw: [1] });
  expect(fold([madeChange(1, remove)], invite)).toEqual({ ...NOTHING, withdraw: [1] });
});

test('a removal takes an acceptance along that was not sent, and is sent itself', () => {
  const folded = { ...NOTHING, withdraw: [1], add: remove };
  expect(fold([madeChange(1, activate)], remove)).toEqual(folded);
});

test.each([
  ['sent', SENDING],
  ['open', UNKNOWN],
  ['open once and waiting again', { ...WAITING, earlierLostAtMs: 4 } as ChangeState],
])('what is %s is never taken back by wanting the contrary', (_name, state) => {
  const { withdraw, add } = fold([madeChange(1, invite, state)], remove);
  expect([withdraw, add]).toEqual([[], remove]);
});

test('another person or another project is another matter', () => {
  for (const [userId, projectId] of [
    ['u2', 'p1'],
    ['u1', 'p2'],
  ] as const) {
    const add = membership('remove-member', userId, projectId);
    expect(fold([madeChange(1, invite)], add)).toEqual({ ...NOTHING, add });
  }
});

test('edits of one project become one, field by field, over the values under the first', () => {
  const first = edit({ name: 'B', area: 'X' }, { name: 'A', area: 'W' });
  const later = edit({ name: 'C', location: 'L' }, { name: 'A', location: 'K' });
  const { replace, add } = fold([madeChange(1, first)], later);
  expect(add).toBeNull();
  const both = { name: 'C', area: 'X', location: 'L' };
  const bases = { name: ['A'], area: ['W'], location: ['K'] };
  expect(replace).toEqual({ id: 1, intent: { ...later, edit: both, bases } });
});

test('an edit back to what it was vanishes with the one it was merged with', () => {
  const first = madeChange(1, edit({ name: 'B' }, { name: 'A' }));
  const back = edit({ name: 'A' }, { name: 'A' });
  expect(fold([first], back)).toEqual({ ...NOTHING, withdraw: [1] });
  expect(fold([], back)).toEqual(NOTHING);
});

test('a project that was never sent is simply described anew', () => {
  const made = madeChange(7, creation('Tides'));
  const wish = edit({ name: 'Waves', maxNumberOfMembers: 9 }, {}, localProjectId(7));
  const { replace } = fold([made], wish);
  const project = { name: 'Waves', maxNumberOfMembers: '9', area: 'Sea' };
  expect(replace).toMatchObject({ id: 7, intent: { project } });
  expect(fold([madeChange(7, made.intent, SENDING)], wish).add).not.toBeNull();
});

test('nothing that is free stands in line twice', () => {
  for (const state of [WAITING, SENDING, UNKNOWN]) {
    expect(fold([madeChange(3, remove, state)], remove).same).toBe(3);
  }
  const tag = { kind: 'create-tag', name: 'Sea level' } as const;
  expect(fold([madeChange(3, tag)], { ...tag, name: ' sea LEVEL' }).same).toBe(3);
});

test('whatever is wished for one after the other, waiting pairs cost nothing and the last word holds', () => {
  const wish = fc.constantFrom<ChangeIntent>(invite, remove);
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(wish, { minLength: 1, maxLength: 8 }),
      (isMember, wishes) => {
        let line: Change[] = [];
        let id = 0;
        let last: ChangeIntent | null = null;
        for (const each of wishes) {
          // Nobody is invited twice, and nobody is removed who is not there.
          if (last === null ? (each === invite) === isMember : last === each) continue;
          last = each;
          const { withdraw, add } = fold(line, each);
          line = line.filter((change) => !withdraw.includes(change.id));
          if (add !== null) line.push(madeChange((id += 1), add));
        }
        const isThere = last === null ? isMember : last === invite;
        const cost = line.reduce((sum, { intent }) => sum + changeCredits(intent), 0);
        expect(cost).toBe(isThere && !isMember ? 10 : 0);
        expect(line).toHaveLength(isThere === isMember ? 0 : 1);
      },
    ),
  );
});
