/** What a project has on the platform, with the part that brings a file of it to this computer. */
import type { ReactElement } from 'react';
import { PlatformScreen } from '../features/platform/platform-screen.tsx';
import { DownloadHere } from './download-here.tsx';

export function PlatformPage(): ReactElement {
  return <PlatformScreen download={(file, reason) => <DownloadHere {...file} reason={reason} />} />;
}
