import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import { fail } from '../../../src-shared/model/result.ts';
import type { Verification } from '../../../src-shared/model/verdict.ts';
import { toldBridge, type ToldBridge } from '../../test-support/told-bridge.ts';
import {
  comparisonOf,
  recordFacts,
  SHA256,
  verification,
} from '../../test-support/verifications.ts';
import { visit } from '../../test-support/visit.tsx';
import { copyName } from './copy-name.ts';
import { VerifyPanel, type VerifyPanelProps } from './verify-panel.tsx';
import { againstOf, VerifyScreen } from './verify-screen.tsx';

const RECORD = { kind: 'record', fileId: 'remote-1', projectId: 'p1' } as const;
const COPY = { id: '7', path: '/data/ms2/run.raw', folderPath: '/data/ms2' };
const OFFLINE = { isOffline: false, changes: [] };
const SIGNED_IN = {
  session: {
    state: 'signed-in',
    account: 'a',
    server: 'https://notary.example.org',
    userId: 'u1',
    email: 'robin@lab.example.org',
    expiresAtMs: Date.now() + 3_600_000,
    keeping: { kept: 'keychain' },
  },
} as const;
const DROP = new File(['bytes'], 'copy.raw');

/** As in the core, each verification has an id of its own. */
let checks = 0;
const answering = (over: Partial<Verification> = {}, more: Parameters<typeof toldBridge>[0] = {}) =>
  toldBridge({
    'verify.file': () => {
      checks += 1;
      return verification({ id: `v${checks}`, ...over });
    },
    'outbox.list': () => OFFLINE,
    ...more,
  });

function show(bridge: ToldBridge, props: Partial<VerifyPanelProps> = {}) {
  return visit(bridge, { path: '/', status: SIGNED_IN }, () => (
    <VerifyPanel against={RECORD} copies={[COPY]} {...props} />
  ));
}

const asked = (bridge: ToldBridge, name: string) =>
  bridge.asked.filter((call) => call.name === name).map(({ input }) => input);

async function choose(file = DROP) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('there is nothing to choose a file with');
  await userEvent.upload(input, file);
}

