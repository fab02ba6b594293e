import { visit } from '../../test-support/visit.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { accountStatus, folderView } from '../../test-support/builders.ts';
import { click, expectRole, expectText, fill, press } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { FoldersScreen } from './folders-screen.tsx';
import { WatchFolderScreen } from './watch-folder-screen.tsx';

const PREVIEW = {
  path: '/data/ms2',
  taken: { files: 2, bytes: 2_000, credits: 2 },
  leftOut: { files: 1, bytes: 10 },
  checked: { files: 2, bytes: 2_000 },
  watchLimit: null,
  listing: 'two files',
  reasons: [{ reason: { kind: 'ignored', rule: '~$*' }, entries: 1 }],
  list: null,
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
    'folders.list': () => [folderView()],
    ...answers,
  });
  const place = { path: '/watch', address, status: { account: accountStatus() }, others };
  return { bridge, ...visit(bridge, place, WatchFolderScreen) };
}

async function describeFolder(): Promise<void> {
  await fill('Path of the folder', '/data/ms2');
  await fill('Labels', 'MS2');
  await click('radio', /^Always/);
}

test('the dry run shows what would go, what stays and why, before a folder is watched', async () => {
  const { bridge } = open('/watch', { 'credits.balance': () => ({ credits: 10 }) });
  await press('data');
  await click('radio', /Notarize them too/);
  expect(screen.getByLabelText('Path of the folder')).toHaveValue('/data');
  await expectText('Left out by ~$*');
  const outcome = screen.getByRole('region', { name: 'What would happen' });
  expect(outcome).toHaveTextContent('2 files · 2.0 kB');
  expect(outcome).toHaveTextContent('10 credits, 8 left afterwards');
  expect(bridge.inputs('folders.add')).toEqual([]);
});

test('only new files are wanted unless a person says otherwise, and the dry run agrees', async () => {
  const { bridge } = open('/watch?project=p1');
  await describeFolder();
  await expectText('Nothing now, and every file that comes from now on');
  expect(screen.getByRole('region', { name: 'What would happen' })).not.toHaveTextContent(
    'credits',
  );
  await click('radio', /Notarize them too/);
  await expectText('2 files · 2.0 kB');
  expect(bridge.inputs('folders.preview')).toMatchObject([{ onlyNew: true }, { onlyNew: false }]);
  await click('radio', /Leave them out/);
  await press('Watch a folder');
  expect(bridge.inputs('folders.add')).toMatchObject([{ path: '/data/ms2', onlyNew: true }]);
});

test('the form says what each duplicate check uploads and costs, and the dry run how much it uploads', async () => {
  const { bridge } = open('/watch?project=p1');
  await expectText(
    'Files are compared with the records on this computer first. The duplicate check uploads each new file to the service (free). Nothing is recorded or charged before you approve. Two computers of your account that send the same file at the same moment can both be charged.',
  );
  await describeFolder();
  await click('radio', /Notarize them too/);
  const outcome = await screen.findByRole('region', { name: 'What would happen' });
  await waitFor(() => {
    expect(outcome).toHaveTextContent('Uploads at most 2 files · 2.0 kB (free)');
  });
  const choices = screen.getByRole('radiogroup', { name: 'Duplicate check' });
  expect(choices).toHaveTextContent('Always Uploads each new file to check for duplicates (free).');
  expect(choices).toHaveTextContent('Files that others uploaded may be charged again.');
  await click('radio', /^Up to a size/);
  await fill('Up to how many MB', '7');
  await waitFor(() => {
    expect(bridge.inputs('folders.preview').at(-1)).toMatchObject({
      checkPolicy: { upToBytes: 7_000_000 },
    });
  });
});

test('a folder shows its duplicate check, and that nobody chose it', async () => {
  open('/projects/p1/folders', { 'folders.list': () => [folderView({ isCheckChosen: false })] });
  await expectText('Always (default): Uploads each new file to check for duplicates (free).');
});

