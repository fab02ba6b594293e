import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallName } from '../../src-shared/bridge/calls.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';
import { connect } from '../data/connection.tsx';
import { keepStatusFresh } from '../data/core-store.ts';
import { ROUTES } from '../paths.ts';
import {
  accountStatus,
  fileRow,
  folderView,
  SIGNED_IN,
  snapshotMessage,
  statusView,
  transferView,
} from '../test-support/builders.ts';
import { fakeBridge } from '../test-support/fake-bridge.ts';
import { creditHistory } from '../test-support/money.ts';
import { change, invite, outboxView, project, WAITS } from '../test-support/people.ts';
import { auditRow, auditRun, proof } from '../test-support/verifications.ts';
import { App } from './app.tsx';
import { makeAppearanceStore } from './appearance.ts';

const ALL_SCREENS_MS = 300_000;
const FORMER = /Lipidomics|MS2|robin@|1,284/;
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

const page = (...rows: readonly unknown[]) => ({ total: rows.length, first: 0, rows });

/** A host whose account has something of its own for every screen. */
function hostOfFormer() {
  const name = 'MS2_sample_1.raw';
  const file = fileRow({ id: '1', path: `/data/ms2/${name}`, name });
  const certificate = proof({ fileId: 'remote-1', projectId: 'p1', name });
  const audit = auditRun({ root: '/data/MS2' });
  const status = statusView({
    session: SIGNED_IN,
    engine: { state: 'running', watchTrouble: null },
    account: accountStatus({
      counts: [{ state: 'notarized', hold: null, files: 20, bytes: 9_870_000_000 }],
    }),
  });
  const bridge = fakeBridge({
    'activity.lines': () =>
      page({
        id: 1,
        what: 'notarized',
        beganAtMs: 1,
        atMs: 1,
        files: 1,
        credits: 1,
        isAtMost: false,
        from: null,
        to: null,
        latest: { id: 1, atMs: 1, note: null, subject: { ...file, kind: 'file' } },
        original: null,
      }),
    'audit.rows': () => page(auditRow({ path: name })),
    'audit.runs': () => [audit],
    'audit.show': () => audit,
    'certificates.range': () => page(certificate),
    'certificates.show': () => ({ ...certificate, ownerName: 'Robin Lab', copies: [] }),
    'credits.balance': () => ({ credits: 1_284, reserve: 200 }),
    'credits.history': () => creditHistory([]),
    'files.range': () => page(file),
    'files.show': () => file,
    'folders.list': () => [folderView({ path: '/data/MS2', projectName: 'Lipidomics cohort B' })],
    'outbox.list': () => outboxView({ changes: [change(invite('p1', 'Robin of MS2'), WAITS)] }),
    'projects.list': () => ({
      projects: [project({ id: 'p1', name: 'Lipidomics cohort B' })],
      isComplete: true,
      asOfMs: null,
      fault: null,
      pending: {},
    }),
    'status.read': () => status,
    'transfers.view': () =>
      transferView({ total: 1, entries: [{ file, isNext: false, sentBytes: null }] }),
  });
  return {
    ...bridge,
    open: () => {
      bridge.tell({ kind: 'link-changed', link: 'open' });
      bridge.tell(snapshotMessage(0, status));
    },
  };
}

/** Answers for one account, and none for the next, as a slow host does. */
function slowAfterwards() {
  const bridge = hostOfFormer();
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
