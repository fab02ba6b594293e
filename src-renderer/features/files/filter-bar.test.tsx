import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileRow } from '../../test-support/builders.ts';
import { click, press } from '../../test-support/person.ts';
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
