import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { ChangeIntent } from '../../../src-shared/model/change.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { change, permissions, project, user } from '../../test-support/people.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { NewProjectScreen } from './new-project-screen.tsx';
import { ProjectDetailsScreen } from './project-details-screen.tsx';
import { ProjectsScreen } from './projects-screen.tsx';

const away = fail({ kind: 'unavailable', why: 'no-connection', status: null, retryAfterMs: null });
const list = { projects: [project()], isComplete: true, asOfMs: null, fault: null };
/** Pasted: every typed letter draws the whole form once. */
const fill = async (label: string, text: string) => {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of projects', () => {
  const page = { path: '/projects' };

  test('each with its leader, dates and people, leading to its files', async () => {
    visit(toldBridge({ 'projects.list': () => list }), page, ProjectsScreen);
    const link = await screen.findByRole('link', { name: 'Tides' });
    expect(link).toHaveAttribute('href', '/projects/p1/files');
    const row = screen.getByRole('row', { name: /^Tides/ });
    expect(row).toHaveTextContent('Paula LeadSea21 Nov 2026 – 21 Nov 20270 of 80');
  });

  test('says what will be in it while it is empty, and where one begins', async () => {
    const none = { ...list, projects: [] };
    const { router } = visit(toldBridge({ 'projects.list': () => none }), page, ProjectsScreen);
    expect(await screen.findByText('Projects you can see appear here.')).toBeVisible();
    await press('New project');
    expect(router.state.location.pathname).toBe('/projects/new');
  });

  test('a copy says its age and why, a list that was cut says so, nothing read can be tried again', async () => {
    const copy = { ...list, isComplete: false, asOfMs: 1_000, fault: away.fault };
    const old = visit(toldBridge({ 'projects.list': () => copy }), page, ProjectsScreen);
    expect(await screen.findByText(/^As of /)).toBeVisible();
    expect(screen.getByText(/^The service cannot be reached/)).toBeVisible();
    old.unmount();
    const cut = { ...list, isComplete: false };
    const short = visit(toldBridge({ 'projects.list': () => cut }), page, ProjectsScreen);
    expect(await screen.findByText(/There may be more projects/)).toBeVisible();
    short.unmount();
    const bridge = toldBridge({ 'projects.list': () => away });
    visit(bridge, page, ProjectsScreen);
    const before = bridge.asked.length;
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(bridge.asked).toHaveLength(before + 1);
  });

  test('while it is read its place is held', () => {
    visit(toldBridge(), page, ProjectsScreen);
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });
});

type Wish = Extract<CallInput<'outbox.price'>, { kind: 'create-project' }>;

const intentOf = ({ project: wished }: Wish): ChangeIntent => ({
  kind: 'create-project',
  isAnother: false,
  project: { ...wished, leader: 'Paula', organisation: 'Lab', location: 'Town' },
});

