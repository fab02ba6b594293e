import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { BridgeContext } from '../../bridge/bridge-context.ts';
import { makeCoreStore } from '../../bridge/core-store.ts';
import {
  accountStatus,
  folderView,
  snapshotMessage,
  statusView,
} from '../../test-support/builders.ts';
import { toldBridge, type ToldBridge } from '../../test-support/told-bridge.ts';
import { FoldersScreen } from './folders-screen.tsx';
import { WatchFolderScreen } from './watch-folder-screen.tsx';

const PREVIEW = {
  path: '/data/ms2',
  taken: { files: 2, bytes: 2_000, credits: 2 },
  leftOut: { files: 1, bytes: 10 },
  lateSight: null,
  examples: [
    { path: 'a.raw', sizeBytes: 1_000, credits: 1, reason: null },
    { path: '~$a.raw', sizeBytes: 10, credits: 0, reason: { kind: 'ignored', rule: '~$*' } },
  ],
};
const TREE = {
  path: null,
  parent: null,
  folders: [{ path: '/data', name: 'data', kind: 'drive' }],
  isShortened: false,
};

function visit(address: string, bridge: ToldBridge) {
  const { store } = makeCoreStore(bridge);
  const router = createMemoryRouter(
    [
      { path: '/watch', element: <WatchFolderScreen /> },
      { path: '/projects/:projectId/folders', element: <FoldersScreen /> },
      { path: '/audits/:runId', element: null },
    ],
    { initialEntries: [address] },
  );
  bridge.tell({ kind: 'link-changed', link: 'open' });
  bridge.tell(snapshotMessage(0, statusView({ account: accountStatus() })));
  render(
    <BridgeContext value={{ bridge, store }}>
      <RouterProvider router={router} />
    </BridgeContext>,
  );
  return router;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const paste = async (label: string, text: string) => {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
};
const asked = (bridge: ToldBridge, wanted: string) =>
  bridge.asked.filter(({ name }) => name === wanted).map(({ input }) => input);

test('the dry run shows what would go, what stays and why, before anything is laid down', async () => {
  const bridge = toldBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => PREVIEW,
    'credits.balance': () => ({ credits: 10 }),
  });
  visit('/watch', bridge);
  await userEvent.click(await screen.findByRole('button', { name: 'data' }));
  await userEvent.click(screen.getByRole('radio', { name: /Notarize them too/ }));
  expect(screen.getByLabelText('Path of the folder')).toHaveValue('/data');
  const outcome = await screen.findByRole('region', { name: 'What would happen' });
  await screen.findByText('Left out by ~$*');
  expect(outcome).toHaveTextContent('2 files · 2.0 kB');
  expect(outcome).toHaveTextContent('10 credits, 8 left afterwards');
  expect(asked(bridge, 'folders.add')).toEqual([]);
});

test('only new files are wanted unless a person says otherwise, and the dry run agrees', async () => {
  const bridge = toldBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => PREVIEW,
    'folders.add': () => folderView(),
    'folders.list': () => [folderView()],
  });
  visit('/watch?project=p1', bridge);
  await paste('Path of the folder', '/data/ms2');
  await paste('Labels', 'MS2');
  const outcome = await screen.findByRole('region', { name: 'What would happen' });
  await screen.findByText('Nothing now, and every file that comes from now on');
  expect(outcome).not.toHaveTextContent('credits');
  await userEvent.click(screen.getByRole('radio', { name: /Notarize them too/ }));
  await screen.findByText('2 files · 2.0 kB');
  expect(asked(bridge, 'folders.preview')).toMatchObject([{ onlyNew: true }, { onlyNew: false }]);
  await userEvent.click(screen.getByRole('radio', { name: /Leave them out/ }));
  await press('Watch a folder');
  expect(asked(bridge, 'folders.add')).toMatchObject([{ path: '/data/ms2', onlyNew: true }]);
});

