import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { AWAY, snapshotMessage } from '../../test-support/builders.ts';
import {
  click,
  enter,
  fill,
  hrefOf,
  press,
  expectText,
  search,
} from '../../test-support/person.ts';
import { adminUser, permissions } from '../../test-support/people.ts';
import { showing } from '../../test-support/visit.tsx';
import { validateAmount } from './adjust-credits.tsx';
import { UserScreen } from './user-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

const away = fail(AWAY);

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('all users', () => {
  const showUsers = showing({ path: '/admin/users' }, UsersScreen);
  const users = [
    adminUser(),
    adminUser({ userId: 'u5', name: 'Kim', email: 'kim@hill.test', userStatus: 'Suspended' }),
    adminUser({ userId: 'u6', name: 'Lee', email: 'lee@hill.test', userStatus: 'Dormant' }),
  ];

  test('with status and balance, narrowed down by words and by status', async () => {
    showUsers({ 'admin.users': () => ({ users, isComplete: true }) });
    await expectText('3 users');
    expect(rows()[0]).toBe('Robin Marshrobin@lab.testLabActive1,284');
    expect(rows()[2]).toContain('Dormant');
    await search('hill kim');
    expect(rows()).toHaveLength(1);
    await search('hill kimx');
    expect(screen.getByText('No user fits')).toBeVisible();
    await press('Clear filters');
    expect(rows()).toHaveLength(3);
    expect(hrefOf('Kim Marsh')).toBe('/admin/users/u5');
  });

  test('are put in order by a column, upwards and downwards', async () => {
    const poor = adminUser({ userId: 'u7', name: 'Ann', credits: 3 });
    showUsers({ 'admin.users': () => ({ users: [...users, poor], isComplete: true }) });
    await press('Credits');
    expect(rows()[0]).toContain('Ann');
    expect(screen.getByRole('columnheader', { name: 'Credits' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await press('Credits');
    expect(rows().at(-1)).toContain('Ann');
    await press('Name');
    expect(rows().map((row) => row?.slice(0, 3))).toEqual(['Ann', 'Kim', 'Lee', 'Rob']);
  });

  test('several get the same credits, each by its own balance; who does not stays chosen, with the reason', async () => {
    const { bridge } = showUsers({
      'admin.users': () => ({ users, isComplete: true }),
      'admin.adjustCredits': (input) =>
        (input as { userId: string }).userId === 'u5'
          ? fail({ kind: 'balance-moved', seenCredits: 1_284, credits: 7 })
          : { credits: 1_384 },
    });
    await click('checkbox', 'Choose Robin Marsh');
    await click('checkbox', 'Choose Kim Marsh');
    await press('Add credits…');
    const dialog = within(screen.getByRole('alertdialog', { name: 'Add credits to 2 users?' }));
    await press('Add credits', dialog);
    expect(bridge.inputs('admin.adjustCredits')).toEqual([]); // no amount yet
    await fill('Credits for each', '100');
    expect(dialog.getAllByText('1,284 → 1,384')).toHaveLength(2);
    expect(dialog.getByText('200 credits together')).toBeVisible();
    await press('Add credits', dialog);
    await expectText('1 balance was changed.', 'Not confirmed for 1 user:', /^Kim Marsh: .* is 7/);
    const sent = { direction: 'add', amount: 100, seenCredits: 1_284 };
    expect(bridge.inputs('admin.adjustCredits')).toEqual([
      { userId: 'u2', ...sent },
      { userId: 'u5', ...sent },
    ]);
    expect(screen.getByRole('checkbox', { name: 'Choose Kim Marsh' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Choose Robin Marsh' })).not.toBeChecked();
  });

  test('whoever is no administrator reads what the service says; a cut and an empty list say so', async () => {
    const no = fail({ kind: 'forbidden', serviceSays: 'Administrators only' });
    const refused = showUsers({ 'admin.users': () => no });
    await expectText(/Administrators only/);
    refused.unmount();
    showUsers({ 'admin.users': () => ({ users: [], isComplete: false }) });
    await expectText('No users', /There may be more users/);
  });
});

describe('one user', () => {
  const page = { path: '/admin/users/:userId', address: '/admin/users/u2' };
  const known = {
    'admin.user': () => adminUser(),
    'users.permissions': () => permissions(),
    'users.transactions': () => [
      { id: 't', atMs: 0, amount: -10, type: 'PROJECT_INVITATION' },
      { id: 's', atMs: 1_000, amount: 50, type: 'CREDIT_ADDITION' },
    ],
    'admin.settings': () => ({ subtractWord: null }),
  };
  const show = showing(page, UserScreen, known);

  test('the new balance is shown before anything is sent, and is what is agreed to', async () => {
    const { bridge } = show({ 'admin.adjustCredits': () => ({ credits: 1_784 }) });
    await fill('Add credits', '500');
    expect(screen.getByText('1,284 → 1,784')).toBeVisible();
    await press('Adjust credits');
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText('1,284 → 1,784')).toBeVisible();
    expect(bridge.inputs('admin.adjustCredits')).toEqual([]);
    await press('Add credits', dialog);
    await expectText('The balance is 1,784 credits now.');
    expect(bridge.inputs('admin.adjustCredits')).toEqual([
      { userId: 'u2', direction: 'add', amount: 500, seenCredits: 1_284 },
    ]);
  });

  test('a balance that moved in between changes nothing and is read again', async () => {
    const moved = fail({ kind: 'balance-moved', seenCredits: 1_284, credits: 1_000 });
    const { bridge } = show({ 'admin.adjustCredits': () => moved });
    await enter('Add credits', '5');
    const dialog = within(await screen.findByRole('alertdialog'));
    await press('Add credits', dialog);
    await expectText(/^The balance is 1,000 by now/);
    const before = bridge.inputs('admin.user').length;
    await press('Cancel', dialog);
    expect(bridge.inputs('admin.user').length).toBe(before + 1);
  });

  test('credits can be removed only once the word for it is known, and never more than there are', async () => {
    let subtractWord: string | null = null;
    const { bridge } = show({
      'admin.settings': () => ({ subtractWord }),
      'admin.setWord': (input) => {
        ({ subtractWord } = input as { subtractWord: string | null });
        return { subtractWord };
      },
    });
    await userEvent.click(await screen.findByText('How to remove credits'));
    await expectText(/Ask its operator, and enter the word once/);
    expect(screen.queryByRole('radio', { name: 'Remove credits' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Word for removing credits'), ' subtract ');
    await press('Save word');
    await click('radio', 'Remove credits');
    expect(bridge.inputs('admin.setWord')).toEqual([{ subtractWord: 'subtract' }]);
    const amount = screen.getByRole('textbox', { name: 'Remove credits' });
    await userEvent.type(amount, '1285{Enter}');
    expect(amount).toHaveAccessibleDescription('The balance does not hold so many.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('nobody is suspended without a reason', async () => {
    const { bridge } = show({ 'admin.suspend': () => null });
    await press('Suspend…');
    const dialog = within(screen.getByRole('alertdialog', { name: 'Suspend Robin Marsh?' }));
    await press('Suspend', dialog);
    expect(dialog.getByText(/^Robin Marsh .* reads your reason word for word/)).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toBeInvalid();
    await fill('Reason', 'left the institute');
    await press('Suspend', dialog);
    await expectText('Robin Marsh is suspended.');
    expect(bridge.inputs('admin.suspend')).toEqual([
      { email: 'robin@lab.test', reason: 'left the institute' },
    ]);
  });

  test('a suspension is shown with its reason and date where this computer knows them, else that nobody says them', async () => {
    const suspension = { reason: 'left the institute', atMs: Date.UTC(2026, 4, 3, 9, 14) };
    const shown = show({
      'admin.user': () => adminUser({ userStatus: 'Suspended', suspension }),
    });
    await expectText(/^Suspended 3 May 2026, 09:14.*: “left the institute”$/);
    shown.unmount();
    show({ 'admin.user': () => adminUser({ userStatus: 'Suspended' }) });
    await expectText(/The service does not say since when or why/);
  });

  test('a suspension is ended after a question, and a refusal stays in the question', async () => {
    let tries = 0;
    const { bridge } = show({
      'admin.user': () => adminUser({ userStatus: 'Suspended' }),
      'admin.restore': () => {
        tries += 1;
        return tries === 1 ? fail({ kind: 'refused', status: 400, serviceSays: 'not now' }) : null;
      },
    });
    await press('End suspension');
    const dialog = within(screen.getByRole('alertdialog'));
    await press('End suspension', dialog);
    expect(await dialog.findByText(/not now/)).toBeVisible();
    await press('End suspension', dialog);
    await expectText('The suspension of Robin Marsh has ended.');
    expect(bridge.inputs('admin.restore')).toHaveLength(2);
  });

  test('somebody on hold cannot be suspended, and it is said why', async () => {
    const held = { ...known, 'admin.user': () => adminUser({ userStatus: 'On-hold' }) };
    show(held);
    expect(await screen.findByRole('button', { name: 'Suspend…' })).toHaveAccessibleDescription(
      'Only an active user can be suspended.',
    );
  });

  test('without the service what was read stays with its age, and nothing can be done', async () => {
    let isAway = false;
    const { bridge } = show({ 'admin.user': () => (isAway ? away : adminUser()) });
    await screen.findByText('-10');
    expect(rows().map((row) => row?.slice(-3))).toEqual(['n50', '-10']);
    isAway = true;
    act(() => bridge.tell(snapshotMessage(1)));
    await expectText(/^As of /);
    for (const name of ['Adjust credits', 'Suspend…']) {
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(
        'Admin changes need a connection to the service.',
      );
    }
  });

  test('an amount is a whole number, and what becomes of a balance is told', () => {
    for (const typed of ['', '0', '-1', '1.5', 'x', '1e3', '1'.repeat(10)]) {
      expect(validateAmount(typed, 'add', 10)).toEqual({ ok: false, fault: 'needAmount' });
    }
    expect(validateAmount(' 500 ', 'add', 1_284)).toEqual({
      ok: true,
      value: { amount: 500, after: 1_784 },
    });
    expect(validateAmount('10', 'subtract', 10)).toEqual({
      ok: true,
      value: { amount: 10, after: 0 },
    });
    expect(validateAmount('11', 'subtract', 10)).toEqual({ ok: false, fault: 'notSoMany' });
  });
});
