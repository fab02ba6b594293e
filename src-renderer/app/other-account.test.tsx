import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallName } from '../../src-shared/bridge/calls.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';
import { connect } from '../data/connection.tsx';
import { keepStatusFresh } from '../data/core-store.ts';
import { galleryBridge } from '../gallery/gallery-bridge.ts';
import { ROUTES } from '../paths.ts';
import { SIGNED_IN } from '../test-support/builders.ts';
import { App } from './app.tsx';
import { makeAppearanceStore } from './appearance.ts';

const ALL_SCREENS_MS = 300_000;
const FORMER = /Lipidomics|Cryo-EM|Soil transects|MS2|robin@|1,284/;
const ids: Readonly<Record<string, string>> = {
  ':projectId': 'p1',
  ':fileId': '1',
  ':folderId': '1',
  ':runId': '1',
  ':userId': 'u1',
  ':section': 'general',
};
const OUTSIDE: ReadonlySet<string> = new Set([
  ROUTES.welcome,
  ROUTES.signIn,
  ROUTES.register,
  ROUTES.activate,
  ROUTES.forgotPassword,
  ROUTES.resetPassword,
]);
const INSIDE = Object.values(ROUTES)
  .filter((route) => !OUTSIDE.has(route))
  .map((route) => route.replaceAll(/:\w+/g, (name) => ids[name] ?? name));

/** Answers for one account, and none for the next, as a slow host does. */
function slowAfterwards() {
  const bridge = galleryBridge({ rows: 20, isSignedIn: true });
  const listeners = new Set<(event: PageEvent) => void>();
  let isOther = false;
  const asked: CallName[] = [];
  return {
    asked,
    bridge: {
      ...bridge,
      call: async (name, input, signal) => {
        if (isOther) asked.push(name);
        return isOther ? new Promise(() => undefined) : bridge.call(name, input, signal);
      },
      subscribe: (listener) => {
        listeners.add(listener);
        const stop = bridge.subscribe(listener);
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    } satisfies Bridge as Bridge,
    signInElse: () => {
      isOther = true;
      const session = { ...SIGNED_IN, account: 'other', email: 'bo@lab.example.org' };
      const view = { server: SIGNED_IN.server, session };
      for (const listener of listeners) listener({ kind: 'session', view });
    },
  };
}

test(
  'who signs in after somebody else sees nothing of theirs, on any screen',
  async () => {
    const left: string[] = [];
    for (const address of INSIDE) {
      window.location.hash = `#${address}`;
      const { bridge, asked, signInElse } = slowAfterwards();
      const connection = connect(bridge);
      const stop = keepStatusFresh(bridge, connection.store);
      render(
        <App connection={connection} appearance={makeAppearanceStore(localStorage, ['en'])} />,
      );
      act(() => bridge.open());
      await screen.findAllByRole('heading');
      await waitFor(() => expect(document.body.textContent).toMatch(FORMER));
      act(signInElse);
      if (FORMER.test(document.body.textContent ?? '')) left.push(address);
      expect(asked).toContain('status.read');
      stop();
      cleanup();
    }
    expect(left).toEqual([]);
  },
  ALL_SCREENS_MS,
);
