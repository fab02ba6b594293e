import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { desktopCalls, type DesktopView } from '../../../src-shared/bridge/desktop-calls.ts';
import { DESKTOP_CAPABILITIES } from '../../../src-shared/bridge/desktop.ts';
import { NOTICE_KINDS } from '../../../src-shared/model/status/notices.ts';
import { connect } from '../../data/connection.tsx';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import { KnownPath } from '../../features/files/file-facts.tsx';
import { snapshotMessage, SIGNED_IN, statusView } from '../../test-support/builders.ts';
import { press } from '../../test-support/person.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { App } from '../app.tsx';
import { makeAppearanceStore } from '../appearance.ts';
import { makeCommands } from '../shell/commands.ts';
import { DesktopForm } from './general-form.tsx';
import { menuCommands } from '../use-desktop.ts';

const VIEW: DesktopView = {
  preferences: { language: 'en', theme: 'system', notices: [], restsOnBattery: false },
  startsAtLogin: false,
};
const signedOut = statusView();
const signedIn = statusView({ session: SIGNED_IN });

const nothing = () => undefined;
const Path = () => <KnownPath path="/data/run.raw" />;

/** The complete page in a window. */
function openWindow(bridge: FakeBridge, status = signedIn) {
  localStorage.clear();
  window.location.hash = '#/';
  const appearance = makeAppearanceStore(localStorage, ['en'], NOTICE_KINDS);
  const connection = connect(bridge);
  bridge.tell({ kind: 'link-changed', link: 'open' });
  bridge.tell({ ...snapshotMessage(0, status), capabilities: DESKTOP_CAPABILITIES });
  const page = render(<App connection={connection} appearance={appearance} />);
  return { ...page, appearance };
}

/** The same with what a window can do known to a single screen. */
function inWindow(bridge: FakeBridge, Screen: Parameters<typeof visit>[2]) {
  const seen = visit(bridge, { path: '/' }, Screen);
  act(() => bridge.tell({ ...snapshotMessage(1), capabilities: DESKTOP_CAPABILITIES }));
  return seen;
}

describe('menus', () => {
  const appearance = makeAppearanceStore(localStorage, ['en']);
  const commands = makeCommands({
    words: wordsOf('en'),
    projects: [{ id: 'p1', name: 'x'.repeat(500) }],
    appearance,
    goTo: nothing,
    openPalette: nothing,
    openShortcuts: nothing,
    openHelp: nothing,
    cyclePane: nothing,
    signOut: nothing,
    isPaused: false,
    setPaused: nothing,
  });

  test('every command but the languages stands in a menu, and the window takes them all', () => {
    const shown = menuCommands(commands);
    const absent = commands.filter(({ id }) => !shown.some((each) => each.id === id));
    expect(absent.map(({ id }) => id)).toEqual(['language-en', 'language-it']);
    expect(new Set(shown.map(({ menu }) => menu))).toEqual(
      new Set(['file', 'view', 'project', 'transfers', 'help']),
    );
    const { input } = desktopCalls['desktop.setMenu'];
    expect(z.safeParse(input, { commands: shown }).error).toBeUndefined();
    const many = Array.from({ length: 900 }, () => commands.slice(0, 1)).flat();
    expect(z.safeParse(input, { commands: menuCommands(many) }).success).toBe(true);
  });

  test('keys are written as menus write them', () => {
    const keys = menuCommands(commands).flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys).toEqual(
      expect.arrayContaining(['CmdOrCtrl+K', 'CmdOrCtrl+O', 'CmdOrCtrl+Shift+O', 'F1', 'Shift+F6']),
    );
  });
});

