/** The page: what surrounds every screen, and which screen is shown. Hosts differ in the bridge they supply. */
// Nothing is fetched from elsewhere, and scripts beyond Latin are loaded when they are needed.
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-code-pro/wght.css';
import '../styles/base.css';
import { type ReactElement, StrictMode, useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router';
import { createRoot } from 'react-dom/client';
import { connect, ConnectionProvider, type Connection } from '../data/connection.tsx';
import { FileSourceContext, useFileSource } from '../data/file-source.ts';
import { ArrivalContext, makeArrival } from '../ui/layout/page.tsx';
import { HostAnswers, loadAllParts } from '../ui/layout/page-part.tsx';
import { keepFocus } from '../ui/layout/keep-focus.ts';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { Locale } from '../ui/layout/locale.tsx';
import type { NoticeKind } from '../../src-shared/model/status/notices.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { useCore } from '../data/bridge-context.ts';
import { keepStatusFresh } from '../data/core-store.ts';
import {
  AppearanceContext,
  type AppearanceStore,
  applyAppearance,
  makeAppearanceStore,
  useAppearance,
} from './appearance.ts';
import { makeRouter } from './routes.tsx';
import { SaidOutcomes } from './said-outcomes.tsx';
import { useDesktop } from './use-desktop.ts';
import { refuseStrayDrops } from './shell/refuse-stray-drops.ts';
import { watchStyleSheets } from './watch-style-sheets.ts';

export interface AppProps {
  readonly connection: Connection;
  readonly appearance: AppearanceStore;
}

export function App({ connection, appearance }: AppProps): ReactElement {
  return (
    <AppearanceContext value={appearance}>
      <ConnectionProvider connection={connection}>
        <AppContent />
      </ConnectionProvider>
    </AppearanceContext>
  );
}

function AppContent(): ReactElement {
  const appearance = useAppearance();
  const router = useMemo(() => makeRouter(), []);
  useDesktop(router);
  const fileSource = useFileSource();
  const arrival = useMemo(() => makeArrival(), []);
  // What screens hold, a half-filled form among it, is of the account that was signed in before.
  const accountChanges = useCore((view) => view.accountChanges);
  const answers = useCore((view) => view.link === 'open');
  useEffect(() => applyAppearance(document.documentElement, appearance), [appearance]);
  return (
    <Locale language={appearance.language}>
      <LiveRegions>
        <ArrivalContext value={arrival}>
          <FileSourceContext value={fileSource}>
            <HostAnswers value={answers}>
              <SaidOutcomes>
                <RouterProvider key={accountChanges} router={router} />
              </SaidOutcomes>
            </HostAnswers>
          </FileSourceContext>
        </ArrivalContext>
      </LiveRegions>
    </Locale>
  );
}

/** After the browser has drawn what it has to draw. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 100); // Safari
  });
}

/** `usualNotices`: the notifications that are on by default. */
export function startApp(
  root: HTMLElement,
  bridge: Bridge,
  usualNotices: readonly NoticeKind[] = [],
): void {
  const connection = connect(bridge);
  refuseStrayDrops(window); // as long as the page lives
  keepFocus(document); // as long as the page lives
  keepStatusFresh(bridge, connection.store); // as long as the page lives
  const fetchStyleSheets = watchStyleSheets(document); // as long as the page lives
  bridge.subscribe(({ kind }) => {
    if (kind !== 'snapshot') return;
    fetchStyleSheets(); // while the host is there to serve them
    void loadAllParts(whenIdle);
  });
  // The system tells of its network without being asked; whether the service is concerned, the core finds out.
  for (const change of ['online', 'offline']) {
    window.addEventListener(change, () => {
      void bridge.call('status.checkContact', {}, new AbortController().signal);
    });
  }
  const appearance = makeAppearanceStore(localStorage, navigator.languages, usualNotices);
  createRoot(root).render(
    <StrictMode>
      <App connection={connection} appearance={appearance} />
    </StrictMode>,
  );
  bridge.open();
}
