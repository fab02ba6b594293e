/** What a list says when nothing is in it: only a filter that the person set leaves nothing to see. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FileRangeFilter } from '../../../src-shared/bridge/file-calls.ts';
import {
  accountStatus,
  fileRow,
  selectionSummary,
  statusView,
} from '../../test-support/builders.ts';
import { type Answers, fakeBridge } from '../../test-support/fake-bridge.ts';
import { click, expectRole, expectText, press, search } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { pathToFilesIn, pathToFolderFiles } from '../../paths.ts';
import { AllFilesScreen } from './files-screen.tsx';

/** A list of one file, which is in the running group; other groups and states are empty. */
function listOf(address: string, answers: Answers = {}) {
  const bridge = fakeBridge({
    'files.labels': () => [],
    'files.range': (input) => {
      const { filter } = input as { filter: FileRangeFilter };
      const isIn = filter.group === undefined && filter.states === undefined && !filter.text;
      const rows = isIn ? [fileRow({ state: 'uploading' })] : [];
      return { total: rows.length, first: 0, rows };
    },
    ...answers,
  });
  return { bridge, ...visit(bridge, { path: '/files', address }, AllFilesScreen) };
}

test('a list that another page led to shows all files once none is as it was, and says so', async () => {
  const { router } = listOf(pathToFilesIn('ready', null));
  await expectRole('row', /run_07/);
  await expectText('No file is “Ready” any more. Here are all files.');
  expect(screen.queryByText('No file fits')).toBeNull();
  expect(router.state.location.search).toBe('');
  await press('Waiting', within(screen.getByRole('group', { name: 'Show' })));
  await expectText('No file fits');
  expect(screen.queryByText(/any more/)).toBeNull();
});

test('a filter that the person set stays, and one press clears it', async () => {
  const { router } = listOf(pathToFilesIn('uploading', null), {
    'files.range': (input) => {
      const { text } = (input as { filter: FileRangeFilter }).filter;
      return { total: text === undefined ? 1 : 0, first: 0, rows: [fileRow()] };
    },
  });
  await expectRole('row', /run_07/);
  await search('nothing');
  await expectText('No file fits');
  expect(router.state.location.search).toContain('text=nothing');
  const empty = screen.getByText('No file fits').parentElement;
  await press('Clear filters', within(empty ?? document.body));
  await expectRole('row', /run_07/);
  expect(router.state.location.search).toBe('');
});

test('who approves all that a list shows sees those files on their way', async () => {
  let isApproved = false;
  const waiting = fileRow();
  const offer = { files: 1, bytes: 3, credits: 1 };
  const { bridge, router } = listOf('/files?group=waiting&type=primary', {
    'files.range': (input) => {
      const { group } = (input as { filter: FileRangeFilter }).filter;
      const isIn = group === undefined || !isApproved;
      return { total: isIn ? 1 : 0, first: 0, rows: isIn ? [waiting] : [] };
    },
    'files.selected': () => selectionSummary({ files: 1, upload: offer }),
    'files.offer': () => offer,
    'files.approved': () => ({ files: isApproved ? 1 : 0, short: 0 }),
    'credits.balance': () => ({ credits: 10, reserve: null }),
    'files.agree': () => {
      isApproved = true;
      return offer;
    },
  });
  await click('checkbox', 'Choose run_07.raw');
  const bar = screen.getByRole('group', { name: 'Selected files' });
  const approve = { name: 'Notarize 1 file (1 credit)' };
  await waitFor(() => expect(within(bar).getByRole('button', approve)).toBeEnabled());
  await press(approve.name, within(bar));
  await waitFor(() => expect(router.state.location.search).toBe('?type=primary'));
  await waitFor(() => expect(screen.getByRole('row', { name: /run_07/ })).toBeVisible());
  act(() =>
    bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null }),
  );
  await waitFor(() => expect(screen.getByText('1 file will be notarized.')).toHaveFocus());
  await expectRole('button', 'Undo');
});

test('what awaits approval in a list is approved there, and nothing has to be chosen first', async () => {
  const offer = { files: 59, bytes: 3, credits: 59, latestAtMs: 5 };
  const counts = [{ state: 'ready', hold: null, isApproved: false, files: 59, bytes: 3 }] as const;
  const { bridge, router, store } = listOf('/files?group=waiting&type=primary', {
    'files.range': () => ({ total: 1, first: 0, rows: [fileRow()] }),
    'files.offer': () => offer,
    'credits.balance': () => ({ credits: 440, reserve: null }),
    'files.agree': () => offer,
  });
  await expectRole('row', /run_07/);
  expect(screen.queryByRole('button', { name: /^Notarize \d/ })).toBeNull();
  act(() => store.setState({ status: statusView({ account: accountStatus({ counts }) }) }));
  await expectText(/^59 new\. They cost at most 59 credits together; 381 left afterwards/);
  await press('Notarize 59 files (59 credits)');
  const filter = { group: 'waiting', fileType: 'primary', states: ['ready'] };
  const approval = { which: { filter, exceptIds: [] }, credits: 59, upToMs: 5 };
  await waitFor(() => expect(bridge.inputs('files.agree')).toEqual([approval]));
  await waitFor(() => expect(router.state.location.search).toBe('?type=primary'));
});

test('a folder whose files are still to be found is not said to have none that fits', async () => {
  listOf(pathToFolderFiles('p1', '3').replace('/projects/p1', ''), {
    'files.range': () => ({ total: 0, first: 0, rows: [] }),
  });
  await expectText('No files in this folder yet', 'Its files appear here as they are found.');
  expect(screen.queryByText('No file fits')).toBeNull();
});
