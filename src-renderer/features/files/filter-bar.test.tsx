import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import userEvent from '@testing-library/user-event';
import { fileRow, folderView, selectionSummary } from '../../test-support/builders.ts';
import { click, expectRole, fill, press } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { fileColumns } from './file-columns.tsx';
import { AllFilesScreen } from './files-screen.tsx';

const choose = async (list: string, option: string) => {
  await press(new RegExp(`${list}$`));
  await click('option', option);
};

test('files are added from the list of all files, too', async () => {
  visit(fakeBridge({}), { path: '/files' }, AllFilesScreen);
  expect(await screen.findByRole('link', { name: 'Add files' })).toHaveAttribute('href', '/add');
});

test('a list is narrowed step by step, and one press clears all of it', async () => {
  const bridge = fakeBridge({
    'files.labels': () => ['MS2', 'raw'],
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
  });
  visit(bridge, { path: '/files', address: '/files?show=ready' }, AllFilesScreen);
  const last = () =>
    bridge.asked
      .filter(({ name }) => name === 'files.range')
      .map(({ input }) => (input as { filter: object }).filter)
      .at(-1);
  await waitFor(() => expect(last()).toEqual({ states: ['ready'] }));
  await press('Filters');
  await choose('Visibility', 'Private');
  await choose('Type', 'Secondary');
  await choose('Label', 'MS2');
  await waitFor(() =>
    expect(last()).toEqual({
      states: ['ready'],
      visibility: 'private',
      fileType: 'secondary',
      label: 'MS2',
    }),
  );
  await userEvent.keyboard('{Escape}');
  await expectRole('button', 'Secondary, Private, MS2 Filters');
  await press('Clear filters');
  await waitFor(() => expect(last()).toEqual({}));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('what was searched for and the order are in the address, so that the way back leads to the same list', async () => {
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
  });
  const page = { path: '/files', address: '/files?show=ready&sort=size&order=down' };
  const { router, unmount } = visit(bridge, page, AllFilesScreen);
  await fill('Search name or folder', 'run');
  await waitFor(() => expect(router.state.location.search).toContain('text=run'));
  const address = `/files${router.state.location.search}`;
  unmount();
  visit(bridge, { path: '/files', address }, AllFilesScreen);
  await waitFor(() =>
    expect(bridge.inputs('files.range').at(-1)).toMatchObject({
      filter: { states: ['ready'], text: 'run' },
      sort: { by: 'size', isDescending: true },
    }),
  );
  expect(screen.getByRole('searchbox')).toHaveValue('run');
});

test('a list is narrowed to one of six groups with one press, and a state that another page led to stands beside them', async () => {
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
  });
  visit(bridge, { path: '/files', address: '/files?show=changed' }, AllFilesScreen);
  const groups = await screen.findByRole('group', { name: 'Show' });
  const names = () =>
    within(groups)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const six = ['All', 'Waiting', 'Running', 'Notarized', 'Needs attention', 'Left out'];
  expect(names()).toEqual([...six.slice(0, -1), 'Changed', 'Left out']);
  await press('Needs attention', within(groups));
  expect(names()).toEqual(six);
  // “All” clears a group; one more button here would take the place of these.
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  expect(within(groups).getByRole('button', { pressed: true })).toHaveTextContent(
    'Needs attention',
  );
  await waitFor(() =>
    expect(bridge.inputs('files.range').at(-1)).toMatchObject({ filter: { group: 'attention' } }),
  );
});

test('each group says how many files it has, also of what a search finds', async () => {
  const none = { waiting: 0, running: 0, notarized: 0, attention: 0, missing: 0, 'left-out': 0 };
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
    'files.groups': (input) =>
      (input as { filter: { text?: string } }).filter.text === 'run'
        ? { ...none, notarized: 2, changed: 0 }
        : { ...none, notarized: 2_940, attention: 3, missing: 1, changed: 1 },
  });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  const groups = within(await screen.findByRole('group', { name: 'Show' }));
  const names = () => groups.getAllByRole('button').map(({ textContent }) => textContent);
  const first = ['All 2,944', 'Waiting', 'Running', 'Notarized 2,940', 'Needs attention 3'];
  await waitFor(() => expect(names()).toEqual([...first, 'Changed 1', 'Missing 1', 'Left out']));
  await press(/^Changed/, groups);
  await waitFor(() =>
    expect(bridge.inputs('files.range').at(-1)).toMatchObject({ filter: { states: ['changed'] } }),
  );
  await press(/^Missing/, groups);
  await waitFor(() =>
    expect(bridge.inputs('files.range').at(-1)).toMatchObject({ filter: { group: 'missing' } }),
  );
  await press(/^All/, groups);
  await fill('Search name or folder', 'run');
  await waitFor(() =>
    expect(names()).toEqual([
      'All 2',
      'Waiting',
      'Running',
      'Notarized 2',
      'Needs attention',
      'Left out',
    ]),
  );
});

