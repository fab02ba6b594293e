import { act, render, screen } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { BridgeContext } from '../bridge/bridge-context.ts';
import { makeCoreStore } from '../bridge/core-store.ts';
import { accountStatus, snapshotMessage, statusView } from '../test-support/builders.ts';
import { toldBridge } from '../test-support/told-bridge.ts';
import { AppContext } from './app-context.ts';
import { makeAppearanceStore } from './appearance.ts';
import { makeRouter } from './routes.tsx';

const SIGNED_IN = {
  state: 'signed-in',
  account: 'a',
  server: 'https://notary.example.org',
  userId: 'u',
  email: 'robin@lab.org',
  expiresAtMs: 0,
  keeping: { kept: 'keychain' },
} as const;

afterEach(() => {
  window.location.hash = '';
});

function open() {
  const bridge = toldBridge();
  const { store } = makeCoreStore(bridge);
  bridge.tell({ kind: 'link-changed', link: 'open' });
  const account = accountStatus();
  bridge.tell(snapshotMessage(0, statusView({ session: SIGNED_IN, account })));
  const router = makeRouter();
  render(
    <AppContext value={{ appearance: makeAppearanceStore(localStorage, ['en']) }}>
      <BridgeContext value={{ bridge, store }}>
        <RouterProvider router={router} />
      </BridgeContext>
    </AppContext>,
  );
  return router;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('[UI48] one may sign in again before the session ends', async () => {
  const router = open();
  await heading('Overview');
  await act(() => router.navigate('/sign-in', { state: { isAgain: true } }));
  expect(await heading('Sign in')).toBeVisible();
});

test('[UI48] the first pages lead somebody who is signed in to the overview', async () => {
  const router = open();
  await heading('Overview');
  await act(() => router.navigate('/welcome'));
  expect(await heading('Overview')).toBeVisible();
});
