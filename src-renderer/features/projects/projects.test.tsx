import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { AWAY } from '../../test-support/builders.ts';
import { fill, press, expectText, expectRole } from '../../test-support/person.ts';
import { change, permissions, project, user } from '../../test-support/people.ts';
import { showing } from '../../test-support/visit.tsx';
import { NewProjectScreen } from './new-project-screen.tsx';
import { ProjectDetailsScreen } from './project-details-screen.tsx';
import { ProjectsScreen } from './projects-screen.tsx';

const away = fail(AWAY);
const list = { projects: [project()], isComplete: true, asOfMs: null, fault: null };

describe('the list of projects', () => {
  const showList = showing({ path: '/projects' }, ProjectsScreen);

  test('each with its leader, dates and people, leading to its files', async () => {
    showList({ 'projects.list': () => list });
    const link = await screen.findByRole('link', { name: 'Tides' });
    expect(link).toHaveAttribute('href', '/projects/p1/files');
    const row = screen.getByRole('row', { name: /^Tides/ });
    expect(row).toHaveTextContent('Paula LeadSea21 Nov 2026 – 21 Nov 20271 of 80');
  });

  test('says what will be in it while it is empty, and where one begins', async () => {
    const none = { ...list, projects: [] };
    const { router } = showList({ 'projects.list': () => none });
    await expectText('Projects you can see appear here.');
    await press('New project');
    expect(router.state.location.pathname).toBe('/projects/new');
  });

  test('a copy says its age and why, a list that was cut says so, nothing read can be tried again', async () => {
    const copy = { ...list, isComplete: false, asOfMs: 1_000, fault: away.fault };
    const old = showList({ 'projects.list': () => copy });
    await expectText(/^As of /, /^The service cannot be reached/);
    old.unmount();
    const cut = { ...list, isComplete: false };
    const short = showList({ 'projects.list': () => cut });
    await expectText(/There may be more projects/);
    short.unmount();
    const { bridge } = showList({ 'projects.list': () => away });
    const before = bridge.asked.length;
    await press('Try again');
    expect(bridge.asked).toHaveLength(before + 1);
  });

  test('while it is read its place is held', () => {
    showList();
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });
});

type Wish = Extract<CallInput<'outbox.price'>, { kind: 'create-project' }>;

const intentOf = ({ project: wished }: Wish): ChangeIntent => ({
  kind: 'create-project',
  isAnother: false,
  project: {
    ...wished,
    members: wished.members.map((person) => ('userId' in person ? person.userId : person.email)),
    leader: 'Paula',
    organisation: 'Lab',
    location: 'Town',
  },
});

