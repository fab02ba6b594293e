import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileRow } from '../../test-support/builders.ts';
import { click, fill, press } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { AllFilesScreen } from './files-screen.tsx';

const choose = async (list: string, option: string) => {
  await press(new RegExp(`${list}$`));
  await click('option', option);
};

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
  await fill('Search by name', 'run');
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

test('states to choose from stand in groups', async () => {
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
  });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  await press(/Show$/);
  const group = await screen.findByRole('group', { name: 'Need attention' });
  expect(within(group).getByRole('option', { name: 'Held or waiting' })).toBeVisible();
  expect(within(group).queryByRole('option', { name: 'Notarized' })).toBeNull();
});
