import { NO_FILES } from '../../../src-shared/model/status/account-status.ts';
import { accountStatus, SIGNED_IN } from '../../test-support/builders.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { enter, press, expectText, expectRole } from '../../test-support/person.ts';
import { change, member, memberList, permissions } from '../../test-support/people.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { MembersScreen } from './members-screen.tsx';

const session = { ...SIGNED_IN, userId: 'u3', email: 'sam@lab.test' };
const page = {
  path: '/projects/:projectId/members',
  address: '/projects/p1/members',
  status: { session },
};
const robin = member();
const sam = member({ userId: 'u3', name: 'Sam', lastName: 'Reed', email: 'sam@lab.test' });
const casey = member({
  userId: 'u4',
  name: 'Casey',
  lastName: 'Vale',
  email: 'casey@lab.test',
  standing: 'on-hold',
  status: 'On-hold',
});
const full = memberList({ members: [robin, sam, casey] });
const known = {
  'members.list': () => full,
  'profile.permissions': () => permissions(),
  'outbox.price': () => ({
    intent: { kind: 'invite-member', projectId: 'p1', userId: 'u9', userName: 'Ada Byron' },
    credits: 10,
    prospect: { kind: 'would-go', balance: 30 },
  }),
};
const show = showing(page, MembersScreen, known);

describe('the people of a project', () => {
  test('one table: the leader first, then who joined, then who is invited, with the age of the list', async () => {
    show();
    const people = within(await screen.findByRole('table', { name: 'People of this project' }));
    const rows = people.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      'Paula LeadLeaderJoined',
      'Robin Marshrobin@lab.testMemberJoinedRemove',
      'Sam Reed (you)sam@lab.testMemberJoinedLeave the project',
      'Casey Valecasey@lab.testMemberInvitedTake invitation back',
    ]);
    await expectText(/^As of /);
    expect(screen.getByText('3 members · 1 invited · limit 8')).toBeVisible();
  });

  test('nobody there yet, a cut list, a status that nobody documented, and a fault each say so', async () => {
    const empty = memberList({ isComplete: false });
    const first = show({ 'members.list': () => empty });
    await expectText('Only the leader so far', /There may be more members/);
    first.unmount();
    const odd = member({ standing: 'other', status: 'Frozen' });
    const frozen = show({ 'members.list': () => memberList({ members: [odd] }) });
    await expectText('Frozen');
    frozen.unmount();
    const no = fail({ kind: 'forbidden', serviceSays: 'You have no access' });
    const second = show({ 'members.list': () => no });
    await expectText(/You have no access/);
    second.unmount();
    const gone = fail({ kind: 'unknown-project', projectId: 'p1' });
    show({ 'members.list': () => gone });
    await expectRole('heading', 'There is no such project');
  });

  test('without the service the copy says its age, and what may wait can be done', async () => {
    const copy = { ...full, asOfMs: 1_000 };
    const no = { may: false, serviceSays: 'no credits left' } as const;
    show({
      'members.list': () => copy,
      'profile.permissions': () => permissions({ canInviteMember: no }),
    });
    await expectText(/^As of /);
    for (const button of screen.getAllByRole('button')) expect(button).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Remove: Robin Marsh' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Invite… (10 credits)' })).toBeEnabled();
  });
});

