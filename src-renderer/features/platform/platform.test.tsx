import { NO_CITATIONS } from '../../../src-shared/model/lineage/citations.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PlatformRange } from '../../../src-shared/bridge/file-calls.ts';
import type { PlatformFile } from '../../../src-shared/model/files/platform-file.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { CertificateScreen } from '../certificates/certificate-screen.tsx';
import { SIGNED_IN, AWAY } from '../../test-support/builders.ts';
import { hrefOf, press, expectText, search, expectRole } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { proof } from '../../test-support/verifications.ts';
import { visit } from '../../test-support/visit.tsx';
import { ServiceStatus } from '../../parts/files/status-text.tsx';
import { PlatformDetails } from './platform-details.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const page = { path: '/projects/:projectId/platform', address: '/projects/p1/platform' };

function platformFile(over: Partial<PlatformFile> = {}): PlatformFile {
  return {
    fileId: 'remote-1',
    visibility: 'public',
    name: 'run.raw',
    fileType: 'primary',
    labels: 'raw,ms2',
    status: 'Available',
    ownerId: 'user-1',
    ownerName: 'Robin Marsh',
    ...NO_CITATIONS,
    uploadedAtMs: Date.UTC(2026, 10, 20, 9),
    sizeBytes: null,
    hash: null,
    localFileId: null,
    ...over,
  };
}

function range(rows: readonly PlatformFile[], over: Partial<PlatformRange> = {}): PlatformRange {
  return {
    total: rows.length,
    first: 0,
    rows,
    isComplete: true,
    asOfMs: null,
    standing: 'there',
    unread: [],
    isMoving: false,
    ...over,
  };
}

function show(answer: () => unknown, more: Answers = {}) {
  const bridge = fakeBridge({
    'files.onPlatform': answer,
    'outbox.list': () => ({ changes: [] }),
    ...more,
  });
  return { bridge, ...visit(bridge, page, PlatformScreen) };
}

