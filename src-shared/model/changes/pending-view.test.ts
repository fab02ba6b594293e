import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change, ChangeIntent, ChangeState } from './change.ts';
import { localProjectId, localUserId } from './local-id.ts';
import type { MemberList } from '../people/person-view.ts';
import { viewMembers, viewProfile, viewProjects, viewTags, waitsFor } from './pending-view.ts';
import {
  creation,
  delivered,
  edit,
  madeChange,
  membership,
  SENDING,
  UNKNOWN,
  WAITING,
} from './test-support/sample-changes.ts';
import { Project } from '../../service/projects.ts';

const copy = Project.parse({ id: 'p1', name: 'Tides', area: 'Sea', startDate: '', endDate: '' });
const person = (userId: string, standing: 'active' | 'on-hold') => {
  const status = standing === 'active' ? 'Active' : 'On-hold';
  return { userId, name: userId, lastName: '', email: `${userId}@lab.test`, standing, status };
};
const list: MemberList = {
  projectId: 'p1',
  leaderId: 'l',
  leaderName: 'L',
  members: [person('u1', 'active'), person('u2', 'on-hold')],
  maxNumberOfMembers: 4,
  unlisted: 0,
  isComplete: true,
  asOfMs: null,
};
const READ_MS = 100;
const full = { kind: 'full', members: 4, most: 4 } as const;
const REFUSED: ChangeState = { state: 'refused', atMs: 5, cause: full, earlierLostAtMs: null };
const WITHDRAWN: ChangeState = { state: 'withdrawn', atMs: 5 };

test('who is to be removed stays in sight with a mark, and is gone once it is done', () => {
  const removal = membership('remove-member', 'u1');
  for (const [state, stage] of [
    [WAITING, 'waiting'],
    [SENDING, 'sending'],
    [UNKNOWN, 'unknown'],
    [REFUSED, 'refused'],
  ] as const) {
    const view = viewMembers(list, [madeChange(1, removal, state)], READ_MS);
    expect(view.members).toEqual(list.members);
    expect(view.marks['u1']).toMatchObject({ changeId: 1, stage });
  }
  const done = viewMembers(list, [madeChange(1, removal, delivered(READ_MS))], READ_MS);
  expect([done.members.length, done.marks]).toEqual([1, {}]);
});

test('a change that was done before the copy was read says nothing about it any more', () => {
  const removal = madeChange(1, membership('remove-member', 'u1'), delivered(READ_MS - 1));
  expect(viewMembers(list, [removal], READ_MS)).toEqual({ ...list, marks: {}, added: [] });
});

test('what is free does not wait for a price that awaits approval, unless both are about one person', () => {
  const invited = madeChange(1, membership('invite-member', 'u1'));
  const edited = madeChange(2, edit({ name: 'Sea' }, { name: 'Waves' }));
  const activated = madeChange(2, membership('activate-member', 'u1'));
  const before = (later: Change, earlier = invited) => waitsFor(later, [earlier, later]);
  expect([before(edited), before(activated)]).toEqual([null, 1]);
  expect(before(edited, { ...invited, agreed: { passedReserve: null } })).toBe(1);
});

test('who is to be invited stands beside the people, with the price and what it waits for', () => {
  const projectId = localProjectId(1);
  const changes = [
    madeChange(1, creation('Waves')),
    madeChange(2, membership('invite-member', localUserId('Bo@Lab.test'), projectId)),
  ];
  const own = { ...list, projectId, members: [] };
  expect(viewMembers(own, changes, READ_MS).added).toMatchObject([
    { email: 'bo@lab.test', willBeLookedUp: true, mark: { credits: 10, waitsFor: 1 } },
  ]);
  const invited = madeChange(3, membership('invite-member', 'u9'), delivered(READ_MS));
  const last = viewMembers(list, [invited], READ_MS).members.at(-1);
  expect(last).toMatchObject({ userId: 'u9', standing: 'on-hold' });
});

test('an edit shows its values and says what was there; a refused one shows what is there', () => {
  const change = edit({ name: 'Waves' }, { name: 'Tides' });
  const { projects, marks } = viewProjects([copy], [madeChange(1, change)], READ_MS);
  expect(projects[0]?.name).toBe('Waves');
  const fields = [{ field: 'name', was: 'Tides', now: 'Waves' }];
  expect(marks['p1']).toMatchObject([{ fields }]);
  const refused = viewProjects([copy], [madeChange(1, change, REFUSED)], READ_MS);
  expect(refused.projects).toEqual([copy]);
  expect(refused.marks['p1']).toMatchObject([{ stage: 'refused' }]);
});

test('a project to be created is in the list until the service shows it', () => {
  const made = madeChange(7, creation('Waves'));
  const { projects, marks } = viewProjects([copy], [made], READ_MS);
  const id = localProjectId(7);
  expect(projects[1]).toMatchObject({ id, name: 'Waves', leaderFirstName: 'Ada' });
  expect(marks[id]).toMatchObject([{ credits: 50 }]);
  const done: ChangeState = { state: 'delivered', atMs: READ_MS, by: 'answer', projectId: 'p2' };
  const after = { ...made, state: done };
  const seen = viewProjects([copy], [after], READ_MS).projects;
  expect(seen.map((project) => project.id)).toEqual(['p1', 'p2']);
  const shown = { ...copy, id: 'p2', name: 'Waves' };
  expect(viewProjects([copy, shown], [after], READ_MS).projects).toEqual([copy, shown]);
});

test('tags and the own record are seen with what waits', () => {
  const tag = madeChange(3, { kind: 'create-tag', name: ' Sea ' });
  expect(viewTags([{ id: 't', name: 'Zoo' }], [tag], READ_MS)).toMatchObject({
    tags: [{ id: 'labseal:tag:3', name: 'Sea' }, { id: 't' }],
    marks: { 'labseal:tag:3': { stage: 'waiting' } },
  });
  const user = { ...person('u1', 'active'), organisation: '', location: 'Pisa', isActive: true };
  const bases = { location: ['Pisa'] };
  const intent = {
    kind: 'edit-profile',
    userId: 'u1',
    edit: { location: 'Train' },
    bases,
  } as const;
  const view = viewProfile(user, [madeChange(1, intent)], READ_MS);
  expect([view.user.location, view.mark?.stage]).toEqual(['Train', 'waiting']);
});

test('once everything that waits is taken back, what is seen is the copy', () => {
  const wish = fc.constantFrom<ChangeIntent>(
    membership('remove-member', 'u1'),
    membership('activate-member', 'u2'),
    membership('invite-member', 'u3'),
    edit({ name: 'Waves' }, { name: 'Tides' }),
    creation('Waves'),
    { kind: 'create-tag', name: 'Sea' },
  );
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 8 }), (wishes) => {
      const taken: Change[] = wishes.map((intent, at) => madeChange(at + 1, intent, WITHDRAWN));
      expect(viewProjects([copy], taken, READ_MS)).toEqual({ projects: [copy], marks: {} });
      expect(viewMembers(list, taken, READ_MS)).toEqual({ ...list, marks: {}, added: [] });
      expect(viewTags([], taken, READ_MS)).toEqual({ tags: [], marks: {} });
    }),
  );
});
