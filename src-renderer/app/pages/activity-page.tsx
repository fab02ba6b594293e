/** What is going on: what is sent, and what comes the other way. */
import type { ReactElement } from 'react';
import { ActivityScreen } from '../../features/activity/activity-screen.tsx';
import { DownloadsSection } from '../../features/downloads/downloads-section.tsx';

const downloads = <DownloadsSection />;

export function ActivityPage(): ReactElement {
  return <ActivityScreen more={downloads} />;
}