describe('a new project', () => {
  const page = { path: '/projects/new' };
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

  test('nothing is asked while a field is wrong', async () => {
    const bridge = toldBridge(known);
    visit(bridge, page, NewProjectScreen);
    await press(/^Create project/);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Give the project a name.');
    expect(bridge.asked.map(({ name }) => name)).not.toContain('outbox.price');
  });

  test('its price grows with each person, is asked once more with the balance, and a yes is to exactly that', async () => {
    const bridge = toldBridge({
      ...known,
      'outbox.keep': (input) => {
        const { intent } = input as CallInput<'outbox.keep'>;
        return change(intent, { state: 'delivered', atMs: 1, by: 'answer', projectId: 'p9' });
      },
    });
    const { router } = visit(bridge, page, NewProjectScreen);
    await fill('Name', 'Waves');
    expect(screen.getByRole('button', { name: 'Create project · 50 credits' })).toBeVisible();
    await fill('E-mail', 'robin@lab.test');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Robin Marsh')).toBeVisible();
    await fill('E-mail', 'robin@lab.test');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('This person is in the list already.')).toBeVisible();
    await press('Create project · 60 credits');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'New project' }));
    expect(dialog.getByText('1,284 → 1,224')).toBeVisible();
    expect(bridge.asked.some(({ name }) => name === 'outbox.keep')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Create project (60 credits)' }));
    const kept = bridge.asked.filter(({ name }) => name === 'outbox.keep');
    expect(kept).toHaveLength(1);
    expect(kept[0]?.input).toMatchObject({
      credits: 60,
      intent: { project: { name: 'Waves', members: ['u2'] } },
    });
    expect(router.state.location.pathname).toBe('/projects/p9/details');
  });

  test('a no leaves everything as it was, and nothing was spent', async () => {
    const bridge = toldBridge(known);
    visit(bridge, page, NewProjectScreen);
    await fill('Name', 'Waves');
    await press(/^Create project/);
    await screen.findByRole('alertdialog');
    await press('Cancel');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Name')).toHaveValue('Waves');
    expect(bridge.asked.some(({ name }) => name === 'outbox.keep')).toBe(false);
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
    const first = visit(toldBridge(refusing), page, NewProjectScreen);
    await fill('Name', 'Waves');
    await press(/^Create project/);
    expect(await screen.findByText(/costs 50 credits and you have 4/)).toBeVisible();
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
    visit(toldBridge(losing), page, NewProjectScreen);
    await fill('Name', 'Waves');
    await press(/^Create project/);
    await userEvent.click(await screen.findByRole('button', { name: /\(60 credits\)/ }));
    expect(await screen.findByText(/^The answer was lost, so it may have been done/)).toBeVisible();
  });

  test('whoever may not create one is told so in the words of the service', async () => {
    const no = { may: false, serviceSays: 'the house is full' } as const;
    const bridge = toldBridge({
      ...known,
      'profile.permissions': () => permissions({ canCreateProject: no }),
    });
    visit(bridge, page, NewProjectScreen);
    expect(await screen.findByText(/the house is full/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Create project/ })).toBeNull();
  });
});

describe('the details of a project', () => {
  const page = { path: '/projects/:projectId/details', address: '/projects/p1/details' };
  const view = {
    project: project(),
    scopes: { organisation: 'Private', leader: null },
    asOfMs: null,
    standing: 'there',
    pending: [],
  };

  test('a scope has its word, or the number that nobody has explained', async () => {
    visit(toldBridge({ 'projects.show': () => view }), page, ProjectDetailsScreen);
    expect(await screen.findByText('Private')).toBeVisible();
    expect(screen.getByText('Not stated (code 9)')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page');
  });

  test('only what was changed is sent, and it is said that it is saved', async () => {
    const bridge = toldBridge({ 'projects.show': () => view, 'projects.edit': () => view });
    visit(bridge, page, ProjectDetailsScreen);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.clear(screen.getByLabelText('Area'));
    await fill('Area', 'Coast');
    await fill('Add a tag', 'sea');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Remove eeg' }));
    await press('Save');
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(bridge.asked.find(({ name }) => name === 'projects.edit')?.input).toEqual({
      projectId: 'p1',
      edit: { area: 'Coast', tags: ['sea'] },
      seen: { area: 'Sea', tags: ['eeg'] },
    });
  });

  test('a refusal is said, and nothing typed is lost', async () => {
    const no = fail({ kind: 'forbidden', serviceSays: 'Only the leader may do this' });
    visit(
      toldBridge({ 'projects.show': () => view, 'projects.edit': () => no }),
      page,
      ProjectDetailsScreen,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await fill('Name', ' and waves');
    await press('Save');
    expect(await screen.findByText(/Only the leader may do this/)).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Tides and waves');
  });

  test('a copy says how old it is and can be edited; an unknown project is no error', async () => {
    const copy = { ...view, asOfMs: 1_000 };
    const old = visit(toldBridge({ 'projects.show': () => copy }), page, ProjectDetailsScreen);
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeEnabled();
    expect(screen.getByText(/^As of /)).toBeVisible();
    old.unmount();
    const gone = fail({ kind: 'unknown-project', projectId: 'p1' });
    visit(toldBridge({ 'projects.show': () => gone }), page, ProjectDetailsScreen);
    expect(await screen.findByRole('heading', { name: 'There is no such project' })).toBeVisible();
  });
});