test('a click opens a file and leaves the choice alone; boxes choose, and the bar names the price of the choice', async () => {
  const rows = ['7', '8'].map((id) => fileRow({ id, name: `run_0${id}.raw` }));
  const upload = { files: 2, bytes: 2_000, credits: 2 };
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 2, first: 0, rows }),
    'files.selected': () => selectionSummary({ files: 2, upload }),
  });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  await click('row', /run_07/);
  const details = await screen.findByRole('complementary', { name: 'Details' });
  expect(screen.queryByRole('group', { name: 'Selected files' })).toBeNull();
  await press('Close', within(details));
  expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
  await click('checkbox', 'Choose run_07.raw');
  await click('checkbox', 'Choose run_08.raw');
  const bar = screen.getByRole('group', { name: 'Selected files' });
  expect(bar).toHaveTextContent('2 chosen');
  expect(await within(bar).findByText(/^They cost at most 2 credits together/)).toBeVisible();
  await expectRole('button', 'Notarize 2 files (2 credits)', within(bar));
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toBeChecked();
  expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
  await press('Clear selection', within(bar));
  expect(screen.queryByRole('group', { name: 'Selected files' })).toBeNull();
});

const tree = () => screen.getByRole('treegrid', { name: 'Folder' });

test('a list is narrowed to a folder that opens like a tree, and the address keeps it', async () => {
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({
      total: 1,
      first: 0,
      rows: [fileRow({ folderPath: 'exp/subject_07' })],
    }),
    'folders.list': () => [folderView({ id: '3', path: '/data/exp' })],
    'files.subfolders': (input) =>
      (input as { below: string }).below === ''
        ? [{ name: 'subject_07', path: 'subject_07', hasSubfolders: true }]
        : [{ name: 'plate-A', path: 'subject_07/plate-A', hasSubfolders: false }],
  });
  const { router } = visit(bridge, { path: '/files' }, AllFilesScreen);
  await press('All folders Folder');
  await screen.findByRole('treegrid');
  expect(tree()).toContainElement(document.activeElement as HTMLElement);
  const openBranch = async (name: string) => {
    const branch = await within(tree()).findByRole('row', { name });
    await userEvent.click(within(branch).getByRole('button'));
  };
  // The only folder is open already.
  await openBranch('subject_07');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('treegrid')).toBeNull();
  await press('All folders Folder');
  await openBranch('subject_07');
  await click('row', 'plate-A', within(tree()));
  await waitFor(() =>
    expect(bridge.inputs('files.range').at(-1)).toMatchObject({
      filter: { folderId: '3', subfolder: 'subject_07/plate-A' },
    }),
  );
  expect(screen.queryByRole('treegrid')).toBeNull();
  expect(router.state.location.search).toBe('?folder=3%2Fsubject_07%2Fplate-A');
  await expectRole('button', 'plate-A Folder');
  await press('Clear filters');
  await waitFor(() => expect(bridge.inputs('files.range').at(-1)).toMatchObject({ filter: {} }));
});

test('what a narrow window leaves out of a list is not what a file costs', () => {
  const columns = fileColumns(wordsOf('en'), 0);
  const fromRem = (id: string) => columns.find((each) => each.id === id)?.fromWidthRem ?? 0;
  const gridAt680Rem = 39.5;
  expect(fromRem('credits')).toBeLessThan(fromRem('size'));
  expect(fromRem('size')).toBeLessThan(gridAt680Rem);
});

test('below its name a file says where it lies; a copy that Labseal keeps lies nowhere', async () => {
  const rows = [
    fileRow({ folderPath: 'exp/subject_07/plate-A' }),
    fileRow({ id: '8', name: 'other.raw', folderPath: '' }),
  ];
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 2, first: 0, rows }),
  });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  expect(await screen.findByRole('rowheader', { name: /run_07.raw/ })).toHaveTextContent(
    'exp/subject_07/plate-A',
  );
  expect(screen.getByRole('rowheader', { name: /other.raw/ })).toHaveTextContent('Added by hand');
});
