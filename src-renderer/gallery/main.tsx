/**
 * The app on a played bridge, and all parts on one page. Not part of the product: built beside it for the browser tests.
 *   ?rows=200000   so many files      ?signed-out   the first pages      ?parts   every part of ui/
 */
import '../bridge/no-code-from-strings.ts';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { startApp } from '../app/app.tsx';
import '../styles/base.css';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { Locale } from '../ui/layout/locale.tsx';
import { Parts } from './parts.tsx';
import { galleryBridge } from './gallery-bridge.ts';

const asked = new URLSearchParams(window.location.search);
const root = document.querySelector<HTMLElement>('#root');
if (root === null) throw new Error('the page has no root');

if (asked.has('parts')) {
  const router = createMemoryRouter([{ path: '*', element: <Parts /> }]);
  createRoot(root).render(
    <Locale language="en">
      <LiveRegions>
        <RouterProvider router={router} />
      </LiveRegions>
    </Locale>,
  );
} else {
  const rows = Number(asked.get('rows') ?? 34);
  startApp(root, galleryBridge({ rows, isSignedIn: !asked.has('signed-out') }));
}