describe('a file held against its record', () => {
  test('[VF20] a chosen file is read by the host alone, and a match shows what it rests on', async () => {
    const bridge = answering();
    show(bridge);
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Match' });
    expect(verdict).toHaveTextContent(
      'This file is byte-for-byte the one notarized on 20 Nov 2026, 09:44 UTC.',
    );
    expect(within(verdict).getByText('All 16 groups are equal.')).toBeVisible();
    expect(asked(bridge, 'verify.file')).toEqual([
      {
        subject: { kind: 'handed', handle: 'handle of copy.raw' },
        against: RECORD,
        run: expect.any(String),
      },
    ]);
    expect(asked(bridge, 'files.verifyRemote')).toEqual([]);
    expect(screen.getByRole('link', { name: 'run.raw' })).toHaveAttribute(
      'href',
      '/projects/p1/files/remote-1/certificate',
    );
    expect(screen.getByText('SHA-256 (hex)')).toBeVisible();
    expect(screen.getByText('The fingerprint in the record’s document')).toBeVisible();
  });

  test('[VF20] the copy on this computer is named by its folder, and needs nobody to choose it', async () => {
    const bridge = answering();
    show(bridge);
    await userEvent.click(screen.getByRole('button', { name: 'Use the copy in ms2' }));
    await screen.findByRole('region', { name: 'Match' });
    expect(asked(bridge, 'verify.file')).toMatchObject([{ subject: { kind: 'row', id: '7' } }]);
    expect(copyName({ ...COPY, folderPath: null })).toBe('ms2');
    expect(copyName({ id: '1', path: 'C:\\data\\MS2\\a.raw', folderPath: 'C:\\data\\MS2\\' })).toBe(
      'MS2',
    );
  });

  test('[VF21] a mismatch marks the groups that differ, says by how much and what it is instead', async () => {
    const recordHex = `ffff${SHA256.slice(4, 60)}0000`;
    const bridge = answering({
      verdict: {
        kind: 'mismatch',
        record: recordFacts({ sizeBytes: 8 }),
        comparison: comparisonOf({ recordHex }),
        longerByBytes: -3,
        matches: [recordFacts({ fileId: 'remote-2', name: 'x_v2.raw' })],
      },
    });
    show(bridge);
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Does not match' });
    expect(verdict).toHaveTextContent('It is 3 bytes shorter than the notarized file.');
    expect(verdict).toHaveTextContent('It matches x_v2.raw, notarized on 20 Nov 2026');
    expect(within(verdict).getByText('2 of 16 groups differ; underlined.')).toBeVisible();
    expect(within(verdict).getByRole('link', { name: 'x_v2.raw' })).toHaveAttribute(
      'href',
      '/projects/p1/files/remote-2/certificate',
    );
    expect(screen.getByText('5 bytes; the notarized file had 8 bytes')).toBeVisible();
  });

  test('[VE32] before it is said to differ, the file is handed over once more for every other way', async () => {
    const different: Verification['verdict'] = {
      kind: 'mismatch',
      record: recordFacts(),
      comparison: comparisonOf({ recordHex: `ffff${SHA256.slice(4)}` }),
      longerByBytes: 0,
      matches: [],
    };
    let times = 0;
    const bridge = toldBridge({
      'verify.file': () => {
        times += 1;
        return verification(times === 1 ? { verdict: different, untried: ['keccak-256'] } : {});
      },
      'outbox.list': () => OFFLINE,
    });
    show(bridge);
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    expect(asked(bridge, 'verify.file')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'Does not match' })).toBeNull();
  });

  test('[VF21] after a mismatch the same file is compared with another record', async () => {
    const bridge = answering(
      {
        verdict: {
          kind: 'mismatch',
          record: recordFacts(),
          comparison: comparisonOf({ recordHex: 'f'.repeat(64) }),
          longerByBytes: null,
          matches: [],
        },
      },
      {
        'certificates.range': () => ({
          total: 1,
          first: 0,
          rows: [
            {
              fileId: 'remote-9',
              projectId: 'p2',
              visibility: 'public',
              name: 'other.raw',
              status: 'Available',
              provenAtMs: null,
              sizeBytes: 1,
              blake3: 'b',
              sha256: 'a',
              isSaved: true,
            },
          ],
        }),
      },
    );
    show(bridge);
    await choose();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Compare with another record' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: /other\.raw/ }));
    await waitFor(() => expect(asked(bridge, 'verify.file')).toHaveLength(2));
    expect(asked(bridge, 'verify.file').at(-1)).toMatchObject({
      against: { kind: 'record', fileId: 'remote-9', projectId: 'p2' },
      subject: { kind: 'handed' },
    });
  });

  test('[VF22] what cannot be told says why, and has the button that would settle it', async () => {
    const bridge = answering(
      {
        verdict: {
          kind: 'unsure',
          doubt: { kind: 'unreadable-fingerprint', written: 'x\u202Ey' },
          record: recordFacts(),
          matches: [],
        },
      },
      { 'verify.fetchAgain': () => ({ fileHash: SHA256 }) },
    );
    show(bridge);
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Can’t tell yet' });
    expect(verdict).toHaveTextContent('The record has no fingerprint we can read.');
    expect(verdict.textContent).not.toContain('\u202E');
    expect(
      within(verdict).getByRole('button', {
        name: 'Ask the service (sends the file: 5 bytes)',
      }),
    ).toBeEnabled();
    await userEvent.click(within(verdict).getByRole('button', { name: 'Fetch it again' }));
    await waitFor(() => expect(asked(bridge, 'verify.file')).toHaveLength(2));
    await screen.findByRole('region', { name: 'Can’t tell yet' });
    expect(document.body).not.toHaveFocus(); // nobody is thrown back to the beginning
    expect(asked(bridge, 'verify.fetchAgain')).toEqual([{ fileId: 'remote-1', projectId: 'p1' }]);
  });

  test('[VF23] the verdict is said aloud once, whatever is drawn again', async () => {
    const bridge = answering();
    show(bridge);
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    const region = screen.getByRole('status');
    expect(region).toHaveTextContent(/^Match\. This file is byte-for-byte/);
    const said = region.firstElementChild;
    bridge.tell({ kind: 'certificates-changed', fileIds: ['remote-1'] });
    await userEvent.click(screen.getByRole('button', { name: 'Save report' }));
    expect(region.firstElementChild).toBe(said);
  });

  test('[VF24] how far the reading is is a number, and cancelling ends it', async () => {
    const bridge = toldBridge({ 'outbox.list': () => OFFLINE });
    show(bridge);
    await userEvent.click(screen.getByRole('button', { name: 'Use the copy in ms2' }));
    const { run } = asked(bridge, 'verify.file')[0] as { run: string };
    bridge.tell({ kind: 'verify-progress', run: 'another', doneBytes: 9, totalBytes: 10 });
    bridge.tell({ kind: 'verify-progress', run, doneBytes: 1, totalBytes: 4 });
    expect(await screen.findByText('25%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toHaveValue(0.25);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('[VF24] what could not be asked is said and can be tried again', async () => {
    const bridge = answering({}, { 'verify.file': () => fail({ kind: 'host-lost' }) });
    show(bridge);
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked(bridge, 'verify.file')).toHaveLength(2));
  });
});

