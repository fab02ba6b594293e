import { afterAll, describe, expect, test } from 'vitest';
import { ABSENCE_WAIT_MS, type FreeIntent } from '../../../src-shared/model/changes/change.ts';
import { mergeChange } from '../../../src-shared/model/changes/merge-change.ts';
import type { EndpointName } from '../../../src-shared/service/endpoints.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeDecisions } from './paid-changes.ts';
import { forgetDemo, outboxAtService } from './test-support/outbox-at-service.ts';

// Of reads that the service refuses (docs/design.md), what is about free changes: which read the service refuses, and what is
// sent all the same.

afterAll(forgetDemo);

const never = new AbortController().signal;
type AtService = Awaited<ReturnType<typeof outboxAtService>>;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const STATUSES = [403, 404] as const;

function add({ outbox }: AtService, intent: FreeIntent): number {
  const plan = { withdraw: [], dismiss: [], replace: null, add: intent, same: null };
  const change = outbox.merge(plan, undefined);
  if (change === null) throw new Error('nothing was added');
  return change.id;
}

const membership = ({ projectId, userId }: AtService) => ({ projectId, userId, userName: 'Me' });
const activation = (at: AtService) => ({ kind: 'activate-member', ...membership(at) }) as const;
const removal = (at: AtService) => ({ kind: 'remove-member', ...membership(at) }) as const;
const edition = ({ projectId, project }: AtService, edit: FieldsOfEdit): FreeIntent => ({
  kind: 'edit-project',
  projectId,
  projectName: project.name,
  edit,
  bases: { area: [project.area] },
});
interface FieldsOfEdit {
  readonly area: string;
}
const tag = () => ({ kind: 'create-tag', name: 'Slow waves' }) as const;
const avatar = ({ state, userId }: AtService): FreeIntent => {
  const blob = state.changeBlobs.keep(Buffer.from(PNG, 'base64'));
  return { kind: 'set-avatar', userId, blob, mediaType: 'image/png' };
};
const profile = ({ userId }: AtService): FreeIntent => ({
  kind: 'edit-profile',
  userId,
  edit: { location: 'Pisa' },
  bases: {},
});

/** The project as its leader sees it. */
async function seenByLeader({ leader, projectId }: AtService) {
  return valueOf(await leader.client.call('getProject', { path: { projectId } }, never));
}

async function standingOf(at: AtService): Promise<string | null> {
  const { members } = await seenByLeader(at);
  return members.records.find(({ id }) => id === at.userId)?.status ?? null;
}

const asInvited = () => outboxAtService('colleague', { projectsShownTo: 'members' });

/** An edit of a project that the service no longer shows. */
const editUnseen = async (status: 403 | 404 = 403) => {
  const at = await outboxAtService('principal investigator');
  at.refuse(status, 'getProject');
  const id = add(at, edition(at, { area: 'Sleep' }));
  return { at, id, decisions: makeDecisions({ ...at, onDecided: () => undefined }) };
};

describe('where projects are shown to their members only', () => {
  test('an invitation is accepted', async () => {
    const at = await asInvited();
    const { state } = await at.deliver(add(at, activation(at)));
    expect(state).toMatchObject({ state: 'delivered', by: 'answer' });
    expect(await standingOf(at)).toBe('Active');
  });

  test('an invitation is declined', async () => {
    const at = await asInvited();
    const { state } = await at.deliver(add(at, removal(at)));
    expect(state).toMatchObject({ state: 'delivered', by: 'answer' });
    expect(await standingOf(at)).toBeNull();
  });

  test('an acceptance whose answer was lost is found, because the project is shown from then on', async () => {
    const at = await asInvited();
    at.loseAnswer('activateMember');
    const { state } = await at.deliver(add(at, activation(at)));
    expect(state).toMatchObject({ state: 'delivered', by: 'evidence' });
    expect(at.sent('activateMember')).toBe(1);
  });

  test('without an invitation the words are those of the answer to the acceptance', async () => {
    const at = await outboxAtService('administrator', { projectsShownTo: 'members' });
    at.refuse(403, 'getProject', 'listMembersOnHold');
    const { state } = await at.deliver(add(at, activation(at)));
    const serviceSays = 'The user is not a member of this project';
    expect(state).toMatchObject({ state: 'refused', cause: { fault: { serviceSays } } });
    expect(at.sent('activateMember')).toBe(1);
  });
});

describe.each<[string, (at: AtService) => FreeIntent, EndpointName, EndpointName]>([
  ['an acceptance', activation, 'getProject', 'activateMember'],
  ['a removal', removal, 'getProject', 'removeMember'],
  ['a new tag', tag, 'searchTags', 'createTag'],
  ['a picture', avatar, 'getAvatar', 'uploadAvatar'],
])('%s', (_what, intentOf, read, write) => {
  test.each(STATUSES)('is sent once where its check is answered %i', async (status) => {
    const at = await outboxAtService('colleague');
    at.refuse(status, read);
    const { state } = await at.deliver(add(at, intentOf(at)));
    expect(state).toMatchObject({ state: 'delivered', by: 'answer' });
    expect(at.sent(write)).toBe(1);
  });
});

