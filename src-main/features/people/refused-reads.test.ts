import { afterAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../src-shared/service/endpoints.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeResources, makeUsers } from '../mirror/account-mirror.ts';
import { makeMirror } from '../mirror/mirror.ts';
import { forgetDemo, outboxAtService } from '../outbox/test-support/outbox-at-service.ts';
import { makePaidChanges } from '../outbox/paid-changes.ts';
import { makeMembers, makeProjects, makeTags } from '../projects/projects.ts';

// Of reads that the service refuses (docs/design.md), what is about what is shown: a read that is refused takes nothing
// away but what it alone would have told.

const never = new AbortController().signal;
const STATUSES = [403, 404] as const;
afterAll(forgetDemo);

/** The views of the demo's investigator. */
async function atService() {
  const at = await outboxAtService('principal investigator');
  const { client } = at.leader;
  const { state, clock } = at;
  const resources = makeResources(client);
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => undefined,
    isTolerable: () => false,
    isOffline: () => false,
  });
  const parts = { client, state, clock, mirror, resources };
  const projects = makeProjects({ ...parts, scopes: { labelsOf: () => NO_LABELS } as never });
  const users = makeUsers({ client, seen: () => null, onRead: () => undefined });
  const paidChanges = makePaidChanges({ ...parts, ...at, users } as never);
  return {
    ...at,
    paidChanges,
    permissions: () => users.permissions(at.userId, never),
    existing: () => projects.existing(at.projectId, never),
    projects: () => projects.list(never),
    members: () => makeMembers({ ...parts, projects, users }).list(at.projectId, never),
    tags: () => makeTags(parts).list(never),
  };
}
const NO_LABELS = { organisationScope: null, leaderScope: null };

describe('permissions', () => {
  const yes = { may: true };
  const no = { may: false, serviceSays: 'not for you' };
  const all = { isAdmin: false, canCreateProject: yes, canInviteMember: yes };
  const ROWS: readonly (readonly [EndpointName, object])[] = [
    ['isAdmin', all],
    ['canCreateProject', { ...all, canCreateProject: no }],
    ['canInviteMember', { ...all, canInviteMember: no }],
  ];

  test.each(
    STATUSES.flatMap((status) => ROWS.map(([name, shown]) => [status, name, shown] as const)),
  )('%i to %s is a no, and the others are shown', async (status, endpoint, shown) => {
    const at = await atService();
    at.refuse(status, endpoint);
    expect(valueOf(await at.permissions())).toEqual(shown);
  });

  test('of somebody whom the service does not know are not shown', async () => {
    const at = await atService();
    at.refuse(404, 'isAdmin', 'canCreateProject', 'canInviteMember');
    expect(await at.permissions()).toMatchObject({ ok: false, fault: { kind: 'not-found' } });
  });
});

describe('a project', () => {
  test.each([
    [403, { kind: 'forbidden' }],
    [404, { kind: 'unknown-project' }],
  ] as const)(
    '%i: a folder is not watched for one that was never shown, but for one that was',
    async (status, fault) => {
      const at = await atService();
      at.refuse(status, 'getProject');
      expect(await at.existing()).toMatchObject({ ok: false, fault });
      valueOf(await at.projects());
      expect(valueOf(await at.existing())).toBe(at.projectId);
    },
  );
});

describe('people', () => {
  test.each(STATUSES)(
    'open invitations answered %i: the project’s own people are shown',
    async (status) => {
      const at = await atService();
      at.refuse(status, 'listMembersOnHold');
      const { members } = valueOf(await at.members());
      expect(members.map(({ standing }) => standing).toSorted()).toEqual(['active', 'on-hold']);
    },
  );

  test('who may not be looked up is invited by id; an address needs the look-up', async () => {
    const at = await atService();
    at.refuse(403, 'getUser', 'getUserByEmail');
    const { projectId } = at;
    const invitation = (person: { userId: string } | { email: string }) =>
      at.paidChanges.invitation(projectId, person, never);
    const intent = { kind: 'invite-member', projectId, userId: 'u1', userName: 'u1' };
    expect(valueOf(await invitation({ userId: 'u1' }))).toEqual(intent);
    const fault = { kind: 'no-look-up', email: 'a@b.test', serviceSays: 'not for you' };
    expect(await invitation({ email: 'a@b.test' })).toEqual({ ok: false, fault });
  });
});

describe('tags', () => {
  test.each(STATUSES)(
    'searches answered %i: those of the list are shown, and called incomplete',
    async (status) => {
      const at = await atService(); // its list of all tags has the last one alone
      at.refuse(status, 'searchTags');
      expect(valueOf(await at.tags())).toMatchObject({
        tags: [{ name: 'pilot' }],
        isComplete: false,
      });
    },
  );
});
