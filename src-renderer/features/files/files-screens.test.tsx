import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Purse } from '../../../src-shared/model/money/spend-limits.ts';
import type { VersionDifference } from '../../../src-shared/model/files/version-difference.ts';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { click, fill, press, expectText, upload, expectRole } from '../../test-support/person.ts';
import { accountStatus, fileRow, selectionSummary } from '../../test-support/builders.ts';
import { ALL_ROWS } from '../../ui/grid/grid-selection.ts';
import { change, outboxView, WAITS } from '../../test-support/people.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { fakeBridge, type Answers, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { AddFilesScreen, keepAll } from './add-files-screen.tsx';
import { reasonsOf } from './file-explanation.tsx';
import { reportOf } from './file-buttons.tsx';
import { FileScreen } from './file-screen.tsx';
import { AllFilesScreen } from './files-screen.tsx';
import { SelectionBar } from './selection-bar.tsx';

function open(address: string, bridge: FakeBridge) {
  const others = [{ path: '/projects/:projectId/add', element: <AddFilesScreen /> }];
  const path = '/projects/:projectId/files/:fileId';
  visit(bridge, { path, address, status: { account: accountStatus() }, others }, FileScreen);
}

const showing = (file: FileListRow, answers: Answers = {}) =>
  fakeBridge({ 'files.show': () => file, ...answers });

