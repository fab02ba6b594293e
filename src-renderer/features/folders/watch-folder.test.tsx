import { visit } from '../../test-support/visit.tsx';
import userEvent from '@testing-library/user-event';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { accountStatus, folderView } from '../../test-support/builders.ts';
import { click, expectRole, expectText, fill, press } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { pathToFolderFiles } from '../../paths.ts';
import { FoldersScreen } from './folders-screen.tsx';
import { WatchFolderScreen } from './watch-folder-screen.tsx';

const PREVIEW = {
  path: '/data/ms2',
  taken: { files: 2, bytes: 2_000, credits: 2 },
  leftOut: { files: 1, bytes: 10 },
  checked: { files: 2, bytes: 2_000 },
  watchLimit: null,
  listing: 'two files',
  reasons: [{ reason: { kind: 'ignored', rule: 'built-in: ~$*' }, entries: 1 }],
  list: null,
  examples: [
    { path: 'a.raw', sizeBytes: 1_000, credits: 1, reason: null },
    {
      path: '~$a.raw',
      sizeBytes: 10,
      credits: 0,
      reason: { kind: 'ignored', rule: 'built-in: ~$*' },
    },
  ],
};
const TREE = {
  path: null,
  parent: null,
  folders: [{ path: '/data', name: 'data', kind: 'drive' }],
  isShortened: false,
};

const others = [
  { path: '/projects/:projectId/folders', element: <FoldersScreen /> },
  { path: '/audits/:runId', element: null },
];

/** The usual answers of the core, unless a test says otherwise. */
function open(address: string, answers: Answers = {}) {
  const bridge = fakeBridge({
    'folders.tree': () => TREE,
    'folders.preview': () => PREVIEW,
    'folders.add': () => folderView(),
    'folders.list': () => [],
    ...answers,
  });
  const place = { path: '/watch', address, status: { account: accountStatus() }, others };
  return { bridge, ...visit(bridge, place, WatchFolderScreen) };
}

async function describeFolder(): Promise<void> {
  await fill('Path of the folder', '/data/ms2');
  await fill('Labels', 'MS2');
}

const ONLY_NEW = /Leave them out/;

test('what has to be filled in says so beside its label, and to a screen reader', async () => {
  open('/watch');
  const path = await screen.findByLabelText('Path of the folder');
  expect(path).toBeRequired();
  await fill('Path of the folder', '/data/ms2');
  expect(await screen.findByLabelText('Labels')).toBeRequired();
  expect(screen.getAllByText('required').length).toBe(3);
  expect(screen.getByRole('button', { name: /Project/ })).toHaveAccessibleDescription('required');
});

