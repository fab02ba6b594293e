import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DownloadState, DownloadView } from '../../../src-shared/model/files/download-view.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { AWAY } from '../../test-support/builders.ts';
import { fill, press, expectText, expectRole } from '../../test-support/person.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { DownloadsSection } from './downloads-section.tsx';
import { FileDownload } from './file-download.tsx';

function view(state: DownloadState, over: Partial<DownloadView> = {}): DownloadView {
  return {
    id: '3',
    projectId: 'p1',
    fileId: 'remote-1',
    name: 'run.raw',
    folder: '/data',
    doneBytes: 3_000_000,
    totalBytes: 12_000_000,
    startedAgain: null,
    state,
    ...over,
  };
}

const NO_TREE = { path: null, parent: null, folders: [], isShortened: false };

function show(list: readonly DownloadView[], answers: Answers = {}) {
  const bridge = fakeBridge({
    'folders.tree': () => NO_TREE,
    'downloads.list': () => list,
    ...answers,
  });
  visit(bridge, { path: '/' }, () => (
    <FileDownload projectId="p1" fileId="remote-1" name="run.raw" reason={null} />
  ));
  return bridge;
}

const wish = { asked: 'remote-1', projectId: 'p1', folder: '/data' };

describe('a download on screen', () => {
  test('is begun once a folder is chosen, and a taken name is agreed to with its number', async () => {
    const taken = { kind: 'name-taken', path: '/data/run.raw', freeName: 'run (2).raw' } as const;
    const bridge = show([], {
      'downloads.start': (input) =>
        (input as { keepsBoth: boolean }).keepsBoth ? view({ is: 'fetching' }) : fail(taken),
    });
    await press('Download…');
    expect(screen.getByRole('dialog', { name: 'Download run.raw' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download here' })).toBeDisabled();
    await fill('Path of the folder', '/data');
    await press('Download here');
    await expectText(/exists already and was left as it is/);
    await press('Save as “run (2).raw”');
    expect(bridge.inputs('downloads.start')).toEqual([
      { ...wish, keepsBoth: false },
      { ...wish, keepsBoth: true },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says how far it is, why it waits, and can be cancelled', async () => {
    const bridge = show([
      view({ is: 'waiting', fault: AWAY, untilMs: 1 }, { startedAgain: 'changed' }),
    ]);
    const list = await screen.findByRole('list', { name: 'Downloads of this file' });
    expect(within(list).getByText('3.0 MB of 12.0 MB')).toBeVisible();
    expect(within(list).getByText(/cannot be reached.*tries again automatically/)).toBeVisible();
    expect(within(list).getByText(/other content by now/)).toBeVisible();
    await press('Cancel');
    expect(bridge.inputs('downloads.cancel')).toEqual([{ id: '3' }]);
  });

  test.each([
    ['match', /^It matches its record/],
    ['mismatch', /^It does not match its record, so it was kept under a name that says so/],
    ['unsure', /cannot be compared with its record yet/],
  ] as const)('one that arrived says where it is and that it is a %s', async (verdict, text) => {
    show([view({ is: 'arrived', path: '/data/run.raw', verdict })]);
    await expectText(text, 'Saved as /data/run.raw');
  });

  test('one that stopped says what is kept, and goes on with it', async () => {
    const full = { kind: 'no-room', path: '/data', neededBytes: null, freeBytes: 0 } as const;
    const bridge = show([view({ is: 'stopped', fault: full })]);
    await expectText('3.0 MB are kept.', /make room, then go on/);
    await press('Go on');
    expect(bridge.inputs('downloads.start')).toEqual([{ ...wish, keepsBoth: true }]);
  });

  test('all of them stand together, with their names; while there is none nothing is shown, nor beside another file', async () => {
    let list: readonly DownloadView[] = [];
    const bridge = fakeBridge({ 'folders.tree': () => NO_TREE, 'downloads.list': () => list });
    visit(bridge, { path: '/' }, () => <DownloadsSection />);
    await expect.poll(() => bridge.asked.length).toBe(1);
    expect(screen.queryByRole('heading', { name: 'Downloads' })).toBeNull();
    list = [view({ is: 'stopped', fault: null }), view({ is: 'checking' }, { id: '4' })];
    bridge.tell({ kind: 'downloads-changed' });
    await expectRole('heading', 'Downloads');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getAllByText('run.raw').length).toBeGreaterThanOrEqual(2);
    expect(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
    cleanup();
    const ofAnother = show([view({ is: 'fetching' }, { fileId: 'another' })]);
    await expect.poll(() => ofAnother.asked.length).toBeGreaterThan(0);
    expect(screen.queryByRole('list')).toBeNull();
  });
});