describe('the question to the service', () => {
  const knows = { exists: true, fileName: 'x.raw', project: 'Tides' };
  const remote = { 'files.verifyRemote': () => knows };

  test('[VF25] it is off, says how much it sends, and its answer stands beside the verdict', async () => {
    const bridge = answering({}, remote);
    show(bridge);
    const box = screen.getByRole('checkbox', { name: /^Also ask the service/ });
    expect(box).not.toBeChecked();
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Match' });
    expect(asked(bridge, 'files.verifyRemote')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /sends the file: 5 bytes/ }));
    const sentence = 'The service knows this content: x.raw in Tides.';
    const [line] = await screen.findAllByText(sentence); // and said aloud
    expect(line).toBeVisible();
    expect(line?.parentElement).toHaveFocus(); // what was pressed is gone
    expect(verdict).not.toHaveTextContent('The service knows');
    expect(asked(bridge, 'files.verifyRemote')).toEqual([
      { path: '/inbox/copy.raw', sendContent: true },
    ]);
  });

  test('[VF25] a yes is to one file: the next one is not sent', async () => {
    const bridge = answering({}, remote);
    show(bridge);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Also ask the service/ }));
    await choose();
    await screen.findAllByText(/The service knows this content/);
    await choose(new File(['other'], 'secret.raw'));
    await waitFor(() => expect(asked(bridge, 'verify.file')).toHaveLength(2));
    await screen.findByRole('button', { name: /sends the file/ });
    expect(asked(bridge, 'files.verifyRemote')).toHaveLength(1);
  });

  test('[VF25] a connection that goes and comes back asks nothing a second time', async () => {
    let isOffline = false;
    const bridge = answering({}, { ...remote, 'outbox.list': () => ({ ...OFFLINE, isOffline }) });
    show(bridge);
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: /sends the file/ }));
    await screen.findAllByText(/The service knows this content/);
    for (const next of [true, false]) {
      isOffline = next;
      bridge.tell({ kind: 'outbox-changed' });
      await waitFor(() =>
        expect(asked(bridge, 'outbox.list').length).toBeGreaterThan(next ? 1 : 2),
      );
    }
    const [line] = screen.getAllByText(/The service knows this content/);
    expect(line).toBeVisible();
    expect(asked(bridge, 'files.verifyRemote')).toHaveLength(1);
  });

  test('[VF25] without the service it cannot be asked, and the comparison goes on', async () => {
    const bridge = answering({}, { 'outbox.list': () => ({ ...OFFLINE, isOffline: true }) });
    show(bridge);
    expect(await screen.findByText(/^You work offline\. Comparing .* goes on\.$/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /^Also ask/ })).toBeDisabled();
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    expect(screen.getByRole('button', { name: /^Ask the service/ })).toBeDisabled();
  });
});

test('[VF26] the report is saved for people or for programs, in the language of the page', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }),
  );
  const report = {
    fileName: 'copy.raw.verification.json',
    mediaType: 'application/json',
    text: '{}',
  };
  const bridge = answering({}, { 'verify.report': () => report });
  show(bridge);
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Save report' }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await userEvent.click(await screen.findByRole('menuitem', { name: /JSON/ }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(asked(bridge, 'verify.report')).toEqual([
    { id: `v${checks}`, form: 'json', language: 'en' },
  ]);
});

