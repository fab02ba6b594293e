import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { SessionState } from '../../../src-shared/model/session-view.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { change, member, memberList, permissions } from '../../test-support/people.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { MembersScreen } from './members-screen.tsx';

const session: SessionState = {
  state: 'signed-in',
  account: 'a',
  server: 'https://notary.example.org',
  userId: 'u3',
  email: 'sam@lab.test',
  expiresAtMs: 1,
  keeping: { kept: 'keychain' },
};
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
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the people of a project', () => {
  test('the leader first, then the active, the invited apart', async () => {
    visit(toldBridge(known), page, MembersScreen);
    const active = within(await screen.findByRole('table', { name: 'Active' }));
    const rows = active.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      'Paula LeadLeader',
      'Robin Marshrobin@lab.testMemberRemove',
      'Sam Reed (you)sam@lab.testMemberLeave the project',
    ]);
    const invited = within(screen.getByRole('table', { name: 'Invited' }));
    expect(invited.getByRole('row', { name: /^Casey Vale/ })).toHaveTextContent('On hold');
    expect(screen.getByText('3 members of 8')).toBeVisible();
  });

  test('a word of the service that nobody documented is shown as it is', async () => {
    const odd = member({ standing: 'other', status: 'Frozen' });
    visit(
      toldBridge({ ...known, 'members.list': () => memberList({ members: [odd] }) }),
      page,
      MembersScreen,
    );
    expect(await screen.findByText('Frozen')).toBeVisible();
    expect(screen.getByText('No invitation is open.')).toBeVisible();
  });

  test('nobody there yet, a cut list, and a fault each say so', async () => {
    const empty = memberList({ isComplete: false });
    const first = visit(toldBridge({ ...known, 'members.list': () => empty }), page, MembersScreen);
    expect(await screen.findByText('Only the leader so far')).toBeVisible();
    expect(screen.getByText(/There may be more members/)).toBeVisible();
    first.unmount();
    const no = fail({ kind: 'forbidden', serviceSays: 'You have no access' });
    const second = visit(toldBridge({ 'members.list': () => no }), page, MembersScreen);
    expect(await screen.findByText(/You have no access/)).toBeVisible();
    second.unmount();
    const gone = fail({ kind: 'unknown-project', projectId: 'p1' });
    visit(toldBridge({ 'members.list': () => gone }), page, MembersScreen);
    expect(await screen.findByRole('heading', { name: 'There is no such project' })).toBeVisible();
  });

  test('without the service the copy says its age, and what may wait can be done', async () => {
    const copy = { ...full, asOfMs: 1_000 };
    const no = { may: false, serviceSays: 'no credits left' } as const;
    const bridge = toldBridge({
      ...known,
      'members.list': () => copy,
      'profile.permissions': () => permissions({ canInviteMember: no }),
    });
    visit(bridge, page, MembersScreen);
    expect(await screen.findByText(/^As of /)).toBeVisible();
    for (const button of screen.getAllByRole('button')) expect(button).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Remove: Robin Marsh' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Invite… (10 credits)' })).toBeEnabled();
  });
});

describe('changing them', () => {
  test('an invitation is accepted, and a no is said', async () => {
    let answers = 0;
    const bridge = toldBridge({
      ...known,
      'members.activate': () => {
        answers += 1;
        return answers === 1 ? fail({ kind: 'forbidden', serviceSays: 'Not yours' }) : null;
      },
    });
    visit(bridge, page, MembersScreen);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Accept invitation: Casey Vale' }),
    );
    expect(await screen.findByText(/Not yours/)).toBeVisible();
    await press('Accept invitation: Casey Vale');
    expect(await screen.findByText('Casey Vale is active now.')).toBeVisible();
    expect(bridge.asked.find(({ name }) => name === 'members.activate')?.input).toEqual({
      projectId: 'p1',
      userId: 'u4',
    });
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
    const bridge = toldBridge({ ...known, 'members.remove': () => null });
    visit(bridge, page, MembersScreen);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: title })).getByRole('button', {
        name: 'Leave as it is',
      }),
    );
    expect(bridge.asked.some(({ name }) => name === 'members.remove')).toBe(false);
    await press(button);
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: title })).getByRole('button', { name: yes }),
    );
    expect(await screen.findByText(/is no member any more\.$/)).toBeVisible();
    const sent = bridge.asked.filter(({ name }) => name === 'members.remove');
    expect(sent.map(({ input }) => input)).toEqual([{ projectId: 'p1', userId }]);
  });

  test('somebody is invited by e-mail, after the price and the balance were shown', async () => {
    const bridge = toldBridge({
      ...known,
      'outbox.keep': (input) => {
        const { intent } = input as CallInput<'outbox.keep'>;
        return change(intent, { state: 'delivered', atMs: 1, by: 'answer', projectId: null });
      },
    });
    visit(bridge, page, MembersScreen);
    await userEvent.click(await screen.findByRole('button', { name: 'Invite… (10 credits)' }));
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Enter an e-mail address.');
    await userEvent.type(screen.getByLabelText('E-mail'), 'ada@lab.test{Enter}');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Invite Ada Byron?' }));
    expect(dialog.getByText('30 → 20')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Invite (10 credits)' }));
    expect(await screen.findByText('Ada Byron was invited.')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
  });

  test('an address that nobody has, and a service that does not allow it, are said', async () => {
    const nobody = { ...known, 'outbox.price': () => fail({ kind: 'unknown-user', asked: 'x@y' }) };
    const first = visit(toldBridge(nobody), page, MembersScreen);
    await userEvent.type(await screen.findByLabelText('E-mail'), 'x@y{Enter}');
    expect(await screen.findByText(/knows nobody as “x@y”/)).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('x@y');
    first.unmount();
    const no = { may: false, serviceSays: 'no credits left' } as const;
    const refusing = {
      ...known,
      'profile.permissions': () => permissions({ canInviteMember: no }),
    };
    visit(toldBridge(refusing), page, MembersScreen);
    expect(await screen.findByText(/no credits left/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Invite… (10 credits)' })).toBeDisabled();
  });
});
