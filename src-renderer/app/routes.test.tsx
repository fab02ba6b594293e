import { act, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import type { Link } from '../bridge/bridge.ts';
import { connect, ConnectionProvider } from '../data/connection.tsx';
import { accountStatus, SIGNED_IN, snapshotMessage, statusView } from '../test-support/builders.ts';
import { type Answers, fakeBridge } from '../test-support/fake-bridge.ts';
import { fail } from '../../src-shared/model/result.ts';
import { click, expectText } from '../test-support/person.ts';
import { ArrivalContext, makeArrival } from '../ui/layout/page.tsx';
import { AppearanceContext, makeAppearanceStore } from './appearance.ts';
import { JUST_OPENED } from '../paths.ts';
import { makeRouter } from './routes.tsx';

function open(
  session: StatusView['session'] = SIGNED_IN,
  more: Partial<StatusView> = {},
  answers: Answers = {},
  link: Link = 'open',
) {
  const bridge = fakeBridge(answers);
  const connection = connect(bridge);
  bridge.tell({ kind: 'link-changed', link });
  const account = session.state === 'signed-out' ? null : accountStatus();
  bridge.tell(snapshotMessage(0, statusView({ session, account, ...more })));
  const router = makeRouter();
  render(
    <AppearanceContext value={makeAppearanceStore(localStorage, ['en'])}>
      <ConnectionProvider connection={connection}>
        <ArrivalContext value={makeArrival()}>
          <RouterProvider router={router} />
        </ArrivalContext>
      </ConnectionProvider>
    </AppearanceContext>,
  );
  return Object.assign(router, { tell: bridge.tell });
}

const PROOF = { fileId: 'f1', projectId: 'p1', name: 'run_07.raw', provenAtMs: 5 };
const oneProof = () => ({ total: 1, first: 0, rows: [PROOF] });
const demo = { isOffline: false, labFolder: '/lab', homePort: null, people: [] };

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a typed address gives its heading the focus, as a link does; the first page does not take it', async () => {
  const router = open();
  expect(await heading('Overview')).not.toHaveFocus();
  await act(() => router.navigate('/tags'));
  expect(await heading('Tags')).toHaveFocus();
  act(() => {
    window.location.hash = '#/outbox'; // as somebody writes it into the address bar
  });
  await waitFor(async () => expect(await heading('Outbox')).toHaveFocus());
  act(() => {
    window.location.hash = '#/';
  });
  await waitFor(async () => expect(await heading('Overview')).toHaveFocus());
});

test('the same page about something else is another page', async () => {
  const router = open();
  await heading('Overview');
  await act(() => router.navigate('/projects/p1/files/1'));
  await waitFor(async () => expect(await heading('File')).toHaveFocus());
  document.querySelector<HTMLElement>('#page')?.focus();
  act(() => {
    window.location.hash = '#/projects/p1/files/2';
  });
  await waitFor(async () => expect(await heading('File')).toHaveFocus());
});

test('one may sign in again before the session ends', async () => {
  const router = open();
  await heading('Overview');
  await act(() => router.navigate('/sign-in', { state: { isAgain: true } }));
  expect(await heading('Sign in')).toBeVisible();
});

test('somebody whose session has ended reads so where one signs in, and what waits', async () => {
  const router = open({ ...SIGNED_IN, state: 'ended', why: 'expired' });
  await heading('Overview');
  await act(() => router.navigate('/sign-in'));
  expect(await heading('Sign in')).toBeVisible();
  await expectText('Your session has ended.', /^Your folders and approvals stay here, /);
});

test('the first pages lead somebody who is signed in to the overview', async () => {
  const router = open();
  await heading('Overview');
  await act(() => router.navigate('/welcome'));
  expect(await heading('Overview')).toBeVisible();
});

test('somebody who cannot sign in reads the guide, and goes back from there', async () => {
  const router = open({ state: 'signed-out' });
  await act(() => router.navigate('/help?page=when-something-is-wrong&part=you-cannot-sign-in'));
  expect(await heading('When something is wrong')).toBeVisible();
  await click('link', 'Back to sign in');
  expect(router.state.location.pathname).toBe('/welcome');
  await click('link', 'Help');
  expect(await heading('Guide')).toBeVisible();
});

describe('who is signed out meanwhile, here or in a terminal,', () => {
  const SIGNED_OUT = snapshotMessage(1, statusView({ session: { state: 'signed-out' } }));

  test('reads so where one signs in, beginning with the e-mail, of which nothing is left', async () => {
    const router = open();
    await heading('Overview');
    act(() => router.tell(SIGNED_OUT));
    expect(await heading('Sign in')).toBeVisible();
    await expectText('You are signed out.', /^Your folders and approvals stay here, /);
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(screen.getByLabelText('E-mail')).toHaveValue('');
    expect(screen.queryByText(/ms2/)).toBeNull();
  });

  test('and whose page may not go on, reads so too, and begins in the field for its next address', async () => {
    const router = open();
    await heading('Overview');
    act(() => router.tell(SIGNED_OUT));
    act(() => router.tell({ kind: 'link-changed', link: 'refused' }));
    await waitFor(() => {
      expect(screen.getByRole('heading', { level: 1, name: 'You are signed out.' })).toBeVisible();
      expect(screen.getByLabelText('Newest address, or its key')).toHaveFocus();
    });
  });
});

test.each([
  ['its latest certificate', oneProof, '/projects/p1/files/f1/certificate'],
  ['the overview while it has none', () => ({ total: 0, first: 0, rows: [] }), '/'],
  ['the overview when it cannot be asked', () => fail({ kind: 'host-lost' }), '/'],
])('the demo is opened with %s', async (_what, answer, address) => {
  window.location.hash = JUST_OPENED;
  const router = open(SIGNED_IN, { demo }, { 'certificates.range': answer });
  await waitFor(() => expect(router.state.location.pathname).toBe(address));
});

test('an address with a key, pasted into a page that is connected, shows the overview', async () => {
  window.location.hash = `#${'k'.repeat(32)}`;
  open();
  await heading('Overview');
  expect(window.location.hash).toBe('#/');
});

test('an address whose key was used says so, and how to get a new one', () => {
  window.location.hash = JUST_OPENED;
  open(SIGNED_IN, {}, {}, 'refused');
  expect(screen.getByRole('heading')).toHaveTextContent(/^This address was used already/);
  expect(screen.getByText(/labseal serve --open/)).toBeVisible();
});

test('the own Labseal of somebody is opened with the overview, whatever is certified', async () => {
  window.location.hash = JUST_OPENED;
  const router = open(SIGNED_IN, {}, { 'certificates.range': oneProof });
  await heading('Overview');
  expect(router.state.location.pathname).toBe('/');
});