test('[VF27] in the demo a match is said to be a demo record', async () => {
  const demo = { isServiceDown: false, isSessionEnded: false, people: [], place: null };
  visit(answering(), { path: '/', status: { ...SIGNED_IN, demo: demo as never } }, () => (
    <VerifyPanel against={RECORD} />
  ));
  await choose();
  expect(await screen.findByText(/^Demo record/)).toBeVisible();
});

const visitScreen = (bridge: ToldBridge) =>
  visit(bridge, { path: '/verify', status: SIGNED_IN }, VerifyScreen);

describe('any file', () => {
  const noProjects = {
    'projects.list': () => ({
      projects: [{ id: 'p1', name: 'Tides' }],
      isComplete: true,
      asOfMs: null,
      fault: null,
    }),
  };

  test('[VF28] it is held against everything known, unless something else is chosen', async () => {
    const bridge = answering(
      {
        against: 'anything',
        verdict: {
          kind: 'unsure',
          doubt: { kind: 'no-such-record', projectId: null, compared: 3, uncompared: 0 },
          record: null,
          matches: [],
        },
      },
      noProjects,
    );
    visitScreen(bridge);
    await choose();
    expect(await screen.findByText(/^No record on this computer has this content/)).toBeVisible();
    expect(asked(bridge, 'verify.file')).toMatchObject([{ against: { kind: 'anything' } }]);
  });

  test('[VF28] a certificate and a file that are dropped together find each other', async () => {
    const bridge = answering({ against: 'certificate' }, noProjects);
    visitScreen(bridge);
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    const certificate = new File(['{"FileHash":"ab"}'], 'run.raw.certificate.json');
    await userEvent.upload(input as HTMLInputElement, [certificate, DROP]);
    await waitFor(() =>
      expect(asked(bridge, 'verify.file').at(-1)).toMatchObject({
        subject: { handle: 'handle of copy.raw' },
        against: { kind: 'certificate', text: '{"FileHash":"ab"}' },
      }),
    );
    expect(screen.getByRole('radio', { name: /^A certificate/ })).toBeChecked();
  });

  test('[VF28] a file waits until it is said what it is compared with', async () => {
    const bridge = answering({}, noProjects);
    visitScreen(bridge);
    await userEvent.click(screen.getByRole('radio', { name: /^A project/ }));
    await choose();
    expect(screen.getByText(/is read once it is said/)).toBeVisible();
    expect(asked(bridge, 'verify.file')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /Project$/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Tides' }));
    await waitFor(() =>
      expect(asked(bridge, 'verify.file')).toMatchObject([
        { against: { kind: 'project', projectId: 'p1' } },
      ]),
    );
  });

  test('[VF28] nothing is asked while something is missing', () => {
    const empty = { record: null, projectId: '', certificate: ' ' };
    expect(againstOf({ kind: 'record', ...empty })).toBeNull();
    expect(againstOf({ kind: 'certificate', ...empty })).toBeNull();
    expect(againstOf({ kind: 'project', ...empty })).toBeNull();
    expect(againstOf({ kind: 'anything', ...empty })).toEqual({ kind: 'anything' });
    const endless = againstOf({
      ...empty,
      kind: 'certificate',
      certificate: 'x'.repeat(3_000_000),
    });
    expect(VerifyAgainst.safeParse(endless).success).toBe(true);
  });

  test.each([
    [{}, '?dropped'],
    [{ dragPaths: true }, '?folder=%2Finbox%2Fruns'],
  ])('[VF9] with %j a dropped folder leads to its audit: %s', async (abilities, search) => {
    const { router, store } = visitScreen(answering({}, noProjects));
    store.setState({ abilities });
    const folder = new File([], 'runs');
    const entry = { isFile: false, isDirectory: true, name: 'runs' };
    const item = { kind: 'file', type: '', webkitGetAsEntry: () => entry, getAsFile: () => folder };
    const dataTransfer = {
      items: [item],
      files: [folder],
      types: ['Files'],
      effectAllowed: 'all',
      dropEffect: 'copy',
      getData: () => '',
    };
    const zone = screen.getByText('Verify against a file on this computer');
    fireEvent.dragEnter(zone, { dataTransfer });
    fireEvent.dragOver(zone, { dataTransfer });
    fireEvent.drop(zone, { dataTransfer });
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/audits', search }),
    );
  });
});