test('a removal that the service does not know says nothing about the person where the project is hidden', async () => {
  const at = await outboxAtService('colleague');
  at.refuse(404, 'getProject', 'removeMember');
  const { state } = await at.deliver(add(at, removal(at)));
  expect(state).toMatchObject({ state: 'refused', cause: { kind: 'project-away' } });
});

test('a change whose answer was lost and whose check is refused is sent again, and holds up no other', async () => {
  const at = await outboxAtService('colleague');
  at.refuse(403, 'getAvatar', 'searchTags');
  at.loseAnswer('uploadAvatar');
  const first = add(at, avatar(at));
  expect((await at.deliver(first)).state).toMatchObject({ state: 'unknown' });
  const second = add(at, tag());
  await at.clock.advance(ABSENCE_WAIT_MS);
  expect((await at.drain()).fault).toBeNull();
  expect(at.outbox.get(first)?.state.state).toBe('delivered');
  expect(at.outbox.get(second)?.state.state).toBe('delivered');
  expect(at.sent('uploadAvatar')).toBe(2);
});

test('a tag whose answer was lost is not made a second time where tags cannot be searched', async () => {
  const at = await outboxAtService('colleague');
  at.refuse(403, 'searchTags');
  at.loseAnswer('createTag');
  const id = add(at, tag());
  await at.deliver(id);
  await at.clock.advance(ABSENCE_WAIT_MS);
  await at.drain();
  const cause = { kind: 'unread', what: 'tags', fault: { kind: 'forbidden' } };
  expect(at.outbox.get(id)?.state).toMatchObject({ state: 'refused', cause });
  expect(at.sent('createTag')).toBe(1);
});

describe('an edit', () => {
  test.each(STATUSES)(
    'of a project is not sent where the project is answered %i: it might replace what somebody else wrote',
    async (status) => {
      const { at, id } = await editUnseen(status);
      const cause = { kind: 'project-away' };
      expect((await at.deliver(id)).state).toMatchObject({ state: 'refused', cause });
      expect(at.sent('updateProject')).toBe(0);
    },
  );

  test('of a project is sent unseen once a person says so, with the fields that they changed alone', async () => {
    const { at, id, decisions } = await editUnseen();
    const { state } = valueOf(decisions.choose(await at.deliver(id), {}, 'mine'));
    expect(state.state).toBe('waiting');
    expect((await at.deliver(id)).state).toMatchObject({ state: 'delivered', by: 'answer' });
    at.service.faults.clear();
    expect(await seenByLeader(at)).toEqual({ ...at.project, area: 'Sleep' });
    expect(at.sent('updateProject')).toBe(1);
  });

  test('that a person gives up is put away, and nothing is sent', async () => {
    const { at, id, decisions } = await editUnseen();
    const { state } = valueOf(decisions.choose(await at.deliver(id), {}, 'theirs'));
    expect(state).toMatchObject({ state: 'refused', putAwayAtMs: expect.any(Number) });
    expect(at.sent('updateProject')).toBe(0);
  });

  test('that was made later is not covered by what a person said about an earlier one', async () => {
    const { at, id, decisions } = await editUnseen();
    decisions.choose(await at.deliver(id), {}, 'mine');
    const later = edition(at, { area: 'Dreams' });
    at.outbox.merge(
      mergeChange(at.outbox.list(), later, () => false),
      undefined,
    );
    const { intent, state } = await at.deliver(id);
    expect(intent).toEqual(later);
    expect(state).toMatchObject({ state: 'refused', cause: { kind: 'project-away' } });
    expect(at.sent('updateProject')).toBe(0);
  });

  test('of the own record is not sent unseen: it has all four fields, also those nobody changed', async () => {
    const at = await outboxAtService('colleague');
    at.refuse(403, 'getUser');
    const { state } = await at.deliver(add(at, profile(at)));
    expect(state).toMatchObject({ state: 'refused', cause: { kind: 'unread', what: 'record' } });
    expect(at.sent('updateUser')).toBe(0);
  });

  test('holds up neither a removal nor a tag', async () => {
    const { at, id } = await editUnseen();
    const removed = add(at, removal({ ...at, userId: 'nobody' }));
    const made = add(at, tag());
    expect((await at.drain()).fault).toBeNull();
    const ends = [id, removed, made].map((each) => at.outbox.get(each)?.state.state);
    expect(ends).toEqual(['refused', 'refused', 'delivered']);
    expect([at.sent('updateProject'), at.sent('removeMember')]).toEqual([0, 1]);
  });
});
