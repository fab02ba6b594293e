import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { IntentOf } from '../../../src-shared/model/changes/change.ts';
import { localProjectId, localUserId } from '../../../src-shared/model/changes/local-id.ts';
import type { PendingMember } from '../../../src-shared/model/changes/pending-view.ts';
import { enter, hrefOf, press, expectText } from '../../test-support/person.ts';
import {
  change,
  mark,
  member,
  memberList,
  outboxView,
  permissions,
  WAITS,
} from '../../test-support/people.ts';
import { SIGNED_IN } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { inviteWarnings } from './invite-member.tsx';
import { MembersScreen } from './members-screen.tsx';

const page = {
  path: '/projects/:projectId/members',
  address: '/projects/p1/members',
  status: { session: SIGNED_IN },
};
const robin = member();
const casey = member({ userId: 'u4', name: 'Casey', standing: 'on-hold', status: 'On-hold' });
const dana = member({ userId: 'u5', name: 'Dana' });

const added = (over: Partial<PendingMember>, of: Parameters<typeof mark>[0]): PendingMember => ({
  userId: 'u9',
  userName: 'Ada Byron',
  email: null,
  willBeLookedUp: false,
  mark: mark({ credits: 10, ...of }),
  ...over,
});
const fresh = added(
  { userId: localUserId('new@uni.test'), userName: 'new@uni.test', willBeLookedUp: true },
  { changeId: 2 },
);
const gone = added(
  { userId: 'x', userName: 'x@y' },
  { changeId: 3, stage: 'refused', cause: { kind: 'no-account', email: 'x@y' } },
);
const invitation = { kind: 'invite-member', projectId: 'p1', userId: 'u9', userName: 'A' } as const;
const list = memberList({
  members: [robin, casey, dana],
  asOfMs: 1_000,
  marks: {
    u2: mark({ changeId: 4, kind: 'remove-member' }),
    u4: mark({ changeId: 5, kind: 'activate-member' }),
    u5: mark({ changeId: 6, kind: 'remove-member', stage: 'sending' }),
  },
  added: [added({}, { changeId: 1 }), fresh, gone],
});
const outbox = outboxView({
  changes: [
    { ...change(invitation, WAITS), agreed: { passedReserve: null } },
    { ...change({ ...invitation, userId: 'n' }, WAITS), id: 2 },
  ],
  waitingCredits: 20,
  balance: { credits: 30, atMs: 0, after: 10 },
});
const known = {
  'members.list': () => list,
  'outbox.list': () => outbox,
  'outbox.resolve': () => outbox.changes[0],
  'profile.permissions': () => permissions(),
};
const show = showing(page, MembersScreen, known);

const text = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;

describe('people with changes that wait', () => {
  test('each change stands at its row in words, with Undo while it was not sent, and with what all of them cost', async () => {
    show();
    expect(await text(/^Robin/)).toContain('Will be removed when onlineUndo');
    expect(await text(/^Dana/)).toMatch(/Sending…$/);
    expect(await text(/^Casey/)).toContain('Invited → Joined when onlineUndo');
    expect(await text(/^Ada Byron/)).toContain('Will be invited when online · 10 creditsUndo');
    expect(await text(/^new@uni\.test/)).toContain('Will be looked up when online');
    expect(await text(/^new@uni\.test/)).toContain('Waiting for your approval · 10 credits');
    expect(await text(/^x@y/)).toContain('Not accepted: There is no account with the address x@y');
    expect(await text(/^x@y/)).toMatch(/Fix e-mail.*Dismiss$/);
    expect(await text(/^x@y/)).not.toContain('looked up');
    expect(screen.queryByRole('button', { name: 'Remove: Robin Marsh' })).toBeNull();
    await expectText(
      '3 members · 1 invited · 2 invitations not sent · limit 8',
      '5 changes will be sent when you are online.',
      '1 change needs attention.',
      /^Cost of unsent invitations: 20 credits · balance 30, 10 after/,
    );
    expect(hrefOf('See Outbox')).toBe('/outbox');
  });

  test('Undo takes back exactly that change', async () => {
    const { bridge } = show();
    await press('Undo: Casey Marsh');
    expect(bridge.inputs('outbox.resolve')[0]).toEqual({
      id: '5',
      decision: 'undo',
    });
  });
});

