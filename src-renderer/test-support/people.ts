/** Valid people, projects and changes of the contract; a test overrides what it is about. */
import type { OutboxView } from '../../src-shared/bridge/outbox-calls.ts';
import type { AdminUserView } from '../../src-shared/model/people/admin-user-view.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import type {
  MemberView,
  PermissionsView,
  UserView,
} from '../../src-shared/model/people/person-view.ts';
import type { MembersView, PendingMark } from '../../src-shared/model/changes/pending-view.ts';
import { Project } from '../../src-shared/service/projects.ts';

export function user(over: Partial<UserView> = {}): UserView {
  return {
    userId: 'u2',
    name: 'Robin',
    lastName: 'Marsh',
    email: 'robin@lab.test',
    organisation: 'Lab',
    location: 'Town',
    isActive: true,
    ...over,
  };
}

export function adminUser(over: Partial<AdminUserView> = {}): AdminUserView {
  return { ...user(), userStatus: 'Active', credits: 1_284, createdAtMs: 0, ...over };
}

export function permissions(over: Partial<PermissionsView> = {}): PermissionsView {
  const may = { may: true } as const;
  return { isAdmin: false, canCreateProject: may, canInviteMember: may, ...over };
}

export function member(over: Partial<MemberView> = {}): MemberView {
  const { userId, name, lastName, email } = user();
  return { userId, name, lastName, email, standing: 'active', status: 'Active', ...over };
}

export function memberList(over: Partial<MembersView> = {}): MembersView {
  return {
    projectId: 'p1',
    leaderId: 'u1',
    leaderName: 'Paula Lead',
    members: [],
    unlisted: 0,
    maxNumberOfMembers: 8,
    isComplete: true,
    asOfMs: null,
    marks: {},
    added: [],
    ...over,
  };
}

/** Of a change that waits; free unless the test says what it costs. */
export function mark(over: Partial<PendingMark> = {}): PendingMark {
  return {
    changeId: 1,
    kind: 'invite-member',
    stage: 'waiting',
    credits: 0,
    waitsFor: null,
    cause: null,
    fields: [],
    ...over,
  };
}

export function project(over: Readonly<Record<string, unknown>> = {}): Project {
  return Project.parse({
    id: 'p1',
    name: 'Tides',
    area: 'Sea',
    organisation: 'Lab',
    location: 'Town',
    tags: ['eeg'],
    leaderId: 'u1',
    leaderFirstName: 'Paula',
    leaderLastName: 'Lead',
    maxNumberOfMembers: 8,
    organisationScope: 4,
    leaderScope: 9,
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    ...over,
  });
}

export function change(intent: Change['intent'], state: Change['state']): Change {
  return { id: 1, key: 'k', intent, state, baseline: null, attempts: 1, createdAtMs: 0 };
}

/** Of a change that was not sent yet. */
export const WAITS = { state: 'waiting', lastTry: null, earlierLostAtMs: null } as const;

export const invite = (projectId: string, userName = 'Ada') =>
  ({ kind: 'invite-member', projectId, userId: userName, userName }) as const;

export function outboxView(over: Partial<OutboxView> = {}): OutboxView {
  return {
    changes: [],
    waitingCredits: 0,
    breach: null,
    balance: { credits: 100, atMs: 0, after: 80 },
    waitsFor: {},
    isOffline: false,
    lastSent: null,
    ...over,
  };
}
