import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { AWAY } from '../../test-support/builders.ts';
import { fill, press, expectText, expectRole } from '../../test-support/person.ts';
import { change, mark, permissions, project, WAITS } from '../../test-support/people.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { NewProjectScreen } from './new-project-screen.tsx';
import { ProjectDetailsScreen } from './project-details-screen.tsx';
import { ProjectsScreen } from './projects-screen.tsx';

const away = fail(AWAY);
const edit = mark({
  kind: 'edit-project',
  fields: [
    { field: 'organisation', was: 'Oxford', now: 'Lab' },
    { field: 'endDate', was: '2026-12-01T00:00:00.000Z', now: '2027-11-21T00:00:00.000Z' },
    { field: 'organisationScope', was: 4, now: 'Public' },
  ],
});
const creation = mark({ changeId: 9, kind: 'create-project', credits: 60 });
const conflict = {
  kind: 'changed-there',
  fields: [{ field: 'area', base: 'a', mine: 'b', theirs: 'c' }],
} as const;
const NEW = localProjectId(9);
const value = async (label: string) => (await screen.findByText(label)).nextSibling;

describe('projects with changes that wait', () => {
  const list = {
    projects: [project(), project({ id: NEW, name: 'Waves' })],
    pending: { p1: [edit], [NEW]: [creation] },
    isComplete: true,
    asOfMs: 1_000,
    fault: { ...away.fault, why: 'working-offline' },
  };

  test('the list marks what is new and what was edited, each with its way back', async () => {
    const bridge = fakeBridge({ 'projects.list': () => list, 'outbox.resolve': () => null });
    visit(bridge, { path: '/projects' }, ProjectsScreen);
    const waves = within(await screen.findByRole('row', { name: /^Waves/ }));
    expect(waves.getByText('Will be created when online · 60 credits')).toBeVisible();
    expect(waves.getByRole('link')).toHaveAttribute(
      'href',
      `/projects/${encodeURIComponent(NEW)}/details`,
    );
    const tides = within(screen.getByRole('row', { name: /^Tides/ }));
    expect(
      tides.getByText('Not sent yet: Organisation, End and Visibility in the organisation'),
    ).toBeVisible();
    expect(screen.getByText('2 changes will be sent when you are online.')).toBeVisible();
    expect(screen.queryByText(/Go online first/)).toBeNull();
    await press('Undo: Waves');
    const undone = bridge.asked.find(({ name }) => name === 'outbox.resolve');
    expect(undone?.input).toEqual({ id: '9', decision: 'undo' });
  });
});

describe('the details of a project with changes that wait', () => {
  const page = { path: '/projects/:projectId/details', address: '/projects/p1/details' };
  const show = showing(page, ProjectDetailsScreen);
  const view = {
    project: project(),
    scopes: { organisationScope: 'Private', leaderScope: null },
    likelyScopes: { organisationScope: null, leaderScope: null },
    asOfMs: 1_000,
    standing: 'there',
    pending: [edit],
  };

  test('each field has its new value, and says what it was', async () => {
    show({ 'projects.show': () => view });
    expect(await value('Organisation')).toHaveTextContent('LabNot sent yet · was Oxford');
    expect(await value('Dates')).toHaveTextContent('End: Not sent yet · was 1 Dec 2026');
    expect(await value('Visibility in the organisation')).toHaveTextContent(
      'PublicNot sent yet · was Not stated (code 4)',
    );
    expect(await value('Area')).toHaveTextContent(/^Sea$/);
    expect(screen.getByRole('button', { name: 'Undo: Tides' })).toBeVisible();
  });

  test('an edit without the service is kept, with what was seen, and not said to be saved', async () => {
    const { bridge } = show({ 'projects.show': () => view, 'projects.edit': () => view });
    await press('Edit');
    await fill('Name', 'Tides!');
    await press('Save');
    await expectText('It will be sent when you are online.');
    expect(screen.queryByText('Saved.')).toBeNull();
    expect(bridge.inputs('projects.edit')[0]).toEqual({
      projectId: 'p1',
      edit: { name: 'Tides!' },
      seen: { name: 'Tides' },
    });
  });

  test('what somebody else changed leads to the choice, with the values of the service', async () => {
    const refused = { ...edit, stage: 'refused', cause: conflict } as const;
    const fault = fail({ kind: 'change-refused', changeId: 1, cause: conflict });
    show({
      'projects.show': () => ({ ...view, pending: [refused] }),
      'projects.edit': () => fault,
    });
    await expectText(/^Not accepted: Somebody changed it/);
    expect(screen.queryByText(/was Oxford/)).toBeNull();
    await press('Edit');
    await fill('Name', 'Tides!');
    await press('Save');
    await expectRole('link', 'Decide in the outbox');
    expect(screen.getByLabelText('Name')).toHaveValue('Tides!');
  });

  test('a project that is gone is shown as it was last', async () => {
    const gone = { ...view, pending: [], standing: 'gone' };
    show({ 'projects.show': () => gone });
    await expectText(/^The service no longer lists this project/);
  });

  test('once the service made it, a new project is found under its own id', async () => {
    const intent = { kind: 'create-tag', name: 'any' } as const;
    const made = { state: 'delivered', atMs: 1, by: 'answer', projectId: 'p7' } as const;
    const bridge = fakeBridge({
      'projects.show': () => view,
      'outbox.list': () => ({ changes: [{ ...change(intent, made), id: 9 }] }),
    });
    const address = `/projects/${encodeURIComponent(NEW)}/details`;
    const { router } = visit(bridge, { ...page, address }, ProjectDetailsScreen);
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p7/details'));
    await expectRole('heading', 'Tides');
  });
});

test('a project is made without the service, and whoever is unknown is invited after it', async () => {
  const bridge = fakeBridge({
    'projects.list': () => ({ projects: [], isComplete: true, asOfMs: 1, fault: null }),
    'profile.permissions': () => permissions(),
    'users.find': () => away,
    'outbox.price': (input) => {
      const wish = input as CallInput<'outbox.price'>;
      const isInvitation = wish.kind === 'invite-member';
      const userName = isInvitation && 'email' in wish.person ? wish.person.email : '';
      return {
        intent: isInvitation
          ? { kind: 'invite-member', projectId: wish.projectId, userId: 'x', userName }
          : wish,
        credits: isInvitation ? 10 : 50,
        prospect: { kind: 'would-wait', fault: away.fault, balance: 100, balanceAtMs: 0 },
        breach: null,
      };
    },
    'outbox.keep': (input) => ({
      ...change((input as CallInput<'outbox.keep'>).intent, WAITS),
      id: 9,
      agreed: { passedReserve: null },
    }),
  });
  const { router } = visit(bridge, { path: '/projects/new' }, NewProjectScreen);
  await expectText(/^The service cannot be asked now/);
  await fill('Name', 'Waves');
  await fill('E-mail', 'new@uni.test');
  await userEvent.keyboard('{Enter}');
  await expectText('Will be looked up when online');
  await press('Create project · 60 credits');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^100 → 40/)).toBeVisible();
  await press('Send when online (60 credits)', dialog);
  const kept = bridge.asked.filter(({ name }) => name === 'outbox.keep');
  expect(kept.map(({ input }) => input)).toMatchObject([
    { credits: 50, whenOnline: true, intent: { project: { members: [] } } },
    { credits: 10, whenOnline: true, intent: { projectId: NEW, userName: 'new@uni.test' } },
  ]);
  expect(router.state.location.pathname).toBe(`/projects/${encodeURIComponent(NEW)}/details`);
});