describe('changing them without the service', () => {
  const quiet = memberList({ members: [robin, casey], asOfMs: 1_000 });

  test('somebody unknown is invited by address, for a price that is paid when they are found', async () => {
    const unknown = localUserId('ada@lab.test');
    const { bridge } = show({
      'members.list': () => ({ ...quiet, maxNumberOfMembers: 2 }),
      'outbox.price': () => ({
        intent: { ...invitation, userId: unknown, userName: 'ada@lab.test' },
        credits: 10,
        prospect: { kind: 'would-wait', fault: null, balance: 30, balanceAtMs: 0 },
        breach: null,
      }),
      'outbox.keep': (input) => ({
        ...change((input as CallInput<'outbox.keep'>).intent, WAITS),
        agreed: { passedReserve: null },
      }),
    });
    await enter('E-mail', 'ada@lab.test');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Nobody here knows this address yet/)).toBeVisible();
    expect(dialog.getByText(/^30 → 0 · with 20 credits that wait · As of/)).toBeVisible();
    expect(dialog.getByText(/The project is full \(2 of 2/)).toBeVisible();
    await press('Send when online (10 credits)', dialog);
    expect(bridge.inputs('outbox.keep')[0]).toMatchObject({
      credits: 10,
      whenOnline: true,
    });
    await expectText(/^ada@lab.test will be invited when you are/);
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
  });

  test('every doubt is said, and none stands in the way', () => {
    const offer = {
      intent: { ...invitation, userId: 'u2' },
      credits: 10,
      prospect: { kind: 'would-wait', fault: null, balance: 30, balanceAtMs: 0 },
      breach: null,
    } as const;
    const no = permissions({ canInviteMember: { may: false, serviceSays: null } });
    const both = { ...quiet, maxNumberOfMembers: 3, added: [added({ userId: 'u2' }, {})] };
    const poor = { ...outbox, balance: { credits: 30, atMs: 0, after: 4 } };
    const all = { offer, list: both, outbox: poor, permissions: no };
    const said = inviteWarnings(all, wordsOf('en'));
    for (const part of ['member already', 'waits already', '3 of 3', '4 are left', 'not allowed']) {
      expect(said.join('\n')).toContain(part);
    }
    expect(said).toHaveLength(5);
    const free = { ...all, list: { ...quiet, members: [] }, outbox: null, permissions: null };
    expect(inviteWarnings(free, wordsOf('en'))).toEqual([]);
    expect(inviteWarnings({ ...free, outbox: poor }, wordsOf('it'))).toHaveLength(1);
  });

  test('what waits is never said to be done', async () => {
    show({
      'members.list': () => ({ ...quiet, leaderId: 'u1' }),
      'members.remove': () => change({ ...invitation, kind: 'remove-member' }, WAITS),
      'members.activate': () => change({ ...invitation, kind: 'activate-member' }, WAITS),
    });
    await press('Remove: Robin Marsh');
    await press('Remove', within(screen.getByRole('alertdialog')));
    await expectText('Robin Marsh will be removed when you are online.');
    await press('Accept for them…: Casey Marsh');
    await press('Accept for them', within(screen.getByRole('alertdialog')));
    await expectText('Casey Marsh will have joined when you are online.');
  });

  test('a project that waits to be created says who is invited with it', async () => {
    const projectId = localProjectId(7);
    const project = { members: ['u2', 'u3'] } as IntentOf<'create-project'>['project'];
    const creation = {
      ...change({ kind: 'create-project', project, isAnother: false }, WAITS),
      id: 7,
    };
    const bridge = fakeBridge({
      ...known,
      'members.list': () => memberList({ projectId, leaderId: '', isComplete: false }),
      'outbox.list': () => ({ ...outbox, changes: [creation] }),
    });
    const address = `/projects/${encodeURIComponent(projectId)}/members`;
    visit(bridge, { ...page, address }, MembersScreen);
    await expectText('2 people are invited together with the project.');
    expect(screen.queryByText(/did not show everybody/)).toBeNull();
  });
});
