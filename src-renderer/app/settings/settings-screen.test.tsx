import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import {
  NO_FOLDER_DEFAULTS,
  type FolderDefaults,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { useCore } from '../../data/bridge-context.ts';
import { accountStatus, SIGNED_IN, transferView } from '../../test-support/builders.ts';
import { click, expectText, fill, press } from '../../test-support/person.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { WordsContext, wordsOf } from '../../words/words-context.ts';
import { AppearanceContext, makeAppearanceStore } from '../appearance.ts';
import { Shell } from '../shell/shell.tsx';
import { SettingsScreen } from './settings-screen.tsx';

const appearance = makeAppearanceStore(localStorage, ['en']);

afterEach(() => {
  appearance.setState({ isCountInTitle: true, hasCharacterKeys: true });
  localStorage.clear();
});

function Settings() {
  return (
    <AppearanceContext value={appearance}>
      <SettingsScreen />
    </AppearanceContext>
  );
}

function InItalian() {
  return (
    <WordsContext value={wordsOf('it')}>
      <Settings />
    </WordsContext>
  );
}

function open(
  section: string,
  bridge: FakeBridge = fakeBridge(),
  Screen = Settings,
  account = accountStatus(),
) {
  const place = { path: '/settings/:section', address: `/settings/${section}` };
  return visit(bridge, { ...place, status: { session: SIGNED_IN, account } }, Screen);
}

test('every section says something, in every language, and an unknown one is the first', () => {
  const titles = Object.values(wordsOf('en').settings.sections);
  const first = open('nowhere');
  expect(screen.getByRole('heading', { level: 2, name: 'General' })).toBeVisible();
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links.toSorted()).toEqual(titles.toSorted());
  first.unmount();
  for (const section of Object.keys(wordsOf('en').settings.sections)) {
    const page = open(section, fakeBridge(), InItalian);
    expect(screen.getByRole('heading', { level: 1, name: 'Impostazioni' })).toBeVisible();
    page.unmount();
  }
});

test('what new folders begin with applies as typed, and only what can be followed', async () => {
  let kept: FolderDefaults = { ...NO_FOLDER_DEFAULTS, exclude: ['*.log'] };
  const problem = { line: 1, pattern: 'a**b**c**', why: 'too-many-double-stars' } as const;
  const bridge = fakeBridge({
    'settings.watching': () => kept,
    'settings.setWatching': (input) => {
      const wanted = input as FolderDefaults;
      if (wanted.exclude.includes(problem.pattern)) return fail({ kind: 'bad-rule', problem });
      kept = wanted;
      return kept;
    },
  });
  open('watching', bridge);
  const sent = () => bridge.inputs('settings.setWatching').length;
  expect(await screen.findByLabelText('Leave out')).toHaveValue('*.log');
  await fill('Wait until saved (seconds)', '1.5');
  await userEvent.tab();
  await expectText('Enter a whole number from 0 to 604,800.');
  expect(sent()).toBe(0);
  await fill('Wait until saved (seconds)', '30');
  await fill('Leave out', '*.log\n\nscratch/');
  await waitFor(() => expect(kept.settleSeconds).toBe(30)); // its field was left
  await userEvent.tab();
  await expectText('Saved');
  await click('radio', /By regular checks/); // applies at once, with what was typed before
  await waitFor(() =>
    expect(kept).toEqual({
      settleSeconds: 30,
      exclude: ['*.log', 'scratch/'],
      watching: { mode: 'poll', pollSeconds: NO_FOLDER_DEFAULTS.watching.pollSeconds },
    }),
  );
  const before = sent();
  await fill('Seconds between checks', '4');
  await expectText('Enter a whole number from 5 to 600.');
  await userEvent.tab();
  expect(sent()).toBe(before);
  await fill('Seconds between checks', '15');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(kept.watching).toEqual({ mode: 'poll', pollSeconds: 15 }));
  bridge.tell({ kind: 'folders-changed' });
  await fill('Leave out', problem.pattern);
  await userEvent.tab();
  await expectText(/cannot be used/);
  expect(screen.getByLabelText('Leave out')).toHaveValue(problem.pattern);
});

test('a typed limit applies when its field is left, with Enter, and when the screen goes', async () => {
  const sent: unknown[] = [];
  let limit: number | null = 500_000;
  const bridge = fakeBridge({
    'transfers.view': () => transferView({ limitBytesPerSecond: limit }),
    'transfers.setLimit': (input) => {
      limit = Object(input).bytesPerSecond;
      sent.push(limit);
      return null;
    },
  });
  const page = open('pace', bridge);
  const label = wordsOf('en').settings.speed;
  await screen.findByLabelText(label);
  await fill(label, ' 600 ');
  expect(sent).toEqual([]);
  await userEvent.tab();
  await waitFor(() => expect(sent).toEqual([600_000]));
  await expectText('Saved');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await fill(label, '600'); // what holds already is not sent again
  await userEvent.tab();
  await fill(label, 'many');
  await userEvent.tab();
  await expectText('Enter a whole number, or nothing.');
  expect(screen.getByLabelText(label)).toBeInvalid();
  await fill(label, '40');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([600_000, 40_000]));
  expect(screen.getByLabelText(label)).toHaveFocus();
  await fill(label, '70');
  page.unmount();
  await waitFor(() => expect(sent).toEqual([600_000, 40_000, 70_000]));
});