test('what no evidence can settle says what is known, and one button sends it again for its price', async () => {
  const doubt = {
    sinceMs: 0,
    received: { kind: 'answer', status: 502, content: 'html' },
    lookedAtMs: 0,
    toldFromMs: 0,
    finding: { kind: 'absent', charge: 'none' },
  } as const;
  const file = fileRow({ state: 'confirming', hold: 'undecided', doubt });
  const bridge = showing(file, { 'files.resolve': () => ({ files: 1, fileIds: ['7'] }) });
  open('/projects/p1/files/7', bridge);
  await expectText(
    /answered 502 with a web page.*neither a record nor a charge for 1 file.*paid twice/s,
  );
  await press('Send again (1 credit)');
  expect(bridge.inputs('files.resolve')).toEqual([{ which: { asked: '7' }, credits: 1 }]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('while a lost answer is looked for, row and details say from when on it is known', async () => {
  const doubt = {
    sinceMs: 0,
    received: { kind: 'nothing', why: 'timed-out' },
    lookedAtMs: null,
    toldFromMs: new Date(2026, 10, 30, 15, 41).getTime(),
    finding: { kind: 'looking' },
  } as const;
  const file = fileRow({ state: 'confirming', doubt });
  open('/projects/p1/files/7', showing(file));
  await expectText('Known from 15:41 on');
  cleanup();
  const bridge = fakeBridge({ 'files.range': () => ({ total: 1, first: 0, rows: [file] }) });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  await expectText('Known from 15:41 on');
});

test('the row of a file over a limit says which', async () => {
  const note = writeHoldNote({ why: 'budget', budget: 'month', limit: 1_400, left: 1 });
  const file = fileRow({ state: 'held', hold: 'budget', note });
  const bridge = fakeBridge({ 'files.range': () => ({ total: 1, first: 0, rows: [file] }) });
  visit(bridge, { path: '/files' }, AllFilesScreen);
  await expectText('It goes over your monthly limit of 1,400.');
});

test.each([
  ['at most 3 credits', null],
  ['2 credits', 2],
])(
  'a file says what it costs at most, and what it cost once that is known: %s',
  async (cost, chargedCredits) => {
    const file = fileRow({ state: 'notarized', visibility: 'public', credits: 3, chargedCredits });
    open('/projects/p1/files/7', showing(file));
    const fact = (await screen.findByText('Credits')).nextSibling;
    expect(fact).toHaveTextContent(cost);
  },
);

test('a missing procedure is filled in where it is asked for', async () => {
  const held = fileRow({ state: 'held', hold: 'procedure' });
  const file = { ...held, assignment: { ...held.assignment, fileType: 'secondary' as const } };
  const bridge = showing(file, { 'files.assign': () => 1 });
  open('/projects/p1/files/7', bridge);
  await press('Edit project and labels…');
  const question = screen.getByRole('alertdialog');
  const save = within(question).getByRole('button', { name: 'Edit project and labels…' });
  await userEvent.click(save);
  expect(screen.getByLabelText('How it was made')).toBeInvalid();
  for (const label of ['How it was made', 'Files that describe the procedure']) {
    await fill(label, 'f1');
  }
  await fill('Primary files it comes from', 'f2');
  await userEvent.click(save);
  expect(bridge.inputs('files.pick')).toEqual([]);
  expect(bridge.inputs('files.assign')).toMatchObject([
    {
      selection: { fileIds: [file.id] },
      assignment: { procedureDescription: 'f1', primaryData: 'f2' },
    },
  ]);
});

test('a file that was not written to the chain is looked at again, and sent again only after its price', async () => {
  const file = fileRow({ state: 'record_error', credits: 3, sizeBytes: 3_000_000 });
  const bridge = showing(file, {
    'credits.balance': () => ({ credits: 10, reserve: null }),
    'files.checkRecord': () => file,
    'files.uploadAgain': () => file,
  });
  open('/projects/p1/files/7', bridge);
  await press('Check again');
  await expectText('Checked just now: still not recorded.');
  await press('Send again (3 credits)…');
  const question = await screen.findByRole('alertdialog', { name: 'Notarize 1 file?' });
  expect(question).toHaveTextContent('this one is charged too');
  expect(question).toHaveTextContent('Left afterwards7');
  expect(bridge.inputs('files.uploadAgain')).toEqual([]);
  await press('Notarize 1 file (3 credits)', within(question));
  expect(bridge.inputs('files.uploadAgain')).toEqual([{ asked: '7', credits: 3 }]);
  expect(bridge.inputs('files.checkRecord')).toEqual([{ asked: '7' }]);
});

const PROOF = {
  fileId: 'f1',
  projectId: 'p1',
  visibility: 'private',
  name: 'run_07.raw',
  status: 'Available',
  provenAtMs: Date.UTC(2026, 10, 12, 9, 14),
  sizeBytes: 900,
  blake3: 'aa11',
  sha256: null,
  isSaved: true,
  ownerName: null,
  copies: [],
} as const;

test('a notarized file that changed shows both versions side by side, and is kept as a new one only for its own price', async () => {
  const file = fileRow({ state: 'changed', fileId: 'f1', blake3: 'bb22', sizeBytes: 1_000 });
  const bridge = showing(file, {
    'credits.balance': () => ({ credits: 10, reserve: null }),
    'certificates.show': () => PROOF,
    'files.keepVersion': () => file,
  });
  open('/projects/p1/files/7', bridge);
  const versions = await screen.findByRole('region', { name: 'Compare versions' });
  expect(versions).toHaveTextContent(/Notarized.*900 bytes.*Here now.*1\.0 kB/);
  const named = within(versions)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(named).toEqual(expect.arrayContaining(['aa11', 'bb22']));
  const terms = within(versions)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(terms.slice(-2)).toEqual(['Notarized', 'Here now']); // of the fingerprints
  expect(versions).toHaveTextContent('The service cannot return private files.');
  await press('Notarize as new version (1 credit)…');
  const question = await screen.findByRole('alertdialog');
  expect(bridge.inputs('files.keepVersion')).toEqual([]);
  await press(/1 credit/, within(question));
  expect(bridge.inputs('files.keepVersion')).toEqual([{ asked: '7', blake3: 'bb22', credits: 1 }]);
  expect(bridge.inputs('files.agree')).toEqual([]);
});

test.each<[string, VersionDifference, RegExp]>([
  ['a file of bytes', { is: 'no-text', path: '/backup/run.raw' }, /It is no text/],
  ['a large one', { is: 'too-large' }, /Only files up to 1 MB/],
  ['one without a copy', { is: 'no-copy' }, /put the old file from your backup/],
])('what differs is said plainly where it cannot be shown: %s', async (_what, difference, text) => {
  const file = fileRow({ state: 'changed', fileId: 'f1' });
  const answers = { 'certificates.show': () => PROOF, 'files.difference': () => difference };
  open('/projects/p1/files/7', showing(file, answers));
  await expectText(text);
});

test('of a text the lines that differ are shown, each with what became of it, and where the old copy is', async () => {
  const file = fileRow({ state: 'changed', fileId: 'f1' });
  const parts = [
    [
      { is: 'same', number: 1, text: 'time,value' },
      { is: 'removed', number: 2, text: '0,1.5' },
      { is: 'added', number: 2, text: '0,1.6' },
    ],
  ] as const;
  const difference = {
    is: 'text',
    path: '/backup/a.csv',
    added: 1,
    removed: 1,
    parts,
    isCut: true,
  };
  const answers = { 'certificates.show': () => PROOF, 'files.difference': () => difference };
  open('/projects/p1/files/7', showing(file, answers));
  const lines = await screen.findByRole('region', { name: 'What differs' });
  expect(within(lines).getByText(/0,1\.5/)).toHaveTextContent('2Removed: − 0,1.5');
  expect(within(lines).getByText(/0,1\.6/)).toHaveTextContent('2Added: + 0,1.6');
  await expectText(
    '1 line added, 1 line removed.',
    'The notarized file is also here: /backup/a.csv',
    'Only the first 400 lines are shown.',
  );
});

test('a public file that changed can be brought back from the service', async () => {
  const file = fileRow({ state: 'changed', fileId: 'f1', visibility: 'public' });
  const proof = { ...PROOF, visibility: 'public' };
  open('/projects/p1/files/7', showing(file, { 'certificates.show': () => proof }));
  await press('Restore from the service…');
  await expectRole('dialog', 'Download run_07.raw');
});

test('the report for whoever runs the service names the record, and nothing of where the file lies', () => {
  const file = fileRow({ state: 'record_error', fileId: 'f-9', note: 'chain away' });
  const report = reportOf(file, wordsOf('en'));
  expect(report).toContain('Id on the service: f-9');
  expect(report).toContain('Status: Not recorded · error');
  expect(report).toContain(`SHA-256: ${file.sha256}`);
  expect(report).toContain('The service says: chain away');
  expect(report).not.toContain('/data');
});

test('why a file is not uploaded is looked at on wish: disk, folder, rules, then what it waits for', async () => {
  const file = fileRow({ state: 'held', hold: 'credits' });
  const bridge = showing(file, {
    'files.explain': () => ({
      path: file.path,
      disk: 'file',
      folderId: '1',
      ignoredBy: null,
      since: null,
      file,
    }),
  });
  open('/projects/p1/files/7', bridge);
  const button = await screen.findByRole('button', { name: 'Why is this not uploaded?' });
  expect(bridge.inputs('files.explain')).toEqual([]);
  await userEvent.click(button);
  const reasons = screen.getByRole('region', { name: 'Why is this not uploaded?' });
  expect(await within(reasons).findByText('It is there.')).toBeVisible();
  expect(reasons).toHaveTextContent('Left out byNo rule');
  expect(reasons).toHaveTextContent('Your balance is not enough.');
  expect(bridge.inputs('files.explain')).toEqual([{ path: file.path }]);
});

test('a rule, a folder at rest and a file that is gone are named; what is uploaded is not asked about', async () => {
  const words = wordsOf('en');
  const at = { path: '/data', trouble: 'absent' } as const;
  const left = fileRow({ state: 'ignored', note: 'folder settings: *.bak' });
  const said = reasonsOf({ disk: 'absent', ignoredBy: null }, left, at, words);
  expect(said.map(({ value }) => value)).toEqual([
    'It is not there any more.',
    '/data: This folder is not there any more.',
    'folder settings: *.bak',
    'A rule leaves it out.',
  ]);
  for (const [state, label] of [
    ['recording', words.states.recording],
    ['changed', words.states.changed],
  ] as const) {
    open('/projects/p1/files/7', showing(fileRow({ state })));
    await screen.findAllByText(label);
    expect(screen.queryByRole('button', { name: 'Why is this not uploaded?' })).toBeNull();
    cleanup();
  }
});

test('a file that is gone, and what cannot be done any more, say so', async () => {
  const gone = fail({ kind: 'unknown-file', asked: '7' });
  open('/projects/p1/files/7', fakeBridge({ 'files.show': () => gone }));
  await expectText(/Its record on the service is not touched/);
  cleanup();
  const bridge = showing(fileRow({ state: 'uploading' }), {
    'transfers.cancel': () => fail({ kind: 'sent-already', asked: '7' }),
  });
  open('/projects/p1/files/7', bridge);
  await press('Stop its upload');
  await expectText(/The service has this file, or may have it/);
});

test('a file that waits is sent next, and that is said', async () => {
  const bridge = showing(fileRow({ state: 'held', hold: 'paused' }), {
    'transfers.sendNext': () => ok(null),
  });
  open('/projects/p1/files/7', bridge);
  await press('Send next');
  expect(bridge.inputs('transfers.sendNext')).toEqual([{ asked: '7' }]);
  await expectText('Ahead of the others');
});

const placeInQuestion = () => within(screen.getByRole('alertdialog')).getByTitle('exp/subject_07');

test('deleting asks for a reason, then for a yes to its price', async () => {
  const place = { name: 'run_07.raw', folderPath: 'exp/subject_07' };
  const file = fileRow({ state: 'notarized', fileId: 'f1', ...place });
  const intent = { kind: 'delete-file' };
  const bridge = showing(file, {
    'outbox.price': () => ({
      intent,
      credits: 1,
      prospect: { kind: 'would-go', balance: 10, reserve: null },
    }),
  });
  open('/projects/p1/files/7', bridge);
  await press('More');
  await click('menuitem', 'Delete on the service…');
  expect(placeInQuestion()).toBeVisible();
  await press('Show price');
  expect(bridge.inputs('outbox.price')).toEqual([]);
  await fill('Reason', 'wrong sample');
  await press('Show price');
  expect(bridge.inputs('outbox.price')).toEqual([
    { kind: 'delete-file', asked: 'f1', reason: 'wrong sample' },
  ]);
  await expectRole('button', 'Delete (1 credit)');
  expect(placeInQuestion()).toBeVisible();
  expect(bridge.inputs('outbox.keep')).toEqual([]);
});

test.each([
  ['a private file, whatever is known', { visibility: 'private', credits: 1 }, '1 credit'],
  ['a public one whose charge is known', { credits: 29, chargedCredits: 28 }, '28 credits'],
  ['a public one whose charge is not', { credits: 29 }, 'at most 29 credits'],
] as const)('what was charged stands at %s', async (_what, over, text) => {
  const file = { state: 'notarized', fileId: 'f1', sizeBytes: 28_600_000 } as const;
  open('/projects/p1/files/7', showing(fileRow({ visibility: 'public', ...file, ...over })));
  const value = (await screen.findByText('Credits', { selector: 'dt' })).nextElementSibling;
  expect(value).toHaveTextContent(new RegExp(`^${text}$`));
});

test('a deletion that waits stands at its file, and is taken back there', async () => {
  const file = fileRow({ state: 'notarized', fileId: 'f1' });
  const place = { projectId: 'p1', visibility: 'private', fileId: 'f1' } as const;
  const about = { fileName: file.name, userId: 'u1', reason: 'wrong sample' };
  const intent = { kind: 'delete-file', ...place, ...about } as const;
  const waiting = { ...change(intent, WAITS), id: 4, agreed: { passedReserve: null } };
  const bridge = showing(file, {
    'outbox.list': () => outboxView({ changes: [waiting] }),
    'outbox.resolve': () => waiting,
  });
  open('/projects/p1/files/7', bridge);
  await expectText('Will be deleted on the service when online · 1 credit');
  await press(`Undo: ${file.name}`);
  expect(bridge.inputs('outbox.resolve')).toEqual([{ id: '4', decision: 'undo' }]);
});

test('files are copied, given their instructions, and their price is asked for afterwards', async () => {
  const offer = { files: 1, bytes: 3, credits: 1 };
  const bridge = showing(fileRow(), {
    'files.pick': () => ['7'],
    'files.offer': () => offer,
    'files.agree': () => offer,
    'files.batch': () => ({
      total: 20,
      done: 12,
      needAttention: 1,
      rows: [
        fileRow({ state: 'held', hold: 'size_confirm' }),
        fileRow({
          id: '8',
          name: 'known.raw',
          state: 'duplicate',
          duplicate: { fileName: 'first.raw', project: 'Calibration' },
        }),
        fileRow({
          id: '9',
          name: 'moved.raw',
          recordedElsewhere: { projectId: 'p2', visibility: 'public' },
        }),
      ],
    }),
  });
  open('/projects/p1/add', bridge);
  await press('Add files');
  expect(screen.getByText('Choose at least one file.')).toBeVisible();
  const summary = screen.getByRole('region', { name: 'Check 2 fields' });
  await waitFor(() => expect(summary).toHaveFocus());
  await press(/^Labels: /, within(summary));
  expect(screen.getByLabelText('Labels')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Choose files' })).toHaveAccessibleDescription(
    'Choose at least one file.',
  );
  await upload(new File(['abc'], 'run_07.raw'));
  await fill('Labels', 'MS2');
  await press('Add 1 file');
  expect(bridge.inputs('files.pick')).toMatchObject([
    {
      paths: ['/inbox/run_07.raw'],
      assignment: { projectId: 'p1', labels: 'MS2', checkPolicy: 'approved' },
    },
  ]);
  await expectRole('listitem', 'run_07.raw');
  expect(screen.getByRole('progressbar')).toHaveValue(0.6);
  await expectText(/^12 of 20 done/, '17 more files not listed here');
  await expectText(
    /^Same content as first.raw in Calibration/,
    /^Its content is notarized already/,
  );
  await press('Notarize 1 file (1 credit)');
  expect(bridge.inputs('files.agree')).toEqual([{ which: { fileIds: ['7'] }, credits: 1 }]);
});

test('a second try after a refusal copies no file again', async () => {
  const copied: string[] = [];
  const keep: Parameters<typeof keepAll>[0]['keep'] = async (file) => {
    copied.push(file.name);
    const isLost = file.name === 'b.raw' && copied.length === 2;
    return isLost ? fail({ kind: 'host-lost' }) : ok({ path: `/inbox/${file.name}`, sizeBytes: 3 });
  };
  const files = ['a.raw', 'b.raw'].map((name) => new File(['abc'], name));
  const copies = new Map<File, string>();
  expect(await keepAll({ keep }, files, copies)).toEqual(fail({ kind: 'host-lost' }));
  const paths = ['/inbox/a.raw', '/inbox/b.raw'];
  expect(await keepAll({ keep }, files, copies)).toEqual(ok(paths));
  expect(await keepAll({ keep }, files, copies)).toEqual(ok(paths));
  expect(copied).toEqual(['a.raw', 'b.raw', 'b.raw']);
});

function selectAll(bridge: FakeBridge, onDone = vi.fn<() => void>()) {
  visit(bridge, { path: '/' }, () => (
    <SelectionBar
      selection={ALL_ROWS}
      total={200_000}
      query={{ filter: {}, sort: { by: 'name', isDescending: false } }}
      latestId={null}
      known={[]}
      onDone={onDone}
    />
  ));
  return onDone;
}

const EVERYTHING = { filter: {}, exceptIds: [] };

function selectPriced(price: number, purse: Purse) {
  const offer = { files: 3, bytes: 30, credits: price, latestAtMs: 7, largeBatchFiles: 0 };
  const bridge = fakeBridge({
    'files.selected': () => selectionSummary({ upload: offer }),
    'files.offer': () => offer,
    'files.agree': () => offer,
    'credits.balance': () => purse,
  });
  return { bridge, onDone: selectAll(bridge) };
}

async function pressPriced() {
  await expectText(/^They cost at most .* together; /);
  const approve = { name: /^Notarize 3 files/ };
  await waitFor(() => expect(screen.getByRole('button', approve)).toBeEnabled());
  await press(approve.name);
}

test('several are approved by the press alone within the balance and 100 credits (P2)', async () => {
  const { bridge, onDone } = selectPriced(100, { credits: 200, reserve: null });
  await pressPriced();
  expect(bridge.inputs('files.agree')).toEqual([{ which: EVERYTHING, credits: 100, upToMs: 7 }]);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test.each([
  ['above 100 credits', 101, { credits: 500, reserve: null }],
  ['above the balance', 60, { credits: 50, reserve: null }],
  ['where the reserve would be used', 60, { credits: 100, reserve: 50 }],
])('several are asked about %s (P2)', async (_, price, purse) => {
  const { bridge } = selectPriced(price, purse);
  await pressPriced();
  const question = within(await screen.findByRole('alertdialog'));
  expect(bridge.inputs('files.agree')).toEqual([]);
  await press(/^Notarize 3 files/, question);
  expect(bridge.inputs('files.agree')).toEqual([{ which: EVERYTHING, credits: price, upToMs: 7 }]);
});

test('approving several names the sum first, since the engine pays for what was approved', async () => {
  const limits = [{ budget: 'reserve' as const, folderId: null, limit: 420 }];
  const approve = { files: 3, bytes: 30, credits: 1_200, limits };
  const bridge = fakeBridge({
    'files.selected': () => selectionSummary({ approve }),
    'files.approve': () => 3,
  });
  const onDone = selectAll(bridge);
  expect(screen.getByRole('group')).toHaveTextContent('200,000 chosen');
  await press('Notarize 3 held files…');
  await press('Cancel');
  expect(bridge.inputs('files.approve')).toEqual([]);
  expect(onDone).not.toHaveBeenCalled(); // what was selected stays so
  await press('Notarize 3 held files…');
  await expectText('This leaves less than your reserve of 420.');
  await press('Notarize 3 files and use the reserve (1,200 credits)');
  expect(bridge.inputs('files.approve')).toEqual([
    { selection: EVERYTHING, credits: 1_200, passing: limits },
  ]);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test('of several those that are approved and not sent are taken back', async () => {
  const bridge = fakeBridge({
    'files.selected': () => selectionSummary({ approved: 3 }),
    'files.unapprove': () => ({ files: 3, underWay: 0 }),
  });
  selectAll(bridge);
  await press('Undo approval');
  expect(bridge.inputs('files.unapprove')).toEqual([{ selection: EVERYTHING }]);
  await expectText('3 files wait for your approval again.');
});

test('several that were there before are included again after their sum', async () => {
  const include = { files: 2, bytes: 20, credits: 5 };
  const bridge = fakeBridge({
    'files.selected': () => selectionSummary({ include }),
    'files.takeEarlier': () => fail({ kind: 'dearer-than-agreed', credits: 9, agreedCredits: 5 }),
  });
  selectAll(bridge);
  await press('Include again…');
  await press('Notarize 2 files (5 credits)');
  expect(bridge.inputs('files.takeEarlier')).toEqual([{ selection: EVERYTHING, credits: 5 }]);
  await expectRole('alertdialog', /Notarize 2/);
});

test('a missing file is looked for from the nearest folder that is still there', async () => {
  const file = fileRow({ state: 'missing', fileId: 'f1', path: '/data/gone/run_07.raw' });
  const tree = { path: '/data', parent: null, folders: [], isShortened: false };
  const bridge = showing(file, { 'folders.tree': () => tree });
  open('/projects/p1/files/7', bridge);
  await press('It is here now…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Where is the file now?' }));
  await waitFor(() => expect(dialog.getByLabelText('Path of the folder')).toHaveValue('/data'));
  expect(bridge.inputs('folders.tree')).toEqual([{ path: file.path, orAbove: true }]);
});

test('a missing file is shown where it is now, and a folder without its bytes is refused in the question', async () => {
  const refusal = { kind: 'not-in-folder', path: '/wrong', name: 'run_07.raw' } as const;
  const file = fileRow({ state: 'missing', fileId: 'f1', name: 'run_07.raw' });
  const bridge = showing(file, {
    'folders.tree': () => ({ path: null, parent: null, folders: [], isShortened: false }),
    'files.locate': (input) =>
      (input as { folder: string }).folder === '/wrong' ? fail(refusal) : file,
  });
  open('/projects/p1/files/7', bridge);
  await press('It is here now…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Where is the file now?' }));
  expect(dialog.getByTitle('run_07.raw')).toBeInTheDocument();
  await fill('Path of the folder', '/wrong', dialog);
  await press('It is there', dialog);
  await expectText(/^No file in \/wrong has the notarized bytes of run_07\.raw\./);
  await fill('Path of the folder', '/archive', dialog);
  await press('It is there', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bridge.inputs('files.locate')).toEqual([
    { asked: '7', folder: '/wrong' },
    { asked: '7', folder: '/archive' },
  ]);
});

test.each(['missing', 'remote_only'] as const)(
  'a file that is %s is not said to be on this computer',
  async (state) => {
    open('/projects/p1/files/7', showing(fileRow({ state })));
    await expectText('Last location on this computer');
    expect(screen.queryByText('On this computer')).toBeNull();
  },
);
