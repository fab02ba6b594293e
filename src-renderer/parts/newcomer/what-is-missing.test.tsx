/** On the first screen of somebody new, which is where it matters. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { FirstRunScreen } from '../../app/first-run/first-run-screen.tsx';
import { CreditsScreen } from '../../features/credits/credits-screen.tsx';
import { AddFilesScreen } from '../../features/files/add-files-screen.tsx';
import { WatchFolderScreen } from '../../features/folders/watch-folder-screen.tsx';
import { NewProjectScreen } from '../../features/projects/new-project-screen.tsx';
import { ProjectsScreen } from '../../features/projects/projects-screen.tsx';
import { accountStatus, SIGNED_IN, statusView } from '../../test-support/builders.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { change, permissions, project, WAITS } from '../../test-support/people.ts';
import { enter, expectRole, expectText, fill, hrefOf, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';

const EMPTY = accountStatus({ folders: [], projects: [] });
const TIDES = project({ id: 'p1', name: 'Tides' });
const invitation = { id: 'u1', name: 'Robin', lastName: 'Marsh', email: SIGNED_IN.email };
const INVITED = project({
  id: 'p2',
  name: 'Moss',
  members: {
    records: [{ ...invitation, status: 'On-hold' }],
    start: 0,
    limit: 50,
    totalRecords: 1,
  },
});

const WAITING = change(
  { kind: 'activate-member', projectId: 'p9', userId: 'u1', userName: 'Robin Marsh' },
  WAITS,
);

function newcomer(
  {
    projects = [],
    credits = 0,
    ...answers
  }: { projects?: readonly object[]; credits?: number } & Answers = {},
  Screen = FirstRunScreen,
) {
  const bridge = fakeBridge({
    'status.read': () => statusView({ account: EMPTY }),
    'projects.list': () => ({ projects, isComplete: true, asOfMs: null, fault: null, pending: {} }),
    'credits.balance': () => ({ credits, reserve: null }),
    'members.activate': () => null,
    ...answers,
  });
  const status = { session: SIGNED_IN, account: EMPTY };
  return { bridge, ...visit(bridge, { path: '/first', status }, Screen) };
}

test('with nothing the first screen says what is missing and who can give it, and begins nothing', async () => {
  newcomer({});
  await expectRole('heading', 'You have no credits');
  await expectText(/which an administrator of the service adds/);
  await expectRole('heading', 'You are in no project yet');
  await expectText(/The leader of a project can invite robin@lab\.example\.org/);
  await expectText('You have 0 credits; a project costs 50 credits.');
  expect(hrefOf('New project (50 credits)')).toBe('/projects/new');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('what is there is not said to be missing', async () => {
  const { unmount } = newcomer({ projects: [TIDES], credits: 3 });
  await expectRole('button', 'Next');
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  unmount();
  newcomer({ projects: [TIDES] });
  await expectRole('button', 'Next');
  await expectRole('heading', 'You have no credits');
  expect(screen.queryByRole('heading', { name: 'You are in no project yet' })).toBeNull();
});

test('the message for an administrator names service, account and what to do; focus comes back to its button', async () => {
  userEvent.setup(); // brings a clipboard
  newcomer({});
  await press('Ask for credits…');
  await press('Copy text');
  expect(await screen.findAllByText('Copied')).not.toEqual([]);
  const text = await navigator.clipboard.readText();
  expect(text).toContain('https://notary.example.org');
  expect(text).toContain('robin@lab.example.org (user id u1)');
  expect(text).toContain('labseal admin credit add u1 AMOUNT');
  await press('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
  const opener = screen.getByRole('button', { name: 'Ask for credits…' });
  await waitFor(() => expect(opener).toHaveFocus());
  await press('Ask for an invitation…');
  await expectText(/labseal member invite robin@lab\.example\.org --project ID/);
});

test('a browser that refuses to copy is not passed over', async () => {
  userEvent.setup();
  newcomer({});
  await press('Ask for credits…');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  await press('Copy text');
  await expectText(/^The browser did not allow copying/);
});

test('an invitation comes first, and nobody who has one is told to be in no project', async () => {
  newcomer({ projects: [INVITED] });
  const accept = await screen.findByRole('button', { name: 'Accept invitation to Moss' });
  const credits = screen.getByRole('heading', { name: 'You have no credits' });
  expect(accept.compareDocumentPosition(credits)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('heading', { name: 'You are in no project yet' })).toBeNull();
});

describe('no screen is a dead end for somebody new', () => {
  test.each([
    ['a folder to watch', WatchFolderScreen, 'Ask for an invitation…'],
    ['files to add', AddFilesScreen, 'Ask for an invitation…'],
    ['the projects', ProjectsScreen, 'Ask for an invitation…'],
    ['a new project', NewProjectScreen, 'Ask for credits…'],
    ['the credits', CreditsScreen, 'Ask for credits…'],
  ])('%s', async (_what, Screen, offered) => {
    const { unmount } = newcomer({}, Screen);
    await expectRole('button', offered);
    unmount();
    if (Screen === CreditsScreen) return;
    newcomer({ projects: [INVITED] }, Screen);
    await expectRole('button', 'Accept invitation to Moss');
  });

  test('what a project costs is set against what there is, and who may create none asks for an invitation', async () => {
    const { unmount } = newcomer({ credits: 20 }, NewProjectScreen);
    await expectText('You have 20 credits; a project costs 50 credits.');
    await press('Ask for credits…');
    await expectText(/It has 20 credits\. A private file/);
    unmount();
    newcomer(
      {
        'profile.permissions': () =>
          permissions({ canCreateProject: { may: false, serviceSays: null } }),
      },
      NewProjectScreen,
    );
    await expectText('The service does not let you create projects.');
    await expectRole('button', 'Ask for an invitation…');
  });

  test('a folder cannot be watched for a project that one is only invited to', async () => {
    newcomer({ projects: [INVITED] }, WatchFolderScreen);
    await expectText(/you are in none yet/);
    expect(screen.queryByLabelText('Folder')).toBeNull();
  });
});

test('an invitation that the service lists is accepted by one button, and is no project to add files to', async () => {
  const { bridge } = newcomer({ projects: [TIDES, INVITED] });
  await expectRole('radio', 'Tides');
  expect(screen.queryByRole('radio', { name: 'Moss' })).toBeNull();
  await press('Accept invitation to Moss');
  await expectText('You are a member of the project now.');
  expect(bridge.inputs('members.activate')).toEqual([{ projectId: 'p2', person: null }]);
});

test('a project whose members are all known without this person says what may come of it', async () => {
  const own = project({ id: 'p3', name: 'Own', leaderId: 'u1' });
  const cut = { ...TIDES.members, records: [], totalRecords: 60 };
  const big = project({ id: 'p4', name: 'Big', leaderId: 'u7', members: cut });
  const seen = project({
    id: 'p5',
    name: 'Seen',
    leaderId: 'u7',
    members: { ...cut, totalRecords: 0 },
  });
  newcomer({ projects: [own, big, seen], credits: 5 });
  await expectRole('radio', 'Own');
  await expectRole('radio', 'Big');
  await expectRole('radio', /^Seen.*You are not among its members/);
});

test('a project that is not listed is joined by its id; without one the field takes the focus', async () => {
  const { bridge } = newcomer({});
  await press('Accept invitation');
  const field = screen.getByLabelText('Project id');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription('Enter the project id.');
  expect(bridge.inputs('members.activate')).toEqual([]);
  await enter('Project id', ' p9 ');
  await expectText('You are a member of the project now.');
  expect(bridge.inputs('members.activate')).toEqual([{ projectId: 'p9', person: null }]);
});

test('one that waits for the service says so, one that is not there says what to check', async () => {
  const { unmount } = newcomer({ 'members.activate': () => WAITING });
  await enter('Project id', 'p9');
  await expectText('The invitation will be accepted as soon as the service is available.');
  unmount();
  newcomer({ 'members.activate': () => fail({ kind: 'not-found', serviceSays: null }) });
  await enter('Project id', 'p9');
  await expectText(/no open invitation for robin@lab\.example\.org to this project/);
});

test('once the project is there the first file can go into it', async () => {
  let projects: readonly object[] = [];
  const { bridge } = newcomer({
    credits: 5,
    'projects.list': () => ({ projects, isComplete: true, asOfMs: null, fault: null, pending: {} }),
  });
  await fill('Project id', 'p1');
  await press('Accept invitation');
  await expectText('You are a member of the project now.');
  await act(async () => {
    projects = [TIDES];
    bridge.tell({ kind: 'projects-changed' });
    await Promise.resolve();
  });
  await expectRole('radio', 'Tides');
  await expectRole('button', 'Next');
  await expectRole('heading', 'Where should your first file go?');
});

test('the list of projects accepts invitations too', async () => {
  const { bridge } = newcomer({ projects: [INVITED] }, ProjectsScreen);
  await press('Accept invitation to Moss');
  await waitFor(() => expect(bridge.inputs('members.activate')).toHaveLength(1));
});