describe('the page in a window', () => {
  test('says its commands and preferences, and runs what is chosen in a menu', async () => {
    const bridge = fakeBridge();
    const { appearance } = openWindow(bridge);
    await waitFor(() => expect(bridge.inputs('desktop.setMenu')).not.toEqual([]));
    act(() => appearance.setState({ theme: 'dark' }));
    const usual = { language: 'en', theme: 'dark', notices: NOTICE_KINDS };
    expect(bridge.inputs('desktop.setPreferences').at(-1)).toEqual(usual);
    act(() => appearance.setState({ notices: [] }));
    expect(bridge.asked.at(-1)?.input).toEqual({ ...usual, notices: [] });
    expect(makeAppearanceStore(localStorage, ['en'], NOTICE_KINDS).getState().notices).toEqual([]);
    act(() => bridge.tell({ kind: 'command-chosen', id: 'settings' }));
    await waitFor(() => expect(window.location.hash).toBe('#/settings'));
  });

  test('a link fills the token in, and nothing is sent before a press', async () => {
    const bridge = fakeBridge();
    openWindow(bridge, signedOut);
    await screen.findByRole('heading', { level: 1 });
    act(() => bridge.tell({ kind: 'place-asked', path: '/activate', token: 'tok-1' }));
    expect(await screen.findByDisplayValue('tok-1')).toBeInTheDocument();
    act(() => bridge.tell({ kind: 'place-asked', path: '/activate', token: 'tok-4' }));
    expect(await screen.findByDisplayValue('tok-4')).toBeInTheDocument();
    act(() => bridge.tell({ kind: 'place-asked', path: '/reset', token: 'tok-2' }));
    expect(await screen.findByDisplayValue('tok-2')).toBeInTheDocument();
    expect(window.location.href).not.toMatch(/tok-/);
    expect(bridge.asked.filter(({ name }) => /activate|reset/.test(name))).toEqual([]);
    cleanup();
    const another = fakeBridge(); // where somebody is signed in
    openWindow(another);
    act(() => another.tell({ kind: 'place-asked', path: '/reset', token: 'tok-3' }));
    expect(await screen.findByDisplayValue('tok-3')).toBeInTheDocument();
  });
});

describe('what only a window can do', () => {
  test('start with the computer, and rest on its battery', async () => {
    const bridge = fakeBridge({
      'desktop.read': () => VIEW,
      'desktop.setLogin': (input) => ({ ...VIEW, startsAtLogin: Object(input).isWanted }),
      'desktop.setPreferences': (input) => ({
        ...VIEW,
        preferences: { ...VIEW.preferences, ...Object(input) },
      }),
    });
    inWindow(bridge, DesktopForm);
    const login = await screen.findByRole('checkbox', { name: /Start Labseal when I sign in/ });
    await userEvent.click(login);
    await waitFor(() => expect(login).toBeChecked());
    const battery = screen.getByRole('checkbox', { name: /runs on its battery/ });
    await userEvent.click(battery);
    await waitFor(() => expect(battery).toBeChecked());
    expect(bridge.asked.slice(-2)).toEqual([
      { name: 'desktop.setLogin', input: { isWanted: true } },
      { name: 'desktop.setPreferences', input: { restsOnBattery: true } },
    ]);
  });

  test('where the system knows no start at login there is no such choice', async () => {
    inWindow(fakeBridge({ 'desktop.read': () => ({ ...VIEW, startsAtLogin: null }) }), DesktopForm);
    await screen.findByRole('checkbox', { name: /battery/ });
    expect(screen.queryByRole('checkbox', { name: /sign in to this/ })).toBeNull();
  });

  test('a folder is chosen with the dialog of the system; none chosen changes nothing', async () => {
    const answers = [[], ['/data/ms2']];
    const chosen: string[] = [];
    const bridge = fakeBridge({ 'desktop.choose': () => answers.shift() });
    inWindow(bridge, () => <FolderChooser path="" onChoose={(path) => chosen.push(path)} />);
    const button = await screen.findByRole('button', { name: 'Choose a folder…' });
    await userEvent.click(button);
    await userEvent.click(button);
    await waitFor(() => expect(chosen).toEqual(['/data/ms2']));
    expect(bridge.asked).toContainEqual({ name: 'desktop.choose', input: { what: 'folder' } });
  });

  test('a file is shown in its folder; in a browser its path is copied', async () => {
    const bridge = fakeBridge({ 'desktop.reveal': () => false });
    const { unmount } = visit(fakeBridge(), { path: '/' }, Path);
    expect(screen.queryByRole('button', { name: 'Show in folder' })).toBeNull();
    unmount();
    inWindow(bridge, Path);
    await press('Show in folder');
    expect(bridge.asked).toEqual([{ name: 'desktop.reveal', input: { path: '/data/run.raw' } }]);
    await waitFor(() =>
      expect(document.body).toHaveTextContent('The file is not at its place any more.'),
    );
  });
});
