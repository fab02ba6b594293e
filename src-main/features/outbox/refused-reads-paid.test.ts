import { afterAll, describe, expect, test } from 'vitest';
import { ABSENCE_WAIT_MS } from '../../../src-shared/model/changes/change.ts';
import { localUserId } from '../../../src-shared/model/changes/local-id.ts';
import type { EndpointName } from '../../../src-shared/service/endpoints.ts';
import { newProject } from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { forgetDemo, outboxAtService } from './test-support/outbox-at-service.ts';

// Of reads that the service refuses (docs/design.md), what is about paid changes: they keep their protection against a
// second charge, whichever read the service refuses.

const never = new AbortController().signal;
const STATUSES = [403, 404] as const;
afterAll(forgetDemo);

/** The paid changes of the leader; the person and the file are those of the demo. */
async function paid() {
  const at = await outboxAtService('principal investigator');
  const { client } = at.leader;
  const path = { projectId: at.projectId };
  const ada = { email: 'admin@example.org' };
  const { id: userId } = valueOf(await client.call('getUserByEmail', { path: ada }, never));
  const [open] = valueOf(await client.call('listPublicFiles', { path, query: {} }, never)).records;
  const file = { ...path, fileId: open?.id ?? '', fileName: open?.name ?? '', reason: 'A test' };
  const deletion = { kind: 'delete-file', ...file, userId: at.userId } as const;
  return {
    at,
    creation: newProject('Tides'),
    invitation: { kind: 'invite-member', ...path, userId, userName: 'Ada' },
    byEmail: { kind: 'invite-member', ...path, userId: localUserId(ada.email), userName: 'Ada' },
    publicDeletion: { ...deletion, visibility: 'public' },
    privateDeletion: { ...deletion, visibility: 'private' },
  } as const;
}
type Paid = Exclude<keyof Awaited<ReturnType<typeof paid>>, 'at'>;
const PAID_CALLS = [
  'createProject',
  'inviteMember',
  'deletePublicFile',
  'deletePrivateFile',
] as const;

const REFUSED: readonly (readonly [Paid, EndpointName, { kind: string; what?: string }])[] = [
  ['creation', 'listProjects', { kind: 'unread', what: 'projects' }],
  ['creation', 'canCreateProject', { kind: 'service' }],
  ['invitation', 'getProject', { kind: 'project-away' }],
  ['invitation', 'getCreditBalance', { kind: 'unread', what: 'balance' }],
  ['invitation', 'canInviteMember', { kind: 'service' }],
  ['byEmail', 'getUserByEmail', { kind: 'unread', what: 'person' }],
  ['publicDeletion', 'getPublicFile', { kind: 'unread', what: 'file' }],
  ['privateDeletion', 'listPrivateFiles', { kind: 'unread', what: 'file' }],
];

test.each(REFUSED)(
  '%s where %s is refused: nothing is sent or charged, and only a hidden project stops other invitations',
  async (name, read, cause) => {
    const { at, ...intents } = await paid();
    at.refuse(403, read);
    const { id } = at.outbox.add(intents[name]);
    const beside = at.outbox.add({ ...intents.invitation, userId: 'somebody' });
    expect((await at.deliver(id)).state).toMatchObject({ state: 'refused', cause });
    expect(PAID_CALLS.map(at.sent)).toEqual([0, 0, 0, 0]);
    expect(at.charges()).toEqual([]);
    const isParked = cause.kind === 'project-away';
    expect(at.outbox.get(beside.id)?.state.state).toBe(isParked ? 'refused' : 'waiting');
  },
);

// Who is meant by an address is looked up when it is sent.
test.each(REFUSED.filter(([name]) => name !== 'byEmail'))(
  '%s where %s is refused: whoever asks for the price is told so',
  async (name, read, cause) => {
    const { at, ...intents } = await paid();
    at.refuse(403, read);
    const prospect = valueOf(await at.outbox.preview(intents[name], never));
    expect(prospect).toMatchObject({ kind: 'would-be-refused', cause });
  },
);

test('an invitation goes where only the list of open invitations is refused', async () => {
  const { at, invitation } = await paid();
  at.refuse(403, 'listMembersOnHold');
  const { state } = await at.deliver(at.outbox.add(invitation).id);
  expect(state).toMatchObject({ state: 'delivered', by: 'answer' });
  expect(at.charges()).toEqual(['PROJECT_INVITATION']);
});

test('a file that is not found is not called deleted where its list is refused too: the project may be hidden', async () => {
  const { at, publicDeletion } = await paid();
  at.refuse(404, 'getPublicFile', 'listPublicFiles');
  const { state } = await at.deliver(at.outbox.add(publicDeletion).id);
  expect(state).toMatchObject({ state: 'refused', cause: { kind: 'unread', what: 'file' } });
  expect(at.sent('deletePublicFile')).toBe(0);
});

describe.each<[Paid, EndpointName, EndpointName, readonly EndpointName[], string]>([
  ['creation', 'createProject', 'listProjects', [], 'PROJECT_CREATION'],
  ['invitation', 'inviteMember', 'getProject', [], 'PROJECT_INVITATION'],
  ['publicDeletion', 'deletePublicFile', 'getPublicFile', ['listPublicFiles'], 'FILE_DELETION'],
])(
  '%s, whose answer was lost and whose check is refused from then on',
  (name, write, read, besides, type) => {
    test.each(STATUSES)(
      'stays unknown with %i, is never sent again, and is found later',
      async (status) => {
        const { at, ...intents } = await paid();
        const { id } = at.outbox.add(intents[name]);
        at.loseAnswer(write);
        at.refuseFromSecondOn(status, read);
        at.refuse(status, ...besides);
        const unknown = { state: 'unknown', finding: 'cannot-tell' };
        expect((await at.deliver(id)).state).toMatchObject(unknown);
        await at.clock.advance(ABSENCE_WAIT_MS);
        expect((await at.outbox.check(id, never)).change.state).toMatchObject(unknown);
        at.outbox.sendAgain(id);
        expect((await at.deliver(id)).state.state).toBe('refused');
        expect([at.sent(write), at.charges()]).toEqual([1, [type]]);
        at.service.faults.clear();
        const { change } = await at.outbox.check(id, never);
        expect(change.state).toMatchObject({ state: 'delivered', by: 'evidence' });
        expect([at.sent(write), at.charges()]).toEqual([1, [type]]);
      },
    );
  },
);