test('each step opens when the one before is answered, and the price is on the button of the last', async () => {
  open('/watch?project=p1');
  expect(await screen.findByRole('heading', { name: '1. Folder' })).toBeVisible();
  expect(screen.queryByLabelText('Labels')).toBeNull();
  await fill('Path of the folder', '/data/ms2');
  await expectRole('heading', '2. What and where');
  await expectText('Each file is uploaded, and the service keeps a copy.');
  expect(screen.getByRole('radio', { name: /^Private/ })).toBeChecked();
  expect(screen.queryByRole('region', { name: 'What would happen' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull();
  await fill('Labels', 'MS2');
  await expectRole('heading', '3. Price');
  await expectRole('button', 'Watch and notarize 2 files (2 credits)');
});

test('a price beyond the balance says what is there', async () => {
  open('/watch?project=p1', { 'credits.balance': () => ({ credits: 1, reserve: null }) });
  await describeFolder();
  await expectRole('button', 'Watch and notarize 2 files (2 credits, of which you have 1)');
});

test('a price that is much, or that the reserve keeps from being paid, is asked about before anything is sent', async () => {
  const taken = { files: 3_000, bytes: 3_000, credits: 3_000 };
  const { bridge } = open('/watch?project=p1', {
    'folders.preview': () => ({ ...PREVIEW, taken }),
    'credits.balance': () => ({ credits: 3_500, reserve: 3_500 }),
  });
  await describeFolder();
  await press('Watch and notarize 3,000 files (3,000 credits)');
  await expectText(/^They would use your reserve, so they wait/);
  expect(bridge.inputs('folders.add')).toEqual([]);
  await press('Notarize 3,000 files (3,000 credits)');
  const agreed = { listing: 'two files', credits: 3_000 };
  expect(bridge.inputs('folders.add')).toMatchObject([{ agreed }]);
});

test('what was chosen for the folder before is meant again: two presses and one field to an approval', async () => {
  const user = userEvent.setup();
  const before = folderView({ addedAtMs: 2 });
  const { assignment } = before;
  const latest = folderView({
    id: '2',
    addedAtMs: 3,
    onlyNew: true,
    assignment: { ...assignment, visibility: 'public', labels: 'EEG', checkPolicy: 'first' },
  });
  const { bridge } = open('/watch', { 'folders.list': () => [latest, before] });
  await fill('Path of the folder', '/data/new');
  expect(await screen.findByLabelText('Labels')).toHaveValue('EEG');
  expect(screen.getByRole('radio', { name: ONLY_NEW })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /Notarize them too/ }));
  await press('Watch and notarize 2 files (2 credits)');
  // What sends files before they are approved is chosen for each folder.
  const same = { projectId: 'p1', visibility: 'public', labels: 'EEG' };
  const rules = { assignment: { ...same, checkPolicy: 'approved' } };
  expect(bridge.inputs('folders.add')).toMatchObject([{ onlyNew: false, rules }]);
});

test('the dry run shows what would go, what stays and why, before a folder is watched', async () => {
  const { bridge } = open('/watch', { 'credits.balance': () => ({ credits: 10, reserve: null }) });
  await press('data');
  expect(screen.getByLabelText('Path of the folder')).toHaveValue('/data');
  await fill('Labels', 'MS2');
  await expectText('Temporary or system file, skipped (~$*)');
  const outcome = screen.getByRole('region', { name: 'What would happen' });
  expect(outcome).toHaveTextContent('2 files · 2.0 kB');
  expect(outcome).toHaveTextContent('10 credits, 8 left afterwards');
  expect(bridge.inputs('folders.add')).toEqual([]);
});

test('files that are there already are taken unless a person says otherwise, and the dry run agrees', async () => {
  const { bridge } = open('/watch?project=p1');
  await describeFolder();
  await expectText('2 files · 2.0 kB');
  await click('radio', ONLY_NEW);
  await expectText('Nothing now, and every file that comes from now on');
  expect(bridge.inputs('folders.preview')).toMatchObject([{ onlyNew: false }, { onlyNew: true }]);
  await press('Watch a folder');
  expect(bridge.inputs('folders.add')).toMatchObject([{ path: '/data/ms2', onlyNew: true }]);
});

test('nothing is sent before the approval unless that is chosen under More, and the dry run says then how much', async () => {
  const { bridge } = open('/watch?project=p1', {
    'folders.preview': (input) => {
      const isFirst = JSON.stringify(input).includes('"checkPolicy":"first"');
      return { ...PREVIEW, checked: isFirst ? PREVIEW.checked : { files: 0, bytes: 0 } };
    },
  });
  await describeFolder();
  const outcome = await screen.findByRole('region', { name: 'What would happen' });
  expect(outcome).not.toHaveTextContent('before the price');
  const choices = screen.getByRole('radiogroup', { name: 'Duplicate check' });
  expect(within(choices).getByRole('radio', { name: /^After the approval/ })).toBeChecked();
  expect(choices).toHaveTextContent('Never What others uploaded may be charged again.');
  await click('radio', /^Before the price/);
  await waitFor(() => {
    expect(outcome).toHaveTextContent('Sends at most 2 files · 2.0 kB before the price (free)');
  });
  expect(bridge.inputs('folders.preview').at(-1)).toMatchObject({ checkPolicy: 'first' });
  await press('Watch and notarize 2 files (2 credits)');
  const rules = { assignment: { checkPolicy: 'first' } };
  expect(bridge.inputs('folders.add')).toMatchObject([{ rules }]);
});

test('a folder shows its duplicate check', async () => {
  open('/projects/p1/folders', { 'folders.list': () => [folderView()] });
  await expectText('Duplicate check', 'After the approval');
});

test('before and after a folder is watched a person reads where changes may be seen late', async () => {
  const watchLimit = { kind: 'too-many-folders', most: 8_192, seconds: 60 };
  open('/watch?project=p1', { 'folders.preview': () => ({ ...PREVIEW, watchLimit }) });
  await describeFolder();
  await expectText(/watch at a time \(8,192\)/);
  cleanup();
  const polled = { kind: 'polled', seconds: 30, isNetworkDrive: true } as const;
  open('/projects/p1/folders', { 'folders.list': () => [folderView({ watchLimit: polled })] });
  await expectText('Checked every 30 seconds: it is on a network drive');
  cleanup();
  const limited = { kind: 'limited', seconds: 60 } as const;
  open('/projects/p1/folders', { 'folders.list': () => [folderView({ watchLimit: limited })] });
  await expectText(/watch no more folders: some in it are checked every 60 seconds/);
});

test('how changes are detected is chosen with the folder; an interval out of bounds is refused', async () => {
  const { bridge } = open('/watch?project=p1');
  await describeFolder();
  await click('radio', /By regular checks/);
  // The preview rests a moment before it asks, so it is awaited while nothing leads away from here.
  await expect
    .poll(() => bridge.inputs('folders.preview').at(-1))
    .toMatchObject({ watching: { mode: 'poll' } });
  await fill('Seconds between checks', '1');
  await press('Continue');
  await expectText('Enter a whole number from 5 to 600.');
  expect(bridge.inputs('folders.add')).toEqual([]);
  await fill('Seconds between checks', '20');
  await press('Watch and notarize 2 files (2 credits)');
  const watching = { mode: 'poll', pollSeconds: 20 };
  expect(bridge.inputs('folders.add')).toMatchObject([{ rules: { watching } }]);
});

test('earlier files of a folder are taken only after a question that says what they cost', async () => {
  const { bridge } = open('/projects/p1/folders', {
    'folders.list': () => [folderView({ onlyNew: true, budgetCredits: 5 })],
    'folders.takeEarlier': () => folderView(),
  });
  await press(/Take earlier files/);
  const question = await screen.findByRole('alertdialog');
  expect(await within(question).findByText('2 credits')).toBeVisible();
  expect(question).toHaveTextContent('up to 5 credits without asking');
  expect(bridge.inputs('folders.takeEarlier')).toEqual([]);
  await press('Take them');
  expect(bridge.inputs('folders.takeEarlier')).toEqual([{ folder: '1' }]);
});

test('nothing is sent while something is missing; the only project need not be chosen', async () => {
  let list: readonly ReturnType<typeof folderView>[] = [];
  const { bridge, router } = open('/watch', {
    'folders.list': () => list,
    'folders.add': () => (list = [folderView()])[0],
  });
  await press('Continue');
  await expectText('Choose a folder, or paste its whole path.');
  await fill('Path of the folder', '/data/ms2');
  expect(await screen.findByLabelText('Labels')).toHaveAccessibleDescription(/at least one label/);
  await describeFolder();
  expect(bridge.inputs('folders.add')).toEqual([]);
  await press('Watch and notarize 2 files (2 credits)');
  expect(bridge.inputs('folders.add')).toMatchObject([
    {
      path: '/data/ms2',
      rules: { budgetCredits: null, assignment: { projectId: 'p1', labels: 'MS2' } },
    },
  ]);
  // The batch that was approved is what one sees next.
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(`${pathname}${search}`).toBe(pathToFolderFiles('p1', folderView().id));
  });
});