test('limits of spending are in one place, which the settings lead to', () => {
  open('spending');
  expect(screen.getByRole('link', { name: 'Go to the limits' })).toHaveAttribute(
    'href',
    '/credits',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the report is there to be read whole before it is copied', async () => {
  const user = userEvent.setup();
  const report = { madeAt: '2026-11-21T12:00:00.000Z', program: { name: 'Labseal' } };
  open('diagnostics', fakeBridge({ 'settings.diagnostics': () => report }));
  const text = await screen.findByRole('region', { name: 'The report' });
  expect(JSON.parse(text.textContent)).toEqual(report);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('The report was copied.')).toBeInTheDocument();
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(report);
});

test('About names version, licence and whose work it stands on', () => {
  open('about');
  expect(screen.getByText('0.1.0')).toBeVisible();
  expect(screen.getByRole('row', { name: 'react-aria-components Apache-2.0' })).toBeVisible();
});

test('the first steps come back when they are wanted, and one signs out', async () => {
  const bridge = fakeBridge({ 'session.signOut': () => ({ leftover: null }) });
  localStorage.setItem('labseal-first-steps-closed', 'yes');
  open('general', bridge);
  const box = screen.getByRole('checkbox', { name: 'Show the first steps on the overview' });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  expect(localStorage.getItem('labseal-first-steps-closed')).toBeNull();
  await press('Sign out');
  expect(bridge.asked.map(({ name }) => name)).toEqual(['session.signOut']);
});

test('signing out with work in progress asks first, and says what waits', async () => {
  const bridge = fakeBridge({ 'session.signOut': () => ({ leftover: null }) });
  const counts = [
    { state: 'recording', hold: null, files: 2, bytes: 1 },
    { state: 'ready', hold: null, isApproved: true, files: 3, bytes: 1 },
    { state: 'ready', hold: null, isApproved: false, files: 9, bytes: 1 },
  ] as const;
  const account = accountStatus({ counts, changes: { waiting: 1, needYou: 0 } });
  open('general', bridge, Settings, account);
  await press('Sign out');
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent('6 files and changes are on their way');
  expect(bridge.asked).toEqual([]);
  await press('Sign out', within(question));
  expect(bridge.asked.map(({ name }) => name)).toEqual(['session.signOut']);
});

/** The complete frame, around the settings. */
function Framed() {
  const status = useCore((view) => view.status);
  if (status === null) throw new Error('the test has no status');
  return (
    <AppearanceContext value={appearance}>
      <Shell status={status} />
    </AppearanceContext>
  );
}

test('the title of the tab counts what needs somebody, unless that is not wanted', async () => {
  const counts = [{ state: 'failed', hold: null, files: 3, bytes: 1 }] as const;
  const account = accountStatus({ counts });
  const place = { path: '/settings/:section', address: '/settings/notifications' };
  const page = visit(
    fakeBridge(),
    { ...place, status: { session: SIGNED_IN, account }, inside: <Settings /> },
    Framed,
  );
  await waitFor(() => expect(document.title).toBe('(3) Settings – Labseal'));
  await click('checkbox', /in the title of the tab/);
  await waitFor(() => expect(document.title).toBe('Settings – Labseal'));
  page.unmount();
});

const sheet = () => screen.queryByRole('dialog', { name: 'Shortcuts' });

test('"?" shows the shortcuts, except where somebody writes and where it is not wanted', async () => {
  const place = { path: '/settings/:section', address: '/settings/keyboard' };
  const status = { session: SIGNED_IN, account: accountStatus() };
  visit(fakeBridge(), { ...place, status, inside: <Settings /> }, Framed);
  await userEvent.keyboard('?');
  expect(sheet()).toHaveTextContent(/Shortcuts\? · Shift F1/);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(sheet()).toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('searchbox');
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard('?');
  expect(field).toHaveValue('?');
  expect(sheet()).toBeNull();
  await userEvent.keyboard('{Escape}{Escape}'); // the first one empties the field
  await click('checkbox', /shows the shortcuts/);
  await userEvent.keyboard('?');
  expect(sheet()).toBeNull();
  expect(screen.getByRole('row', { name: /^Shortcuts Shift F1/ })).toBeVisible();
});