test('before and after a folder is watched a person reads where changes may be seen late', async () => {
  const watchLimit = { kind: 'too-many-folders', most: 8_192, seconds: 60 };
  open('/watch?project=p1', { 'folders.preview': () => ({ ...PREVIEW, watchLimit }) });
  await fill('Path of the folder', '/data/ms2');
  await expectText(/watch at a time \(8,192\)/);
  cleanup();
  open('/projects/p1/folders', {
    'folders.list': () => [folderView({ watchLimit: { kind: 'network-drive' } })],
  });
  await expectText(/within 10 minutes: it is on a network drive/);
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
  await press('Watch a folder');
  await expectText('Enter a whole number from 5 to 600.');
  expect(bridge.inputs('folders.add')).toEqual([]);
  await fill('Seconds between checks', '20');
  await press('Watch a folder');
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
  const { bridge, router } = open('/watch');
  await press('Watch a folder');
  await expectText('Choose a folder, or paste its whole path.');
  expect(screen.getByLabelText('Labels')).toHaveAccessibleDescription(/at least one label/);
  await describeFolder();
  expect(bridge.inputs('folders.add')).toEqual([]);
  await press('Watch a folder');
  expect(bridge.inputs('folders.add')).toMatchObject([
    {
      path: '/data/ms2',
      rules: { budgetCredits: null, assignment: { projectId: 'p1', labels: 'MS2' } },
    },
  ]);
  await screen.findByRole('region', { name: '/data/ms2' });
  expect(router.state.location.pathname).toBe('/projects/p1/folders');
});

test('what is shown is approved with the folder, and may be left for later', async () => {
  const { bridge } = open('/watch?project=p1');
  await describeFolder();
  await click('radio', /Notarize them too/);
  await press('Watch and notarize 2 files (2 credits)');
  const agreed = { listing: 'two files', credits: 2 };
  expect(bridge.inputs('folders.add')).toMatchObject([{ onlyNew: false, agreed }]);
  cleanup();
  const later = open('/watch?project=p1');
  await describeFolder();
  await click('radio', /Notarize them too/);
  await press('Watch, approve later');
  const [added] = later.bridge.inputs('folders.add');
  expect(added).toMatchObject({ onlyNew: false });
  expect(added).not.toHaveProperty('agreed');
});

test('a folder with a budget of its own is not approved a second time', async () => {
  open('/watch?project=p1');
  await describeFolder();
  await click('radio', /Notarize them too/);
  await expectRole('button', 'Watch and notarize 2 files (2 credits)');
  await click('radio', /Up to a budget/);
  await expectRole('button', 'Watch a folder');
  expect(screen.queryByRole('button', { name: /^Watch and notarize/ })).toBeNull();
});

test('a folder that is watched already is refused at its path, without a price', async () => {
  const path = '/data/ms2';
  const { bridge } = open('/watch?project=p1', {
    'folders.preview': () => fail({ kind: 'already-watched', path, folderId: 3 }),
  });
  await describeFolder();
  const field = screen.getByLabelText('Path of the folder');
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(/is watched already/);
  });
  expect(field).toBeInvalid();
  expect(screen.queryByRole('region', { name: 'What would happen' })).toBeNull();
  await press('Watch a folder');
  expect(bridge.inputs('folders.add')).toEqual([]);
  await waitFor(() => expect(field).toHaveFocus());
});

test('nobody has agreed to the duplicate check before they were asked, and all errors are shown at once', async () => {
  const { bridge } = open('/watch?project=p1');
  await screen.findByLabelText('Path of the folder');
  for (const choice of screen.getAllByRole('radio', { name: /^(Always|Up to a size|Never)/ })) {
    expect(choice).not.toBeChecked();
  }
  await press('Watch a folder');
  const summary = screen.getByRole('region', { name: 'Check 3 fields' });
  await waitFor(() => expect(summary).toHaveFocus());
  const links = within(summary).getAllByRole('button');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Path of the folder: Choose a folder, or paste its whole path.',
    'Labels: Add at least one label.',
    'Duplicate check: Choose whether new files may be uploaded for the duplicate check.',
  ]);
  await press(/^Duplicate check: /, within(summary));
  expect(screen.getByRole('radio', { name: /^Always/ })).toHaveFocus();
  const choices = screen.getByRole('radiogroup', { name: 'Duplicate check' });
  expect(choices).toHaveAttribute('aria-invalid', 'true');
  expect(choices).toHaveAccessibleDescription(/Choose whether new files may be uploaded/);
  expect(bridge.inputs('folders.add')).toEqual([]);
});

test('a folder that cannot be watched says why, and nothing typed is lost', async () => {
  open('/watch?project=p1', {
    'folders.add': () => fail({ kind: 'inside-watched', path: '/data/ms2', other: '/data' }),
  });
  await describeFolder();
  await press('Watch a folder');
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
