/** Rows hold still while somebody is at them, whatever happens to the files. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { fileRow, selectionSummary } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { click, expectRole, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { AllFilesScreen } from './files-screen.tsx';

const file = (id: number, over: Partial<FileListRow> = {}) =>
  fileRow({ id: String(id), name: `run_${id}.raw`, ...over });

/** The newest first, as the core has them; `become` says what it has from now on. */
async function openList() {
  let rows: readonly FileListRow[] = [file(3), file(2), file(1)];
  const bridge = fakeBridge({
    'files.labels': () => [],
    'folders.list': () => [],
    'files.range': (input) => {
      const { first, count } = input as { first: number; count: number };
      const latestId = String(Math.max(...rows.map(({ id }) => Number(id))));
      return { total: rows.length, first, latestId, rows: rows.slice(first, first + count) };
    },
    'files.batch': (input) => {
      const { fileIds } = input as { fileIds: readonly string[] };
      const those = rows.filter(({ id }) => fileIds.includes(id));
      return { total: those.length, done: 0, needAttention: 0, rows: those };
    },
    'files.selected': () => selectionSummary({ files: 1 }),
  });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  await expectRole('row', /run_1/);
  const event = { kind: 'files-changed', projectIds: [], fileIds: [] } as const;
  return {
    bridge,
    become: (next: readonly FileListRow[]) => {
      rows = next;
      act(() => bridge.tell({ ...event } as never));
    },
  };
}

const all = (upToId: string) => ({ selection: { filter: {}, exceptIds: [], upToId } });

const grid = () => screen.getByRole('grid');
const names = () =>
  within(grid())
    .getAllByRole('rowheader')
    .map(({ textContent }) => /run_\d/.exec(textContent)?.[0]);
const ticked = () =>
  within(grid())
    .getAllByRole('row', { selected: true })
    .map(({ textContent }) => /run_\d/.exec(textContent)?.[0]);

test('files that arrive while somebody ticks wait behind a button; ticks and the focus belong to their files', async () => {
  const { become } = await openList();
  await click('checkbox', 'Choose run_2.raw');
  become([file(5), file(1, { state: 'notarized' }), file(4), file(3), file(2)]);
  await expectRole('button', '2 new files');
  expect(names()).toEqual(['run_3', 'run_2', 'run_1']);
  expect(ticked()).toEqual(['run_2']);
  expect(within(grid()).getByRole('row', { name: /run_1/ })).toHaveTextContent('Notarized');
  await click('checkbox', 'Choose run_3.raw');
  expect(ticked()).toEqual(['run_3', 'run_2']);
  await press('2 new files');
  await waitFor(() => expect(names()).toEqual(['run_5', 'run_1', 'run_4', 'run_3', 'run_2']));
  expect(ticked()).toEqual(['run_3', 'run_2']);
  await waitFor(() => expect(within(grid()).getAllByRole('row')[1]).toHaveFocus());
  expect(screen.queryByRole('button', { name: /new file/ })).toBeNull();
});

test('nobody at the rows: what comes is shown at once; once somebody was, it comes when they have gone', async () => {
  const { become } = await openList();
  become([file(4), file(3), file(2), file(1)]);
  await waitFor(() => expect(names()).toEqual(['run_4', 'run_3', 'run_2', 'run_1']));
  await userEvent.hover(within(grid()).getByRole('row', { name: /run_3/ }));
  become([file(5), file(4), file(3), file(2), file(1)]);
  await expectRole('button', '1 new file');
  expect(names()).toEqual(['run_4', 'run_3', 'run_2', 'run_1']);
  await userEvent.unhover(grid());
  await waitFor(() => expect(names()[0]).toBe('run_5'));
});

test('beside the details of an open file its list holds still, wherever the pointer is', async () => {
  const { become } = await openList();
  await click('row', /run_2/);
  const details = await screen.findByRole('complementary', { name: 'Details' });
  await userEvent.click(within(details).getByRole('heading', { name: /run_2/ }));
  become([file(4), file(2, { state: 'notarized' }), file(3), file(1)]);
  await expectRole('button', '1 new file');
  expect(names()).toEqual(['run_3', 'run_2', 'run_1']);
});

test('all that are ticked are those that the list shows, until the new ones are shown too', async () => {
  const { become, bridge } = await openList();
  const chosen = () => bridge.inputs('files.selected').at(-1);
  await click('checkbox', 'Choose all');
  const bar = await screen.findByRole('group', { name: 'Selected files' });
  expect(bar).toHaveTextContent('3 chosen');
  await waitFor(() => expect(chosen()).toEqual(all('3')));
  become([file(4), file(3), file(2), file(1)]);
  await expectRole('button', '1 new file');
  expect(bar).toHaveTextContent('3 chosen');
  expect(chosen()).toEqual(all('3'));
  await press('1 new file');
  await waitFor(() => expect(bar).toHaveTextContent('4 chosen'));
  await waitFor(() => expect(chosen()).toEqual(all('4')));
});