test('what is shown is approved with the folder, and may be left for later', async () => {
  const { bridge } = open('/watch?project=p1');
  await describeFolder();
  await press('Watch and notarize 2 files (2 credits)');
  const agreed = { listing: 'two files', credits: 2 };
  expect(bridge.inputs('folders.add')).toMatchObject([{ onlyNew: false, agreed }]);
  cleanup();
  const later = open('/watch?project=p1');
  await describeFolder();
  await press('Watch, notarize later');
  const [added] = later.bridge.inputs('folders.add');
  expect(added).toMatchObject({ onlyNew: false });
  expect(added).not.toHaveProperty('agreed');
  await waitFor(() => {
    const { pathname, search } = later.router.state.location;
    expect(`${pathname}${search}`).toBe(pathToFolderFiles('p1', folderView().id));
  });
});

test('a folder with a budget of its own is not approved a second time', async () => {
  open('/watch?project=p1');
  await describeFolder();
  await expectRole('button', 'Watch and notarize 2 files (2 credits)');
  await click('radio', /Up to a budget/);
  await fill('Budget of this folder in credits', '5');
  await expectRole('button', 'Watch a folder');
  expect(screen.queryByRole('button', { name: /^Watch and notarize/ })).toBeNull();
});

test('a folder that is watched already is refused at its path, without a price', async () => {
  const path = '/data/ms2';
  const { bridge } = open('/watch?project=p1', {
    'folders.preview': () => fail({ kind: 'already-watched', path, other: path, folderId: 3 }),
  });
  await fill('Path of the folder', '/data/ms2');
  const field = screen.getByLabelText('Path of the folder');
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(/is watched already/);
  });
  expect(field).toBeInvalid();
  expect(screen.queryByRole('region', { name: 'What would happen' })).toBeNull();
  await press('Continue');
  expect(bridge.inputs('folders.add')).toEqual([]);
  await waitFor(() => expect(field).toHaveFocus());
});