test('before and after a folder is watched a person reads where changes may be seen late', async () => {
  const bridge = toldBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => ({ ...PREVIEW, lateSight: { kind: 'too-many-folders', most: 8_192 } }),
    'folders.list': () => [folderView({ lateSight: { kind: 'network-drive' } })],
  });
  visit('/watch?project=p1', bridge);
  await paste('Path of the folder', '/data/ms2');
  expect(await screen.findByText(/watch at a time \(8,192\)/)).toBeVisible();
  cleanup();
  visit('/projects/p1/folders', bridge);
  expect(await screen.findByText(/within 10 minutes: it is on a network drive/)).toBeVisible();
});

test('earlier files of a folder are taken only after a question that says what they cost', async () => {
  const bridge = toldBridge({
    'folders.list': () => [folderView({ onlyNew: true, budgetCredits: 5 })],
    'folders.preview': () => PREVIEW,
    'folders.takeEarlier': () => folderView(),
  });
  visit('/projects/p1/folders', bridge);
  await userEvent.click(await screen.findByRole('button', { name: /Take earlier files/ }));
  const question = await screen.findByRole('alertdialog');
  expect(await within(question).findByText('2 credits')).toBeVisible();
  expect(question).toHaveTextContent('up to 5 credits without asking');
  expect(asked(bridge, 'folders.takeEarlier')).toEqual([]);
  await press('Take them');
  expect(asked(bridge, 'folders.takeEarlier')).toEqual([{ id: '1' }]);
});

test('nothing is sent while something is missing; the only project need not be chosen', async () => {
  const bridge = toldBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => PREVIEW,
    'folders.add': () => folderView(),
    'folders.list': () => [folderView()],
  });
  const router = visit('/watch', bridge);
  await press('Watch a folder');
  expect(screen.getByText('Choose a folder, or paste its whole path.')).toBeVisible();
  expect(screen.getByLabelText('Labels')).toHaveAccessibleDescription(/at least one label/);
  await paste('Path of the folder', '/data/ms2');
  await paste('Labels', 'MS2');
  expect(asked(bridge, 'folders.add')).toEqual([]);
  await press('Watch a folder');
  expect(asked(bridge, 'folders.add')).toMatchObject([
    {
      path: '/data/ms2',
      rules: { budgetCredits: null, assignment: { projectId: 'p1', labels: 'MS2' } },
    },
  ]);
  await screen.findByRole('region', { name: '/data/ms2' });
  expect(router.state.location.pathname).toBe('/projects/p1/folders');
});

test('a folder that cannot be watched says why, and nothing typed is lost', async () => {
  const bridge = toldBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => PREVIEW,
    'folders.add': () => fail({ kind: 'inside-watched', path: '/data/ms2', other: '/data' }),
  });
  visit('/watch?project=p1', bridge);
  await paste('Path of the folder', '/data/ms2');
  await paste('Labels', 'MS2');
  await press('Watch a folder');
  expect(await screen.findByText(/\/data\b.*watched/)).toBeVisible();
  expect(screen.getByLabelText('Labels')).toHaveValue('MS2');
});

test('a folder at rest says so, and is let go only after a question', async () => {
  const bridge = toldBridge({
    'folders.list': () => [folderView({ trouble: 'absent' })],
    'folders.remove': () => null,
  });
  visit('/projects/p1/folders', bridge);
  expect(await screen.findByText('This folder is not there any more.')).toBeVisible();
  await press('Stop watching');
  expect(asked(bridge, 'folders.remove')).toEqual([]);
  await press('Stop watching');
  expect(asked(bridge, 'folders.remove')).toEqual([{ id: '1' }]);
});

test('a watched folder is audited from where it stands', async () => {
  const bridge = toldBridge({
    'folders.list': () => [folderView()],
    'audit.start': () => ({ id: '4' }),
  });
  const router = visit('/projects/p1/folders', bridge);
  await userEvent.click(await screen.findByRole('button', { name: 'Audit now' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/audits/4'));
  expect(asked(bridge, 'audit.start')).toEqual([{ target: { folderId: '1' } }]);
});
