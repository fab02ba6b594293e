import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { NOTHING_FOUND, type SearchResult } from '../../../src-shared/bridge/search-calls.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import type { Command } from './commands.ts';
import { SearchPalette } from './search-palette.tsx';
import { currentAt } from './sidebar.tsx';

const FOUND: SearchResult = {
  files: [
    {
      id: '7',
      path: '/lab/plates/Plate_12.tif',
      folderPath: 'lab/plates',
      state: 'notarized',
      hold: null,
      projectId: 'p1',
    },
  ],
  certificates: [
    { fileId: 'f9', projectId: 'p1', name: 'Plate_11.tif', folderPath: 'lab/old', provenAtMs: 1 },
  ],
  folders: [{ folderId: '3', subfolder: 'old/plate & co', folderPath: 'lab/old/plate & co' }],
  labels: ['plate & gel'],
  projects: [{ id: 'p2', name: 'Plates of others' }],
  people: [{ name: 'Ada Plate', email: 'a@b', projectId: 'p1', projectName: 'Plate study' }],
  cut: ['folders'],
};
const PROJECTS = [{ id: 'p1', name: 'Plate study' }];

function show(answers: Answers = {}) {
  const run = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const command = { icon: 'plus', shortcut: null, run } as const;
  const commands: readonly Command[] = [
    { ...command, id: 'watch-folder', label: 'Watch a folder' },
    { ...command, id: 'replate', label: 'Plate the sample' },
    { ...command, id: 'go-project-p1', label: 'Go to Plate study' },
  ];
  const bridge = fakeBridge({
    'search.find': (input) => ((input as { text: string }).text === '' ? NOTHING_FOUND : FOUND),
    ...answers,
  });
  const page = visit(bridge, { path: '/' }, () => (
    <SearchPalette commands={commands} projects={PROJECTS} isMac={false} onClose={onClose} />
  ));
  return { ...page, bridge, run, onClose };
}

const names = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('menuitem')
    .map((item) => item.textContent);