test('a folder that cannot be watched says why, and nothing typed is lost', async () => {
  open('/watch?project=p1', {
    'folders.add': () => fail({ kind: 'inside-watched', path: '/data/ms2', other: '/data' }),
  });
  await describeFolder();
  await press('Watch and notarize 2 files (2 credits)');
  await expectText(/\/data\b.*watched/);
  expect(screen.getByLabelText('Labels')).toHaveValue('MS2');
});

test('a drive that is not there, or another one, says so, and is accepted only after a question', async () => {
  const accepted = folderView({ trouble: null, drives: [] });
  const { bridge } = open('/projects/p1/folders', {
    'folders.list': () => [
      folderView({ id: '1', trouble: 'other-drive' }),
      folderView({ id: '2', path: '/lab', drives: [{ path: 'stick', trouble: 'gone' }] }),
    ],
    'folders.acceptDrives': () => accepted,
  });
  await expectText('This folder is on another drive now.');
  await expectText('The drive of /lab/stick is not connected.');
  await press('Use what is there now…', within(screen.getByRole('region', { name: '/data/ms2' })));
  expect(bridge.inputs('folders.acceptDrives')).toEqual([]);
  await press('Use them');
  expect(bridge.inputs('folders.acceptDrives')).toEqual([{ folder: '1' }]);
});

test('a folder that was moved is pointed to its new place, and a wrong one is refused in the question', async () => {
  const refusal = { kind: 'not-that-folder', path: '/wrong', other: '/data/ms2' } as const;
  const { bridge } = open('/projects/p1/folders', {
    'folders.list': () => [folderView({ trouble: 'absent' })],
    'folders.tree': () => ({ path: null, parent: null, folders: [], isShortened: false }),
    'folders.relocate': (input) =>
      (input as { path: string }).path === '/wrong' ? fail(refusal) : folderView(),
  });
  await expectText(/^Moved or unplugged\? Show where it is now\./);
  await press('It is here now…');
  const question = within(await screen.findByRole('dialog', { name: 'Where is the folder now?' }));
  await fill('Path of the folder', '/wrong', question);
  await press('It is there', question);
  await expectText(/^No known file of \/data\/ms2 lies in \/wrong\./);
  await fill('Path of the folder', '/data/moved', question);
  await press('It is there', question);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(bridge.inputs('folders.relocate')).toEqual([
    { folder: '1', path: '/wrong' },
    { folder: '1', path: '/data/moved' },
  ]);
});

test('a folder that is away says so, is audited from here, and is let go only after a question', async () => {
  const { bridge, router } = open('/projects/p1/folders', {
    'folders.list': () => [folderView({ trouble: 'absent' })],
    'folders.remove': () => folderView(),
    'audit.start': () => ({ id: '4' }),
  });
  await expectText('This folder is not there any more.');
  await press('Stop watching');
  expect(bridge.inputs('folders.remove')).toEqual([]);
  await press('Stop watching');
  expect(bridge.inputs('folders.remove')).toEqual([{ folder: '1' }]);
  await press('Audit now');
  await waitFor(() => expect(router.state.location.pathname).toBe('/audits/4'));
  expect(bridge.inputs('audit.start')).toEqual([{ target: { folderId: '1' } }]);
});

test('what would go is a number; only what is left out is named', async () => {
  open('/watch?project=p1');
  await describeFolder();
  const outcome = within(await screen.findByRole('region', { name: 'What would happen' }));
  const table = within(await outcome.findByRole('table', { name: 'Left out' }));
  expect(table.getAllByRole('row').slice(1)).toHaveLength(1);
  expect(table.getByRole('row', { name: /~\$a\.raw.*Temporary or system file/ })).toBeVisible();
  expect(outcome.getByText('2 files · 2.0 kB')).toBeVisible();
});
