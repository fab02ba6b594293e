/** Shows a screen at an address, on a told bridge whose host answers and where somebody is signed in. */
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import { connect, ConnectionProvider } from '../data/connection.tsx';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { snapshotMessage, statusView } from './builders.ts';
import { fakeBridge, type Answers, type FakeBridge } from './fake-bridge.ts';

/** `path`: of the route, with its parameters; `address`: where one is. Other addresses show themselves as text. */
export function visit(
  bridge: FakeBridge,
  { path, address = path, status = {}, inside, others = [] }: VisitOptions,
  Screen: () => ReactElement,
) {
  const connection = connect(bridge);
  bridge.tell({ kind: 'link-changed', link: 'open' });
  bridge.tell(snapshotMessage(0, statusView(status)));
  const router = createMemoryRouter(
    [
      {
        path,
        element: <Screen />,
        children: inside === undefined ? [] : [{ index: true, element: inside }],
      },
      ...others,
      { path: '*', Component: () => null },
    ],
    { initialEntries: [address] },
  );
  const page = render(
    <ConnectionProvider connection={connection}>
      <LiveRegions>
        <RouterProvider router={router} />
      </LiveRegions>
    </ConnectionProvider>,
  );
  return { ...page, store: connection.store, router };
}

interface VisitOptions {
  readonly path: string;
  readonly address?: string;
  readonly status?: Partial<StatusView>;
  /** What a frame is shown around. */
  readonly inside?: ReactElement;
  /** Screens that the first one leads to. */
  readonly others?: RouteObject[];
}

/** How the tests of one screen show it: with what the core usually answers, unless a test says otherwise. */
export const showing =
  (page: VisitOptions, Screen: () => ReactElement, usual: Answers = {}) =>
  (answers: Answers = {}) => {
    const bridge = fakeBridge({ ...usual, ...answers });
    return { bridge, ...visit(bridge, page, Screen) };
  };