describe('the files of a project on the service', () => {
  test('they are listed with their count; nothing there, and nothing of that name, say so', async () => {
    const first = show(() => range([platformFile(), platformFile({ fileId: 'b' })]));
    const grid = await screen.findByRole('grid', { name: /on the service$/i });
    expect(grid).toHaveAttribute('aria-rowcount', '3');
    expect(screen.getByText('2 files')).toBeVisible();
    first.unmount();
    const { bridge } = show(() => range([]));
    await expectRole('heading', 'Nothing on the service yet');
    await search('plate');
    await expectRole('heading', 'No file has this name');
    expect(bridge.inputs('files.onPlatform').at(-1)).toMatchObject({
      filter: { projectId: 'p1', text: 'plate' },
    });
    await press('Clear filters');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('its age, that it is not whole, and what is missing and why, are said', async () => {
    const first = show(() => range([platformFile()], { asOfMs: 1_000, isComplete: false }));
    await expectText(/^As of/, /There may be more/);
    first.unmount();
    const unread = [
      { visibility: 'private', fault: { kind: 'forbidden', serviceSays: 'members only' } },
    ] as const;
    const second = show(() => range([platformFile()], { isComplete: false, unread }));
    await expectText('Private files could not be read.', /members only/);
    expect(screen.queryByText(/There may be more/)).toBeNull();
    second.unmount();
    show(() => range([platformFile()], { standing: 'gone' }));
    await expectText(/has no such project any more/);
  });

  test('a fault without a copy can be tried again; a project that nobody knows says so', async () => {
    const first = show(() => fail(AWAY));
    await press('Try again');
    const asked = () => first.bridge.inputs('files.onPlatform').length;
    await waitFor(() => expect(asked()).toBe(2));
    first.unmount();
    show(() => fail({ kind: 'unknown-project', projectId: 'p1' }));
    await expectRole('heading', 'There is no such project');
  });
});

test.each([
  [true, 30_000],
  [false, 60_000],
])(
  'the list is read again while it is in sight (something is pending: %j)',
  async (isMoving, everyMs) => {
    // Only what is repeated: drawing and reading go on as always.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { bridge } = show(() => range([platformFile()], { isMoving }));
    await screen.findByRole('grid');
    const asked = () => bridge.inputs('files.onPlatform').length;
    const before = asked();
    await vi.advanceTimersByTimeAsync(everyMs - 2_000);
    expect(asked()).toBe(before);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked()).toBe(before + 1);
  },
);

test.each([
  ['Available', 'Notarized'],
  ['Pending', 'Checking · being recorded'],
  ['PendingDeletion', 'Being deleted'],
  ['NotarizationError', 'Not recorded · error'],
  ['Deleted', 'Deleted on the service'],
  ['Frozen', 'Service says: Frozen'],
  ['', 'Service says nothing'],
])('%j is said as %j', (status, label) => {
  visit(fakeBridge(), { path: '/' }, () => <ServiceStatus status={status} />);
  expect(screen.getByText(label)).toBeVisible();
});

/** Beside the list; the core knows no more of it than the list, unless the test says so. */
function choose(file: PlatformFile, answers: Answers = {}) {
  const bridge = fakeBridge({ 'files.platformFile': () => file, ...answers });
  visit(bridge, { path: '/' }, () => (
    <PlatformDetails projectId="p1" file={file} onClose={() => undefined} />
  ));
  return bridge;
}

describe('the chosen file', () => {
  test('a public one is linked to on a press, and followed only by another', async () => {
    const link = { url: 'https://objects.example/run.raw?key=1', fileName: 'run.raw' };
    const bridge = choose(platformFile(), { 'files.link': () => link });
    expect(hrefOf('Open certificate')).toBe('/projects/p1/files/remote-1/certificate');
    expect(bridge.inputs('files.link')).toEqual([]);
    await press('Get download link');
    const download = await screen.findByRole('link', { name: 'Download now' });
    expect(download).toHaveAttribute('href', link.url);
    expect(download).toHaveAttribute('rel', 'noopener noreferrer');
    expect(bridge.inputs('files.link')).toEqual([{ asked: 'remote-1', projectId: 'p1' }]);
  });

  test.each([
    ['its owner', { ownerId: 'user-1' }, 1],
    ['somebody else', { ownerId: 'user-9' }, 0],
    ['its owner, when it is deleted already', { ownerId: 'user-1', status: 'Deleted' }, 0],
  ])('what takes it off the platform is shown to %s', (_who, over, shown) => {
    const session = { ...SIGNED_IN, userId: 'user-1' };
    visit(fakeBridge(), { path: '/', status: { session } }, () => (
      <PlatformDetails projectId="p1" file={platformFile(over)} onClose={() => undefined} />
    ));
    const buttons = screen.queryAllByRole('button', { name: 'Delete on the service…' });
    expect(buttons).toHaveLength(shown);
  });

  test('a private one says why it cannot be downloaded', async () => {
    choose(platformFile({ visibility: 'private' }));
    expect(screen.queryByRole('button', { name: 'Get download link' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Download…' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/cannot be downloaded\. Ask whoever uploaded it/);
    cleanup();
    choose(platformFile({ visibility: 'private', localFileId: '7' }));
    expect(screen.getByRole('button', { name: 'Download…' })).toHaveAccessibleDescription(
      /A copy is on this computer/,
    );
  });

  test('a link that could not be had says why', async () => {
    choose(platformFile(), { 'files.link': () => fail(AWAY) });
    await press('Get download link');
    await expectText(/The service cannot be reached/);
    expect(screen.queryByRole('link', { name: 'Download now' })).toBeNull();
  });

  test('what the service and this computer know of it stands beside, and its local file is one press away', async () => {
    const looked = platformFile({ hash: 'AB12', sizeBytes: 5_000, localFileId: '7' });
    choose(platformFile(), { 'files.platformFile': () => looked });
    await expectText('AB12', /^5(\.\d+)?\skB$/i);
    expect(screen.queryByText('On the service only')).toBeNull();
    expect(hrefOf('Open its local file')).toBe('/projects/p1/files/7');
  });

  test('of one that is only there nothing is made up', async () => {
    choose(platformFile({ status: 'Pending', labels: '' }));
    await expectText('The service does not say one.', 'On the service only');
    expect(screen.queryByText('Size')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Open certificate' })).toBeNull();
    expect(screen.getByText(/once it is notarized/)).toBeVisible();
  });
});

test('the certificate of a file that was never here says whose it is, and no fingerprint', async () => {
  const { ownerName, uploadedAtMs, status } = platformFile();
  const unknown = { provenAtMs: null, sizeBytes: null, blake3: null, sha256: null, isSaved: false };
  const listed = { ownerName, uploadedAtMs };
  const bridge = fakeBridge({
    'certificates.show': () => ({
      ...proof({ status }),
      ...unknown,
      ownerName,
      copies: [],
      listed,
    }),
    'certificates.get': () => fail(AWAY),
  });
  const at = {
    path: '/projects/:projectId/files/:fileId/certificate',
    address: '/projects/p1/files/remote-1/certificate',
  };
  visit(bridge, at, CertificateScreen);
  await expectText(/^Uploaded by Robin Marsh/);
  expect(within(screen.getByRole('main')).getByText('Notarized')).toBeVisible();
  expect(screen.queryByText('SHA-256')).toBeNull();
  expect(bridge.inputs('certificates.get')[0]).toEqual({
    asked: 'remote-1',
    projectId: 'p1',
  });
});