test('files, projects, people and certificates are found as well as commands, each under its heading', async () => {
  const { bridge, router, onClose } = show();
  expect(names('Commands')).toEqual(['Watch a folder', 'Plate the sample', 'Go to Plate study']);
  await userEvent.keyboard('plate');
  await waitFor(() => expect(names('Files')).toEqual(['Plate_12.tiflab/platesPlate study']));
  expect(names('Projects')).toEqual(['Plate study', 'Plates of others']);
  expect(names('People')).toEqual(['Ada PlatePlate study']);
  expect(names('Certificates')).toEqual(['Plate_11.tiflab/oldPlate study']);
  expect(names('Commands')).toEqual(['Plate the sample']);
  expect(bridge.inputs('search.find').at(-1)).toEqual({ text: 'plate' });
  await userEvent.click(screen.getByRole('menuitem', { name: /Plate_12/ }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(router.state.location.pathname).toBe('/projects/p1/files/7');
});

test('a subfolder leads to the files in it', async () => {
  const { router } = show();
  await userEvent.keyboard('plate');
  await waitFor(() =>
    expect(names('Folders · 1 shown, type more to find the rest')).toEqual([
      'plate & colab/old/plate & co',
    ]),
  );
  await userEvent.click(screen.getByRole('menuitem', { name: /plate & co/ }));
  expect(router.state.location.pathname).toBe('/files');
  expect(new URLSearchParams(router.state.location.search).get('folder')).toBe('3/old/plate & co');
});

test('a label leads to the files that have it', async () => {
  const { router } = show();
  await userEvent.keyboard('plate');
  await waitFor(() => expect(names('Labels')).toEqual(['plate & gel']));
  await userEvent.click(screen.getByRole('menuitem', { name: 'plate & gel' }));
  expect(router.state.location.pathname).toBe('/files');
  expect(new URLSearchParams(router.state.location.search).get('label')).toBe('plate & gel');
});

test.each([
  [/Plate_11/, '/projects/p1/files/f9/certificate'],
  [/Plates of others/, '/projects/p2/files'],
  [/Ada Plate/, '/projects/p1/members'],
])('what is found leads to its page: %s', async (name, address) => {
  const { router } = show();
  await userEvent.keyboard('plate');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
  expect(router.state.location.pathname).toBe(address);
});

/** The core answers a text only when it is told to. */
function answeredLater() {
  const waiting = new Map<string, (found: SearchResult) => void>();
  const ask = (input: unknown) =>
    new Promise<SearchResult>((resolve) => {
      waiting.set((input as { text: string }).text, resolve);
    });
  const answer = async (text: string, found: Partial<SearchResult>) => {
    await waitFor(() => expect(waiting.has(text)).toBe(true));
    await act(async () => waiting.get(text)?.({ ...NOTHING_FOUND, ...found }));
  };
  return { answer, ...show({ 'search.find': ask }) };
}

test('Enter opens nothing of the answer to an earlier text: it waits for its own, and opens the first of it', async () => {
  const { answer, router, onClose } = answeredLater();
  await userEvent.keyboard('plate');
  await answer('plate', { files: FOUND.files });
  await screen.findByRole('menuitem', { name: /Plate_12/ });
  await userEvent.keyboard('_9{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: /Plate_12/ })).toBeVisible(); // until the new one is there
  const nine = {
    id: '9',
    path: '/lab/Plate_9.tif',
    folderPath: 'lab',
    state: 'ready',
    hold: null,
    projectId: 'p1',
  } as const;
  await answer('plate_9', { files: [nine] });
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p1/files/9'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Enter before the answer opens nothing once somebody has typed on', async () => {
  const { answer, router, onClose } = answeredLater();
  await userEvent.keyboard('plate{Enter}_');
  await answer('plate_', { files: FOUND.files });
  await screen.findByRole('menuitem', { name: /Plate_12/ });
  expect(onClose).not.toHaveBeenCalled();
  expect(router.state.location.pathname).toBe('/');
});

test('while the host is away Enter opens nothing that was found before, and commands still run', async () => {
  const { answer, bridge, run, router } = answeredLater();
  await userEvent.keyboard('plate');
  await answer('plate', { files: FOUND.files });
  await screen.findByRole('menuitem', { name: /Plate_12/ });
  act(() => bridge.tell({ kind: 'link-changed', link: 'lost' }));
  await userEvent.keyboard(' the');
  expect(screen.queryByRole('menuitem', { name: /Plate_12/ })).toBeNull();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(router.state.location.pathname).toBe('/');
});

test('a command runs by the keys alone', async () => {
  const { run } = show({ 'search.find': () => NOTHING_FOUND });
  await userEvent.keyboard('sample');
  await screen.findByRole('menuitem', { name: 'Plate the sample' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
});

test('a paragraph of the guide is found by its words, and opened', async () => {
  const { router } = show({ 'search.find': () => NOTHING_FOUND });
  await userEvent.keyboard('forged settle');
  await waitFor(() =>
    expect(names('Help')).toEqual(['Does Can’t tell yet mean that something is forged?Questions']),
  );
  await userEvent.click(screen.getByRole('menuitem', { name: /is forged/ }));
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(
    '/help?page=questions&part=does-cant-tell-yet-mean-that-something-is-forged',
  );
});

test('it says that nothing has this name, and why it could not search', async () => {
  const { unmount } = show({ 'search.find': () => NOTHING_FOUND });
  await userEvent.keyboard('qqq');
  expect(await screen.findByText('Nothing has this name.')).toBeVisible();
  unmount();
  show({ 'search.find': () => fail({ kind: 'internal', logId: 'error-1' }) });
  await userEvent.keyboard('qqq');
  expect(await screen.findByText(/error-1/)).toBeVisible();
});

test.each([
  ['/files', '/files', '/files', 'page'],
  ['/files/x', '/files', '/files', 'true'],
  ['/filesystem', '/files', '/files', undefined],
  ['/projects/p1/folders/2', '/projects/p1/files', '/projects/p1', 'true'],
  ['/projects/p10/files', '/projects/p1/files', '/projects/p1', undefined],
  ['/settings/pace', '/settings', '/settings', 'true'],
  ['/projects/new', '/projects', null, undefined],
  ['/audits/3', '/', null, undefined],
] as const)('the sidebar shows where one is: at %s for %s', (pathname, to, under, current) => {
  expect(currentAt(pathname, to, under)).toBe(current);
});
