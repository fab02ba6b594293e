import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { accountStatus, fileRow, statusView } from '../../test-support/builders.ts';
import { click, fill, press, expectText, tabTo, upload } from '../../test-support/person.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { project } from '../../test-support/people.ts';
import { visit } from '../../test-support/visit.tsx';
import { FirstRunScreen } from './first-run-screen.tsx';

const EMPTY = accountStatus({ folders: [], projects: [] });
const TIDES = project({ id: 'p1', name: 'Tides' });
const MOSS = project({ id: 'p2', name: 'Moss' });

/** A lab of one file, which the test moves on its way. */
function fake(over: { projects?: readonly object[]; credits?: number } = {}) {
  const lab = {
    row: fileRow({ id: '7', name: 'run.csv', state: 'hashing' }),
    offer: { files: 0, bytes: 0, credits: 0 },
  };
  const { projects = [TIDES], credits = 5 } = over;
  const bridge = fakeBridge({
    'status.read': () => statusView({ account: EMPTY }),
    'projects.list': () => ({ projects, isComplete: true, asOfMs: null, fault: null }),
    'credits.balance': () => ({ credits, reserve: null }),
    'files.pick': () => ['7'],
    'files.show': () => lab.row,
    'files.offer': () => lab.offer,
    'files.agree': (input) => {
      const { credits: agreedCredits } = input as { credits: number };
      const { credits: wanted } = lab.offer;
      return wanted > agreedCredits
        ? fail({ kind: 'dearer-than-agreed', credits: wanted, agreedCredits })
        : lab.offer;
    },
  });
  const go = async (row: Partial<FileListRow>, offer: Partial<typeof lab.offer> = {}) =>
    act(async () => {
      lab.row = { ...lab.row, ...row };
      lab.offer = { ...lab.offer, ...offer };
      bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null });
      await Promise.resolve();
    });
  return { bridge, go };
}

const open = (bridge: FakeBridge) =>
  visit(bridge, { path: '/first', status: { account: EMPTY } }, FirstRunScreen);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** As far as the details of one file of two million bytes. */
async function chooseFile(bridge: FakeBridge) {
  const page = open(bridge);
  await press('Next');
  await heading('What do you want to notarize?');
  await upload(new File(['x'.repeat(2_000_000)], 'run.csv'));
  await heading('How should it be notarized?');
  return page;
}

async function notarize(bridge: FakeBridge, button: string) {
  await chooseFile(bridge);
  await fill('Labels', 'raw');
  await press(button);
  await heading('On its way');
}

test('who has work already is led to the overview', async () => {
  const bridge = fakeBridge({ 'status.read': () => statusView({ account: accountStatus() }) });
  const page = open(bridge);
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'));
});

test('a single project is chosen already, of several none; a new one is offered with its price', async () => {
  const one = open(fake().bridge);
  expect(await screen.findByRole('radio', { name: 'Tides' })).toBeChecked();
  expect(screen.getByRole('link', { name: 'New project (50 credits)' })).toBeVisible();
  one.unmount();
  open(fake({ projects: [TIDES, MOSS] }).bridge);
  expect(await screen.findByRole('button', { name: 'Next' })).toBeDisabled();
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  expect(screen.getByRole('radiogroup', { name: /./ })).toBeRequired();
  await tabTo(screen.getByRole('radio', { name: 'Tides' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Moss' })).toBeChecked();
  await press('Next');
  await expectText('Step 2 of 3 · It goes to Moss.');
  const folder = screen.getByRole('link', { name: 'Watch a folder' });
  expect(folder).toHaveAttribute('href', '/watch?project=p2');
});

test('price and balance follow the choice; nothing is sent while a label is missing', async () => {
  const { bridge } = fake({ credits: 1 });
  await chooseFile(bridge);
  await expectText('Costs at most 1 credit; that leaves 0 credits.');
  await expectText('What the service has already is free.');
  await click('radio', /^Public/);
  expect(screen.getByText(/^Costs at most 2 credits, 1 short\. The rest/)).toBeVisible();
  await press(/^Notarize \(2 credits\)$/);
  expect(screen.getByLabelText('Labels')).toBeInvalid();
  expect(screen.getByLabelText('Labels')).toBeRequired();
  expect(screen.getAllByText('required')).toHaveLength(1); // what has a value from the beginning is not marked
  expect(bridge.inputs('files.pick')).toEqual([]);
});

test('the yes is given once the price is known, and each of five steps is seen', async () => {
  const { bridge, go } = fake();
  await notarize(bridge, 'Notarize (1 credit)');
  const steps = await screen.findByRole('list', { name: 'Status' });
  expect(steps.children).toHaveLength(5);
  expect(bridge.inputs('files.agree')).toEqual([]);
  // Nobody was asked about the check of later files.
  expect(bridge.inputs('files.pick')).toEqual([
    { paths: expect.anything() as unknown, assignment: expect.anything() as unknown },
  ]);
  await go({ state: 'ready' }, { files: 1, credits: 1 });
  await waitFor(() =>
    expect(bridge.inputs('files.agree')).toEqual([{ which: { fileIds: ['7'] }, credits: 1 }]),
  );
  // Nobody is asked once more while the answer is on its way to the page.
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await go({ state: 'recording' }, { files: 0, credits: 0 });
  await go({ state: 'notarized', fileId: 'f7', certificatePdf: '/c.pdf' });
  expect(await heading('Done')).toBeVisible();
  const proof = await screen.findByRole('link', { name: 'Open certificate' });
  expect(proof).toHaveAttribute('href', '/projects/p1/files/f7/certificate');
  // The certificate is what counts now: its steps are folded away below it, and what leads on is last.
  expect(steps).not.toBeInTheDocument();
  expect(screen.getByText('Steps of the file')).toBeVisible();
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Open certificate',
    'Watch a folder',
    'Go to the overview',
  ]);
  expect(links[1]).toHaveAttribute('href', '/watch?project=p1'); // it was chosen two screens ago
  expect(bridge.inputs('files.agree')).toHaveLength(1);
});

test('a price above the one on the button is asked about and never agreed to by itself', async () => {
  const { bridge, go } = fake();
  await notarize(bridge, 'Notarize (1 credit)');
  await go({ state: 'ready' }, { files: 1, credits: 2 });
  await screen.findByRole('button', { name: 'Notarize 1 file (2 credits)' });
  expect(bridge.inputs('files.agree')).toEqual([{ which: { fileIds: ['7'] }, credits: 1 }]);
  await press('Notarize 1 file (2 credits)');
  expect(bridge.inputs('files.agree').at(-1)).toMatchObject({ credits: 2 });
});

test('what could not be taken is said, and nothing typed is lost', async () => {
  const { bridge } = fake();
  const refuse: FakeBridge = {
    ...bridge,
    keep: async () => fail({ kind: 'host-lost' }),
  };
  await chooseFile(refuse);
  await fill('Labels', 'raw');
  await press('Notarize (1 credit)');
  await expectText(/stopped answering|did not answer/);
  expect(screen.getByLabelText('Labels')).toHaveValue('raw');
});