describe('a new project', () => {
  const known = {
    'profile.permissions': () => permissions(),
    'tags.list': () => ({ tags: [{ id: 't', name: 'eeg' }], isComplete: true }),
    'users.find': () => user(),
    'outbox.price': (wish: unknown) => ({
      intent: intentOf(wish as Wish),
      credits: 60,
      prospect: { kind: 'would-go', balance: 1_284 },
    }),
  };
  const show = showing({ path: '/projects/new' }, NewProjectScreen, known);

  test('nothing is asked while a field is wrong', async () => {
    const { bridge } = show();
    await press(/^Create project/);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Give the project a name.');
    expect(bridge.asked.map(({ name }) => name)).not.toContain('outbox.price');
  });

  test('its price grows with each person, is asked once more with the balance, and a yes is to exactly that', async () => {
    const { bridge, router } = show({
      'outbox.keep': (input) => {
        const { intent } = input as CallInput<'outbox.keep'>;
        return change(intent, { state: 'delivered', atMs: 1, by: 'answer', projectId: 'p9' });
      },
    });
    await fill('Name', 'Waves');
    expect(screen.getByRole('button', { name: 'Create project · 50 credits' })).toBeVisible();
    await fill('E-mail', 'robin@lab.test');
    await userEvent.keyboard('{Enter}');
    await expectText('Robin Marsh');
    await fill('E-mail', 'robin@lab.test');
    await userEvent.keyboard('{Enter}');
    await expectText('This person is in the list already.');
    await press('Create project · 60 credits');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'New project' }));
    expect(dialog.getByText('1,284 → 1,224')).toBeVisible();
    await press('Cancel', dialog);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Name')).toHaveValue('Waves');
    await press('Create project · 60 credits');
    expect(bridge.inputs('outbox.keep')).toEqual([]);
    await press('Create project (60 credits)');
    const kept = bridge.asked.filter(({ name }) => name === 'outbox.keep');
    expect(kept).toHaveLength(1);
    expect(kept[0]?.input).toMatchObject({
      credits: 60,
      intent: { project: { name: 'Waves', members: ['u2'] } },
    });
    expect(router.state.location.pathname).toBe('/projects/p9/details');
  });

  test('what the service would refuse is said instead of the yes, and a lost answer is no failure', async () => {
    const refusing = {
      ...known,
      'outbox.price': (wish: unknown) => ({
        intent: intentOf(wish as Wish),
        credits: 50,
        prospect: {
          kind: 'would-be-refused',
          cause: { kind: 'credits', needed: 50, balance: 4 },
        },
      }),
    };
    const first = show(refusing);
    await fill('Name', 'Waves');
    await press(/^Create project/);
    await expectText(/costs 50 credits and you have 4/);
    expect(screen.queryByRole('button', { name: /\(50 credits\)/ })).toBeNull();
    first.unmount();
    const losing = {
      ...known,
      'outbox.keep': (input: unknown) => {
        const { intent } = input as CallInput<'outbox.keep'>;
        const lost = { lostAtMs: 1, finding: 'not-looked', lookedAtMs: null } as const;
        return change(intent, { state: 'unknown', ...lost });
      },
    };
    show(losing);
    await fill('Name', 'Waves');
    await press(/^Create project/);
    await press(/\(60 credits\)/);
    await expectText(/^The answer was lost, so it may have been done/);
  });

  test('whoever may not create one is told so in the words of the service', async () => {
    const no = { may: false, serviceSays: 'the house is full' } as const;
    show({ 'profile.permissions': () => permissions({ canCreateProject: no }) });
    await expectText(/the house is full/);
    expect(screen.queryByRole('button', { name: /^Create project/ })).toBeNull();
  });
});

describe('the details of a project', () => {
  const page = { path: '/projects/:projectId/details', address: '/projects/p1/details' };
  const showDetails = showing(page, ProjectDetailsScreen);
  const view = {
    project: project(),
    scopes: { organisationScope: 'Private', leaderScope: null },
    likelyScopes: { organisationScope: null, leaderScope: null },
    asOfMs: null,
    standing: 'there',
    pending: [],
  };

  test('a scope has its word, or is not stated', async () => {
    showDetails({ 'projects.show': () => view });
    await expectText('Private', 'Not stated');
    expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page');
  });

  test('on another computer it has its likely word, which is said to be that', async () => {
    const scopes = { organisationScope: null, leaderScope: null };
    const likelyScopes = { organisationScope: 'Private', leaderScope: 'Limited Access' };
    showDetails({ 'projects.show': () => ({ ...view, scopes, likelyScopes }) });
    await expectText('Private (likely)', /^Limited access \(likely/);
  });

  test('only what was changed is sent, and it is said that it is saved', async () => {
    const { bridge } = showDetails({ 'projects.show': () => view, 'projects.edit': () => view });
    await press('Edit');
    await fill('Area', 'Coast');
    await fill('Add a tag', 'sea');
    await userEvent.keyboard('{Enter}');
    await press('Remove eeg');
    await press('Save');
    await expectText('Saved.');
    expect(bridge.inputs('projects.edit')[0]).toEqual({
      projectId: 'p1',
      edit: { area: 'Coast', tags: ['sea'] },
      seen: { area: 'Sea', tags: ['eeg'] },
    });
  });

  test('a refusal is said, and nothing typed is lost', async () => {
    const no = fail({ kind: 'forbidden', serviceSays: 'Only the leader may do this' });
    showDetails({ 'projects.show': () => view, 'projects.edit': () => no });
    await press('Edit');
    await fill('Name', 'Tides and waves');
    await press('Save');
    await expectText(/Only the leader may do this/);
    expect(screen.getByLabelText('Name')).toHaveValue('Tides and waves');
  });

  test('a copy says how old it is and can be edited; an unknown project is no error', async () => {
    const copy = { ...view, asOfMs: 1_000 };
    const old = showDetails({ 'projects.show': () => copy });
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeEnabled();
    expect(screen.getByText(/^As of /)).toBeVisible();
    old.unmount();
    const gone = fail({ kind: 'unknown-project', projectId: 'p1' });
    showDetails({ 'projects.show': () => gone });
    await expectRole('heading', 'There is no such project');
  });
});
