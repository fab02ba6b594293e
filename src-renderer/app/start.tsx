/** Puts the app into a page on a given bridge; what every face of it begins with. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { NoticeKind } from '../../src-shared/model/status/notices.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { makeCoreStore } from '../data/core-store.ts';
import { keepStatusFresh } from '../data/keep-status-fresh.ts';
import './fonts.ts';
import '../styles/base.css';
import { App } from './app.tsx';
import { makeAppearanceStore } from './appearance.ts';

/** `usualNotices`: of which somebody who looks elsewhere is told before they have chosen. */
export function startApp(
  root: HTMLElement,
  bridge: Bridge,
  usualNotices: readonly NoticeKind[] = [],
): void {
  const { store } = makeCoreStore(bridge);
  keepStatusFresh(bridge, store); // as long as the page lives
  const appearance = makeAppearanceStore(localStorage, navigator.languages, usualNotices);
  createRoot(root).render(
    <StrictMode>
      <App room={{ bridge, store }} appearance={appearance} />
    </StrictMode>,
  );
  bridge.open();
}
