/** The whole page: what every screen stands in, and which screen is shown. Hosts differ in the bridge they bring. */
import { useEffect, useMemo, type ReactElement } from 'react';
import { RouterProvider } from 'react-router';
import { BridgeContext, type BridgeRoom } from '../data/bridge-context.ts';
import { useFileSource } from '../data/use-file-source.ts';
import { ArrivalContext, makeArrival } from '../ui/layout/arrival.ts';
import { FileSourceContext } from '../parts/file-source.ts';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { Locale } from '../ui/layout/locale.tsx';
import { AppContext, useAppearance, type AppRoom } from './app-context.ts';
import { applyAppearance, type AppearanceStore } from './appearance.ts';
import { makeRouter } from './routes.tsx';
import { useDesktop } from './use-desktop.ts';

export interface AppProps {
  readonly room: BridgeRoom;
  readonly appearance: AppearanceStore;
}

export function App({ room, appearance }: AppProps): ReactElement {
  const app = useMemo<AppRoom>(() => ({ appearance }), [appearance]);
  return (
    <AppContext value={app}>
      <BridgeContext value={room}>
        <DressedApp />
      </BridgeContext>
    </AppContext>
  );
}

function DressedApp(): ReactElement {
  const appearance = useAppearance();
  const router = useMemo(() => makeRouter(), []);
  useDesktop(router);
  const fileSource = useFileSource();
  const arrival = useMemo(() => makeArrival(), []);
  useEffect(() => applyAppearance(document.documentElement, appearance), [appearance]);
  return (
    <Locale language={appearance.language}>
      <LiveRegions>
        <ArrivalContext value={arrival}>
          <FileSourceContext value={fileSource}>
            <RouterProvider router={router} />
          </FileSourceContext>
        </ArrivalContext>
      </LiveRegions>
    </Locale>
  );
}