describe('changing them', () => {
  test('the list is read again when somebody asks for it', async () => {
    const { bridge } = show();
    await screen.findByRole('table');
    const before = bridge.inputs('members.list').length;
    await press('Refresh');
    expect(bridge.inputs('members.list').length).toBe(before + 1);
  });

  test('an invitation of one’s own is accepted, and a no is said', async () => {
    let answers = 0;
    const invitedSam = { ...sam, standing: 'on-hold' } as const;
    const { bridge } = show({
      'members.list': () => memberList({ members: [robin, invitedSam, casey] }),
      'members.activate': () => {
        answers += 1;
        return answers === 1 ? fail({ kind: 'forbidden', serviceSays: 'Not yours' }) : null;
      },
    });
    expect(await screen.findAllByRole('button', { name: /^Accept invitation/ })).toHaveLength(1);
    await press('Accept invitation: Sam Reed');
    await expectText(/Not yours/);
    await press('Accept invitation: Sam Reed');
    await expectText('Sam Reed has joined.');
    expect(bridge.inputs('members.activate')[0]).toEqual({
      projectId: 'p1',
      person: { userId: 'u3' },
    });
  });

  test('the leader accepts for somebody beside their name, and is told first what that means', async () => {
    const { bridge } = show({
      'members.list': () => memberList({ members: [robin, casey], leaderId: 'u3' }),
      'members.activate': () => null,
    });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /^Accept invitation/ })).toBeNull();
    await press('Accept for them…: Casey Vale');
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/Accepting is up to whoever is invited/)).toBeVisible();
    expect(bridge.inputs('members.activate')).toEqual([]);
    await press('Accept for them', question);
    await expectText('Casey Vale has joined.');
  });

  test.for([
    ['Remove: Robin Marsh', 'Remove Robin Marsh from the project?', 'Remove', 'u2'],
    ['Leave the project: Sam Reed', 'Leave this project?', 'Leave the project', 'u3'],
    [
      'Take invitation back: Casey Vale',
      'Take the invitation of Casey Vale back?',
      'Take invitation back',
      'u4',
    ],
  ] as const)('%s is asked first, and done once', async ([button, title, yes, userId]) => {
    const { bridge } = show({ 'members.remove': () => null });
    await press(button);
    await press('Leave as it is', within(screen.getByRole('alertdialog', { name: title })));
    expect(bridge.inputs('members.remove')).toEqual([]);
    await press(button);
    await press(yes, within(screen.getByRole('alertdialog', { name: title })));
    await expectText(/is no longer a member\.$/);
    const sent = bridge.asked.filter(({ name }) => name === 'members.remove');
    expect(sent.map(({ input }) => input)).toEqual([{ projectId: 'p1', userId }]);
  });

  test('whoever is removed, or leaves, is told what still waits', async () => {
    const counted = {
      ...NO_FILES,
      projectId: 'p1',
      projectName: null,
      files: 20,
      bytes: 1,
      done: 8,
    };
    const account = accountStatus({ projects: [{ ...counted, toGo: 12 }] });
    visit(fakeBridge(known), { ...page, status: { session, account } }, MembersScreen);
    await press('Leave the project: Sam Reed');
    await expectText(/ 12 files that wait here are not sent any more\.$/);
    await press('Leave as it is');
    await press('Remove: Robin Marsh');
    await expectText(/Ask them first: what still waits on their computer can no longer be sent\.$/);
  });

  test('somebody is invited by e-mail, after the price and the balance were shown', async () => {
    show({
      'outbox.keep': (input) => {
        const { intent } = input as CallInput<'outbox.keep'>;
        return change(intent, { state: 'delivered', atMs: 1, by: 'answer', projectId: null });
      },
    });
    await press('Invite… (10 credits)');
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Enter an e-mail address.');
    await enter('E-mail', 'ada@lab.test');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Invite Ada Byron?' }));
    expect(dialog.getByText('30 → 20')).toBeVisible();
    await press('Invite (10 credits)', dialog);
    await expectText('Ada Byron was invited.');
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
  });

  test('an address that nobody has, and a service that does not allow it, are said', async () => {
    const nobody = { ...known, 'outbox.price': () => fail({ kind: 'unknown-user', asked: 'x@y' }) };
    const first = show(nobody);
    await enter('E-mail', 'x@y');
    await expectText(/knows nobody as “x@y”/);
    expect(screen.getByLabelText('E-mail')).toHaveValue('x@y');
    first.unmount();
    const no = { may: false, serviceSays: 'no credits left' } as const;
    const refusing = {
      ...known,
      'profile.permissions': () => permissions({ canInviteMember: no }),
    };
    show(refusing);
    await expectText(/no credits left/);
    expect(screen.getByRole('button', { name: 'Invite… (10 credits)' })).toBeDisabled();
  });
});
