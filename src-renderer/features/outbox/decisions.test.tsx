import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import type {
  Change,
  ChangeIntent,
  RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import { creation } from '../../../src-shared/model/changes/test-support/sample-changes.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { press, expectText, tabTo } from '../../test-support/person.ts';
import {
  change as changeOf,
  invite,
  outboxView,
  project,
  WAITS,
} from '../../test-support/people.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { OutboxScreen, changeLine } from './outbox-screen.tsx';
import { groupChanges, parkedByProject, placeChanges } from './change-groups.ts';

const refusedFor = (cause: RefusalCause): Change['state'] => ({
  state: 'refused',
  atMs: 0,
  cause,
  earlierLostAtMs: null,
});
const edit: ChangeIntent = {
  kind: 'edit-project',
  projectId: 'p1',
  projectName: 'Tides',
  edit: { name: 'Tides 2', area: 'Coast', location: 'Pisa' },
  bases: {},
};
const conflict: RefusalCause = {
  kind: 'changed-there',
  fields: [
    { field: 'name', base: 'Tides', mine: 'Tides 2', theirs: 'Waves' },
    { field: 'area', base: 'Sea', mine: 'Coast', theirs: 'Land' },
  ],
};
const change = (id: number, intent: ChangeIntent, state: Change['state']): Change => ({
  ...changeOf(intent, state),
  id,
  agreed: { passedReserve: null },
});
const noPermission = { kind: 'forbidden', serviceSays: 'not for you' } as const;
const away = refusedFor({ kind: 'project-away', fault: { kind: 'not-found', serviceSays: '' } });

function open(changes: readonly Change[], over: Partial<OutboxView> = {}): FakeBridge {
  const done = () => ok(changes[0]);
  const bridge = fakeBridge({
    'outbox.list': () => outboxView({ changes, ...over }),
    'projects.list': () => ({ projects: [project()], isComplete: true, asOfMs: null }),
    'outbox.resolve': done,
    'outbox.choose': done,
    'outbox.fixEmail': done,
    'outbox.send': () => ok([]),
    'outbox.workOffline': () => null,
  });
  visit(bridge, { path: '/outbox' }, OutboxScreen);
  return bridge;
}
const rowsOf = async (name: string) =>
  within(await screen.findByRole('region', { name })).getAllByRole('listitem');
const inputOf = (bridge: FakeBridge, call: string) =>
  bridge.asked.findLast(({ name }) => name === call)?.input;

describe('what the outbox shows', () => {
  test('what somebody else changed comes first, and what waits stands under what it waits for', () => {
    const list = [
      change(1, invite('p1'), refusedFor({ kind: 'credits', needed: 10, balance: 0 })),
      change(2, edit, refusedFor(conflict)),
      change(3, invite(localProjectId(4)), WAITS),
      change(4, invite('p9'), WAITS),
      change(5, invite('p8'), WAITS),
      change(6, invite('p9', 'Bo'), WAITS),
      change(7, invite('p9', 'Cy'), WAITS),
    ];
    const groups = groupChanges(list);
    expect(groups.asking.map(({ id }) => id)).toEqual([2, 1]);
    const { waiting } = placeChanges(groups, { 6: 4, 7: 6, 3: 99 });
    expect(waiting.map(({ change: { id }, under }) => [id, under?.id])).toEqual([
      [3, undefined],
      [4, undefined],
      [6, 4],
      [7, 4],
      [5, undefined],
    ]);
  });

  test('what comes after a change that asks for a decision waits with it, and is not sent', async () => {
    const exists = refusedFor({ kind: 'exists', projectId: 'p7' });
    open(
      [
        change(1, creation('Tides'), exists),
        change(2, invite(localProjectId(1)), WAITS),
        change(3, invite(localProjectId(1), 'Bo'), WAITS),
        change(4, invite('p9', 'Cy'), WAITS),
      ],
      { waitingCredits: 30, waitsFor: { 2: 1, 3: 2 } },
    );
    const [, ...children] = await rowsOf('Needs attention');
    expect(children).toHaveLength(2);
    for (const child of children) expect(child).toHaveTextContent(/After: .*Tides/);
    expect(await rowsOf('Waiting to be sent')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Send now (10 credits)' })).toBeVisible();
  });

  test('prices in sum, the balance after them, what went last, and whether one works offline', async () => {
    const list = [change(1, invite('p9'), WAITS), change(2, invite('p9', 'Bo'), WAITS)];
    const bridge = open(list, {
      waitingCredits: 20,
      waitsFor: { 2: 1 },
      isOffline: true,
      lastSent: { atMs: 0, sent: 3, needYou: 1 },
    });
    await expectText(
      '2 changes wait: 20 credits',
      /^Balance 100, 80 after everything that waits \(As of/,
      /^3 changes sent, 1 needs attention \(/,
      'After: Invite Ada',
    );
    expect(screen.getAllByText('It is sent automatically when you are online.')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Send now/ })).toBeNull();
    await press('Go online');
    expect(inputOf(bridge, 'outbox.workOffline')).toEqual({ isOffline: false });
  });

  test('what costs nothing is sent without a question', async () => {
    const bridge = open([change(1, edit, WAITS)]);
    await expectText('no cost');
    await press('Send now');
    expect(inputOf(bridge, 'outbox.send')).toEqual({ ids: ['1'], credits: 0, passedReserve: null });
  });
});

describe('what somebody else changed too', () => {
  test('is chosen field by field, with what it was and what it is there', async () => {
    const bridge = open([change(3, edit, refusedFor(conflict))]);
    const form = within(
      await screen.findByRole('group', { name: 'Tides changed while you were away' }),
    );
    const send = form.getByRole('button', { name: 'Send my choices' });
    expect(send).toBeDisabled();
    expect(send).toHaveAccessibleDescription('Choose for each field first.');
    expect(screen.getByText('Tides changed while you were away')).toBeVisible();
    expect(form.getByText('When you edited: Sea')).toBeVisible();
    expect(form.getByText('Will be sent with it: Location')).toBeVisible();
    await tabTo(form.getByRole('radio', { name: 'Yours: Tides 2' }));
    await userEvent.keyboard(' ');
    await tabTo(form.getByRole('radio', { name: 'Yours: Coast' }));
    await userEvent.keyboard('{ArrowDown}');
    await press('Send my choices', form);
    expect(inputOf(bridge, 'outbox.choose')).toEqual({
      id: '3',
      choices: { name: 'mine', area: 'theirs' },
    });
  });

  test('is decided later, or discarded whole', async () => {
    const bridge = open([change(3, edit, refusedFor(conflict))]);
    await press('Decide later');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('button', { name: 'Decide: Tides' })).toHaveFocus();
    await press('Decide: Tides');
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await press('Discard my changes');
    expect(inputOf(bridge, 'outbox.resolve')).toEqual({ id: '3', decision: 'undo' });
    expect(inputOf(bridge, 'outbox.choose')).toBeUndefined();
  });
});

describe('what was not accepted', () => {
  const forbidden = { kind: 'forbidden', serviceSays: 'not you' } as const;
  test.for([
    [{ kind: 'service', fault: forbidden }, 'Try again', 'retry'],
    [{ kind: 'credits', needed: 10, balance: 4 }, 'Keep until there are credits', 'retry'],
    [{ kind: 'reserve', reserve: 10, left: 4 }, 'Keep it in the outbox', 'retry'],
    [{ kind: 'exists', projectId: 'p2' }, 'Use the project that is there', 'use-existing'],
    [
      { kind: 'full', members: 12, most: 12 },
      'Raise the limit to 13 and invite (10 credits)',
      'raise-limit',
    ],
    [{ kind: 'no-account', email: 'x@y' }, 'Dismiss', 'undo'],
    [{ kind: 'unread', what: 'balance', fault: noPermission }, 'Try again', 'retry'],
  ] satisfies readonly (readonly [RefusalCause, string, string])[])(
    '%j is offered %s',
    async ([cause, label, decision]) => {
      const agreed =
        decision === 'raise-limit' ? { agreed: { credits: 10, passedReserve: null } } : {};
      const bridge = open([change(5, invite('p1'), refusedFor(cause))]);
      await press(`${label}: Invite Ada`);
      expect(inputOf(bridge, 'outbox.resolve')).toEqual({ id: '5', decision, ...agreed });
    },
  );

  test('a refusal after a lost answer says which read was refused, and that the first try may have been charged', async () => {
    const cause = { kind: 'unread', what: 'balance', fault: noPermission } as const;
    const state = { state: 'refused', atMs: 0, cause, earlierLostAtMs: 1 } as const;
    open([change(5, invite('p1'), state)]);
    await expectText(/does not show your balance.*not for you.*may have been charged/);
  });

  test('an address is put right where it stands', async () => {
    const cause = { kind: 'no-account', email: 'x@y' } as const;
    const bridge = open([change(5, invite('p1'), refusedFor(cause))]);
    expect(screen.queryByText('10 credits')).toBeNull(); // refused: nothing is paid for it
    await press('Fix e-mail: Invite Ada');
    const email = screen.getByLabelText('E-mail');
    expect(email).toHaveFocus();
    await userEvent.clear(email);
    await press('Use this address');
    expect(inputOf(bridge, 'outbox.fixEmail')).toBeUndefined();
    await userEvent.type(email, 'ada@lab.test{Enter}');
    expect(inputOf(bridge, 'outbox.fixEmail')).toEqual({ id: '5', email: 'ada@lab.test' });
  });

  test('whoever has no account, and the leader, are written to with a text that is copied', async () => {
    const user = userEvent.setup();
    const cause = { kind: 'no-account', email: 'x@y' } as const;
    open([
      change(5, invite('p1'), refusedFor(cause)),
      change(6, edit, refusedFor({ kind: 'service', fault: forbidden })),
    ]);
    const copy = await screen.findByRole('button', { name: 'Copy invitation text' });
    await waitFor(async () => {
      await user.click(copy);
      expect(await navigator.clipboard.readText()).toMatch(/“Tides”.*x@y at https:/);
    });
    await user.click(screen.getByRole('button', { name: 'Copy request to leader' }));
    expect(await navigator.clipboard.readText()).toMatch(/“Tides” myself: Change project Tides/);
  });

  test('the changes of a project that is gone stand together, are kept as text or discarded', async () => {
    const list = [
      change(1, invite('p1'), away),
      change(2, edit, away),
      change(3, invite('p2'), refusedFor({ kind: 'full', members: 2, most: 2 })),
    ];
    const { parked, others } = parkedByProject(list);
    expect(parked.map(({ changes }) => changes.map(({ id }) => id))).toEqual([[1, 2]]);
    expect(others.map(({ id }) => id)).toEqual([3]);
    const bridge = open(list);
    expect(await screen.findAllByText(/does not show it to your account/)).toHaveLength(1);
    expect(screen.getByText('Invite Ada and Change project Tides')).toBeVisible();
    expect(changeLine(list[1] as Change, wordsOf('en'))).toContain('Area: Coast\n');
    await press('Discard 2 changes');
    const decided = () => bridge.asked.filter(({ name }) => name === 'outbox.resolve');
    expect(decided().map(({ input }) => input)).toEqual([
      { id: '1', decision: 'undo' },
      { id: '2', decision: 'undo' },
    ]);
    // Only an edit can be sent without seeing what it replaces.
    await press('Send my edit unseen');
    expect(decided().slice(2)).toMatchObject([{ input: { id: '2', decision: 'keep-mine' } }]);
  });
});
